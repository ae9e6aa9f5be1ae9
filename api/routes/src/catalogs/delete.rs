use actix_web::{HttpResponse, delete, web};
use domain::{CatalogState, Command};

use super::section::require_another;
use application::caller::Member;
use application::state::AppState;
use catalogue::listing::catalogs;
use catalogue::{self, Change};
use contract::dto::CatalogType;
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::eligibility;
use people::journal::{self, Action};

/// Deletes a catalog.
///
/// Its lots return to the house's storage, and its auctioneers lose their roles. 409 while it runs, once it has bets,
/// and for the last gallery or post-auction sale of a house that has that section on. For the house's managers, owners
/// and admins.
#[utoipa::path(operation_id = "delete_catalog", tag = "catalogs", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[delete("/api/catalog/{id}")]
pub async fn delete_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    let catalog = catalogs::one(&state.pool, *id, Some(&caller)).await?;
    if !caller.manages(catalog.house_id) {
        return Err(ApiError::forbidden());
    }
    eligibility::to_its_end(async move { delete(&state, &caller, *id, catalog.house_id).await })
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn delete(state: &AppState, caller: &Member, id: i64, house_id: i64) -> ApiResult<()> {
    let mut change = Change::begin(&state.editor).await?;
    let catalog = catalogue::lock_catalog(change.conn(), id)
        .await?
        .ok_or_else(ApiError::catalog_not_found)?;
    if catalog.state.is_running() && is_sale(catalog.fields.catalog_type) {
        return Err(ApiError::conflict("Идут торги: каталог нельзя удалить"));
    }
    let text = "Раздел аукционного дома включён: каталог нельзя удалить";
    require_another(change.conn(), &catalog, text).await?;
    let lots = catalogue::lock_lots_of_catalog(change.conn(), id).await?;
    if has_bets(change.conn(), id).await? {
        return Err(ApiError::conflict("Есть ставки: каталог нельзя удалить"));
    }
    if !lots.is_empty() {
        catalogue::require_storage(change.conn(), house_id).await?;
    }
    // The room decides: a bet may have come since the checks above.
    let mut commands = catalogue::take_out(change.conn(), &lots).await?;
    if !catalog.state.is_finished() && catalog.state != CatalogState::Temporary {
        // Ends the sale, so nothing falls due in the deleted catalog's room.
        commands.push(Command::Cancel);
    }
    let auctioneers = sqlx::query_scalar!(
        "delete from catalog_auctioneer where catalog_id = $1 returning account_id",
        id
    )
    .fetch_all(change.conn())
    .await?;
    sqlx::query!("delete from paddle where catalog_id = $1", id)
        .execute(change.conn())
        .await?;
    sqlx::query!(
        "update catalog set deleted = $2 where id = $1",
        id,
        state.clock.now()
    )
    .execute(change.conn())
    .await?;
    enqueue::catalog(change.conn(), id).await?;
    let by = caller.by(state.clock.now());
    let conn = change.conn();
    let moved = lots
        .iter()
        .map(|lot| (lot.id, Some(lot.clone()), Some(lot.in_storage())));
    journal::record_all(conn, &by, Action::LotChanged, moved).await?;
    let before = &catalog.fields;
    by.record_deletion(conn, Action::CatalogDeleted, id, before)
        .await?;
    change
        .commit(&caller.by(state.clock.now()), id, commands)
        .await?;
    state.houses_of_catalogs.deleted(id);
    for account_id in auctioneers {
        state.access.account_changed(account_id);
    }
    state.hub.close_catalog(id);
    Ok(())
}

fn is_sale(catalog_type: CatalogType) -> bool {
    matches!(catalog_type, CatalogType::Classic | CatalogType::Parallel)
}

/// Whether a catalog has a standing bet on any lot, including lots that have left it.
pub async fn has_bets(conn: &mut sqlx::PgConnection, catalog_id: i64) -> ApiResult<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists(select from bet where id between $1::bigint << 24 and ($1::bigint + 1) << 24
            and catalog_id = $1 and revoked is null) as "has!""#,
        catalog_id
    )
    .fetch_one(conn)
    .await?)
}
