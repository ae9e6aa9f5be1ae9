//! Answers, withdraws and hides price queries.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, post};
use sqlx::PgConnection;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::price_queries::one;
use contract::bounds;
use contract::dto::{PriceAnswerRequest, PriceQuery, PriceQueryStatus};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use outbox::{Notice, enqueue};
use people::journal::Action;

/// Locks a query until the transaction ends.
async fn lock(tx: &mut PgConnection, id: i64) -> ApiResult<PriceQuery> {
    sqlx::query!("select id from price_query where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await?;
    one(tx, id).await
}

/// Answers (1) or rejects (2) a price query, and notifies the asker.
///
/// For managers and owners of the lot's house, and admins.
#[utoipa::path(tag = "price queries", security(("token" = [])), responses((status = 200, body = PriceQuery),
    (status = 404, description = "Unknown, or about another house's lot"),
    (status = 409, description = "Already answered"), (status = 422, description = "Invalid fields")))]
#[post("/api/queries")]
pub async fn answer_query(
    state: Data<AppState>,
    member: Member,
    request: Json<PriceAnswerRequest>,
) -> ApiResult<Json<PriceQuery>> {
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, request.id).await?;
    if !member.manages(before.house_id) {
        return Err(ApiError::not_found());
    }
    let answer = parse(&request)?;
    if before.status != PriceQueryStatus::Created {
        return Err(ApiError::conflict("На запрос уже ответили"));
    }
    sqlx::query!(
        "update price_query set status = $2, answer = $3, answered = $4, answered_by = $5 where id = $1",
        before.id,
        request.status.number(),
        answer,
        state.clock.now(),
        member.id
    )
    .execute(&mut *tx)
    .await?;
    let after = one(&mut *tx, before.id).await?;
    let event = match after.status {
        PriceQueryStatus::Rejected => Action::PriceRefused,
        _ => Action::PriceAnswered,
    };
    member
        .by(state.clock.now())
        .record_change(&mut tx, event, before.id, &before, &after)
        .await?;
    let answered = Notice::PriceRequestAnswered {
        account_id: after.user_id,
        query_id: after.id,
    };
    enqueue::notices(&mut tx, &[answered]).await?;
    tx.commit().await?;
    Ok(Json(after))
}

fn parse(request: &PriceAnswerRequest) -> ApiResult<Option<String>> {
    let mut fields = Faults::default();
    let text = request.answer.as_deref();
    let answer = match request.status {
        PriceQueryStatus::Processed => {
            Some(fields.required("answer", text.unwrap_or_default(), bounds::LONG_MESSAGE))
        }
        PriceQueryStatus::Rejected => fields.optional("answer", text, bounds::LONG_MESSAGE),
        PriceQueryStatus::Created => {
            fields.add("status", "Ответьте на запрос или откажите");
            None
        }
    };
    fields.into_result()?;
    Ok(answer)
}

/// Withdraws the caller's own query or, once it is answered, hides it from the caller's list.
///
/// The house's managers and owners, and admins, may only hide answered ones. Hiding by one side does not affect the
/// other.
#[utoipa::path(tag = "price queries", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not answered yet")))]
#[delete("/api/queries/{id}")]
pub async fn delete_query(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, *id).await?;
    let is_open = before.status == PriceQueryStatus::Created;
    let away = sqlx::query!(
        r#"select put_away_by_asker is not null as "by_asker!", put_away_by_house is not null as "by_house!"
           from price_query where id = $1"#,
        *id
    )
    .fetch_one(&mut *tx)
    .await?;
    let is_askers = before.user_id == member.id && !away.by_asker;
    let is_houses = member.manages(before.house_id) && !away.by_house;
    if !is_askers && !is_houses {
        return Err(ApiError::not_found());
    }
    if !is_askers && is_open {
        return Err(ApiError::conflict(
            "Сначала ответьте на запрос или откажите",
        ));
    }
    sqlx::query!(
        "update price_query set deleted = case when $3 then $2::timestamptz end,
            put_away_by_asker = case when $4 and not $3 then $2 else put_away_by_asker end,
            put_away_by_house = case when $4 then put_away_by_house else $2 end
         where id = $1",
        *id,
        state.clock.now(),
        is_open,
        is_askers
    )
    .execute(&mut *tx)
    .await?;
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::PriceQueryDeleted, *id, &before)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
