//! The people of the fixture, and what identifies a caller.

/// An account of the fixture, by id. `None` is a visitor.
pub type Who = Option<i64>;

pub const ADMIN: Who = Some(1);
pub const OWNER: Who = Some(2);
pub const MANAGER: Who = Some(3);
pub const AUCTIONEER: Who = Some(4);
pub const NEWSMAKER: Who = Some(5);
pub const TRUSTED: Who = Some(6);
pub const TRUSTED2: Who = Some(7);
pub const ACCEPTED: Who = Some(8);
pub const ACCEPTED2: Who = Some(9);
pub const NEWCOMER: Who = Some(10);
pub const STRANGER: Who = Some(11);
pub const DEVELOPER: Who = Some(12);
pub const VISITOR: Who = None;

/// The session token of an account of the fixture: 64 hexadecimal digits.
pub fn token(account: i64) -> String {
    format!("{account:064x}")
}

/// Sends requests: an account of the fixture, the token of a login, or a visitor.
pub trait Caller {
    fn token(self) -> Option<String>;
}

impl Caller for Who {
    fn token(self) -> Option<String> {
        self.map(token)
    }
}

impl Caller for Option<&str> {
    fn token(self) -> Option<String> {
        self.map(ToOwned::to_owned)
    }
}

impl Caller for &str {
    fn token(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl Caller for &String {
    fn token(self) -> Option<String> {
        Some(self.clone())
    }
}
