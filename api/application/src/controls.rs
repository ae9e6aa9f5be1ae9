//! Who controls a sale.

use crate::caller::Member;
use crate::state::AppState;
use catalogue::listing::catalogs;
use contract::error::{ApiError, ApiResult};

/// The catalog's house, if the caller controls the catalog.
pub async fn controlled_house(
    state: &AppState,
    caller: &Member,
    catalog_id: i64,
) -> ApiResult<i64> {
    let house = state
        .houses_of_catalogs
        .house_of(catalog_id)
        .await?
        .ok_or_else(ApiError::catalog_not_found)?;
    if caller.controls(catalog_id, house) {
        return Ok(house);
    }
    catalogs::require(&state.pool, catalog_id, Some(caller)).await?;
    Err(ApiError::forbidden())
}
