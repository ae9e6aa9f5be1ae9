//! What the rooms need from outside. Each port has a local adapter here or in the gateway; several nodes need others,
//! and the logic knows of none of them.

use crate::{
    gateway::Hub,
    room::{Answer, Payload, Request, RoomError, RoomSnapshot},
    wire::{CatalogStatusUpdate, LotUpdate},
};
use async_trait::async_trait;
use std::sync::Arc;

/// Carries what became public to everybody who watches the room (the bus of architecture.md). Called in the order of
/// versions, after the commit, from the room's thread: it must not block.
pub trait Bus: Send + Sync + 'static {
    /// A lot's whole public state, newer than any before. `payload` is `update` as JSON.
    fn lot(&self, update: &LotUpdate, payload: &Payload);

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload);

    /// Whether anybody watches the room: then it stays in memory.
    fn is_watched(&self, catalog_id: i64) -> bool;
}

/// Knows where each room lives.
#[async_trait]
pub trait RoomDirectory: Send + Sync + 'static {
    async fn place(&self, catalog_id: i64) -> Result<Place, RoomError>;
}

pub enum Place {
    /// This process owns the room, or may take it.
    Here,
    /// Another node does.
    Node(Arc<dyn RemoteRoom>),
}

/// A room that another node owns.
#[async_trait]
pub trait RemoteRoom: Send + Sync {
    async fn send(&self, request: Request) -> Result<Arc<Answer>, RoomError>;
    async fn snapshot(&self, since: Option<u64>) -> Result<RoomSnapshot, RoomError>;
}

/// One machine: every room lives here.
#[derive(Debug, Clone, Copy, Default)]
pub struct OneMachine;

#[async_trait]
impl RoomDirectory for OneMachine {
    async fn place(&self, _catalog_id: i64) -> Result<Place, RoomError> {
        Ok(Place::Here)
    }
}

/// Whoever watches is connected to this process.
impl Bus for Hub {
    fn lot(&self, update: &LotUpdate, payload: &Payload) {
        self.publish_lot(
            update.catalog_id,
            update.lot_id,
            signed(update.version),
            payload,
        );
    }

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload) {
        self.publish_catalog(update.catalog_id, signed(update.version), payload);
    }

    fn is_watched(&self, catalog_id: i64) -> bool {
        self.member_count(catalog_id) > 0
    }
}

fn signed(version: u64) -> i64 {
    i64::try_from(version).unwrap_or(i64::MAX)
}

/// Nobody watches: for tools that only trade.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoBus;

impl Bus for NoBus {
    fn lot(&self, _update: &LotUpdate, _payload: &Payload) {}

    fn catalog(&self, _update: &CatalogStatusUpdate, _payload: &Payload) {}

    fn is_watched(&self, _catalog_id: i64) -> bool {
        false
    }
}
