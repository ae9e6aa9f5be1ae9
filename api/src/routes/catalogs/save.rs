use actix_web::{post, web};
use domain::CatalogState;

use crate::caller::Member;
use crate::catalogue::{self, CatalogFields, Change};
use crate::dto::{Catalog, CatalogRequest, CatalogType};
use crate::error::{ApiError, ApiResult};
use crate::journal::{self, By, Event};
use crate::listing::catalogs;
use crate::standing;
use crate::state::AppState;

/// Makes a catalog (without `id`), which is a draft at first, or changes one (with it); for managers and owners of the house,
/// and admins. All fields are as they are sent. What a sale that runs, or that somebody has bet in, cannot change any more is
/// 409, and then nothing changes. Galleries and post-auction sales need their section of the house (409).
#[utoipa::path(operation_id = "save_catalog", tag = "catalogs", request_body = CatalogRequest,
    security(("token" = [])),
    responses((status = 200, body = Catalog), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not for the caller"),
        (status = 409, description = "Not possible in this state"), (status = 422, description = "Invalid fields")))]
#[post("/api/catalog")]
pub async fn save_catalog(
    state: web::Data<AppState>,
    caller: Member,
    request: web::Json<CatalogRequest>,
) -> ApiResult<web::Json<Catalog>> {
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
    let id = standing::to_its_end(async move {
        match id {
            None => create(&on_its_own, &caller, request).await,
            Some(id) => edit(&on_its_own, &caller, id, request).await.map(|()| id),
        }
    })
    .await?;
    let catalog = catalogs::details(&state.pool, id, Some(&account), now).await?;
    Ok(web::Json(catalog))
}

async fn create(state: &AppState, caller: &Member, request: CatalogRequest) -> ApiResult<i64> {
    let house_id = request.house_id;
    let fields = CatalogFields::check(request, None, state.clock.now())?;
    let mut tx = state.pool.begin().await?;
    let draft = CatalogState::Temporary;
    let id = catalogue::insert_catalog(&mut tx, state, house_id, &fields, draft).await?;
    require_section(&mut tx, house_id, fields.catalog_type).await?;
    let (by, event) = (By::member(caller, state.clock.now()), Event::CatalogCreated);
    journal::record(&mut tx, &by, event, id, journal::NOTHING, Some(&fields)).await?;
    tx.commit().await?;
    Ok(id)
}

async fn edit(
    state: &AppState,
    caller: &Member,
    id: i64,
    request: CatalogRequest,
) -> ApiResult<()> {
    let mut change = Change::begin(state).await?;
    let stored = catalogue::lock_catalog(change.conn(), id)
        .await?
        .ok_or_else(catalogs::not_found)?;
    if request.house_id != stored.house_id {
        return Err(ApiError::invalid(
            "houseId",
            "Каталог нельзя передать другому аукционному дому",
        ));
    }
    let fields = CatalogFields::check(request, Some(&stored.fields), state.clock.now())?;
    if fields == stored.fields {
        return Ok(());
    }
    if fields.catalog_type != stored.fields.catalog_type {
        require_section(change.conn(), stored.house_id, fields.catalog_type).await?;
    }
    catalogue::update_catalog(change.conn(), id, &fields).await?;
    let (by, event) = (By::member(caller, state.clock.now()), Event::CatalogChanged);
    let (conn, before) = (change.conn(), &stored.fields);
    journal::record(conn, &by, event, id, Some(before), Some(&fields)).await?;
    let command = fields.command()?;
    change.commit(caller, id, vec![command]).await?;
    Ok(())
}

/// 409 unless the house has the section that such a catalog is of; auctions are of none.
pub async fn require_section(
    conn: &mut sqlx::PgConnection,
    house_id: i64,
    catalog_type: CatalogType,
) -> ApiResult<()> {
    let has = sqlx::query!(
        "select is_gallery, is_post_auction from house where id = $1 for share",
        house_id
    )
    .fetch_one(conn)
    .await?;
    match catalog_type {
        CatalogType::Gallery if !has.is_gallery => {
            Err(ApiError::conflict("Галерея аукционного дома отключена"))
        }
        CatalogType::PostAuction if !has.is_post_auction => {
            Err(ApiError::conflict("Постаукцион дома отключён"))
        }
        _ => Ok(()),
    }
}
