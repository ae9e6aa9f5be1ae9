//! The gateway as the rooms' bus: every viewer is connected to this process, or to a node that the hub is linked with.

use super::hub::Hub;
use crate::{command_priority::CommandPriority, ports::Bus};
use wire::{CatalogStatusUpdate, LotUpdate, Payload};

impl Bus for Hub {
    fn lot(&self, update: &LotUpdate, payload: &Payload) {
        self.publish_lot(update.catalog_id, update.lot_id, update.version, payload);
    }

    fn catalog(&self, update: &CatalogStatusUpdate, payload: &Payload) {
        self.publish_catalog(update.catalog_id, update.version, payload);
    }

    fn is_watched(&self, catalog_id: i64) -> bool {
        self.member_count(catalog_id) > 0
    }

    fn command_priority(&self) -> CommandPriority {
        self.command_priority().clone()
    }
}
