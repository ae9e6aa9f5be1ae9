//! `/api/subscription`: time-limited subscriptions to an artist's new lots.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post};
use sqlx::PgExecutor;
use time::{Duration, OffsetDateTime};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::artists::require_public;
use contract::bounds;
use contract::dto::{Subscription, SubscriptionRequest};
use contract::error::{ApiError, ApiResult};
use people::journal::{self, Action};
use people::lock;
use sqlstate::violates;

/// How far ahead renewals may extend a subscription.
const LONGEST: Duration = Duration::days(5 * 360);
/// The most artists per person. One answer holds all of them.
const MOST: usize = 1000;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(subscribe)
        .service(all_subscriptions)
        .service(active_subscriptions)
        .service(unsubscribe);
}

/// A person's subscriptions that match every given filter, latest end first.
async fn find(
    executor: impl PgExecutor<'_>,
    account_id: i64,
    id: Option<i64>,
    active_only: bool,
    now: OffsetDateTime,
) -> ApiResult<Vec<Subscription>> {
    let rows = sqlx::query!(
        "select s.id, s.author_id, a.name, s.created, s.expires from artist_subscription s
         join author a on a.id = s.author_id
         where s.account_id = $1 and ($2::bigint is null or s.id = $2) and (not $3 or s.expires > $4)
         order by s.expires desc, s.id desc",
        account_id,
        id,
        active_only,
        now
    )
    .fetch_all(executor)
    .await?;
    let subscriptions = rows.into_iter().map(|row| Subscription {
        id: row.id,
        author_id: row.author_id,
        author_name: row.name,
        created: row.created.into(),
        expires: row.expires.into(),
        is_active: row.expires > now,
    });
    Ok(subscriptions.collect())
}

async fn one(
    executor: impl PgExecutor<'_>,
    account_id: i64,
    id: i64,
    now: OffsetDateTime,
) -> ApiResult<Subscription> {
    find(executor, account_id, Some(id), false, now)
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// Subscribes the caller to an artist.
///
/// A repeated call extends the subscription by the duration, counted from its end, or from now if it has expired.
#[utoipa::path(tag = "subscriptions", security(("token" = [])), responses((status = 200, body = Subscription),
    (status = 404, description = "Unknown artist"), (status = 409, description = "At the longest term, or too many subscriptions"),
    (status = 422, description = "Not a duration on offer")))]
#[post("/api/subscription")]
async fn subscribe(
    state: Data<AppState>,
    member: Member,
    request: Json<SubscriptionRequest>,
) -> ApiResult<Json<Subscription>> {
    if !bounds::DURATIONS.contains(&request.duration_days) {
        return Err(ApiError::invalid(
            "durationDays",
            "Выберите 30, 90, 180, 270 или 360 дней",
        ));
    }
    let now = state.clock.now();
    let duration = Duration::days(request.duration_days);
    let mut tx = state.pool.begin().await?;
    // Serializes one person's subscriptions: the count below would miss a concurrent insert.
    lock::account(&mut tx, member.id).await?;
    require_public(&mut tx, request.author_id)
        .await
        .map_err(|_| ApiError::not_found_because("Художник не найден"))?;
    let there = find(&mut *tx, member.id, None, false, now).await?;
    let count = there.len();
    let before = there
        .into_iter()
        .find(|one| one.author_id == request.author_id);
    if before.is_none() && count >= MOST {
        return Err(ApiError::conflict("Слишком много подписок"));
    }
    let from = before.as_ref().map_or(now, |one| one.expires.0.max(now));
    let expires = from + duration;
    if expires - now > LONGEST {
        return Err(ApiError::conflict(
            "Подписка уже продлена на наибольший срок",
        ));
    }
    let id = sqlx::query_scalar!(
        "insert into artist_subscription (account_id, author_id, created, expires) values ($1, $2, $3, $4)
         on conflict (account_id, author_id) do update set expires = $4 returning id",
        member.id,
        request.author_id,
        now,
        expires
    )
    .fetch_one(&mut *tx)
    .await
    .map_err(|error| {
        if violates(&error, "artist_subscription_author_id_fkey") {
            ApiError::not_found_because("Художник не найден")
        } else {
            error.into()
        }
    })?;
    let after = one(&mut *tx, member.id, id, now).await?;
    let event = match before {
        Some(_) => Action::SubscriptionRenewed,
        None => Action::SubscriptionCreated,
    };
    let by = member.by(now);
    journal::record(&mut tx, &by, event, id, before.as_ref(), Some(&after)).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// 404 for another person's subscriptions, unless the caller is an admin.
fn require_own(member: &Member, account_id: i64) -> ApiResult<()> {
    if member.id == account_id || member.is_admin() {
        Ok(())
    } else {
        Err(ApiError::not_found())
    }
}

/// A person's subscriptions, including expired ones, latest end first. For that person and admins.
#[utoipa::path(tag = "subscriptions", params(("id" = i64, Path, description = "Account id")),
    security(("token" = [])), responses((status = 200, body = Vec<Subscription>),
        (status = 404, description = "Another person's account")))]
#[get("/api/subscription/account/{id}/all")]
async fn all_subscriptions(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<Vec<Subscription>>> {
    require_own(&member, *id)?;
    let now = state.clock.now();
    Ok(Json(find(&state.pool, *id, None, false, now).await?))
}

/// A person's active subscriptions to artists, latest end first. For that person and admins.
#[utoipa::path(tag = "subscriptions", params(("id" = i64, Path, description = "Account id")),
    security(("token" = [])), responses((status = 200, body = Vec<Subscription>),
        (status = 404, description = "Another person's account")))]
#[get("/api/subscription/account/{id}/active/artist")]
async fn active_subscriptions(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<Vec<Subscription>>> {
    require_own(&member, *id)?;
    let now = state.clock.now();
    Ok(Json(find(&state.pool, *id, None, true, now).await?))
}

/// Ends a subscription of the caller.
#[utoipa::path(tag = "subscriptions", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 404, description = "Unknown, or another person's")))]
#[delete("/api/subscription/{id}")]
async fn unsubscribe(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let before = one(&mut *tx, member.id, *id, now).await?;
    let removed = sqlx::query!("delete from artist_subscription where id = $1", *id)
        .execute(&mut *tx)
        .await?
        .rows_affected();
    if removed == 0 {
        return Err(ApiError::not_found());
    }
    let by = member.by(now);
    by.record_deletion(&mut tx, Action::SubscriptionDeleted, *id, &before)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
