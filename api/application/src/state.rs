//! State shared by all handlers.

use std::sync::Arc;

use room_server::{Rooms, gateway::Hub};
use search_indexer::meilisearch::{self, Engine, Feeder, Index};
use search_indexer::{Fallback, MeiliSearch, PgSearch, Search};
use sqlx::PgPool;
use tokio::sync::Semaphore;

use crate::limits::Limits;
use crate::lot_views::LotViews;
use crate::response_cache::{ResponseCache, response_cache};
use catalogue::Editor;
use catalogue::import::Turns;
use catalogue::listing::houses_of_catalogs::HousesOfCatalogs;
use catalogue::listing::reads::Reads;
use catalogue::rehearsals::Crowds;
use clock::Clock;
use cluster::{Quotas, Redis};
use config::Config;
use content::contacts::Source;
use contract::error::ApiResult;
use documents::{Documents, Operator};
use external::External;
use heads::content::Heads;
use mail::delivery::Delivery;
use mail::letters::sender::Sender;
use mail::letters::template::Site;
use outgoing::Internet;
use people::access::{Access, AccessObserver};
use people::eligibility::Bidders;
use people::login::Logins;
use pictures::Pictures;
use pictures::attachments::Attachments;
use pictures::image_proxy::ImageProxy;
use shared_reads::Snapshots;
use uploads::Uploads;

/// The live part of this node.
pub struct Live {
    pub rooms: Rooms,
    pub hub: Hub,
    /// None: this is the site's only node.
    pub redis: Option<Redis>,
}

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
    /// None: this is the site's only node.
    pub redis: Option<Redis>,
    pub pictures: Arc<Pictures>,
    pub attachments: Attachments,
    /// Uploads that arrive in parts.
    pub uploads: Uploads,
    pub image_proxy: ImageProxy,
    pub external: External,
    pub lot_views: LotViews,
    /// Shared reads of lists and pages.
    pub reads: Reads,
    /// Responses that are the same for every visitor.
    pub responses: ResponseCache,
    pub documents: Documents,
    pub heads: Heads,
    /// How people reach the operator.
    pub contacts: Source,
    pub search: Arc<dyn Search>,
    /// The search engine, if the site has one.
    pub search_engine: Option<SearchEngine>,
    pub houses_of_catalogs: HousesOfCatalogs,
    /// Turns of imports: who may import now.
    pub imports: Turns,
    /// Dependencies of changes to houses, catalogs and lots.
    pub editor: Editor,
    /// The invented bidders of rehearsals.
    pub crowds: Crowds,
    /// Dependencies of changes to bidders' eligibility.
    pub bidders: Bidders,
}

impl AppState {
    pub fn new(
        config: Config,
        pool: PgPool,
        delivery: Delivery,
        clock: Clock,
        live: Live,
        pictures: Pictures,
    ) -> Self {
        let Live { rooms, hub, redis } = live;
        let access = Arc::new(Access::new(pool.clone(), !config.demo));
        access.observe(Arc::new(Sockets(hub.clone())));
        let limits = Limits::new(&config, redis.clone().map(Quotas::new));
        let external = External::new(external_settings(&config));
        let postgres = Arc::new(PgSearch::new(pool.clone()));
        let search_engine = SearchEngine::of(&config, &pool, postgres.clone());
        let search: Arc<dyn Search> = match &search_engine {
            Some(engine) => engine.fallback.clone(),
            None => postgres,
        };
        let houses_of_catalogs = HousesOfCatalogs::new(pool.clone());
        let turns = (config.database_connections as usize / 4).max(1);
        let bidders = Bidders {
            pool: pool.clone(),
            access: access.clone(),
            rooms: rooms.clone(),
            turns: Arc::new(Semaphore::new(turns)),
        };
        let contacts = Source {
            pool: pool.clone(),
            defaults: config.contacts.clone(),
        };
        let heads = Heads {
            pool: pool.clone(),
            clock: clock.clone(),
            brand: config.brand_name.clone(),
            url: config.public_url.clone(),
            contacts: contacts.clone(),
        };
        let editor = Editor {
            pool: pool.clone(),
            rooms: rooms.clone(),
            clock: clock.clone(),
            caps: config.untrusted_cap.into(),
        };
        let snapshots = Arc::new(Snapshots::new(pool.clone()));
        let reads = Reads::new(pool.clone(), search.clone(), clock.clone(), &snapshots);
        let responses = response_cache(snapshots, clock.clone());
        let uploads = Uploads::new(pool.clone(), config.data_dir.join("parts"));
        Self {
            config,
            pool,
            access,
            limits,
            delivery: Arc::new(delivery),
            clock,
            rooms,
            hub,
            redis,
            attachments: Attachments::new(pictures.object_store()),
            pictures: Arc::new(pictures),
            uploads,
            image_proxy: ImageProxy::new(Arc::new(Internet)),
            external,
            lot_views: LotViews::default(),
            reads,
            responses,
            documents: Documents::default(),
            heads,
            contacts,
            search,
            search_engine,
            houses_of_catalogs,
            imports: Turns::default(),
            editor,
            crowds: Crowds::default(),
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

    /// Who runs the site, as its documents name them.
    pub async fn operator(&self) -> ApiResult<Operator> {
        let shown = self.contacts.shown().await?;
        let contacts = [
            ("Телефон", shown.phone),
            ("E-mail", shown.email),
            ("Адрес", shown.address),
        ];
        Ok(Operator {
            brand: self.config.brand_name.clone(),
            url: self.config.public_url.clone(),
            contacts: contacts
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?)))
                .collect(),
        })
    }

    /// Writes queued views of lots to the database. Logs failures.
    pub async fn store_lot_views(&self) {
        let stored = self
            .lot_views
            .store(&self.pool, &self.limits, self.clock.now());
        if let Err(error) = stored.await {
            tracing::warn!(%error, "views of lots are not counted");
        }
    }

    /// Whose letters are sent.
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

/// A search engine beside PostgreSQL.
pub struct SearchEngine {
    backend: Arc<MeiliSearch>,
    /// Asks PostgreSQL when the engine has no answer.
    pub fallback: Arc<Fallback>,
}

impl SearchEngine {
    fn of(config: &Config, pool: &PgPool, postgres: Arc<dyn Search>) -> Option<Self> {
        let backend = Arc::new(backend(config, pool)?);
        let fallback = Arc::new(Fallback::new(backend.clone(), postgres));
        Some(Self { backend, fallback })
    }

    /// What keeps the engine's index fresh.
    pub fn feeder(&self) -> Feeder {
        self.backend.feeder()
    }

    pub fn index(&self) -> Index {
        self.backend.index()
    }
}

/// The backend of the configured search engine, for commands that serve nothing.
pub fn backend(config: &Config, pool: &PgPool) -> Option<MeiliSearch> {
    let meili = config.meili.as_ref()?;
    let engine = Engine::new(meilisearch::Settings {
        url: meili.url.clone(),
        key: meili.key.clone(),
        index: meilisearch::INDEX.to_owned(),
    });
    Some(MeiliSearch::new(Arc::new(engine), pool.clone()))
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

fn external_settings(config: &Config) -> external::Settings {
    external::Settings {
        timeout: config.external_timeout,
        art_investment_url: config.art_investment_url.clone(),
        art_investment_token: config.art_investment_token.clone(),
        auctions_url: config.external_auctions_url.clone(),
    }
}
