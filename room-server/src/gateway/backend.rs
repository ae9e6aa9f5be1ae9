//! The gateway's port to the application, and the payloads they exchange.

use async_trait::async_trait;
use time::OffsetDateTime;
use wire::{CatalogHead, Payload, Refused, instant::InstantText};

/// The owner of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The account.
    pub user_id: i64,
    /// The login session of the token; ending it closes the sockets that used it.
    pub session_id: i64,
}

/// The committed public state of a catalog, sent in answer to a `Join`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The server's clock when the snapshot was taken.
    pub server_time: OffsetDateTime,
    /// State of the sale.
    pub catalog: CatalogHead,
    /// Payloads of `LotUpdate`: the running lots with bets of a Parallel, the current lot of a Classic, or the lots
    /// changed since the client's version.
    pub lots: Vec<Payload>,
    /// The viewer's number in the catalog; `None` before their first bet there, and for a visitor.
    pub my_participant: Option<i32>,
    /// Members connected through other nodes; the gateway adds those of this node.
    pub remote_members: usize,
}

impl Snapshot {
    /// Encodes the acknowledgement of a `Join`.
    pub(super) fn to_ack(&self, local_members: usize) -> Result<String, serde_json::Error> {
        let mut ack = format!(
            r#"[{{"ok":true,"serverTime":"{}","catalog":"#,
            InstantText::from(self.server_time)
        );
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
        ack.push_str(r#","myParticipant":"#);
        ack.push_str(&serde_json::to_string(&self.my_participant)?);
        ack.push_str("}]");
        Ok(ack)
    }
}

/// The application behind the sockets. The gateway knows no rules of the sale: it checks shapes and limits, and
/// delegates everything else. Each socket has at most one request in progress.
#[async_trait]
pub trait Backend: Send + Sync + 'static {
    /// Resolves a token. Fails with [`Refused::NotAuthenticated`] if it is invalid.
    async fn authenticate(&self, token: &str) -> Result<Identity, Refused>;

    /// Returns the catalog's committed state if this person may see it; `None` is an anonymous visitor.
    ///
    /// The gateway calls it after subscribing the socket: later publications reach the socket after the snapshot, so
    /// the snapshot need not wait for anything. With `since_version`, `lots` contains those changed after that version.
    async fn join(
        &self,
        catalog_id: i64,
        identity: Option<&Identity>,
        since_version: Option<i64>,
    ) -> Result<Snapshot, Refused>;

    /// Stores a chat message under the account's name, publishes it on every node
    /// ([`Hub::publish_chat`](super::Hub::publish_chat)) and returns it for the sender's acknowledgement. `text` has 1
    /// to 1000 characters and no surrounding white space.
    async fn send_chat(
        &self,
        catalog_id: i64,
        identity: &Identity,
        text: &str,
    ) -> Result<Payload, Refused>;
}
