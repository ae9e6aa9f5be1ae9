//! Which house a catalog belongs to, for the way of a bet, which may cost no query.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use sqlx::PgPool;

use contract::error::ApiResult;

/// A catalog never changes its house, so what is known once holds until it is deleted. Only catalogs that are or were there
/// are remembered, so the memory is bounded by their number.
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
        // It may have been deleted since it was read: what is known then stays.
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        Ok(*known.entry(catalog_id).or_insert(Some(house)))
    }

    /// To be called after the commit that deletes a catalog.
    pub fn deleted(&self, catalog_id: i64) {
        self.known
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(catalog_id, None);
    }
}
