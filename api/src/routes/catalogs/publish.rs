//! Hiding, showing, scheduling and cancelling a catalog; for its controllers, through its room, so that the journal alone
//! replays to the room's state.

use actix_web::{put, web};
use domain::Command;

use crate::caller::Member;
use crate::dto::AuctioneerAnswer;
use crate::error::ApiResult;
use crate::routes::trade::command_as_controller;
use crate::standing;
use crate::state::AppState;

/// Hides a catalog: from now on it exists for the house's staff and admins alone, and nobody else is in its room.
#[utoipa::path(operation_id = "hide_catalog", tag = "catalogs", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "No controller of the catalog"),
        (status = 404, description = "Unknown, or not for the caller"),
        (status = 409, description = "Not possible in this state")))]
#[put("/api/catalog/{id}/hide")]
pub async fn hide_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    set_hidden(&state, &caller, *id, true, "Аукцион скрыт").await
}

/// Shows a hidden catalog again.
#[utoipa::path(operation_id = "show_catalog", tag = "catalogs", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "No controller of the catalog"),
        (status = 404, description = "Unknown, or not for the caller"),
        (status = 409, description = "Not possible in this state")))]
#[put("/api/catalog/{id}/show")]
pub async fn show_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    set_hidden(&state, &caller, *id, false, "Аукцион опубликован").await
}

/// The room first, whose rules may refuse; then the row that lists read. Sent again after a failure in between, both
/// steps come to the same end.
async fn set_hidden(
    state: &web::Data<AppState>,
    caller: &Member,
    id: i64,
    hidden: bool,
    done: &'static str,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    let (state, caller) = (state.clone(), caller.clone());
    standing::to_its_end(async move { hide_or_show(&state, &caller, id, hidden, done).await }).await
}

async fn hide_or_show(
    state: &AppState,
    caller: &Member,
    id: i64,
    hidden: bool,
    done: &str,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    let answer =
        command_as_controller(state, caller, id, Command::SetHidden { hidden }, done).await?;
    if answer.code == 0 {
        sqlx::query!(
            "with changed as (update catalog set hidden = $2 where id = $1 returning id)
             insert into outbox (topic, key) select 'catalog', id::text from changed",
            id,
            hidden
        )
        .execute(&state.pool)
        .await?;
        // Who is in the room may not be any more, visitors among them. Their clients are back in a moment, and let into
        // what they may see.
        if hidden {
            state.hub.close_catalog(id);
        }
    }
    Ok(answer)
}

/// Makes a draft a scheduled catalog, which everybody sees. A parallel one needs an end after its start, one that starts
/// by itself a start date (422).
#[utoipa::path(operation_id = "schedule_catalog", tag = "catalogs", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "No controller of the catalog"),
        (status = 404, description = "Unknown, or not for the caller"),
        (status = 409, description = "Not possible in this state"), (status = 422, description = "Dates are missing")))]
#[put("/api/catalog/{id}/scheduled")]
pub async fn schedule_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    command_as_controller(
        &state,
        &caller,
        *id,
        Command::Schedule,
        "Аукцион запланирован",
    )
    .await
}

/// Cancels a scheduled or running catalog: open lots become NotSold, their bets void, and everyone who bet is told.
#[utoipa::path(operation_id = "cancel_catalog", tag = "catalogs", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "No controller of the catalog"),
        (status = 404, description = "Unknown, or not for the caller"),
        (status = 409, description = "Not possible in this state")))]
#[put("/api/catalog/{id}/cancel")]
pub async fn cancel_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    command_as_controller(&state, &caller, *id, Command::Cancel, "Аукцион отменён").await
}
