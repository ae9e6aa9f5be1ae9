//! The journal of what people change outside of the rooms: by whom, when, from where, before and after.
//!
//! A record is written in the transaction of its change, so that neither is without the other. Of a person it holds ids
//! only: what is personal is masked here, whoever calls.

use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::caller::{Caller, Member, Origin};

/// Stands for a value that is nobody's business. That the field is named says that it changed.
const MASK: &str = "•••";
/// Fields that say who somebody is or what he wrote in confidence.
const PERSONAL: [&str; 9] = [
    "displayName",
    "phone",
    "email",
    "eMail",
    "login",
    "number",
    "message",
    "note",
    "answer",
];

/// What happened. The numbers are the journal's `eventId`; a block of a hundred is one kind of subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i16)]
pub enum Event {
    AccountCreated = 101,
    AccountChanged = 102,
    AccountDeleted = 103,
    /// Somebody asked a house to register him as a bidder; the subject is the request.
    OrderSent = 120,
    OrderDecided = 121,

    HouseCreated = 201,
    HouseChanged = 202,
    HouseDeleted = 203,

    CatalogCreated = 301,
    CatalogChanged = 302,
    CatalogDeleted = 303,

    LotCreated = 401,
    LotChanged = 402,
    LotDeleted = 403,
    BetVisibilityChanged = 411,

    NewsCreated = 501,
    NewsChanged = 502,
    NewsDeleted = 503,
    ArtistCreated = 511,
    ArtistChanged = 512,
    ArtistDeleted = 513,
    BannerCreated = 521,
    BannerChanged = 522,
    BannerDeleted = 523,
    QuestionCreated = 531,
    QuestionChanged = 532,
    QuestionDeleted = 533,
    TermCreated = 541,
    TermChanged = 542,
    TermDeleted = 543,
    SubscriptionCreated = 551,
    SubscriptionRenewed = 552,
    SubscriptionDeleted = 553,
    SystemMessagePublished = 561,
    SystemMessageWithdrawn = 562,
    NotificationSettingsChanged = 571,

    PriceAsked = 601,
    PriceAnswered = 602,
    PriceRefused = 603,
    PriceQueryDeleted = 604,
}

impl Event {
    pub fn number(self) -> i16 {
        self as i16
    }

    /// Contacts of a house are what it shows to everybody.
    fn is_about_a_house(self) -> bool {
        self.number() / 100 == 2
    }
}

/// Who makes a change, when, and from where.
#[derive(Debug, Clone)]
pub struct By {
    pub account_id: Option<i64>,
    pub address: Option<String>,
    pub request_id: Option<String>,
    pub at: OffsetDateTime,
}

impl By {
    pub fn member(member: &Member, at: OffsetDateTime) -> Self {
        Self::of(Some(member.id), &member.origin, at)
    }

    /// Somebody who need not be logged in.
    pub fn caller(caller: &Caller, at: OffsetDateTime) -> Self {
        Self::of(caller.id(), &caller.origin, at)
    }

    /// The server, or whoever sits at its shell.
    pub fn server(at: OffsetDateTime) -> Self {
        Self {
            account_id: None,
            address: None,
            request_id: None,
            at,
        }
    }

    fn of(account_id: Option<i64>, origin: &Origin, at: OffsetDateTime) -> Self {
        Self {
            account_id,
            address: Some(origin.address.to_string()),
            request_id: Some(origin.request_id.clone()),
            at,
        }
    }
}

/// Records a change in its transaction. `before` and `after` are written as JSON objects with the wire's field names, of
/// which the journal keeps those that differ; `None` before is a creation, after a deletion. A change that changed nothing
/// is not recorded.
pub async fn record(
    conn: &mut PgConnection,
    by: &By,
    event: Event,
    subject_id: i64,
    before: Option<&(impl Serialize + Sync)>,
    after: Option<&(impl Serialize + Sync)>,
) -> sqlx::Result<()> {
    let (before, after) = difference(object(before)?, object(after)?);
    if before == after {
        return Ok(());
    }
    let masked = |value: Option<Value>| value.map(|value| masked(value, event));
    sqlx::query!(
        "insert into journal_record (at, account_id, address, request_id, event, subject_id, before, after)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        by.at,
        by.account_id,
        by.address,
        by.request_id,
        event.number(),
        subject_id,
        masked(before),
        masked(after),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// For the side of [`record`] that is not there.
pub const NOTHING: Option<&()> = None;

fn object(side: Option<&impl Serialize>) -> sqlx::Result<Option<Value>> {
    side.map(serde_json::to_value)
        .transpose()
        .map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Both sides without what is the same on both.
fn difference(before: Option<Value>, after: Option<Value>) -> (Option<Value>, Option<Value>) {
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            let only = |side: &Map<String, Value>, other: &Map<String, Value>| {
                let kept = side
                    .iter()
                    .filter(|(field, value)| other.get(*field) != Some(*value))
                    .map(|(field, value)| (field.clone(), value.clone()));
                Some(Value::Object(kept.collect()))
            };
            (only(&before, &after), only(&after, &before))
        }
        sides => sides,
    }
}

fn masked(value: Value, event: Event) -> Value {
    if event.is_about_a_house() {
        return value;
    }
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(field, value)| {
                    let value = if PERSONAL.contains(&field.as_str()) && !value.is_null() {
                        MASK.into()
                    } else {
                        masked(value, event)
                    };
                    (field, value)
                })
                .collect(),
        ),
        Value::Array(items) => {
            Value::Array(items.into_iter().map(|item| masked(item, event)).collect())
        }
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_changed_is_kept() {
        let sides = difference(
            Some(json!({"a": 1, "b": [1], "c": null})),
            Some(json!({"a": 2, "b": [1], "c": null, "d": 4})),
        );
        assert_eq!(
            sides,
            (Some(json!({"a": 1})), Some(json!({"a": 2, "d": 4})))
        );
        assert_eq!(
            difference(None, Some(json!({"a": 1}))),
            (None, Some(json!({"a": 1})))
        );
    }

    #[test]
    fn persons_are_masked_and_houses_are_not() {
        let change = json!({"phone": "+79161234567", "email": null, "roles": 1024, "orders": [{"note": "тайна"}]});
        assert_eq!(
            masked(change.clone(), Event::AccountChanged),
            json!({"phone": "•••", "email": null, "roles": 1024, "orders": [{"note": "•••"}]})
        );
        assert_eq!(masked(change.clone(), Event::HouseChanged), change);
    }
}
