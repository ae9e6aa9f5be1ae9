//! The gateway as the rooms' bus: every viewer is connected to this process, or to a node that the hub is linked with.

use super::hub::Hub;
use crate::{
    payload::Payload,
    ports::Bus,
    right_of_way::RightOfWay,
    wire::{CatalogStatusUpdate, LotUpdate},
};

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

    fn right_of_way(&self) -> RightOfWay {
        self.right_of_way().clone()
    }
}
