//! A notification of one event for one person.

use time::OffsetDateTime;

use crate::kind::Kind;
use crate::place::Named;

/// The subject of a notification, by the specification's numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Subject {
    #[default]
    None = 0,
    House = 1,
    Catalog = 2,
    Lot = 3,
    Bet = 4,
}

/// The content of a notification for one person.
#[derive(Debug, Clone)]
pub struct Message {
    /// Identifies the event. Stays the same when the event is read again.
    pub event_key: String,
    pub account_id: i64,
    pub kind: Kind,
    pub about: Subject,
    pub house_id: Option<i64>,
    pub catalog_id: Option<i64>,
    pub lot_id: Option<i64>,
    /// At most 300 characters.
    pub subject: String,
    /// At most 4000 characters.
    pub text: String,
    /// The letter's text, if it is longer than `text`.
    pub letter: Option<String>,
    pub created: OffsetDateTime,
    /// Whether to also send a letter, if the person wants it.
    pub by_letter: bool,
    /// Whether browsers may get it, if its kind is urgent.
    pub by_push: bool,
}

impl Message {
    pub fn about_catalog(kind: Kind, house_id: i64, catalog_id: i64) -> Self {
        Self {
            kind,
            about: Subject::Catalog,
            house_id: Some(house_id),
            catalog_id: Some(catalog_id),
            ..Self::default()
        }
    }

    pub fn about_lot(kind: Kind, house_id: i64, catalog_id: Option<i64>, lot_id: i64) -> Self {
        Self {
            kind,
            about: Subject::Lot,
            house_id: Some(house_id),
            catalog_id,
            lot_id: Some(lot_id),
            ..Self::default()
        }
    }

    pub fn named(&self) -> Named {
        Named {
            house_id: self.house_id,
            catalog_id: self.catalog_id,
            lot_id: self.lot_id,
        }
    }
}

impl Default for Message {
    fn default() -> Self {
        Self {
            event_key: String::new(),
            account_id: 0,
            kind: Kind::System,
            about: Subject::None,
            house_id: None,
            catalog_id: None,
            lot_id: None,
            subject: String::new(),
            text: String::new(),
            letter: None,
            created: OffsetDateTime::UNIX_EPOCH,
            by_letter: true,
            by_push: true,
        }
    }
}
