//! The rooms' external dependencies. Each port has an adapter for one machine, here or in the gateway.

use crate::{
    payload::Payload,
    request::{Answer, Request, RoomError, RoomSnapshot},
    wire::{CatalogStatusUpdate, LotUpdate},
};
use async_trait::async_trait;
use std::sync::Arc;

/// Publishes changes to everyone who watches the room. The room's thread calls it in order of versions, after the
/// commit: it must not block.
pub trait Bus: Send + Sync + 'static {
    /// Publishes a lot's complete public state, newer than any before. `payload` is `update` as JSON.
    fn lot(&self, update: &LotUpdate, payload: &Payload);

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload);

    /// Whether anyone watches the room; a watched room stays in memory.
    fn is_watched(&self, catalog_id: i64) -> bool;
}

/// Says which process owns a room, so that commands go there.
#[async_trait]
pub trait RoomDirectory: Send + Sync + 'static {
    async fn locate(&self, catalog_id: i64) -> Result<Location, RoomError>;
}

pub enum Location {
    /// This process owns the room, or may take it.
    Here,
    /// Another node owns the room.
    Node(Arc<dyn RemoteRoom>),
}

/// A room that another node owns.
#[async_trait]
pub trait RemoteRoom: Send + Sync {
    async fn send(&self, request: Request) -> Result<Arc<Answer>, RoomError>;
    async fn snapshot(&self, since: Option<i64>) -> Result<RoomSnapshot, RoomError>;
}

/// A single machine: every room is here.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneMachine;

#[async_trait]
impl RoomDirectory for OneMachine {
    async fn locate(&self, _catalog_id: i64) -> Result<Location, RoomError> {
        Ok(Location::Here)
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
}
