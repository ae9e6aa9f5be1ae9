//! The auctioneer's controls: start, next, sell, skip, previous, jump, groups of lots, warn, pause, resume, finish, and corrections
//! of paddles.
//!
//! Controllers are admins, managers and owners of the house, and the catalog's auctioneers. Others get 404 for a catalog they may not see
//! and 403 for any other. Refusals with a code answer 200, those without 409.

use actix_web::{put, web};
use domain::{BetNo, Command, LotId, Paddle};
use room_server::journal::bet_number;

use crate::bet::room_request;
use application::caller::Member;
use application::controls::controlled_house;
use application::json::{Json, read_optional};
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::answers;
use contract::bounds;
use contract::codes::Code;
use contract::dto::{
    AuctioneerAnswer, CatalogType, CorrectPaddleRequest, JoinLotsRequest, JumpRequest, NextRequest,
    OptionalLotRequest, PauseRequest, SellRequest,
};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;

/// Sends a control to the room. The caller must be checked as entitled.
pub async fn command(
    state: &AppState,
    caller: &Member,
    catalog_id: i64,
    command: Command,
    done: &str,
) -> ApiResult<Json<AuctioneerAnswer>> {
    state.limits.control(caller.id).await?;
    let answer = state
        .rooms
        .send(
            catalog_id,
            room_request(command, &caller.by(state.clock.now()), None),
        )
        .await
        .map_err(ApiError::from)?;
    Ok(Json(answers::auctioneer_answer(&answer, done)?))
}

/// Sends a control to the room if the caller is a controller of the catalog.
pub async fn command_as_controller(
    state: &AppState,
    caller: &Member,
    catalog_id: i64,
    asked: Command,
    done: &str,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(state, caller, catalog_id).await?;
    command(state, caller, catalog_id, asked, done).await
}

/// The lot that a control means, if its body names one. A body that is present must parse: ignoring an unreadable `lotId`
/// would hammer whichever lot is current.
fn named(body: &web::Bytes) -> ApiResult<Option<LotId>> {
    let request: OptionalLotRequest = read_optional(body)?;
    Ok(request.lot_id.map(LotId))
}

/// Hammers the current lot by the hammer rule and opens the next one.
///
/// A `lotId` must name the current lot (else 5). For the catalog's controllers.
#[utoipa::path(operation_id = "next_lot", tag = "auctioneer", request_body = NextRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/next")]
pub async fn next_lot(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<NextRequest>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    let next = Command::Next {
        lot: request.lot_id.map(LotId),
    };
    command_as_controller(&state, &caller, request.catalog_id, next, "Следующий лот").await
}

/// Starts a classic sale, at the earliest 15 minutes before its start date, if it has lots to open.
///
/// For the catalog's controllers.
#[utoipa::path(operation_id = "start_classic", tag = "auctioneer", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state, or nothing to open")))]
#[put("/api/trade/classic/{id}/start")]
pub async fn start_classic(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    start(&state, &caller, *id, CatalogType::Classic).await
}

/// Starts a parallel sale, under the conditions of `start_classic`. For the catalog's controllers.
#[utoipa::path(operation_id = "start_parallel", tag = "auctioneer", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state, or nothing to open")))]
#[put("/api/trade/parallel/{id}/start")]
pub async fn start_parallel(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    start(&state, &caller, *id, CatalogType::Parallel).await
}

async fn start(
    state: &AppState,
    caller: &Member,
    catalog_id: i64,
    of: CatalogType,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(state, caller, catalog_id).await?;
    if catalogs::one(&state.pool, catalog_id, Some(caller))
        .await?
        .catalog_type
        != of
    {
        return Err(Code::NotPossibleInThisState.into());
    }
    command(
        state,
        caller,
        catalog_id,
        Command::Start,
        "Аукцион успешно запущен",
    )
    .await
}

