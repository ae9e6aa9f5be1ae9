//! The rooms' external dependencies. Each port has an adapter for one machine, here or in the gateway.

use crate::{
    journal::owners::Node,
    payload::Payload,
    request::{Answer, Request, RoomError},
    wire::{CatalogStatusUpdate, LotUpdate},
};
use async_trait::async_trait;
use std::{sync::Arc, time::Duration};

/// Publishes changes to everyone who watches the room. The room's thread calls it in order of versions, after the
/// commit: it must not block.
pub trait Bus: Send + Sync + 'static {
    /// Publishes a lot's complete public state, newer than any before. `payload` is `update` as JSON.
    fn lot(&self, update: &LotUpdate, payload: &Payload);

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload);

    /// Whether anyone watches the room; a watched room stays in memory.
    fn is_watched(&self, catalog_id: i64) -> bool;
}

/// Says which node owns a room, and takes rooms for this one.
///
/// Ownership decides where commands go and who may speak for a room. It may be wrong at any moment: what keeps a former
/// owner from storing anything is the epoch.
#[async_trait]
pub trait RoomDirectory: Send + Sync + 'static {
    /// Where to send the room's commands now.
    async fn locate(&self, catalog_id: i64) -> Result<Location, RoomError>;

    /// Takes the room for this node, before it is loaded.
    async fn claim(&self, catalog_id: i64) -> Result<(), NotClaimed>;

    /// The room was loaded under this epoch.
    fn loaded(&self, catalog_id: i64, epoch: i64);

    /// Whether this node may answer and announce for the room now. The rooms' thread asks for every command: it must not
    /// block.
    fn holds(&self, catalog_id: i64) -> bool;

    /// Gives up a room that has stored everything it decided under this epoch, or is not in memory: to a node that wants
    /// it, or to whichever is asked for it next.
    async fn hand_over(&self, catalog_id: i64, epoch: Option<i64>, to: Option<&Node>);

    /// Forgets a room that left memory for any other reason.
    fn forget(&self, catalog_id: i64);
}

pub enum Location {
    /// This process owns the room, or may take it.
    Here,
    /// Another node owns the room.
    Node(Arc<dyn RemoteRoom>),
}

/// Why a room was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotClaimed {
    #[error("another node owns the room")]
    Elsewhere,
    #[error("the room's owner is unknown")]
    Unknown,
}

/// A room that another node owns.
#[async_trait]
pub trait RemoteRoom: Send + Sync {
    /// Has the node decide a command, and waits for the answer this long at most.
    async fn send(&self, request: &Request, patience: Duration) -> Result<Answer, NotAnswered>;

    /// Has the node hand the room over to this one.
    async fn bring(&self, patience: Duration) -> Result<(), RoomError>;
}

/// Why another node gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAnswered {
    /// The node does not own the room, and decided nothing.
    NotThere,
    Refused(RoomError),
}

/// A single machine: every room is here.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneMachine;

#[async_trait]
impl RoomDirectory for OneMachine {
    async fn locate(&self, _catalog_id: i64) -> Result<Location, RoomError> {
        Ok(Location::Here)
    }

    async fn claim(&self, _catalog_id: i64) -> Result<(), NotClaimed> {
        Ok(())
    }

    fn loaded(&self, _catalog_id: i64, _epoch: i64) {}

    fn holds(&self, _catalog_id: i64) -> bool {
        true
    }

    async fn hand_over(&self, _catalog_id: i64, _epoch: Option<i64>, _to: Option<&Node>) {}

    fn forget(&self, _catalog_id: i64) {}
}

/// A bus without watchers, for tools that only trade.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoBus;

impl Bus for NoBus {
    fn lot(&self, _update: &LotUpdate, _payload: &Payload) {}

    fn catalog(&self, _update: &CatalogStatusUpdate, _payload: &Payload) {}

    fn is_watched(&self, _catalog_id: i64) -> bool {
        false
    }
}
