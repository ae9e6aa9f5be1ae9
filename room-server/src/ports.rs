//! What rooms need from outside. Each port has an adapter for one machine, here or in the gateway.

use crate::{
    payload::Payload,
    request::{Answer, Request, RoomError, RoomSnapshot},
    wire::{CatalogStatusUpdate, LotUpdate},
};
use async_trait::async_trait;
use std::sync::Arc;

/// Carries public changes to everyone who watches the room. Called in the order of versions, after the commit, from the
/// room's thread: it must not block.
pub trait Bus: Send + Sync + 'static {
    /// A lot's whole public state, newer than any before. `payload` is `update` as JSON.
    fn lot(&self, update: &LotUpdate, payload: &Payload);

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload);

    /// Whether anyone watches the room: then it stays in memory.
    fn is_watched(&self, catalog_id: i64) -> bool;
}

/// Knows where each room lives.
#[async_trait]
pub trait RoomDirectory: Send + Sync + 'static {
    async fn locate(&self, catalog_id: i64) -> Result<Location, RoomError>;
}

pub enum Location {
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
    async fn locate(&self, _catalog_id: i64) -> Result<Location, RoomError> {
        Ok(Location::Here)
    }
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
