use actix_web::{HttpRequest, post, web};
use domain::{Amount, Command, Eligibility, LotId, Participant, Refusal, UserId};
use room_server::{Idempotency, Request, RoomError};
use sha2::{Digest, Sha256};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::answers;
use contract::bounds;
use contract::dto::{BetAnswer, BetRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::account::Account;
use people::journal::By;

/// The longest `Idempotency-Key`, in bytes.
const MAX_KEY: usize = 200;

/// Places a bet or, with `FromUserId`, a hall bet entered by a controller of the catalog.
///
/// Answers after the bet is durably stored. A refusal by the rules is an answer with a number; the section `errors` lists
/// them. A repeated request with the same `Idempotency-Key` returns the first answer and places nothing.
#[utoipa::path(operation_id = "place_bet", tag = "trade", request_body = BetRequest, security(("token" = [])),
    params(("Idempotency-Key" = Option<String>, Header, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 200 visible ASCII characters; remembered for 24 h")),
    responses((status = 200, body = BetAnswer),
        (status = 401, description = "`not_authenticated`, or `not_registered_in_house`"),
        (status = 403, description = "Staff of the house, admins, developers and access tokens may not bid; only controllers enter hall bets"),
        (status = 422, description = "The value is outside 1 to 10^12, the paddle is too long, of several lines or has invisible characters, or the key was used for another request"),
        (status = 429, description = "Too many bets"), (status = 503, description = "Nothing happened; retry")))]
#[post("/api/trade/bet")]
pub async fn place_bet(
    state: web::Data<AppState>,
    caller: Member,
    request: HttpRequest,
    bet: Json<BetRequest>,
) -> ApiResult<Json<BetAnswer>> {
    caller.require_login()?;
    match bet.from_user_id {
        Some(_) => state.limits.control(caller.id).await?,
        None => state.limits.bet(caller.id).await?,
    }
    let value = amount("betValue", bet.bet_value)?;
    let paddle = bet.from_user_id.as_deref().map(paddle).transpose()?;
    let idempotency = idempotency(&request, || {
        format!(
            "bet {} {} {} {:?}",
            bet.catalog_id, bet.lot_id, bet.bet_value, bet.from_user_id
        )
    })?;
    let Some(house) = state.houses_of_catalogs.house_of(bet.catalog_id).await? else {
        return Ok(Json(answers::bet_refused(Refusal::CatalogNotFound)?));
    };
    let eligibility = eligibility(&caller, bet.catalog_id, house);
    let by = match paddle {
        Some(_) if !eligibility.controller => Err(ApiError::forbidden()),
        Some(paddle) => Ok(Participant::hall(&paddle)),
        None if caller.may_never_bid_in(house) => Err(never_bids()),
        None if !eligibility.accepted => Err(ApiError::not_registered_in_house()),
        None => Ok(Participant::User(UserId(caller.id))),
    };
    let by = match by {
        Ok(by) => by,
        Err(refusal) if catalogs::exists(&state.pool, bet.catalog_id, Some(&caller)).await? => {
            return Err(refusal);
        }
        Err(_) => return Ok(Json(answers::bet_refused(Refusal::CatalogNotFound)?)),
    };
    let command = Command::PlaceBet {
        lot: LotId(bet.lot_id),
        by,
        value,
        eligibility,
    };
    match state
        .rooms
        .send(
            bet.catalog_id,
            room_request(command, &caller.by(state.clock.now()), idempotency),
        )
        .await
    {
        Ok(answer) => Ok(Json(answers::bet_answer(&answer, caller.id)?)),
        Err(RoomError::NotFound) => Ok(Json(answers::bet_refused(Refusal::CatalogNotFound)?)),
        Err(error) => Err(error.into()),
    }
}

/// What is written on a paddle, as everyone in the room is shown it; 422 if it is too long, or has line breaks or invisible characters.
fn paddle(typed: &str) -> ApiResult<String> {
    let mut faults = Faults::default();
    let paddle = faults.optional("FromUserId", Some(typed), bounds::PADDLE);
    Ok(faults.or(paddle.unwrap_or_default())?)
}

/// Validates 0 < value ≤ 10^12; 422 before any rule is checked.
pub fn amount(field: &str, value: i64) -> ApiResult<Amount> {
    Amount::named(value)
        .ok_or_else(|| ApiError::invalid(field, "Сумма должна быть от 1 до 1 000 000 000 000"))
}

/// The caller's current eligibility in the house and catalog.
pub fn eligibility(caller: &Account, catalog_id: i64, house_id: i64) -> Eligibility {
    Eligibility {
        accepted: caller.is_accepted_in(house_id),
        trusted: caller.is_trusted_in(house_id),
        controller: caller.controls(catalog_id, house_id),
    }
}

/// Refuses a bet of those who may never bid here (`Account::may_never_bid_in`).
pub fn never_bids() -> ApiError {
    ApiError::forbidden_because("Сотрудники площадки и аукционного дома не участвуют в торгах")
}

/// The request's `Idempotency-Key`, with the hash of the request whose answer it may replay.
pub fn idempotency(
    request: &HttpRequest,
    asked: impl FnOnce() -> String,
) -> ApiResult<Option<Idempotency>> {
    let Some(key) = request.headers().get("Idempotency-Key") else {
        return Ok(None);
    };
    let key = key
        .to_str()
        .ok()
        .filter(|key| (1..=MAX_KEY).contains(&key.len()))
        // Header values may also have tabs.
        .filter(|key| key.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    let key = key.ok_or_else(|| {
        ApiError::invalid("Idempotency-Key", "От 1 до 200 печатных символов ASCII")
    })?;
    Ok(Some(Idempotency {
        key: key.to_owned(),
        request_hash: Sha256::digest(asked().as_bytes()).into(),
    }))
}

/// A room request for a command, with the sender's journal data.
pub fn room_request(command: Command, by: &By, idempotency: Option<Idempotency>) -> Request {
    Request {
        idempotency,
        ..by.request(command)
    }
}