/// Sells the current lot to the leading bet, even below the reserve.
///
/// Of lots on offer at the buyer's choice it sells those of `takeLotIds`, each for the price; the others are offered again, a
/// leading lot without the bets made for the choice. The lot stays on display until `next_lot`. For the catalog's controllers.
#[utoipa::path(operation_id = "sell_lot", tag = "auctioneer", params(("id" = i64, Path)), security(("token" = [])),
    request_body = Option<SellRequest>,
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state, or no lot of a choice is taken"),
        (status = 422, description = "Too many lots"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/{id}/sell")]
pub async fn sell_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    body: web::Bytes,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(&state, &caller, *id).await?;
    let request: SellRequest = read_optional(&body)?;
    let most = bounds::JOINED_LOTS + 1;
    if request.take_lot_ids.len() > most {
        return Err(ApiError::invalid(
            "takeLotIds",
            format!("Не больше {most} лотов"),
        ));
    }
    let done = match &*request.take_lot_ids {
        [_, _, ..] => "Лоты проданы",
        _ => "Лот продан",
    };
    let sell = Command::Sell {
        lot: request.lot_id.map(LotId),
        take: request.take_lot_ids.into_iter().map(LotId).collect(),
        // A bet of another catalog never leads here.
        bet: request
            .bet_id
            .map(|bet| BetNo(bet_number(*id, bet).unwrap_or_default())),
    };
    command(&state, &caller, *id, sell, done).await
}

/// Passes the current lot unsold and opens the next one.
///
/// Refused (8) if the hammer would sell the lot. For the catalog's controllers.
#[utoipa::path(operation_id = "skip_lot", tag = "auctioneer", params(("id" = i64, Path)), security(("token" = [])),
    request_body = Option<OptionalLotRequest>,
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 422, description = "An id that is no number"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/{id}/skip")]
pub async fn skip_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    body: web::Bytes,
) -> ApiResult<Json<AuctioneerAnswer>> {
    let skip = Command::Skip { lot: named(&body)? };
    command_as_controller(&state, &caller, *id, skip, "Лот пропущен").await
}

/// Undoes the last hammer, or reopens the lot before the current one. For the catalog's controllers.
#[utoipa::path(operation_id = "previous_lot", tag = "auctioneer", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/{id}/previous")]
pub async fn previous_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    command_as_controller(
        &state,
        &caller,
        *id,
        Command::Previous,
        "Возврат к предыдущему лоту",
    )
    .await
}

/// Opens a lot out of turn: any that is not over (else 2).
///
/// The lot on the block goes back into the queue with its bets, and `next_lot` goes on from the lot now opened. A `fromLotId`
/// must name the current lot (else 5). For the catalog's controllers.
#[utoipa::path(operation_id = "jump_to_lot", tag = "auctioneer", params(("id" = i64, Path)),
    request_body = JumpRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/{id}/jump")]
pub async fn jump_to_lot(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<JumpRequest>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    let jump = Command::Jump {
        lot: LotId(request.lot_id),
        from: request.from_lot_id.map(LotId),
    };
    command_as_controller(&state, &caller, *id, jump, "Переход к лоту").await
}

/// Joins the current lot with waiting ones: sold as one for one price, or offered at the buyer's choice. An empty list parts
/// the group.
///
/// Sold as one, the bets on the current lot are for all of them: at the hammer all are sold, or the group dissolves and its
/// bets are void. At the buyer's choice they are for the price of one, and `sell_lot` says which are taken. A `lotId` must
/// name the current lot (else 5). 409 if the current lot has bets, or another has bets, absentee orders or a group. For sales
/// by hand, for the catalog's controllers.
#[utoipa::path(operation_id = "join_lots", tag = "auctioneer", params(("id" = i64, Path)),
    request_body = JoinLotsRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 422, description = "Too many lots"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/{id}/group")]
pub async fn join_lots(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<JoinLotsRequest>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(&state, &caller, *id).await?;
    let lot = LotId(request.lot_id);
    let with: Vec<_> = request.with_lot_ids.iter().copied().map(LotId).collect();
    if with.len() > bounds::JOINED_LOTS {
        let text = format!("Не больше {} лотов", bounds::JOINED_LOTS);
        return Err(ApiError::invalid("withLotIds", &text));
    }
    if with.is_empty() {
        command(
            &state,
            &caller,
            *id,
            Command::Part { lot },
            "Лоты продаются по одному",
        )
        .await
    } else {
        let choice = request.is_choice;
        let done = if choice {
            "Лоты предлагаются на выбор"
        } else {
            "Лоты продаются вместе"
        };
        command(
            &state,
            &caller,
            *id,
            Command::Join { lot, with, choice },
            done,
        )
        .await
    }
}

