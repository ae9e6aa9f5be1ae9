//! The sections of a house that consist of catalogs: its gallery and its post-auction sales.

use domain::CatalogState;
use sqlx::PgConnection;

use catalogue::StoredCatalog;
use contract::dto::CatalogType;
use contract::error::{ApiError, ApiResult};

/// Whether the house has the section of this catalog type on; `None` for auctions, which belong to no section. Locks
/// the switches until the transaction ends.
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

/// 409 if the catalog type belongs to a section that the house has off. Auctions always pass.
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
            Err(ApiError::conflict("ПостАукцион дома отключён"))
        }
        _ => Ok(()),
    }
}

/// 409 with `text` if this catalog is the last visible one of a section that is on, which would leave the section
/// empty. The caller holds the catalog's lock.
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
    // Skips catalogs that a concurrent change has locked: they may be about to disappear too, and neither change waits
    // for the other.
    let another = sqlx::query_scalar!(
        "select c.id from catalog c join catalog_trade t on t.catalog_id = c.id and catalog_is_unfinished(t.state)
         join house h on h.id = c.house_id
         where c.house_id = $1 and c.catalog_type = $2 and c.id <> $3 and catalog_is_public(c, t, h)
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
