//! Hiding, showing, scheduling and cancelling a catalog; for its controllers, through its room, so that its journal alone
//! replays to the room's state.

use std::sync::Arc;

use actix_web::{put, web};
use domain::{CatalogState, Command};
use room_server::Answer;
use serde_json::json;

use super::section::{require_another, require_section};
use crate::caller::Member;
use crate::routes::trade::{auctioneer_answer, controlled_house};
use crate::state::AppState;
use catalogue::{self, Change, StoredCatalog};
use contract::dto::AuctioneerAnswer;
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::journal::{self, Event};
use people::standing;

/// Hides a catalog: from now on it exists for the house's staff and admins alone, and nobody else is in its room. Not the
/// last one of a section of the house that is on (409).
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
    hide_or_show(state, caller, *id, true, "Аукцион скрыт").await
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
    hide_or_show(state, caller, *id, false, "Аукцион опубликован").await
}

async fn hide_or_show(
    state: web::Data<AppState>,
    caller: Member,
    id: i64,
    hidden: bool,
    done: &'static str,
) -> ApiResult<web::Json<AuctioneerAnswer>> {
    controlled_house(&state, &caller, id).await?;
    let answer =
        standing::to_its_end(async move { set_hidden(&state, &caller, id, hidden).await }).await?;
    Ok(web::Json(auctioneer_answer(&answer, done)?))
}

/// Hides or shows a catalog, whose controller the caller is known to be. Whoever is in the room of one that is hidden and
/// may not be any more is put out.
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
        journal::record(
            conn,
            &by,
            Event::CatalogChanged,
            id,
            Some(&before),
            Some(&after),
        )
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
        // Visitors are in the room as well. Their clients are back in a moment, and let into what they may see.
        state.hub.close_catalog(id);
    }
    Ok(answer)
}

async fn lock(change: &mut Change<'_>, id: i64) -> ApiResult<StoredCatalog> {
    catalogue::lock_catalog(change.conn(), id)
        .await?
        .ok_or_else(ApiError::catalog_not_found)
}

/// The answer to the one command that was sent.
fn only(mut answers: Vec<Arc<Answer>>) -> ApiResult<Arc<Answer>> {
    answers
        .pop()
        .ok_or_else(|| ApiError::internal(anyhow::anyhow!("a command has an answer")))
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
    controlled_house(&state, &caller, *id).await?;
    let on_its_own = async move { schedule(&state, &caller, *id).await };
    let answer = standing::to_its_end(on_its_own).await?;
    Ok(web::Json(auctioneer_answer(
        &answer,
        "Аукцион запланирован",
    )?))
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

/// The journal's word of a new state; whether it comes to be is the room's to decide.
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
    let (conn, event) = (change.conn(), Event::CatalogChanged);
    journal::record(conn, &by, event, catalog.id, Some(&before), Some(&after)).await?;
    Ok(())
}

/// Cancels a scheduled or running catalog: open lots become NotSold, their bets void, and everyone who bet is told. Not the
/// last one of a section of the house that is on (409).
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
    controlled_house(&state, &caller, *id).await?;
    let on_its_own = async move { cancel(&state, &caller, *id).await };
    let answer = standing::to_its_end(on_its_own).await?;
    Ok(web::Json(auctioneer_answer(&answer, "Аукцион отменён")?))
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
