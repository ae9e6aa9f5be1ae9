//! What an error of the database says of its statement.

/// Whether it is what the statement says that the database does not take: a text it cannot hold, a reference to nothing.
pub(super) fn is_about_the_data(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    error
        .code()
        .is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// Whether the server itself refused the statement and goes on serving this session: then nothing was stored.
pub(super) fn leaves_connection_usable(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    // 08: the connection; 57P: the server is being stopped or the session was ended.
    error
        .code()
        .is_some_and(|code| !code.starts_with("08") && !code.starts_with("57P"))
}
