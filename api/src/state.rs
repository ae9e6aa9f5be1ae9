//! What every handler shares.

use std::sync::Arc;

use room_server::{Rooms, gateway::Hub};
use search_indexer::{PgSearch, Search};
use sqlx::PgPool;

use crate::access::Access;
use crate::clock::Clock;
use crate::config::Config;
use crate::delivery::Delivery;
use crate::limits::Limits;
use crate::listing::houses_of_catalogs::HousesOfCatalogs;

/// The application's state, one for the process, behind [`actix_web::web::Data`].
pub struct AppState {
    pub config: Config,
    pub pool: PgPool,
    pub access: Arc<Access>,
    pub limits: Limits,
    pub delivery: Delivery,
    pub clock: Clock,
    pub rooms: Rooms,
    /// The sockets of this process.
    pub hub: Hub,
    pub search: Arc<dyn Search>,
    pub houses_of_catalogs: HousesOfCatalogs,
}

impl AppState {
    pub fn new(
        config: Config,
        pool: PgPool,
        delivery: Delivery,
        clock: Clock,
        rooms: Rooms,
        hub: Hub,
    ) -> Self {
        let access = Arc::new(Access::new(pool.clone()));
        let limits = Limits::new(&config);
        let search = Arc::new(PgSearch::new(pool.clone()));
        let houses_of_catalogs = HousesOfCatalogs::new(pool.clone());
        Self {
            config,
            pool,
            access,
            limits,
            delivery,
            clock,
            rooms,
            hub,
            search,
            houses_of_catalogs,
        }
    }
}
