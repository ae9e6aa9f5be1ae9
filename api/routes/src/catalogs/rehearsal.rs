//! The rehearsal of a sale: a copy with invented bidders, for its controllers alone.

use std::time::Duration;

use actix_web::{HttpResponse, delete, get, post, web};

use application::caller::Member;
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use catalogue::rehearsals;
use contract::dto::{Rehearsal, RehearsalRequest};
use contract::error::{ApiError, ApiResult};
use people::eligibility;

/// Well within the time that a server holds its invented bidders.
const TEND_EVERY: Duration = Duration::from_secs(5);

/// The rehearsal of a sale; null if none is held. For the sale's controllers.
#[utoipa::path(operation_id = "get_rehearsal", tag = "catalogs", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Option<Rehearsal>), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/catalog/{id}/rehearsal")]
pub async fn get_rehearsal(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Option<Rehearsal>>> {
    controlled_house(&state, &caller, *id).await?;
    Ok(Json(rehearsals::of_catalog(&state.pool, *id).await?))
}

/// Starts a rehearsal: a copy of a classic sale with its lots and invented bidders, conducted like the sale itself.
///
/// It exists for the house's staff and admins alone, in no list, and ends after four hours. It has neither orders nor
/// registrations. 409 while one is held, and for a sale without lots or of another type. For the sale's controllers.
#[utoipa::path(operation_id = "start_rehearsal", tag = "catalogs", params(("id" = i64, Path)),
    request_body = RehearsalRequest, security(("token" = [])),
    responses((status = 200, body = Rehearsal), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/catalog/{id}/rehearsal")]
pub async fn start_rehearsal(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<RehearsalRequest>,
) -> ApiResult<Json<Rehearsal>> {
    controlled_house(&state, &caller, *id).await?;
    state.limits.control(caller.id).await?;
    let (of_catalog, pace) = (*id, request.pace);
    let rehearsal = eligibility::to_its_end(async move {
        let by = caller.by(state.clock.now());
        let (editor, crowds) = (&state.editor, &state.crowds);
        let rehearsal = rehearsals::begin(editor, crowds, of_catalog, pace, &by).await?;
        renew_rights(&state, of_catalog).await?;
        Ok::<_, ApiError>(rehearsal)
    })
    .await?;
    Ok(Json(rehearsal))
}

/// Ends the rehearsal of a sale and deletes everything of it. 409 if none is held. For the sale's controllers.
#[utoipa::path(operation_id = "end_rehearsal", tag = "catalogs", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204, description = "Done"), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "No rehearsal is held"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[delete("/api/catalog/{id}/rehearsal")]
pub async fn end_rehearsal(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    controlled_house(&state, &caller, *id).await?;
    state.limits.control(caller.id).await?;
    let over = || ApiError::conflict("Репетиция уже закончена");
    let rehearsal = rehearsals::of_catalog(&state.pool, *id)
        .await?
        .ok_or_else(over)?;
    let was_there =
        eligibility::to_its_end(async move { end(&state, *id, rehearsal.catalog_id).await })
            .await?;
    match was_there {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(over()),
    }
}

/// Tends rehearsals until the task is dropped. Every server of the site may do it at once.
pub async fn keep(state: web::Data<AppState>) {
    let mut every = tokio::time::interval(TEND_EVERY);
    loop {
        every.tick().await;
        if let Err(error) = tend(&state).await {
            tracing::warn!(%error, "cannot tend the rehearsals");
        }
    }
}

/// Ends the rehearsals that are past their time, and goes on with the invented bidders of servers that are gone.
pub async fn tend(state: &AppState) -> ApiResult<()> {
    for over in rehearsals::overdue(&state.editor).await? {
        end(state, over.of_catalog, over.catalog_id).await?;
    }
    rehearsals::go_on(&state.editor, &state.crowds).await
}

async fn end(state: &AppState, of_catalog: i64, catalog_id: i64) -> ApiResult<bool> {
    let was_there = rehearsals::end(&state.pool, &state.crowds, catalog_id).await?;
    state.houses_of_catalogs.deleted(catalog_id);
    renew_rights(state, of_catalog).await?;
    state.hub.close_catalog(catalog_id);
    Ok(was_there)
}

/// The sale's auctioneers may conduct its rehearsal while there is one.
async fn renew_rights(state: &AppState, of_catalog: i64) -> ApiResult<()> {
    for account_id in rehearsals::auctioneers(&state.pool, of_catalog).await? {
        state.access.account_changed(account_id);
    }
    Ok(())
}
