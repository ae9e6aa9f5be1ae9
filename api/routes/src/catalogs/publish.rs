//! Hides, shows, schedules and cancels a catalog. For its controllers. Changes go through its room, so the journal
//! alone replays to the room's state.

use std::sync::Arc;

use actix_web::{put, web};
use domain::{CatalogState, Command};
use room_server::Answer;
use serde_json::json;

use super::section::{require_another, require_section};
use application::caller::Member;
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use catalogue::{self, Change, StoredCatalog};
use contract::answers::auctioneer_answer;
use contract::dto::AuctioneerAnswer;
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::eligibility;
use people::journal::Action;

/// Hides a catalog.
///
/// It then exists only for the house's staff and admins; everybody else leaves its room. 409 for the last visible
/// catalog of a house's section that is on. For the catalog's controllers.
#[utoipa::path(operation_id = "hide_catalog", tag = "catalogs", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[put("/api/catalog/{id}/hide")]
pub async fn hide_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    hide_or_show(state, caller, *id, true, "Аукцион скрыт").await
}

/// Shows a hidden catalog again. For the catalog's controllers.
#[utoipa::path(operation_id = "show_catalog", tag = "catalogs", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[put("/api/catalog/{id}/show")]
pub async fn show_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    hide_or_show(state, caller, *id, false, "Аукцион опубликован").await
}

async fn hide_or_show(
    state: web::Data<AppState>,
    caller: Member,
    id: i64,
    hidden: bool,
    done: &'static str,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(&state, &caller, id).await?;
    let answer =
        eligibility::to_its_end(async move { set_hidden(&state, &caller, id, hidden).await })
            .await?;
    Ok(Json(auctioneer_answer(&answer, done)?))
}

/// Hides or shows a catalog. The caller must be checked as its controller. Disconnects viewers from the room of a
/// catalog that becomes hidden.
pub async fn set_hidden(
    state: &AppState,
    caller: &Member,
    id: i64,
    hidden: bool,
) -> ApiResult<Arc<Answer>> {
    let mut change = Change::begin(&state.editor).await?;
    let catalog = lock(&mut change, id).await?;
    let conn = change.conn();
    if !hidden && catalog.hidden {
        require_section(conn, catalog.house_id, catalog.fields.catalog_type).await?;
    }
    if hidden {
        let text = "Раздел аукционного дома включён: каталог нельзя скрыть";
        require_another(conn, &catalog, text).await?;
    }
    if catalog.hidden != hidden {
        sqlx::query!("update catalog set hidden = $2 where id = $1", id, hidden)
            .execute(&mut *conn)
            .await?;
        enqueue::catalog(conn, id).await?;
        let by = caller.by(state.clock.now());
        let side = |hidden: bool| json!({"hidden": hidden});
        let (before, after) = (side(catalog.hidden), side(hidden));
        by.record_change(conn, Action::CatalogChanged, id, &before, &after)
            .await?;
        if !hidden && catalog.state != CatalogState::Temporary {
            catalogue::announce_lots(conn, id).await?;
        }
    }
    let command = Command::SetHidden { hidden };
    let answer = only(
        change
            .commit(&caller.by(state.clock.now()), id, vec![command])
            .await?,
    )?;
    if hidden {
        // Disconnect everybody, visitors included. Clients reconnect at once and rejoin only what they may see.
        state.hub.close_catalog(id);
    }
    Ok(answer)
}

async fn lock(change: &mut Change<'_>, id: i64) -> ApiResult<StoredCatalog> {
    catalogue::lock_catalog(change.conn(), id)
        .await?
        .ok_or_else(ApiError::catalog_not_found)
}

/// The answer to a single command.
fn only(mut answers: Vec<Arc<Answer>>) -> ApiResult<Arc<Answer>> {
    answers.pop().ok_or_else(|| {
        ApiError::internal(anyhow::anyhow!(
            "the room returned no answer to the command"
        ))
    })
}

/// Schedules a draft, which becomes visible to everybody.
///
/// 422 without an end after the start for a parallel catalog, or without a start date for one that starts
/// automatically. For the catalog's controllers.
#[utoipa::path(operation_id = "schedule_catalog", tag = "catalogs", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"), (status = 422, description = "Dates are missing")))]
#[put("/api/catalog/{id}/scheduled")]
pub async fn schedule_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(&state, &caller, *id).await?;
    let on_its_own = async move { schedule(&state, &caller, *id).await };
    let answer = eligibility::to_its_end(on_its_own).await?;
    Ok(Json(auctioneer_answer(&answer, "Аукцион запланирован")?))
}

async fn schedule(state: &AppState, caller: &Member, id: i64) -> ApiResult<Arc<Answer>> {
    let mut change = Change::begin(&state.editor).await?;
    let catalog = lock(&mut change, id).await?;
    let conn = change.conn();
    require_section(conn, catalog.house_id, catalog.fields.catalog_type).await?;
    if !catalog.hidden {
        catalogue::announce_lots(conn, id).await?;
    }
    change_state(
        state,
        &mut change,
        caller,
        &catalog,
        CatalogState::Scheduled,
    )
    .await?;
    only(
        change
            .commit(&caller.by(state.clock.now()), id, vec![Command::Schedule])
            .await?,
    )
}

/// Records the new state in the journal, before the room decides whether to accept it.
async fn change_state(
    state: &AppState,
    change: &mut Change<'_>,
    caller: &Member,
    catalog: &StoredCatalog,
    to: CatalogState,
) -> ApiResult<()> {
    let by = caller.by(state.clock.now());
    let side = |state: CatalogState| json!({"state": state.number()});
    let (before, after) = (side(catalog.state), side(to));
    let (conn, event) = (change.conn(), Action::CatalogChanged);
    by.record_change(conn, event, catalog.id, &before, &after)
        .await?;
    Ok(())
}

/// Cancels a scheduled or running catalog.
///
/// Open lots become NotSold, their bets void, and all bettors are notified. 409 for the last visible catalog of a
/// house's section that is on. For the catalog's controllers.
#[utoipa::path(operation_id = "cancel_catalog", tag = "catalogs", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[put("/api/catalog/{id}/cancel")]
pub async fn cancel_catalog(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(&state, &caller, *id).await?;
    let on_its_own = async move { cancel(&state, &caller, *id).await };
    let answer = eligibility::to_its_end(on_its_own).await?;
    Ok(Json(auctioneer_answer(&answer, "Аукцион отменён")?))
}

async fn cancel(state: &AppState, caller: &Member, id: i64) -> ApiResult<Arc<Answer>> {
    let mut change = Change::begin(&state.editor).await?;
    let catalog = lock(&mut change, id).await?;
    let text = "Раздел аукционного дома включён: каталог нельзя отменить";
    require_another(change.conn(), &catalog, text).await?;
    change_state(state, &mut change, caller, &catalog, CatalogState::Canceled).await?;
    only(
        change
            .commit(&caller.by(state.clock.now()), id, vec![Command::Cancel])
            .await?,
    )
}
