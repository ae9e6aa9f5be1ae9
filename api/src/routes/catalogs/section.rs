//! The sections of a house that are catalogs: its galleries and post-auction sales.

use domain::CatalogState;
use sqlx::PgConnection;

use catalogue::StoredCatalog;
use contract::dto::CatalogType;
use contract::error::{ApiError, ApiResult};

/// Whether the house has the section that such a catalog is of; `None` of auctions, which are of none. Nobody switches it
/// until the transaction ends.
async fn is_on(
    conn: &mut PgConnection,
    house_id: i64,
    catalog_type: CatalogType,
) -> ApiResult<Option<bool>> {
    let has = sqlx::query!(
        "select is_gallery, is_post_auction from house where id = $1 for share",
        house_id
    )
    .fetch_one(conn)
    .await?;
    Ok(match catalog_type {
        CatalogType::Gallery => Some(has.is_gallery),
        CatalogType::PostAuction => Some(has.is_post_auction),
        CatalogType::Classic | CatalogType::Parallel => None,
    })
}

/// 409 unless the house has the section that such a catalog is of; auctions are of none.
pub async fn require_section(
    conn: &mut PgConnection,
    house_id: i64,
    catalog_type: CatalogType,
) -> ApiResult<()> {
    let is_missing = is_on(conn, house_id, catalog_type).await? == Some(false);
    match catalog_type {
        CatalogType::Gallery if is_missing => {
            Err(ApiError::conflict("Галерея аукционного дома отключена"))
        }
        CatalogType::PostAuction if is_missing => {
            Err(ApiError::conflict("Постаукцион дома отключён"))
        }
        _ => Ok(()),
    }
}

/// 409 if a catalog, which the caller has locked, is all that a section of its house consists of, and the section is on: it
/// would be one with nothing behind it. `text` says what cannot be done to the catalog therefore.
pub async fn require_another(
    conn: &mut PgConnection,
    catalog: &StoredCatalog,
    text: &'static str,
) -> ApiResult<()> {
    let stands = catalog.state == CatalogState::Scheduled || catalog.state.is_running();
    if catalog.hidden || !stands {
        return Ok(());
    }
    let (house_id, catalog_type) = (catalog.house_id, catalog.fields.catalog_type);
    if is_on(conn, house_id, catalog_type).await? != Some(true) {
        return Ok(());
    }
    // One that somebody is changing just now may be about to go as well: it does not count, and nobody waits for the other.
    let another = sqlx::query_scalar!(
        "select c.id from catalog c join catalog_trade t on t.catalog_id = c.id and t.state in (0, 1, 5)
         where c.house_id = $1 and c.catalog_type = $2 and c.id <> $3 and c.deleted is null and not c.hidden
         order by c.id limit 1 for share of c skip locked",
        house_id,
        catalog_type.number(),
        catalog.id
    )
    .fetch_optional(conn)
    .await?;
    match another {
        Some(_) => Ok(()),
        None => Err(ApiError::conflict(text)),
    }
}
