//! What every handler shares.

use std::sync::Arc;

use domain::{Amount, Caps};
use room_server::{Rooms, gateway::Hub};
use search_indexer::{PgSearch, Search};
use sqlx::PgPool;
use tokio::sync::Semaphore;

use crate::access::{Access, AccessObserver};
use crate::attachments::Attachments;
use crate::clock::Clock;
use crate::config::Config;
use crate::delivery::Delivery;
use crate::documents::Documents;
use crate::dto::UntrustedCap;
use crate::external::External;
use crate::image_proxy::{ImageProxy, Internet};
use crate::import::Turns;
use crate::limits::Limits;
use crate::listing::houses_of_catalogs::HousesOfCatalogs;
use crate::pictures::Pictures;

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
    pub pictures: Pictures,
    pub attachments: Attachments,
    pub image_proxy: ImageProxy,
    pub external: External,
    pub documents: Documents,
    pub search: Arc<dyn Search>,
    pub houses_of_catalogs: HousesOfCatalogs,
    /// Whose turn it is to import.
    pub imports: Turns,
    /// Absentee orders that may be on their way at once: they never hold more than a part of the pool.
    pub order_turns: Semaphore,
}

impl AppState {
    pub fn new(
        config: Config,
        pool: PgPool,
        delivery: Delivery,
        clock: Clock,
        rooms: Rooms,
        hub: Hub,
        pictures: Pictures,
    ) -> Self {
        let access = Arc::new(Access::new(pool.clone()));
        access.observe(Arc::new(Sockets(hub.clone())));
        let limits = Limits::new(&config);
        let external = External::new(&config);
        let search = Arc::new(PgSearch::new(pool.clone()));
        let houses_of_catalogs = HousesOfCatalogs::new(pool.clone());
        let order_turns = Semaphore::new((config.database_connections as usize / 4).max(1));
        Self {
            config,
            pool,
            access,
            limits,
            delivery,
            clock,
            rooms,
            hub,
            attachments: Attachments::new(pictures.object_store()),
            pictures,
            image_proxy: ImageProxy::new(Arc::new(Internet)),
            external,
            documents: Documents::default(),
            search,
            houses_of_catalogs,
            imports: Turns::default(),
            order_turns,
        }
    }
}

/// An ended login or a lost right closes its sockets at once; clients come back as what they are then.
struct Sockets(Hub);

impl AccessObserver for Sockets {
    fn session_ended(&self, session_id: i64) {
        self.0.close_session(session_id);
    }

    fn rights_lost(&self, account_id: i64) {
        self.0.close_user_sessions(account_id);
    }
}

/// The configured caps as rooms keep them.
pub fn caps(cap: UntrustedCap) -> Caps {
    Caps {
        rub: Amount(cap.rub),
        eur: Amount(cap.eur),
        usd: Amount(cap.usd),
    }
}
