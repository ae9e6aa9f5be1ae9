//! The rooms' external dependencies. Each port has an adapter for one machine, here or in the gateway.

use crate::command_priority::CommandPriority;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};
use uuid::Uuid;
use wire::{Answer, CatalogStatusUpdate, LotUpdate, Payload, Request, RoomError};

/// A node of the site. Each process start is a new node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    pub id: Uuid,
    /// Address of its internal listener.
    pub address: String,
}

/// Publishes changes to everyone who watches the room. The room's thread calls it in order of versions, after the
/// commit: it must not block.
pub trait Bus: Send + Sync + 'static {
    /// Publishes a lot's complete public state, newer than any before. `payload` is `update` as JSON.
    fn lot(&self, update: &LotUpdate, payload: &Payload);

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload);

    /// Whether anyone watches the room; a watched room stays in memory.
    fn is_watched(&self, catalog_id: i64) -> bool;

    /// What the bus's updates give way to.
    fn command_priority(&self) -> CommandPriority;
}

/// Locates rooms, and claims them for this node.
///
/// Ownership routes commands and decides who may answer and publish for a room. It may be stale at any moment: the epoch keeps a
/// former owner from storing anything.
#[async_trait]
pub trait RoomDirectory: Send + Sync + 'static {
    /// Where to send the room's commands now.
    async fn locate(&self, catalog_id: i64) -> Result<Location, RoomError>;

    /// Claims the room for this node, before loading it.
    async fn claim(&self, catalog_id: i64) -> Result<(), NotClaimed>;

    /// The room was loaded under this epoch. The right to answer still counts from the claim: the process may have stood still
    /// since, so ask [`holds`](Self::holds).
    fn loaded(&self, catalog_id: i64, epoch: i64);

    /// Whether this node may answer and publish for the room now. Called for every command on the rooms' thread: must not
    /// block.
    fn holds(&self, catalog_id: i64) -> bool;

    /// Releases a room to `to`, or to the next node that claims it. The room has stored everything it decided under this
    /// epoch, or is not in memory.
    async fn hand_over(&self, catalog_id: i64, epoch: Option<i64>, to: Option<&Node>);

    /// Called when a room leaves memory without a hand-over.
    fn forget(&self, catalog_id: i64);

    /// Whether this node may have rooms at all. One that may not borrows a room for an edit, and gives it back.
    fn takes_rooms(&self) -> bool;

    /// How well the other nodes reach this one.
    fn reach(&self) -> Reach;
}

/// How well the other nodes reach a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Reached,
    /// Nobody can take its rooms, so it keeps them.
    Alone,
    /// Other nodes take its rooms.
    Unreached,
}

pub enum Location {
    /// This process owns the room, or may take it.
    Here,
    /// Another node owns the room.
    Node(Arc<dyn RemoteRoom>),
}

/// Why a claim failed.
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
    /// Forwards a command and waits up to `limit` for the answer.
    async fn send(&self, request: &Request, limit: Duration) -> Result<Answer, NotAnswered>;

    /// Asks the node to hand the room over to this one.
    async fn bring(&self, limit: Duration) -> Result<(), RoomError>;

    /// The node that owns it.
    fn node(&self) -> &Node;
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

    fn takes_rooms(&self) -> bool {
        true
    }

    fn reach(&self) -> Reach {
        Reach::Reached
    }
}

/// A process that has no rooms and no way to them.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoRooms;

#[async_trait]
impl RoomDirectory for NoRooms {
    async fn locate(&self, _catalog_id: i64) -> Result<Location, RoomError> {
        Err(RoomError::Unavailable)
    }

    async fn claim(&self, _catalog_id: i64) -> Result<(), NotClaimed> {
        Err(NotClaimed::Elsewhere)
    }

    fn loaded(&self, _catalog_id: i64, _epoch: i64) {}

    fn holds(&self, _catalog_id: i64) -> bool {
        false
    }

    async fn hand_over(&self, _catalog_id: i64, _epoch: Option<i64>, _to: Option<&Node>) {}

    fn forget(&self, _catalog_id: i64) {}

    fn takes_rooms(&self) -> bool {
        false
    }

    fn reach(&self) -> Reach {
        Reach::Reached
    }
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

    fn command_priority(&self) -> CommandPriority {
        CommandPriority::default()
    }
}
