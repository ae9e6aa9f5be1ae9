//! What the gateway asks of the application, and the payloads that pass between them.

use crate::payload::Payload;
use async_trait::async_trait;
use serde::Serialize;
use time::{OffsetDateTime, UtcOffset, macros::format_description};

/// Who a token belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The account.
    pub user_id: i64,
    /// The login session the token opened; ending it closes the sockets that used it.
    pub session_id: i64,
}

/// Where a sale stands, as a snapshot tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogHead {
    /// The catalog.
    pub id: i64,
    /// The specification's number of the catalog's state.
    pub state: i16,
    /// The lot on the block, in a Classic.
    pub current_lot_id: Option<i64>,
    /// Count of the catalog's public changes that this snapshot includes.
    pub version: i64,
}

/// The committed public state of a catalog, with which a `Join` is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The server's clock when the snapshot was taken.
    pub server_time: OffsetDateTime,
    /// Where the sale stands.
    pub catalog: CatalogHead,
    /// Payloads of `LotUpdate`: of a Parallel the running lots that have bets, of a Classic the
    /// current one, or those changed since the version the client has.
    pub lots: Vec<Payload>,
    /// Members connected through other nodes; the gateway adds its own.
    pub remote_members: usize,
}

impl Snapshot {
    /// The fields of a `Join`'s acknowledgement.
    pub(super) fn to_ack(&self, local_members: usize) -> Result<String, serde_json::Error> {
        let mut ack = String::from(r#"[{"ok":true,"serverTime":"#);
        ack.push_str(&serde_json::to_string(&rfc3339_ms(self.server_time))?);
        ack.push_str(r#","catalog":"#);
        ack.push_str(&serde_json::to_string(&self.catalog)?);
        ack.push_str(r#","lots":["#);
        for (index, lot) in self.lots.iter().enumerate() {
            if index > 0 {
                ack.push(',');
            }
            ack.push_str(lot.as_str());
        }
        ack.push_str(r#"],"members":"#);
        ack.push_str(&(self.remote_members + local_members).to_string());
        ack.push_str("}]");
        Ok(ack)
    }
}

fn rfc3339_ms(at: OffsetDateTime) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    at.to_offset(UtcOffset::UTC)
        .format(format)
        .expect("an instant has every part this format names")
}

/// Why the application refuses a socket's request. [`code`](Self::code) is what the client sees,
/// the same as REST's `title`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The catalog is unknown, or hidden from this person.
    #[error("not found")]
    NotFound,
    /// No token, or one that is unknown, ended or expired.
    #[error("not authenticated")]
    NotAuthenticated,
    /// Writing needs an accepted registration in the catalog's house.
    #[error("not registered in the house")]
    NotRegisteredInHouse,
    /// The person may not do this.
    #[error("forbidden")]
    Forbidden,
    /// More than the limits allow.
    #[error("too many requests")]
    TooManyRequests,
    /// Arguments of the wrong type, or values out of bounds.
    #[error("validation failed")]
    ValidationFailed,
    /// The application cannot answer now; the same request may succeed later.
    #[error("unavailable")]
    Unavailable,
}

impl Refused {
    /// One of each.
    pub const ALL: [Self; 7] = [
        Self::NotFound,
        Self::NotAuthenticated,
        Self::NotRegisteredInHouse,
        Self::Forbidden,
        Self::TooManyRequests,
        Self::ValidationFailed,
        Self::Unavailable,
    ];

    /// Stable English code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NotAuthenticated => "not_authenticated",
            Self::NotRegisteredInHouse => "not_registered_in_house",
            Self::Forbidden => "forbidden",
            Self::TooManyRequests => "too_many_requests",
            Self::ValidationFailed => "validation_failed",
            Self::Unavailable => "unavailable",
        }
    }
}

/// The application behind the sockets. The gateway keeps no rules of the sale: it checks shapes and
/// limits, and asks here for the rest. One socket has one request under way at a time.
#[async_trait]
pub trait Backend: Send + Sync + 'static {
    /// Whose token this is. [`Refused::NotAuthenticated`] if nobody's.
    async fn authenticate(&self, token: &str) -> Result<Identity, Refused>;

    /// The catalog's committed state, if this person (`None`: anybody) may see it.
    ///
    /// Called after the socket was subscribed: whatever is published from then on reaches it after
    /// the snapshot, so the snapshot need not wait for anything. With `since_version`, `lots` are
    /// those changed after that version.
    async fn join(
        &self,
        catalog_id: i64,
        identity: Option<&Identity>,
        since_version: Option<i64>,
    ) -> Result<Snapshot, Refused>;

    /// Stores a chat message under the account's own name, then publishes it on every node
    /// ([`Hub::publish_chat`](super::Hub::publish_chat)), and returns it for the sender's
    /// acknowledgement. `text` has 1 to 1000 characters, without surrounding white space.
    async fn send_chat(
        &self,
        catalog_id: i64,
        identity: &Identity,
        text: &str,
    ) -> Result<Payload, Refused>;
}
