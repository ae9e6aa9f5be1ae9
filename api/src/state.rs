//! What every handler shares.

use std::sync::Arc;

use sqlx::PgPool;

use crate::access::Access;
use crate::clock::Clock;
use crate::config::Config;
use crate::delivery::Delivery;
use crate::limits::Limits;

/// The application's state, one for the process, behind [`actix_web::web::Data`].
pub struct AppState {
    pub config: Config,
    pub pool: PgPool,
    pub access: Arc<Access>,
    pub limits: Limits,
    pub delivery: Delivery,
    pub clock: Clock,
}

impl AppState {
    pub fn new(config: Config, pool: PgPool, delivery: Delivery, clock: Clock) -> Self {
        let access = Arc::new(Access::new(pool.clone()));
        let limits = Limits::new(&config);
        Self {
            config,
            pool,
            access,
            limits,
            delivery,
            clock,
        }
    }
}
