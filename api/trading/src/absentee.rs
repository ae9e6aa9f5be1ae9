//! Absentee orders: secret maxima, one per user and lot. Only the owner and admins see a maximum.

use actix_web::{HttpRequest, delete, get, post, web};
use domain::{Command, LotId, Refusal, UserId};
use room_server::Answer;

use crate::bet;
use application::caller::Member;
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use catalogue::listing::lots;
use catalogue::participants;
use contract::codes;
use contract::dto::{
    AbsenteeAnswer, AbsenteeBet, AbsenteeCount, AbsenteeRequest, LeadingAbsentee, MyAbsenteeBet,
};
use contract::error::{ApiError, ApiResult};
use people::eligibility;

/// `catalog_id` is the order's catalog, and `caller` its owner.
async fn answered(
    state: &AppState,
    answer: &Answer,
    (catalog_id, caller): (i64, i64),
    done: Option<&str>,
) -> ApiResult<Json<AbsenteeAnswer>> {
    match &answer.result {
        Ok(outcome) => Ok(Json(AbsenteeAnswer {
            code: outcome.code().into(),
            message: done.unwrap_or(codes::outcome_text(*outcome)).to_owned(),
            lot: answer.lot.clone(),
            my_participant: participants::number(&state.pool, catalog_id, caller).await?,
        })),
        Err(refusal) => Err(ApiError::numbered(refusal)),
    }
}

/// Places or changes the caller's secret maximum on a lot.
///
/// Answers 0: accepted; 12: accepted, but another user still leads. Only for users trusted by the house, which is
/// checked first.
#[utoipa::path(operation_id = "place_absentee", tag = "absentee", request_body = AbsenteeRequest,
    security(("token" = [])),
    params(("Idempotency-Key" = Option<String>, Header, pattern = "^[!-~]([ -~]*[!-~])?$", description = "1 to 200 visible ASCII characters; remembered for 24 h")),
    responses((status = 200, body = AbsenteeAnswer),
        (status = 403, description = "Not trusted by the house, or on its staff"),
        (status = 404, description = "Unknown catalog or lot"),
        (status = 409, description = "Refused by the rules"),
        (status = 422, description = "Not a multiple of 10, or too low"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/trade/bet/absentee")]
pub async fn place_absentee(
    state: web::Data<AppState>,
    caller: Member,
    request: HttpRequest,
    order: Json<AbsenteeRequest>,
) -> ApiResult<Json<AbsenteeAnswer>> {
    caller.require_login()?;
    state.limits.bet(caller.id).await?;
    let Some(house) = state.houses_of_catalogs.house_of(order.catalog_id).await? else {
        return Err(ApiError::numbered(&Refusal::CatalogNotFound));
    };
    let eligibility = bet::eligibility(&caller, order.catalog_id, house);
    if !eligibility.trusted || caller.may_never_bid_in(house) {
        let refusal = if !catalogs::exists(&state.pool, order.catalog_id, Some(&caller)).await? {
            ApiError::numbered(&Refusal::CatalogNotFound)
        } else if !eligibility.trusted {
            ApiError::numbered(&Refusal::Untrusted)
        } else {
            bet::never_bids()
        };
        return Err(refusal);
    }
    let maximum = bet::amount("value", order.value)?;
    let idempotency = bet::idempotency(&request, || {
        format!(
            "absentee {} {} {}",
            order.catalog_id, order.lot_id, order.value
        )
    })?;
    let command = Command::PlaceOrder {
        lot: LotId(order.lot_id),
        user: UserId(caller.id),
        maximum,
        eligibility,
    };
    let answer = eligibility::place_order(
        state.bidders.clone(),
        house,
        caller.id,
        order.catalog_id,
        bet::room_request(command, &caller.by(state.clock.now()), idempotency),
    )
    .await?;
    let Some(answer) = answer else {
        return Err(ApiError::numbered(&Refusal::Untrusted));
    };
    answered(&state, &answer, (order.catalog_id, caller.id), None).await
}

/// Withdraws the caller's order on a lot. Refused while its owner leads on the open lot.
#[utoipa::path(operation_id = "withdraw_absentee", tag = "absentee", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = AbsenteeAnswer),
        (status = 404, description = "Unknown lot"),
        (status = 409, description = "No order, the caller leads, or the lot is over"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[delete("/api/trade/bet/absentee/lot/{id}")]
pub async fn withdraw_absentee(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<AbsenteeAnswer>> {
    caller.require_login()?;
    state.limits.bet(caller.id).await?;
    let lot = sqlx::query!(
        r#"select catalog_id as "catalog_id!", house_id from lot where id = $1 and catalog_id is not null"#,
        *id
    )
    .fetch_optional(&state.pool)
    .await?;
    let Some(lot) = lot else {
        return Err(ApiError::numbered(&Refusal::LotNotFound));
    };
    let eligibility = bet::eligibility(&caller, lot.catalog_id, lot.house_id);
    let command = Command::WithdrawOrder {
        lot: LotId(*id),
        user: UserId(caller.id),
        eligibility,
    };
    let answer = state
        .rooms
        .send(
            lot.catalog_id,
            bet::room_request(command, &caller.by(state.clock.now()), None),
        )
        .await
        .map_err(ApiError::from)?;
    let owner = (lot.catalog_id, caller.id);
    answered(&state, &answer, owner, Some("Заочная ставка отозвана")).await
}

/// The caller's orders, latest first.
#[utoipa::path(operation_id = "list_my_absentee", tag = "absentee", security(("token" = [])),
    responses((status = 200, body = Vec<AbsenteeBet>)))]
#[get("/api/trade/bet/absentee")]
pub async fn list_my_absentee(
    state: web::Data<AppState>,
    caller: Member,
) -> ApiResult<Json<Vec<AbsenteeBet>>> {
    Ok(Json(orders_of(&state, caller.id, None).await?))
}

/// The caller's orders with their lots, latest first. Omits lots no longer visible to the caller.
#[utoipa::path(operation_id = "list_my_absentee_with_lots", tag = "absentee", security(("token" = [])),
    responses((status = 200, body = Vec<MyAbsenteeBet>)))]
