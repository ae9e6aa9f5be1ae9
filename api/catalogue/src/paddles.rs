//! The paddles of a sale, and the telephone lines on which the house calls bidders.

use serde::Serialize;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use contract::bounds;
use contract::dto::{PaddleHolder, PaddleRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::login;
use sqlstate::violates;

/// The most paddles of a sale. One answer holds all of them.
const MOST: i64 = 5_000;
/// The most lots that someone is called for one by one.
const LOTS: usize = 1_000;

/// A registration as the journal keeps it, which masks `displayName` and `phone`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record<'a> {
    paddle: &'a str,
    display_name: &'a str,
    phone: Option<&'a str>,
    deposit: Option<i64>,
    limit: Option<i64>,
    is_by_phone: bool,
    lots: &'a [i32],
}

impl<'a> Record<'a> {
    pub fn of(holder: &'a PaddleHolder) -> Self {
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
pub async fn find(
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
pub async fn lock(tx: &mut PgConnection, catalog_id: i64, id: i64) -> ApiResult<PaddleHolder> {
    sqlx::query!(
        "select id from paddle where catalog_id = $1 and id = $2 for update",
        catalog_id,
        id
    )
    .fetch_optional(&mut *tx)
    .await?;
    one(tx, catalog_id, id).await
}

pub async fn one(
    executor: impl PgExecutor<'_>,
    catalog_id: i64,
    id: i64,
) -> ApiResult<PaddleHolder> {
    find(executor, catalog_id, Some(id))
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// The request with its texts as they are stored, or every fault.
pub fn checked(request: PaddleRequest) -> ApiResult<PaddleRequest> {
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

/// Adds a paddle and returns its id; 409 if the sale has [`MOST`], 422 if the number is taken.
pub async fn insert(
    tx: &mut PgConnection,
    catalog_id: i64,
    wanted: &PaddleRequest,
    now: OffsetDateTime,
) -> ApiResult<i64> {
    sqlx::query_scalar!(
        "insert into paddle (catalog_id, number, name, phone, deposit, spending_limit, is_by_phone, language, lots,
            caller, created)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
         where (select count(*) from paddle where catalog_id = $1) < $12 returning id",
        catalog_id,
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
    .fetch_optional(tx)
    .await
    .map_err(refused)?
    .ok_or_else(|| ApiError::conflict("Номеров слишком много, удалите ненужные"))
}

/// Replaces everything about a paddle; 422 if its number is taken.
pub async fn update(tx: &mut PgConnection, id: i64, wanted: &PaddleRequest) -> ApiResult<()> {
    sqlx::query!(
        "update paddle set number = $2, name = $3, phone = $4, deposit = $5, spending_limit = $6, is_by_phone = $7,
            language = $8, lots = $9, caller = $10 where id = $1",
        id,
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
    .execute(tx)
    .await
    .map_err(refused)?;
    Ok(())
}

pub async fn delete(tx: &mut PgConnection, id: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from paddle where id = $1", id)
        .execute(tx)
        .await?;
    Ok(())
}
