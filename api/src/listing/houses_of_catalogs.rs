//! Which house a catalog belongs to, for the way of a bet, which may cost no query.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use sqlx::PgPool;

use crate::error::ApiResult;

/// A catalog never changes its house, so what is known once holds. Only catalogs that exist are remembered, so the
/// memory is bounded by their number.
pub struct HousesOfCatalogs {
    pool: PgPool,
    known: RwLock<HashMap<i64, i64>>,
}

impl HousesOfCatalogs {
    pub fn new(pool: PgPool) -> Self {
        Self {
            pool,
            known: RwLock::default(),
        }
    }

    /// The catalog's house; `None` if there is no such catalog.
    pub async fn house_of(&self, catalog_id: i64) -> ApiResult<Option<i64>> {
        if let Some(house) = self
            .known
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&catalog_id)
        {
            return Ok(Some(*house));
        }
        let house = sqlx::query_scalar!("select house_id from catalog where id = $1", catalog_id)
            .fetch_optional(&self.pool)
            .await?;
        if let Some(house) = house {
            self.known
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(catalog_id, house);
        }
        Ok(house)
    }
}
