//! The paddles of a sale: their holders, in the hall and on the telephone.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post, put};

use application::caller::Member;
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use catalogue::paddles::{self, Record};
use contract::dto::{PaddleHolder, PaddleRequest};
use contract::error::ApiResult;
use people::journal::Action;

/// The paddles of a sale, by number. For the catalog's controllers.
#[utoipa::path(operation_id = "list_paddles", tag = "auctioneer", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = Vec<PaddleHolder>), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/paddles/{id}")]
pub async fn list_paddles(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
) -> ApiResult<Json<Vec<PaddleHolder>>> {
    controlled_house(&state, &caller, *id).await?;
    Ok(Json(paddles::find(&state.pool, *id, None).await?))
}

/// Registers a paddle for a bidder in the hall or on the telephone. For the catalog's controllers.
#[utoipa::path(operation_id = "add_paddle", tag = "auctioneer", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = PaddleHolder), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Too many paddles"),
        (status = 422, description = "Invalid fields, or the number is taken")))]
#[post("/api/trade/paddles/{id}")]
pub async fn add_paddle(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
    request: Json<PaddleRequest>,
) -> ApiResult<Json<PaddleHolder>> {
    controlled_house(&state, &caller, *id).await?;
    let wanted = paddles::checked(request.into_inner())?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let added = paddles::insert(&mut tx, *id, &wanted, now).await?;
    let after = paddles::one(&mut *tx, *id, added).await?;
    caller
        .by(now)
        .record_creation(&mut tx, Action::PaddleAdded, *id, &Record::of(&after))
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Replaces everything about a paddle. For the catalog's controllers.
#[utoipa::path(operation_id = "change_paddle", tag = "auctioneer", params(("id" = i64, Path), ("paddleId" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = PaddleHolder), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 422, description = "Invalid fields, or the number is taken")))]
#[put("/api/trade/paddles/{id}/{paddleId}")]
pub async fn change_paddle(
    state: Data<AppState>,
    caller: Member,
    path: Path<(i64, i64)>,
    request: Json<PaddleRequest>,
) -> ApiResult<Json<PaddleHolder>> {
    let (id, paddle_id) = path.into_inner();
    controlled_house(&state, &caller, id).await?;
    let wanted = paddles::checked(request.into_inner())?;
    let mut tx = state.pool.begin().await?;
    let before = paddles::lock(&mut tx, id, paddle_id).await?;
    paddles::update(&mut tx, paddle_id, &wanted).await?;
    let after = paddles::one(&mut *tx, id, paddle_id).await?;
    caller
        .by(state.clock.now())
        .record_change(
            &mut tx,
            Action::PaddleChanged,
            id,
            &Record::of(&before),
            &Record::of(&after),
        )
        .await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Takes a paddle back. Bets that were made with it keep its number. For the catalog's controllers.
#[utoipa::path(operation_id = "delete_paddle", tag = "auctioneer", params(("id" = i64, Path), ("paddleId" = i64, Path)),
    security(("token" = [])),
    responses((status = 204), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[delete("/api/trade/paddles/{id}/{paddleId}")]
pub async fn delete_paddle(
    state: Data<AppState>,
    caller: Member,
    path: Path<(i64, i64)>,
) -> ApiResult<HttpResponse> {
    let (id, paddle_id) = path.into_inner();
    controlled_house(&state, &caller, id).await?;
    let mut tx = state.pool.begin().await?;
    let before = paddles::lock(&mut tx, id, paddle_id).await?;
    paddles::delete(&mut tx, paddle_id).await?;
    caller
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::PaddleDeleted, id, &Record::of(&before))
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
