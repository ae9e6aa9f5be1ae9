//! Classifies database errors. No other crate reads a SQLSTATE or a constraint's name.

use sqlx::Error;

/// What caused a database error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No connection: it broke, none is free, or the server is stopping or starting. Whether a statement sent over the
    /// connection was executed is unknown.
    Unreachable,
    /// The database rolled the transaction back in favour of another, such as in a deadlock. A retry may succeed.
    Conflict,
    /// The session cannot execute this statement now: an earlier one of its transaction failed, or it is read-only.
    TransactionState,
    /// A timeout, a lock, a full disk or a lack of memory. A retry may succeed.
    Busy,
    /// A fault of the database itself.
    Internal,
    /// A value that the database cannot store.
    Data,
    /// A row with the same key exists.
    Unique,
    /// A reference to a row that does not exist, or the deletion of a row that is referenced.
    ForeignKey,
    /// Another constraint: check, not null or exclusion.
    Constraint,
    /// Any other statement that the database rejects.
    Statement,
    /// The row read is missing, or it or a value written does not fit its Rust type.
    Mapping,
    /// Neither the database nor the connection reported the error, so what happened is unknown.
    Unknown,
}

impl Cause {
    pub fn of(error: &Error) -> Self {
        match error {
            Error::Database(error) => error
                .code()
                .map_or(Self::Unknown, |code| Self::of_code(&code)),
            Error::Io(_) | Error::PoolTimedOut | Error::PoolClosed | Error::WorkerCrashed => {
                Self::Unreachable
            }
            Error::Decode(_)
            | Error::Encode(_)
            | Error::ColumnDecode { .. }
            | Error::RowNotFound => Self::Mapping,
            _ => Self::Unknown,
        }
    }

    fn of_code(code: &str) -> Self {
        match code {
            "23503" => return Self::ForeignKey,
            "23505" => return Self::Unique,
            // Too many connections, or a session that PostgreSQL ended because its transaction was idle or took too long.
            "53300" | "25P03" | "25P04" => return Self::Unreachable,
            _ if code.starts_with("57P") => return Self::Unreachable,
            _ => {}
        }
        match code.get(..2) {
            Some("08") => Self::Unreachable,
            Some("22") => Self::Data,
            Some("23") => Self::Constraint,
            Some("25") => Self::TransactionState,
            Some("40") => Self::Conflict,
            // Resources, object state, operator intervention such as a statement timeout, system errors.
            Some("53" | "55" | "57" | "58") => Self::Busy,
            Some("XX") => Self::Internal,
            _ => Self::Statement,
        }
    }

    /// Whether the database rejects the data: a value it cannot store, or one that violates a constraint.
    pub fn is_data(self) -> bool {
        matches!(
            self,
            Self::Data | Self::Unique | Self::ForeignKey | Self::Constraint
        )
    }

    /// Whether the database rejected the statement and the session is still usable: then nothing was stored.
    pub fn is_rejection(self) -> bool {
        !matches!(self, Self::Unreachable | Self::Mapping | Self::Unknown)
    }
}

/// The constraint that the statement violates.
pub fn constraint(error: &Error) -> Option<&str> {
    match error {
        Error::Database(error) => error.constraint(),
        _ => None,
    }
}

/// Whether the statement violates this constraint.
pub fn violates(error: &Error, name: &str) -> bool {
    constraint(error) == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_classified() {
        let cases = [
            ("08006", Cause::Unreachable),
            ("22021", Cause::Data),
            ("23502", Cause::Constraint),
            ("23503", Cause::ForeignKey),
            ("23505", Cause::Unique),
            ("23514", Cause::Constraint),
            ("25P02", Cause::TransactionState),
            ("25P03", Cause::Unreachable),
            ("40001", Cause::Conflict),
            ("40P01", Cause::Conflict),
            ("42P01", Cause::Statement),
            ("53100", Cause::Busy),
            ("53300", Cause::Unreachable),
            ("55P03", Cause::Busy),
            ("57014", Cause::Busy),
            ("57P01", Cause::Unreachable),
            ("57P03", Cause::Unreachable),
            ("58030", Cause::Busy),
            ("P0001", Cause::Statement),
            ("XX000", Cause::Internal),
            ("", Cause::Statement),
        ];
        for (code, cause) in cases {
            assert_eq!(Cause::of_code(code), cause, "{code}");
        }
    }

    #[test]
    fn errors_of_the_client_are_classified() {
        assert_eq!(Cause::of(&Error::PoolTimedOut), Cause::Unreachable);
        assert_eq!(Cause::of(&Error::RowNotFound), Cause::Mapping);
        assert_eq!(Cause::of(&Error::Protocol(String::new())), Cause::Unknown);
        assert_eq!(constraint(&Error::RowNotFound), None);
    }

    #[test]
    fn only_a_rejection_says_that_nothing_was_stored() {
        for unknown in [Cause::Unreachable, Cause::Mapping, Cause::Unknown] {
            assert!(!unknown.is_rejection() && !unknown.is_data());
        }
        for rejected in [
            Cause::Conflict,
            Cause::Busy,
            Cause::Unique,
            Cause::Statement,
        ] {
            assert!(rejected.is_rejection());
        }
        assert!(Cause::Unique.is_data() && !Cause::Statement.is_data());
    }
}
