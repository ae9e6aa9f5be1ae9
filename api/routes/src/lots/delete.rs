use actix_web::{HttpResponse, delete, web};
use domain::{Command, LotId};

use super::managed::managed;
use super::save::lock;
use application::caller::Member;
use application::state::AppState;
use catalogue::Change;
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::eligibility;
use people::journal::Action;

/// Deletes a lot.
///
/// 409 once it has bets or is sold, and while its sale runs. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "delete_lot", tag = "lots", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[delete("/api/lots/{id}")]
pub async fn delete_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    managed(&state, &caller, *id).await?;
    eligibility::to_its_end(async move { delete(&state, &caller, *id).await }).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn delete(state: &AppState, caller: &Member, id: i64) -> ApiResult<()> {
    let mut change = Change::begin(&state.editor).await?;
    let lot = lock(&mut change, id).await?;
    let conn = change.conn();
    let has_bets = sqlx::query_scalar!(
        r#"select exists(select from bet where lot_id = $1 and revoked is null) as "has!""#,
        id
    )
    .fetch_one(&mut *conn)
    .await?;
    if has_bets {
        return Err(ApiError::conflict(
            "По лоту есть ставки: его нельзя удалить",
        ));
    }
    catalogue::keep_results(conn, &[id]).await?;
    let now = state.clock.now();
    sqlx::query!("update lot set deleted = $2 where id = $1", id, now)
        .execute(&mut *conn)
        .await?;
    enqueue::lots(conn, &[id]).await?;
    let by = caller.by(now);
    by.record_deletion(conn, Action::LotDeleted, id, &lot)
        .await?;
    // The room decides: a bet may have come since the checks above.
    let commands = lot
        .catalog_id
        .map(|_| Command::RemoveLot { lot: LotId(id) });
    change
        .commit_for(
            &caller.by(state.clock.now()),
            lot.catalog_id,
            commands.into_iter().collect(),
        )
        .await
}
