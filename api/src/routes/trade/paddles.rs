//! Whom the house knows under which paddle of a sale, and whom it calls by telephone.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use serde::Serialize;
use sqlx::{PgConnection, PgExecutor};

use super::auctioneer::controlled_house;
use application::caller::Member;
use application::state::AppState;
use contract::bounds;
use contract::dto::{PaddleHolder, PaddleRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::Action;
use people::login;
use sqlstate::violates;

/// The most paddles of a sale. One answer holds all of them.
const MOST: i64 = 5_000;
/// The most lots that someone is called for one by one.
const LOTS: usize = 1_000;

/// A registration as the journal keeps it, which masks `displayName` and `phone`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Record<'a> {
    paddle: &'a str,
    display_name: &'a str,
    phone: Option<&'a str>,
    deposit: Option<i64>,
    limit: Option<i64>,
    is_by_phone: bool,
    lots: &'a [i32],
}

impl<'a> Record<'a> {
    fn of(holder: &'a PaddleHolder) -> Self {
        Self {
            paddle: &holder.number,
            display_name: &holder.name,
            phone: holder.phone.as_deref(),
            deposit: holder.deposit,
            limit: holder.limit,
            is_by_phone: holder.is_by_phone,
            lots: &holder.lots,
        }
    }
}

/// Finds the paddles of a catalog: one by id, or all, by number.
async fn find(
    executor: impl PgExecutor<'_>,
    catalog_id: i64,
    id: Option<i64>,
) -> sqlx::Result<Vec<PaddleHolder>> {
    sqlx::query_as!(
        PaddleHolder,
        r#"select id, number, name, phone, deposit, spending_limit as "limit", is_by_phone, language, lots, caller
         from paddle where catalog_id = $1 and ($2::bigint is null or id = $2)
         order by char_length(number), number"#,
        catalog_id,
        id
    )
    .fetch_all(executor)
    .await
}

/// Locks a paddle until the transaction ends.
async fn lock(tx: &mut PgConnection, catalog_id: i64, id: i64) -> ApiResult<PaddleHolder> {
    sqlx::query!(
        "select id from paddle where catalog_id = $1 and id = $2 for update",
        catalog_id,
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    one(tx, catalog_id, id).await
}

async fn one(executor: impl PgExecutor<'_>, catalog_id: i64, id: i64) -> ApiResult<PaddleHolder> {
    find(executor, catalog_id, Some(id))
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// The request with its texts as they are stored, or every fault.
fn checked(request: PaddleRequest) -> ApiResult<PaddleRequest> {
    let mut faults = Faults::default();
    let phone = request
        .phone
        .as_deref()
        .map(str::trim)
        .filter(|phone| !phone.is_empty())
        .and_then(|phone| {
            login::phone(phone)
                .map_err(|_| faults.add("phone", "Введите корректный номер телефона"))
                .ok()
        });
    let mut amount = |field, value: Option<i64>| value.map(|value| faults.amount(field, value));
    let deposit = amount("deposit", request.deposit);
    let limit = amount("limit", request.limit);
    if request.lots.len() > LOTS {
        faults.add("lots", format!("Не более {LOTS} лотов"));
    }
    if request.lots.iter().any(|number| *number < 1) {
        faults.add("lots", "Номера лотов начинаются с 1");
    }
    let mut lots = request.lots;
    lots.sort_unstable();
    lots.dedup();
    let checked = PaddleRequest {
        number: faults.required("number", &request.number, bounds::PADDLE),
        name: faults.required("name", &request.name, bounds::DISPLAY_NAME),
        phone,
        deposit,
        limit,
        is_by_phone: request.is_by_phone,
        language: faults.optional("language", request.language.as_deref(), bounds::LANGUAGE),
        lots,
        caller: faults.optional("caller", request.caller.as_deref(), bounds::DISPLAY_NAME),
    };
    faults.or(checked).map_err(Into::into)
}

fn refused(error: sqlx::Error) -> ApiError {
    if violates(&error, "paddle_number") {
        return ApiError::invalid("number", "Этот номер уже выдан");
    }
    error.into()
}

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
    Ok(Json(find(&state.pool, *id, None).await?))
}

/// Gives someone a paddle, or a line on which the house calls them. For the catalog's controllers.
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
    let wanted = checked(request.into_inner())?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    let added = sqlx::query_scalar!(
        "insert into paddle (catalog_id, number, name, phone, deposit, spending_limit, is_by_phone, language, lots,
            caller, created)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
         where (select count(*) from paddle where catalog_id = $1) < $12 returning id",
        *id,
        wanted.number,
        wanted.name,
        wanted.phone,
        wanted.deposit,
        wanted.limit,
        wanted.is_by_phone,
        wanted.language,
        &wanted.lots,
        wanted.caller,
        now,
        MOST
    )
    .fetch_optional(&mut *tx)
    .await
    .map_err(refused)?
    .ok_or_else(|| ApiError::conflict("Номеров слишком много, удалите ненужные"))?;
    let after = one(&mut *tx, *id, added).await?;
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
    let wanted = checked(request.into_inner())?;
    let mut tx = state.pool.begin().await?;
    let before = lock(&mut tx, id, paddle_id).await?;
    sqlx::query!(
        "update paddle set number = $2, name = $3, phone = $4, deposit = $5, spending_limit = $6, is_by_phone = $7,
            language = $8, lots = $9, caller = $10 where id = $1",
        paddle_id,
        wanted.number,
        wanted.name,
        wanted.phone,
        wanted.deposit,
        wanted.limit,
        wanted.is_by_phone,
        wanted.language,
        &wanted.lots,
        wanted.caller
    )
    .execute(&mut *tx)
    .await
    .map_err(refused)?;
    let after = one(&mut *tx, id, paddle_id).await?;
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
    let before = lock(&mut tx, id, paddle_id).await?;
    sqlx::query!("delete from paddle where id = $1", paddle_id)
        .execute(&mut *tx)
        .await?;
    caller
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::PaddleDeleted, id, &Record::of(&before))
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}
