//! Classifies database errors.

/// Whether the database rejects the statement's data: a text it cannot store, or a dangling reference.
pub(super) fn is_about_the_data(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    error
        .code()
        .is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// Whether the server rejected the statement and the session is still usable: then nothing was stored.
pub(super) fn leaves_connection_usable(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    // 08: connection errors; 57P: the server is stopping or ended the session.
    error
        .code()
        .is_some_and(|code| !code.starts_with("08") && !code.starts_with("57P"))
}
