use actix_web::{post, web};

use super::managed::managed;
use super::save::lock;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use catalogue::{self, Change, NewLot, StoredLot, Target, require_storage};
use contract::dto::Lot;
use contract::error::ApiResult;
use people::eligibility;
use people::journal::Action;

/// Copies a lot into the house's storage: texts, prices and pictures, but neither its rank among the top lots nor its
/// trading history.
///
/// For the house's managers, owners and admins.
#[utoipa::path(operation_id = "copy_lot", tag = "lots", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "The storage takes no lots")))]
#[post("/api/lots/{id}/create-copy")]
pub async fn copy_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Lot>> {
    managed(&state, &caller, *id).await?;
    let account = caller.account.clone();
    let (on_its_own, lot_id) = (state.clone(), *id);
    let copying = async move { copy(&on_its_own, &caller, lot_id).await };
    let copy = eligibility::to_its_end(copying).await?;
    Ok(Json(
        lots::details(&state.pool, copy, Some(&account)).await?,
    ))
}

async fn copy(state: &AppState, caller: &Member, id: i64) -> ApiResult<i64> {
    let mut change = Change::begin(&state.editor).await?;
    let lot = lock(&mut change, id).await?;
    let conn = change.conn();
    require_storage(conn, lot.house_id).await?;
    let target = Target {
        house_id: lot.house_id,
        catalog_id: None,
        currency: lot.currency,
    };
    let new = NewLot {
        number: None,
        fields: lot.fields.hidden(false).off_the_top(),
    };
    let now = state.clock.now();
    let inserted = catalogue::insert_lots(conn, target, std::slice::from_ref(&new), now).await?;
    let copy = inserted.ids[0];
    sqlx::query!(
        "insert into lot_image (lot_id, position, picture_id)
         select $2, position, picture_id from lot_image where lot_id = $1",
        id,
        copy
    )
    .execute(&mut *conn)
    .await?;
    let stored = StoredLot {
        id: copy,
        catalog_id: None,
        number: None,
        fields: new.fields,
        house_id: lot.house_id,
        currency: lot.currency,
    };
    let by = caller.by(now);
    by.record_creation(conn, Action::LotCreated, copy, &stored)
        .await?;
    change.commit_alone().await?;
    Ok(copy)
}
