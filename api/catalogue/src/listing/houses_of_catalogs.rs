//! The house of each catalog, cached: the bet path may not spend a query on it.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use sqlx::PgPool;

use contract::error::ApiResult;

/// A cache of catalogs' houses. A catalog never changes its house, so an entry is valid until the catalog is deleted.
/// Only catalogs that exist or existed are cached, so their number bounds the cache.
pub struct HousesOfCatalogs {
    pool: PgPool,
    /// `None`: deleted.
    known: RwLock<HashMap<i64, Option<i64>>>,
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
            return Ok(*house);
        }
        let house = sqlx::query_scalar!(
            "select house_id from catalog where id = $1 and deleted is null",
            catalog_id
        )
        .fetch_optional(&self.pool)
        .await?;
        let Some(house) = house else { return Ok(None) };
        // The catalog may have been deleted since the query; the existing entry wins.
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        Ok(*known.entry(catalog_id).or_insert(Some(house)))
    }

    /// Call after the commit that deletes a catalog.
    pub fn deleted(&self, catalog_id: i64) {
        self.known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(catalog_id, None);
    }
}
