//! Bidders request registration with a house. Its managers, owners and admins decide.

use actix_web::web::{Data, Path, Query};
use actix_web::{get, post};
use serde::Deserialize;
use serde_json::json;
use sqlx::PgConnection;
use texts::moscow;
use time::OffsetDateTime;
use utoipa::IntoParams;

use super::house::{managed, require_house};
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::codes::Code;
use contract::dto::{
    AcceptAndTrustRequest, DecideOrderRequest, HouseOrder, HouseOrderStatus, OrderCounts,
    OrderSort, Page, Paging, SendOrderRequest,
};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use outbox::{Notice, enqueue};
use people::eligibility;
use people::journal::Action;
use people::registrations::{self, Wanted};
use people::sought::Sought;
use sqlstate::Cause;

fn text(field: &str, text: Option<&str>) -> ApiResult<Option<String>> {
    let mut faults = Faults::default();
    let text = faults.optional(field, text, bounds::MESSAGE);
    Ok(faults.or(text)?)
}

/// Requests registration as a bidder of a house. 409 while another request is pending or accepted.
#[utoipa::path(tag = "house orders", security(("token" = [])), responses((status = 200, body = HouseOrder),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not possible in this state")))]
#[post("/api/house/orders/send")]
pub async fn send_order(
    state: Data<AppState>,
    member: Member,
    body: Json<SendOrderRequest>,
) -> ApiResult<Json<HouseOrder>> {
    let note = text("note", body.note.as_deref())?;
    require_house(&state, body.house_id).await?;
    if member.may_never_bid_in(body.house_id) {
        return Err(ApiError::forbidden_because(
            "Сотрудники не могут участвовать в торгах своего аукционного дома",
        ));
    }
    let mut tx = state.pool.begin().await?;
    let sent = sqlx::query_scalar!(
        "insert into house_order (house_id, account_id, note, created) values ($1, $2, $3, $4) on conflict do nothing returning id",
        body.house_id,
        member.id,
        note,
        state.clock.now()
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::conflict("Заявка уже отправлена"))?;
    let by = member.by(state.clock.now());
    let after =
        json!({"houseId": body.house_id, "status": HouseOrderStatus::Pending, "note": note});
    by.record_creation(&mut tx, Action::OrderSent, sent, &after)
        .await?;
    tx.commit().await?;
    state.access.account_changed(member.id);
    registrations::latest(&state.pool, body.house_id, member.id)
        .await?
        .map(Json)
        .ok_or_else(ApiError::not_found)
}