#[get("/api/trade/bet/absentee/my")]
pub async fn list_my_absentee_with_lots(
    state: web::Data<AppState>,
    caller: Member,
) -> ApiResult<Json<Vec<MyAbsenteeBet>>> {
    let orders = orders_of(&state, caller.id, None).await?;
    let ids: Vec<i64> = orders.iter().map(|order| order.lot_id).collect();
    let lots = lots::by_ids(&state.pool, &ids, Some(&caller)).await?;
    // Both lists are in the order of `ids`; invisible lots are missing from `lots`.
    let mut lots = lots.into_iter().peekable();
    let with_lots = orders.into_iter().filter_map(|absentee| {
        let lot = lots.next_if(|lot| lot.id == absentee.lot_id)?;
        Some(MyAbsenteeBet { absentee, lot })
    });
    Ok(Json(with_lots.collect()))
}

/// The caller's order on a lot, or null.
#[utoipa::path(operation_id = "get_my_absentee", tag = "absentee", params(("id" = i64, Path)),
    security(("token" = [])), responses((status = 200, body = Option<AbsenteeBet>)))]
#[get("/api/trade/bet/absentee/lot/{id}")]
pub async fn get_my_absentee(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Option<AbsenteeBet>>> {
    Ok(Json(orders_of(&state, caller.id, Some(*id)).await?.pop()))
}

async fn orders_of(
    state: &AppState,
    account_id: i64,
    lot_id: Option<i64>,
) -> ApiResult<Vec<AbsenteeBet>> {
    let orders = sqlx::query!(
        "select catalog_id, lot_id, value, at from absentee_order
         where account_id = $1 and ($2::bigint is null or lot_id = $2) order by at desc, lot_id desc",
        account_id,
        lot_id
    )
    .fetch_all(&state.pool)
    .await?;
    let orders = orders.into_iter().map(|row| AbsenteeBet {
        catalog_id: row.catalog_id,
        lot_id: row.lot_id,
        value: row.value,
        created: row.at.into(),
    });
    Ok(orders.collect())
}

/// A lot's highest order, the earliest of equals, or null. For admins.
#[utoipa::path(operation_id = "leading_absentee", tag = "absentee", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = Option<LeadingAbsentee>), (status = 403, description = "Not an admin"),
        (status = 404, description = "Unknown lot")))]
#[get("/api/trade/bet/absentee/lot/{id}/leading")]
pub async fn leading_absentee(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Option<LeadingAbsentee>>> {
    if !caller.is_admin() {
        return Err(ApiError::forbidden());
    }
    lots::one(&state.pool, *id, Some(&caller)).await?;
    let leading = sqlx::query_as!(
        LeadingAbsentee,
        r#"select o.account_id as user_id, participant.number as "participant?", o.value
           from absentee_order as o
           left join participant on participant.catalog_id = o.catalog_id and participant.account_id = o.account_id
           where o.lot_id = $1 order by o.value desc, o.at, o.account_id limit 1"#,
        *id
    )
    .fetch_optional(&state.pool)
    .await?;
    Ok(Json(leading))
}

/// The number of pending orders on each lot of a catalog.
///
/// Admins also get the highest maximum. For the catalog's controllers.
#[utoipa::path(operation_id = "absentee_counts", tag = "absentee", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = Vec<AbsenteeCount>), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/bet/absentee/catalog/{id}")]
pub async fn absentee_counts(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<Json<Vec<AbsenteeCount>>> {
    controlled_house(&state, &caller, *id).await?;
    let counts = sqlx::query_as!(
        AbsenteeCount,
        r#"select o.lot_id, count(*) as "count!", case when $2 then max(o.value) end as "max?"
           from lot join absentee_order as o on o.lot_id = lot.id
           where lot.catalog_id = $1
           group by o.lot_id, lot.catalog_lot_id order by lot.catalog_lot_id"#,
        *id,
        caller.is_admin()
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(counts))
}
