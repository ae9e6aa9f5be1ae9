use actix_web::{post, web};
use domain::CatalogState;
use serde_json::json;
use sqlx::PgConnection;

use super::delete::has_bets;
use super::section::{require_another, require_section};
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use catalogue::{self, CatalogFields, Change, StoredCatalog, StoredLot};
use contract::dto::{Catalog, CatalogRequest};
use contract::error::{ApiError, ApiResult};
use people::eligibility;
use people::journal::{self, Action, By};

/// Creates a catalog as a draft (without `id`), or changes one (with `id`).
///
/// Replaces all fields; a catalog as read may be sent back. 409, with nothing changed, for a field that is fixed
/// because the sale runs or has bets. Also 409 for a gallery or post-auction sale whose section the house has off, and
/// for changes that would take the last sale from a section that is on, and `changed_meanwhile` if the catalog has changed
/// since the request's `revision`. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "save_catalog", tag = "catalogs", request_body = CatalogRequest,
    security(("token" = [])),
    responses((status = 200, body = Catalog), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"), (status = 422, description = "Invalid fields")))]
#[post("/api/catalog")]
pub async fn save_catalog(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<CatalogRequest>,
) -> ApiResult<Json<Catalog>> {
    let request = request.into_inner();
    let id = match request.id {
        None if !caller.manages(request.house_id) => return Err(ApiError::forbidden()),
        None => None,
        Some(id) => {
            let catalog = catalogs::one(&state.pool, id, Some(&caller)).await?;
            if !caller.manages(catalog.house_id) {
                return Err(ApiError::forbidden());
            }
            Some(id)
        }
    };
    let account = caller.account.clone();
    let (on_its_own, now) = (state.clone(), state.clock.now());
    let id = eligibility::to_its_end(async move {
        match id {
            None => create(&on_its_own, &caller, request).await,
            Some(id) => edit(&on_its_own, &caller, id, request).await.map(|()| id),
        }
    })
    .await?;
    let catalog = catalogs::details(&state.pool, id, Some(&account), now).await?;
    Ok(Json(catalog))
}

async fn create(state: &AppState, caller: &Member, request: CatalogRequest) -> ApiResult<i64> {
    let house_id = request.house_id;
    let fields = CatalogFields::check(request, None, state.clock.now())?;
    let mut tx = state.pool.begin().await?;
    let draft = CatalogState::Temporary;
    let id = catalogue::insert_catalog(&mut tx, &state.editor, house_id, &fields, draft).await?;
    require_section(&mut tx, house_id, fields.catalog_type).await?;
    let by = caller.by(state.clock.now());
    by.record_creation(&mut tx, Action::CatalogCreated, id, &fields)
        .await?;
    tx.commit().await?;
    Ok(id)
}

async fn edit(
    state: &AppState,
    caller: &Member,
    id: i64,
    request: CatalogRequest,
) -> ApiResult<()> {
    let mut change = Change::begin(&state.editor).await?;
    let stored = catalogue::lock_catalog(change.conn(), id)
        .await?
        .ok_or_else(ApiError::catalog_not_found)?;
    if request.house_id != stored.house_id {
        return Err(ApiError::invalid(
            "houseId",
            "Каталог нельзя передать другому аукционному дому",
        ));
    }
    let revision = request.revision;
    let fields = CatalogFields::check(request, Some(&stored), state.clock.now());
    if fields.as_ref().is_ok_and(|fields| *fields == stored.fields) {
        return Ok(());
    }
    ApiError::unless_current(revision, stored.revision)?;
    let fields = fields?;
    let conn = change.conn();
    if fields.catalog_type != stored.fields.catalog_type {
        require_section(conn, stored.house_id, fields.catalog_type).await?;
        let text = "Раздел аукционного дома включён: тип каталога нельзя изменить";
        require_another(conn, &stored, text).await?;
    }
    if fields.commission != stored.fields.commission {
        require_open_commission(conn, &stored).await?;
    }
    let by = caller.by(state.clock.now());
    if fields.currency != stored.fields.currency {
        let lots = catalogue::lock_lots_of_catalog(conn, id).await?;
        journal_currency(conn, &by, &lots, fields.currency.number()).await?;
    }
    catalogue::update_catalog(conn, id, &fields).await?;
    let before = &stored.fields;
    by.record_change(conn, Action::CatalogChanged, id, before, &fields)
        .await?;
    let command = fields.command()?;
    change
        .commit(&caller.by(state.clock.now()), id, vec![command])
        .await?;
    Ok(())
}

/// 409 once the catalog has bets, placed knowing the commission, and once the sale is over. The database catches a
/// concurrent bet (`catalog_commission_fixed`).
async fn require_open_commission(
    conn: &mut PgConnection,
    catalog: &StoredCatalog,
) -> ApiResult<()> {
    if catalog.state.is_finished() || has_bets(conn, catalog.id).await? {
        return Err(catalogue::fixed_commission());
    }
    Ok(())
}

/// Journals the currency change of the lots that follow their catalog's new currency.
async fn journal_currency(
    conn: &mut PgConnection,
    by: &By,
    lots: &[StoredLot],
    currency: i16,
) -> ApiResult<()> {
    let side = |currency: i16| Some(json!({"currency": currency}));
    let changes = lots
        .iter()
        .map(|lot| (lot.id, side(lot.currency), side(currency)));
    Ok(journal::record_all(conn, by, Action::LotChanged, changes).await?)
}
