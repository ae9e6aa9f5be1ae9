//! Dependencies shared by all rooms of a process.

use crate::{
    journal::{Archive, Journal},
    ports::{Bus, RoomDirectory},
    settings::RoomSettings,
};
use clock::Clock;
use std::sync::Arc;

pub(crate) struct Host {
    pub archive: Arc<dyn Archive>,
    pub journal: Journal,
    pub bus: Arc<dyn Bus>,
    pub directory: Arc<dyn RoomDirectory>,
    pub clock: Clock,
    pub settings: RoomSettings,
}