/// The caller's requests, newest first.
#[utoipa::path(tag = "house orders", security(("token" = [])), responses((status = 200, body = Vec<HouseOrder>)))]
#[get("/api/house/orders/my")]
pub async fn my_orders(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<HouseOrder>>> {
    Ok(Json(
        registrations::of_account(&state.pool, member.id).await?,
    ))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrdersQuery {
    /// Absent: all houses the caller manages or owns.
    house_id: Option<i64>,
    /// 0 Pending, 1 Accepted, 2 Rejected.
    status: Option<HouseOrderStatus>,
    /// Part of the person's name, phone number, e-mail or note, or of the conclusion.
    search: Option<String>,
    #[param(value_type = Option<OrderSort>)]
    sort: Option<String>,
}

/// Requests to the houses that the caller manages or owns, newest first unless asked otherwise. Admins get those of all
/// houses.
#[utoipa::path(tag = "house orders", params(OrdersQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<HouseOrder>), (status = 422, description = "Unknown order")))]
#[get("/api/house/orders")]
pub async fn orders(
    state: Data<AppState>,
    member: Member,
    query: Query<OrdersQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<HouseOrder>>> {
    let house_ids = match query.house_id {
        Some(house_id) if member.manages(house_id) => Some(vec![house_id]),
        Some(_) => return Err(ApiError::forbidden()),
        None if member.is_admin() => None,
        None => Some([member.manager_of.as_slice(), &member.owner_of].concat()),
    };
    if house_ids.as_ref().is_some_and(Vec::is_empty) {
        return Err(ApiError::forbidden());
    }
    let sought = Sought::new(query.search.as_deref());
    let wanted = Wanted {
        house_ids: house_ids.as_deref(),
        status: query.status.map(HouseOrderStatus::number),
        sought: &sought,
        sort: OrderSort::of(query.sort.as_deref())?,
        with_record: true,
    };
    let window = paging.window(registrations::count(&state.pool, wanted).await?);
    let orders = registrations::page(&state.pool, wanted, &window).await?;
    Ok(Json(Page::new(orders, window)))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct OrderCountsQuery {
    house_id: i64,
    /// As in the list.
    search: Option<String>,
}

/// How many requests to a house match, by their state. For the house's managers, owners and admins.
#[utoipa::path(tag = "house orders", params(OrderCountsQuery), security(("token" = [])),
    responses((status = 200, body = OrderCounts), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house")))]
#[get("/api/house/orders/counts")]
pub async fn order_counts(
    state: Data<AppState>,
    member: Member,
    query: Query<OrderCountsQuery>,
) -> ApiResult<Json<OrderCounts>> {
    managed(&state, &member, query.house_id).await?;
    let sought = Sought::new(query.search.as_deref());
    let counts = registrations::counts(&state.pool, query.house_id, &sought).await?;
    Ok(Json(counts))
}

/// Accepts (1) or rejects (2) a person's latest request.
///
/// An accepted one may be rejected later; the person then loses their open absentee orders in the house. A decision based
/// on an outdated `revision` is refused with `changed_meanwhile`. For the house's managers, owners and admins.
#[utoipa::path(tag = "house orders", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = HouseOrder),
        (status = 409, description = "The person has sent a later request, or another manager has decided meanwhile")))]
#[post("/api/house/orders/{id}")]
pub async fn decide_order(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    body: Json<DecideOrderRequest>,
) -> ApiResult<Json<HouseOrder>> {
    if body.order_id.is_some_and(|named| named != *id) {
        return Err(ApiError::invalid(
            "orderId",
            "Не совпадает с адресом запроса",
        ));
    }
    if body.status == HouseOrderStatus::Pending {
        return Err(ApiError::invalid("status", "Примите или отклоните заявку"));
    }
    let decision = Decision {
        order_id: *id,
        revision: body.revision,
        conclusion: text("conclusion", body.conclusion.as_deref())?,
        status: body.status,
        trust: false,
    };
    decide(state, member, decision).await
}

/// Accepts a person's latest request and trusts them.
///
/// Checks `revision` like a decision without trust. For the house's managers, owners and admins.
#[utoipa::path(tag = "house orders",
    security(("token" = [])),
    responses((status = 200, body = HouseOrder),
        (status = 409, description = "The person has sent a later request, or another manager has decided meanwhile"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[post("/api/house/orders/accept-and-trust")]
pub async fn accept_and_trust(
    state: Data<AppState>,
    member: Member,
    body: Json<AcceptAndTrustRequest>,
) -> ApiResult<Json<HouseOrder>> {
    let decision = Decision {
        order_id: body.order_id,
        revision: body.revision,
        conclusion: text("conclusion", body.conclusion.as_deref())?,
        status: HouseOrderStatus::Accepted,
        trust: true,
    };
    decide(state, member, decision).await
}

struct Decision {
    order_id: i64,
    /// The revision the member saw; `None` skips the check.
    revision: Option<i64>,
    conclusion: Option<String>,
    status: HouseOrderStatus,
    trust: bool,
}

async fn decide(
    state: Data<AppState>,
    member: Member,
    decision: Decision,
) -> ApiResult<Json<HouseOrder>> {
    let order_id = decision.order_id;
    eligibility::to_its_end(store_decision(state.clone(), member, decision)).await?;
    let order = registrations::one(&state.pool, order_id).await?;
    order.map(Json).ok_or_else(ApiError::not_found)
}

async fn store_decision(
    state: Data<AppState>,
    member: Member,
    decision: Decision,
) -> ApiResult<()> {
    let Decision {
        order_id,
        revision,
        conclusion,
        status,
        trust,
    } = decision;
    let mut tx = state.pool.begin().await?;
    let order = sqlx::query!(
        "select house_id, account_id, status, conclusion, revision from house_order where id = $1 for update",
        order_id
    )
    .fetch_optional(&mut *tx)
    .await?
    // Another house's request does not exist for the caller.
    .filter(|order| member.manages(order.house_id))
    .ok_or_else(ApiError::not_found)?;
    // Only the latest request may be decided: a decision on an earlier one must not affect it, and it may be accepted
    // already.
    let is_followed = sqlx::query_scalar!(
        r#"select exists(select from house_order where house_id = $1 and account_id = $2 and id > $3) as "is!""#,
        order.house_id,
        order.account_id,
        order_id
    )
    .fetch_one(&mut *tx)
    .await?;
    if is_followed {
        return Err(ApiError::conflict(
            "У пользователя есть более поздняя заявка",
        ));
    }
    let was_trusted = sqlx::query_scalar!(
        r#"select exists(select from house_trust where house_id = $1 and account_id = $2 and trusted) as "was!""#,
        order.house_id,
        order.account_id
    )
    .fetch_one(&mut *tx)
    .await?;
    let now = state.clock.now();
    if revision.is_some_and(|seen| seen != order.revision) {
        return Err(conflict(&mut tx, order_id, order.status, was_trusted, now).await?);
    }
    let is_trusted = status == HouseOrderStatus::Accepted && (trust || was_trusted);
    sqlx::query!(
        "update house_order set status = $2, conclusion = $3, decided = $4, decided_by = $5 where id = $1",
        order_id,
        status.number(),
        conclusion,
        now,
        member.id
    )
    .execute(&mut *tx)
    .await
    .map_err(|error| match Cause::of(&error) {
        Cause::Unique => {
            ApiError::conflict("У пользователя уже есть другая действующая заявка")
        }
        _ => error.into(),
    })?;
    if trust {
        sqlx::query!(
            "insert into house_trust (house_id, account_id, trusted, created, created_by) values ($1, $2, true, $3, $4)
             on conflict (house_id, account_id) do update set trusted = true, reason = null, created = $3, created_by = $4",
            order.house_id,
            order.account_id,
            now,
            member.id
        )
        .execute(&mut *tx)
        .await?;
    }
    // A pending or accepted request is the person's only live one. A rejected one grants nothing to revoke.
    let was_live = order.status != HouseOrderStatus::Rejected.number();
    if status == HouseOrderStatus::Rejected && was_live {
        // A person accepted again later starts without trust.
        sqlx::query!(
            "delete from house_trust where house_id = $1 and account_id = $2 and trusted",
            order.house_id,
            order.account_id
        )
        .execute(&mut *tx)
        .await?;
    }
    let side = |status: i16, conclusion: &Option<String>, trust: bool| {
        json!({"houseId": order.house_id, "accountId": order.account_id, "status": status, "note": conclusion,
            "isTrusted": trust})
    };
    let (before, after) = (
        side(order.status, &order.conclusion, was_trusted),
        side(status.number(), &conclusion, is_trusted),
    );
    let by = member.by(now);
    by.record_change(&mut tx, Action::OrderDecided, order_id, &before, &after)
        .await?;
    // Only a changed outcome notifies: a reworded conclusion alone does not.
    if (order.status, was_trusted) != (status.number(), is_trusted) {
        let (account_id, house_id) = (order.account_id, order.house_id);
        let notice = match status {
            HouseOrderStatus::Rejected => Notice::RegistrationRejected {
                account_id,
                house_id,
            },
            _ => Notice::RegistrationAccepted {
                account_id,
                house_id,
                is_trusted,
            },
        };
        enqueue::notices(&mut tx, &[notice]).await?;
    }
    tx.commit().await?;
    if status == HouseOrderStatus::Rejected {
        eligibility::lost(&state.bidders, order.house_id, order.account_id).await?;
    } else {
        state.access.account_changed(order.account_id);
    }
    Ok(())
}

/// 409: someone else acted first. The text says what they did, who they are and when it was: «Заявка уже подтверждена: Анна
/// Белова, 11:40 (МСК)».
async fn conflict(
    tx: &mut PgConnection,
    order_id: i64,
    status: i16,
    is_trusted: bool,
    now: OffsetDateTime,
) -> ApiResult<ApiError> {
    let last = sqlx::query!(
        r#"select o.decided, decider.display_name as "decided_by?", t.created as "listed?", adder.display_name as "listed_by?"
         from house_order o
         left join account decider on decider.id = o.decided_by
         left join house_trust t on t.house_id = o.house_id and t.account_id = o.account_id and not t.trusted
         left join account adder on adder.id = t.created_by
         where o.id = $1"#,
        order_id
    )
    .fetch_one(tx)
    .await?;
    let decided = last.decided.zip(last.decided_by).map(|(at, by)| {
        let outcome = match status {
            2 => "Заявка уже отклонена",
            _ if is_trusted => "Заявка уже подтверждена с доверием",
            _ => "Заявка уже подтверждена",
        };
        (at, by, outcome)
    });
    let listed = last
        .listed
        .zip(last.listed_by)
        .map(|(at, by)| (at, by, "Пользователь внесён в особый список"));
    let latest = decided.into_iter().chain(listed).max_by_key(|(at, ..)| *at);
    Ok(match latest {
        Some((at, by, what)) => ApiError::new(
            Code::ChangedMeanwhile,
            format!("{what}: {by}, {}", moscow::time_or_instant(at, now)),
        ),
        // The request has never had the caller's revision.
        None => Code::ChangedMeanwhile.into(),
    })
}
