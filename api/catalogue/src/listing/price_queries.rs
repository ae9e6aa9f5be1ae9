//! Price requests, from either side.

use contract::dto::{PriceQuery, PriceQueryCounts, PriceQuerySort, PriceQueryStatus};
use contract::error::{ApiError, ApiResult};
use people::sought::Sought;
use sqlx::PgExecutor;
use time::OffsetDateTime;

struct PriceQueryRow {
    id: i64,
    lot_id: i64,
    title_ru: String,
    house_id: i64,
    name_ru: String,
    account_id: i64,
    display_name: String,
    phone: Option<String>,
    email: Option<String>,
    message: String,
    status: i16,
    answer: Option<String>,
    created: OffsetDateTime,
    answered: Option<OffsetDateTime>,
}

impl PriceQueryRow {
    fn show(self) -> ApiResult<PriceQuery> {
        Ok(PriceQuery {
            id: self.id,
            target_id: self.lot_id,
            lot_title_ru: self.title_ru,
            house_id: self.house_id,
            house_name_ru: self.name_ru,
            user_id: self.account_id,
            display_name: self.display_name,
            number: self.phone,
            email: self.email,
            message: self.message,
            status: PriceQueryStatus::try_from(self.status).map_err(ApiError::internal)?,
            answer: self.answer,
            created: self.created.into(),
            answered: self.answered.map(Into::into),
        })
    }
}

/// Whose queries to list. Excludes those that this side has hidden.
#[derive(Debug, Clone, Copy)]
pub enum Side<'a> {
    Asker(i64),
    /// `None`: all houses.
    Houses(Option<&'a [i64]>),
}

impl<'a> Side<'a> {
    pub fn asker(self) -> Option<i64> {
        match self {
            Self::Asker(account_id) => Some(account_id),
            Self::Houses(_) => None,
        }
    }

    pub fn houses(self) -> Option<&'a [i64]> {
        match self {
            Self::Asker(_) => None,
            Self::Houses(ids) => ids,
        }
    }
}

/// How many queries of a side match.
pub async fn count(
    executor: impl PgExecutor<'_>,
    side: Side<'_>,
    status: Option<i16>,
    sought: &Sought,
) -> ApiResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "count!" from price_query q join lot l on l.id = q.lot_id join account a on a.id = q.account_id
         where q.deleted is null and ($1::bigint is null or q.account_id = $1)
             and ($2::bigint[] is null or l.house_id = any($2)) and ($3::smallint is null or q.status = $3)
             and case when $1::bigint is null then q.put_away_by_house else q.put_away_by_asker end is null
             and ($4::text is null
                or strpos(translate(lower(concat_ws(' ', l.title_ru, a.display_name, a.email, q.message, q.answer)), 'ё', 'е'), $4) > 0
                or strpos(a.phone, $5) > 0)"#,
        side.asker(),
        side.houses(),
        status,
        sought.text,
        sought.digits
    )
    .fetch_one(executor)
    .await?)
}

/// How many queries to a house match a search, by their state.
pub async fn counts(
    executor: impl PgExecutor<'_>,
    house_id: i64,
    sought: &Sought,
) -> ApiResult<PriceQueryCounts> {
    Ok(sqlx::query_as!(
        PriceQueryCounts,
        r#"select count(*) filter (where q.status = 0) as "created!", count(*) filter (where q.status = 1) as "processed!",
            count(*) filter (where q.status = 2) as "rejected!"
         from price_query q join lot l on l.id = q.lot_id join account a on a.id = q.account_id
         where q.deleted is null and l.house_id = $1 and q.put_away_by_house is null
             and ($2::text is null
                or strpos(translate(lower(concat_ws(' ', l.title_ru, a.display_name, a.email, q.message, q.answer)), 'ё', 'е'), $2) > 0
                or strpos(a.phone, $3) > 0)"#,
        house_id,
        sought.text,
        sought.digits
    )
    .fetch_one(executor)
    .await?)
}

/// A side's queries that match, latest first unless asked otherwise.
pub async fn find(
    executor: impl PgExecutor<'_>,
    side: Side<'_>,
    status: Option<i16>,
    sought: &Sought,
    sort: Option<PriceQuerySort>,
    (limit, offset): (i64, i64),
) -> ApiResult<Vec<PriceQuery>> {
    sqlx::query_as!(
        PriceQueryRow,
        "select q.id, q.lot_id, l.title_ru, l.house_id, h.name_ru, q.account_id, a.display_name, a.phone, a.email,
            q.message, q.status, q.answer, q.created, q.answered
         from price_query q join lot l on l.id = q.lot_id join house h on h.id = l.house_id
         join account a on a.id = q.account_id
         where q.deleted is null and ($1::bigint is null or q.account_id = $1)
             and ($2::bigint[] is null or l.house_id = any($2)) and ($3::smallint is null or q.status = $3)
             and case when $1::bigint is null then q.put_away_by_house else q.put_away_by_asker end is null
             and ($4::text is null
                or strpos(translate(lower(concat_ws(' ', l.title_ru, a.display_name, a.email, q.message, q.answer)), 'ё', 'е'), $4) > 0
                or strpos(a.phone, $5) > 0)
         order by
             case when $8 = 'name' then translate(lower(a.display_name), 'ё', 'е') end,
             case when $8 = '-name' then translate(lower(a.display_name), 'ё', 'е') end desc,
             case when $8 = 'lot' then translate(lower(l.title_ru), 'ё', 'е') end,
             case when $8 = '-lot' then translate(lower(l.title_ru), 'ё', 'е') end desc,
             case when $8 = 'status' then q.status end,
             case when $8 = '-status' then q.status end desc,
             case when $8 in ('name', 'lot', 'status', 'created') then q.id end,
             q.id desc
         limit $6 offset $7",
        side.asker(),
        side.houses(),
        status,
        sought.text,
        sought.digits,
        limit,
        offset,
        sort.map(PriceQuerySort::name) as Option<&str>
    )
    .fetch_all(executor)
    .await?
    .into_iter()
    .map(PriceQueryRow::show)
    .collect()
}

/// A query that was not withdrawn, even if a side has hidden it.
pub async fn one(executor: impl PgExecutor<'_>, id: i64) -> ApiResult<PriceQuery> {
    sqlx::query_as!(
        PriceQueryRow,
        "select q.id, q.lot_id, l.title_ru, l.house_id, h.name_ru, q.account_id, a.display_name, a.phone, a.email,
            q.message, q.status, q.answer, q.created, q.answered
         from price_query q join lot l on l.id = q.lot_id join house h on h.id = l.house_id
         join account a on a.id = q.account_id
         where q.id = $1 and q.deleted is null",
        id
    )
    .fetch_optional(executor)
    .await?
    .ok_or_else(ApiError::not_found)?
    .show()
}
