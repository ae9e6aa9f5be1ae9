//! What the hubs of several nodes share. A single node has no relay, and none of this runs.

use serde::{Deserialize, Serialize};

use wire::Payload;

use super::attention::LotLooks;

/// Carries what one node's hub publishes to the hubs of the others, and reports who is connected there. Called on the
/// threads of rooms and sockets: no call may block, or call the hub.
pub trait Relay: Send + Sync + 'static {
    /// Sends news to the other nodes, whose hubs [`deliver`](super::Hub::deliver) them. They may be lost.
    fn send(&self, news: News);

    /// The first socket of this node has entered the catalog's room, even if the application may still refuse it.
    fn opened(&self, catalog_id: i64);

    /// The last socket of this node has left the catalog's room.
    fn closed(&self, catalog_id: i64);

    /// The members of a catalog's room on each other node.
    fn elsewhere(&self, catalog_id: i64) -> Vec<Members>;
}

/// What a hub publishes. Everything is stored before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// A lot's complete public state.
    Lot {
        catalog_id: i64,
        lot_id: i64,
        version: i64,
        state: Payload,
    },
    /// The state of a sale.
    Catalog {
        catalog_id: i64,
        version: i64,
        state: Payload,
    },
    Chat {
        catalog_id: i64,
        message: Payload,
    },
    /// A chat message that is no longer shown.
    Hidden {
        catalog_id: i64,
        message: Payload,
    },
    /// A notification; for everybody without `user_id`.
    Notice {
        user_id: Option<i64>,
        subject: String,
        text: String,
    },
    /// Everyone in a catalog's room must have their rights checked again.
    Close {
        catalog_id: i64,
    },
}

/// The members of a catalog's room on one node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Members {
    pub catalog_id: i64,
    /// Number of joined sockets.
    pub count: usize,
    pub looks: Vec<LotLooks>,
}
