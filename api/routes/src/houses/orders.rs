//! Bidders request registration with a house. Its managers, owners and admins decide.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{get, post};
use serde::Deserialize;
use serde_json::json;
use time::OffsetDateTime;
use utoipa::IntoParams;

use super::house::require_house;
use application::caller::Member;
use application::state::AppState;
use contract::bounds;
use contract::dto::{
    AcceptAndTrustRequest, DecideOrderRequest, HouseOrder, HouseOrderStatus, Page, Paging,
    SendOrderRequest,
};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use outbox::{Notice, enqueue};
use people::journal::Action;
use people::standing;
use sqlstate::Cause;

/// A registration request with its person and house.
struct OrderRow {
    id: i64,
    house_id: i64,
    name_ru: String,
    account_id: i64,
    display_name: String,
    phone: Option<String>,
    email: Option<String>,
    note: Option<String>,
    conclusion: Option<String>,
    status: i16,
    is_trusted: bool,
    created: OffsetDateTime,
    decided: Option<OffsetDateTime>,
}

impl OrderRow {
    /// The request as its owner sees it.
    fn for_owner(self) -> HouseOrder {
        HouseOrder {
            display_name: None,
            phone: None,
            e_mail: None,
            ..self.for_staff()
        }
    }

    fn for_staff(self) -> HouseOrder {
        let status = match self.status {
            0 => HouseOrderStatus::Pending,
            1 => HouseOrderStatus::Accepted,
            _ => HouseOrderStatus::Rejected,
        };
        HouseOrder {
            order_id: self.id,
            house_id: self.house_id,
            house_name_ru: self.name_ru,
            user_id: self.account_id,
            display_name: Some(self.display_name),
            phone: self.phone,
            e_mail: self.email,
            note: self.note,
            conclusion: self.conclusion,
            status,
            is_trusted: self.is_trusted && status == HouseOrderStatus::Accepted,
            created: self.created.into(),
            decided: self.decided.map(Into::into),
        }
    }
}

/// Requests that match every given filter, newest first.
async fn find_orders(
    state: &AppState,
    order_id: Option<i64>,
    house_ids: Option<&[i64]>,
    account_id: Option<i64>,
    status: Option<i16>,
    limit: i64,
    offset: i64,
) -> ApiResult<Vec<OrderRow>> {
    Ok(sqlx::query_as!(
        OrderRow,
        r#"select o.id, o.house_id, h.name_ru, o.account_id, a.display_name,
            case when not a.unproved_phone then a.phone end as phone,
            case when not a.unproved_email then a.email end as email, o.note, o.conclusion,
            o.status, coalesce(t.trusted, false) as "is_trusted!", o.created, o.decided
        from house_order o
        join house h on h.id = o.house_id
        join account a on a.id = o.account_id
        left join house_trust t on t.house_id = o.house_id and t.account_id = o.account_id
        where ($1::bigint is null or o.id = $1) and ($2::bigint[] is null or o.house_id = any($2))
            and ($3::bigint is null or o.account_id = $3) and ($4::smallint is null or o.status = $4)
        order by o.created desc, o.id desc limit $5 offset $6"#,
        order_id,
        house_ids,
        account_id,
        status,
        limit,
        offset
    )
    .fetch_all(&state.pool)
    .await?)
}

/// The account's latest request to the house.
pub async fn my_order(
    state: &AppState,
    house_id: i64,
    account_id: i64,
) -> ApiResult<Option<HouseOrder>> {
    let rows = find_orders(state, None, Some(&[house_id]), Some(account_id), None, 1, 0).await?;
    Ok(rows.into_iter().next().map(OrderRow::for_owner))
}

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
    my_order(&state, body.house_id, member.id)
        .await?
        .map(Json)
        .ok_or_else(ApiError::not_found)
}

/// The caller's requests, newest first.
#[utoipa::path(tag = "house orders", security(("token" = [])), responses((status = 200, body = Vec<HouseOrder>)))]
#[get("/api/house/orders/my")]
pub async fn my_orders(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<HouseOrder>>> {
    let rows = find_orders(&state, None, None, Some(member.id), None, 1000, 0).await?;
    Ok(Json(rows.into_iter().map(OrderRow::for_owner).collect()))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct OrdersQuery {
    /// Absent: all houses the caller manages or owns.
    house_id: Option<i64>,
    /// 0 Pending, 1 Accepted, 2 Rejected.
    #[param(value_type = Option<HouseOrderStatus>)]
    status: Option<i16>,
}

/// Requests to the houses that the caller manages or owns, newest first. Admins get those of all houses.
#[utoipa::path(tag = "house orders", params(OrdersQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<HouseOrder>)))]
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
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from house_order
         where ($1::bigint[] is null or house_id = any($1)) and ($2::smallint is null or status = $2)"#,
        house_ids.as_deref(),
        query.status
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let rows = find_orders(
        &state,
        None,
        house_ids.as_deref(),
        None,
        query.status,
        window.limit,
        window.offset,
    )
    .await?;
    Ok(Json(Page::new(
        rows.into_iter().map(OrderRow::for_staff).collect(),
        window,
    )))
}

/// Accepts (1) or rejects (2) a person's latest request.
///
/// An accepted one may be rejected later; the person then loses their open absentee orders in the house. For the
/// house's managers, owners and admins.
#[utoipa::path(tag = "house orders", params(("id" = i64, Path)),
    security(("token" = [])),
    responses((status = 200, body = HouseOrder), (status = 409, description = "The person has sent a later request")))]
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
    decide(
        state,
        member,
        *id,
        body.conclusion.as_deref(),
        body.status,
        false,
    )
    .await
}

/// Accepts a person's latest request and trusts them. For the house's managers, owners and admins.
#[utoipa::path(tag = "house orders",
    security(("token" = [])),
    responses((status = 200, body = HouseOrder), (status = 409, description = "The person has sent a later request"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[post("/api/house/orders/accept-and-trust")]
pub async fn accept_and_trust(
    state: Data<AppState>,
    member: Member,
    body: Json<AcceptAndTrustRequest>,
) -> ApiResult<Json<HouseOrder>> {
    decide(
        state,
        member,
        body.order_id,
        body.conclusion.as_deref(),
        HouseOrderStatus::Accepted,
        true,
    )
    .await
}

async fn decide(
    state: Data<AppState>,
    member: Member,
    order_id: i64,
    conclusion: Option<&str>,
    status: HouseOrderStatus,
    trust: bool,
) -> ApiResult<Json<HouseOrder>> {
    let conclusion = text("conclusion", conclusion)?;
    let decision = decided(state.clone(), member, order_id, conclusion, status, trust);
    standing::to_its_end(decision).await?;
    let rows = find_orders(&state, Some(order_id), None, None, None, 1, 0).await?;
    rows.into_iter()
        .next()
        .map(|row| Json(row.for_staff()))
        .ok_or_else(ApiError::not_found)
}

async fn decided(
    state: Data<AppState>,
    member: Member,
    order_id: i64,
    conclusion: Option<String>,
    status: HouseOrderStatus,
    trust: bool,
) -> ApiResult<()> {
    let mut tx = state.pool.begin().await?;
    let order = sqlx::query!(
        "select house_id, account_id, status, conclusion from house_order where id = $1 for update",
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
    let is_trusted = status == HouseOrderStatus::Accepted && (trust || was_trusted);
    let now = state.clock.now();
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
             on conflict (house_id, account_id) do update set trusted = true, created = $3, created_by = $4",
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
        standing::lost(&state.bidders, order.house_id, order.account_id).await?;
    } else {
        state.access.account_changed(order.account_id);
    }
    Ok(())
}
