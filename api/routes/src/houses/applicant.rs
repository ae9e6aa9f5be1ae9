//! What a house knows of a person who asks to be registered.

use actix_web::get;
use actix_web::web::{Data, Path};
use time::OffsetDateTime;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{ApplicantHistory, Purchase};
use contract::error::{ApiError, ApiResult};

struct PurchaseRow {
    lot_id: i64,
    title_ru: String,
    value: i64,
    currency: i16,
    at: OffsetDateTime,
    is_paid: bool,
}

/// What the person of a request has done in its house before: bets, lots won and paid, earlier rejections. For the house's
/// managers, owners and admins.
#[utoipa::path(tag = "house orders", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = ApplicantHistory), (status = 404, description = "Unknown, or another house's request")))]
#[get("/api/house/orders/{id}/history")]
pub async fn applicant_history(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<ApplicantHistory>> {
    let order = sqlx::query!(
        "select house_id, account_id from house_order where id = $1",
        *id
    )
    .fetch_optional(&state.pool)
    .await?
    // Another house's request does not exist for the caller.
    .filter(|order| member.manages(order.house_id))
    .ok_or_else(ApiError::not_found)?;
    let counts = sqlx::query!(
        r#"select
            (select count(distinct b.catalog_id) from bet b join catalog c on c.id = b.catalog_id
                where b.account_id in (select id from account where id = $2 or merged_into = $2) and c.house_id = $1) as "sales!",
            (select count(*) from bet b join catalog c on c.id = b.catalog_id
                where b.account_id in (select id from account where id = $2 or merged_into = $2) and c.house_id = $1 and b.revoked is null) as "bets!",
            (select count(*) from bet b join lot_trade t on t.lot_id = b.lot_id and t.leading_bet_id = b.id join lot l on l.id = t.lot_id
                where b.account_id in (select id from account where id = $2 or merged_into = $2) and l.house_id = $1 and lot_is_sold(t.state)) as "won!",
            (select count(*) from bet b join lot_trade t on t.lot_id = b.lot_id and t.leading_bet_id = b.id join lot l on l.id = t.lot_id
                where b.account_id in (select id from account where id = $2 or merged_into = $2) and l.house_id = $1 and t.state = 8) as "paid!",
            (select count(*) from house_order where house_id = $1 and account_id = $2 and status = 2) as "rejections!""#,
        order.house_id,
        order.account_id
    )
    .fetch_one(&state.pool)
    .await?;
    let purchases = sqlx::query_as!(
        PurchaseRow,
        r#"select l.id as lot_id, l.title_ru, b.value, l.currency, b.at, t.state = 8 as "is_paid!"
        from bet b join lot_trade t on t.lot_id = b.lot_id and t.leading_bet_id = b.id join lot l on l.id = t.lot_id
        where b.account_id in (select id from account where id = $2 or merged_into = $2) and l.house_id = $1 and lot_is_sold(t.state)
        order by b.id desc limit 10"#,
        order.house_id,
        order.account_id
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(ApplicantHistory {
        sales: counts.sales,
        bets: counts.bets,
        won: counts.won,
        paid: counts.paid,
        rejections: counts.rejections,
        purchases: purchases
            .into_iter()
            .map(|row| {
                Ok(Purchase {
                    lot_id: row.lot_id,
                    title_ru: row.title_ru,
                    value: row.value,
                    currency: row.currency.try_into().map_err(ApiError::internal)?,
                    at: row.at.into(),
                    is_paid: row.is_paid,
                })
            })
            .collect::<ApiResult<_>>()?,
    }))
}
