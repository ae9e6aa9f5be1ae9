//! State shared by all handlers.

use std::sync::Arc;

use room_server::{Rooms, gateway::Hub};
use search_indexer::{PgSearch, Search};
use sqlx::PgPool;
use tokio::sync::Semaphore;

use crate::config::Config;
use crate::documents::Documents;
use crate::external::External;
use crate::limits::Limits;
use catalogue::Editor;
use catalogue::import::Turns;
use catalogue::listing::houses_of_catalogs::HousesOfCatalogs;
use clock::Clock;
use mail::delivery::Delivery;
use mail::letters::sender::Sender;
use mail::letters::template::Site;
use people::access::{Access, AccessObserver};
use people::login::Logins;
use people::standing::Bidders;
use pictures::Pictures;
use pictures::attachments::Attachments;
use pictures::image_proxy::{ImageProxy, Internet};

/// Application state, one per process, behind [`actix_web::web::Data`].
pub struct AppState {
    pub config: Config,
    pub pool: PgPool,
    pub access: Arc<Access>,
    pub limits: Limits,
    pub delivery: Arc<Delivery>,
    pub clock: Clock,
    pub rooms: Rooms,
    /// This process's sockets.
    pub hub: Hub,
    pub pictures: Arc<Pictures>,
    pub attachments: Attachments,
    pub image_proxy: ImageProxy,
    pub external: External,
    pub documents: Documents,
    pub search: Arc<dyn Search>,
    pub houses_of_catalogs: HousesOfCatalogs,
    /// Turns of imports: who may import now.
    pub imports: Turns,
    /// Dependencies of changes to houses, catalogs and lots.
    pub editor: Editor,
    /// Dependencies of changes to bidders' standing.
    pub bidders: Bidders,
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
        let turns = (config.database_connections as usize / 4).max(1);
        let bidders = Bidders {
            pool: pool.clone(),
            access: access.clone(),
            rooms: rooms.clone(),
            turns: Arc::new(Semaphore::new(turns)),
        };
        let editor = Editor {
            pool: pool.clone(),
            rooms: rooms.clone(),
            clock: clock.clone(),
            caps: config.untrusted_cap.into(),
        };
        Self {
            config,
            pool,
            access,
            limits,
            delivery: Arc::new(delivery),
            clock,
            rooms,
            hub,
            attachments: Attachments::new(pictures.object_store()),
            pictures: Arc::new(pictures),
            image_proxy: ImageProxy::new(Arc::new(Internet)),
            external,
            documents: Documents::default(),
            search,
            houses_of_catalogs,
            imports: Turns::default(),
            editor,
            bidders,
        }
    }

    /// Builds the login service.
    pub fn logins(&self) -> Logins<'_> {
        Logins {
            pool: &self.pool,
            delivery: &self.delivery,
            site: self.site(),
            now: self.clock.now(),
            changing: None,
        }
    }

    /// Site details used in letters.
    pub fn site(&self) -> Site<'_> {
        Site {
            brand_name: &self.config.brand_name,
            public_url: &self.config.public_url,
        }
    }

    /// Builds the sender of queued letters.
    pub fn letters(&self) -> Sender {
        Sender {
            pool: self.pool.clone(),
            delivery: self.delivery.clone(),
            clock: self.clock.clone(),
            brand_name: self.config.brand_name.clone(),
            public_url: self.config.public_url.clone(),
        }
    }
}

/// Closes the sockets of an ended session or a lost right at once; clients reconnect with their current rights.
struct Sockets(Hub);

impl AccessObserver for Sockets {
    fn session_ended(&self, session_id: i64) {
        self.0.close_session(session_id);
    }

    fn rights_lost(&self, account_id: i64) {
        self.0.close_user_sessions(account_id);
    }
}