/// Corrects the paddle of a hall bet, even after the hammer or the sale.
///
/// Results, protocol and reports follow; the journal keeps both paddles and the reason. Refused once the lot is paid (8), and for a bet that
/// does not stand or is not the hall's (auctioneer 5). For the catalog's controllers.
#[utoipa::path(operation_id = "correct_paddle", tag = "auctioneer", params(("id" = i64, Path)),
    request_body = CorrectPaddleRequest, security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 422, description = "No paddle, or one that is too long, of several lines or has invisible characters"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/{id}/paddle")]
pub async fn correct_paddle(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    request: Json<CorrectPaddleRequest>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    controlled_house(&state, &caller, *id).await?;
    let mut faults = Faults::default();
    let typed = faults.optional("paddle", Some(&request.paddle), bounds::PADDLE);
    let reason = faults.optional(
        "reason",
        request.reason.as_deref(),
        bounds::CORRECTION_REASON,
    );
    let (typed, reason) = faults.or((typed, reason))?;
    let paddle = typed.as_deref().and_then(Paddle::typed);
    let paddle = paddle.ok_or_else(|| ApiError::invalid("paddle", "Укажите номер участника"))?;
    // No bet has the number 0, so an id of another catalog's bet is answered as one that does not stand.
    let bet = BetNo(bet_number(*id, request.bet_id).unwrap_or(0));
    let correct = Command::CorrectPaddle {
        lot: LotId(request.lot_id),
        bet,
        paddle,
        reason,
    };
    command(&state, &caller, *id, correct, "Номер участника исправлен").await
}

/// Ends a classic sale that has no lots left to open. For the catalog's controllers.
#[utoipa::path(operation_id = "finish_classic", tag = "auctioneer", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[put("/api/trade/classic/{id}/end")]
pub async fn finish_classic(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    command_as_controller(&state, &caller, *id, Command::Finish, "Аукцион завершён").await
}

/// Not implemented: the specification names the call and states that there is no such mechanism.
#[utoipa::path(operation_id = "half_step", tag = "auctioneer", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 501, description = "Always")))]
#[put("/api/trade/classic/{id}/half-step")]
pub async fn half_step(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<()>> {
    controlled_house(&state, &caller, *id).await?;
    Err(ApiError::not_implemented(
        "Отсутствует механизм половинной ставки",
    ))
}

/// «Последний раз»: warns that the hammer is about to fall on the current lot.
///
/// Announced as the lot's `warnedAt` until the next bet on it, and changes no rule. For sales by hand, on a lot with a
/// leading bet; a `lotId` must name the current lot (else 5). For the catalog's controllers.
#[utoipa::path(operation_id = "warn", tag = "auctioneer", params(("id" = i64, Path)), security(("token" = [])),
    request_body = Option<OptionalLotRequest>,
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 422, description = "An id that is no number")))]
#[put("/api/trade/classic/{id}/warn")]
pub async fn warn(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    body: web::Bytes,
) -> ApiResult<Json<AuctioneerAnswer>> {
    let warn = Command::Warn { lot: named(&body)? };
    command_as_controller(&state, &caller, *id, warn, "Последний раз").await
}

/// Pauses bidding on the current lot: no bets (8), no hammer, no timer.
///
/// Absentee orders are accepted and act after `resume`. For the catalog's controllers.
#[utoipa::path(operation_id = "pause", tag = "auctioneer", params(("id" = i64, Path)), security(("token" = [])),
    request_body = Option<PauseRequest>,
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"),
        (status = 422, description = "The reason is too long")))]
#[put("/api/trade/classic/{id}/pause")]
pub async fn pause(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    body: web::Bytes,
) -> ApiResult<Json<AuctioneerAnswer>> {
    let request: PauseRequest = read_optional(&body)?;
    let mut faults = Faults::default();
    let reason = faults.optional("reason", request.reason.as_deref(), bounds::PAUSE_REASON);
    let pause = Command::Pause {
        reason: faults.or(reason)?,
    };
    command_as_controller(&state, &caller, *id, pause, "Торги приостановлены").await
}

/// Ends the pause: the current lot gets back the time it had left, at least 15 seconds. For the catalog's controllers.
#[utoipa::path(operation_id = "resume", tag = "auctioneer", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = AuctioneerAnswer), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state")))]
#[put("/api/trade/classic/{id}/resume")]
pub async fn resume(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AuctioneerAnswer>> {
    command_as_controller(&state, &caller, *id, Command::Resume, "Торги продолжаются").await
}
