//! The requests to be registered with a house, as lists show them.

use contract::dto::{
    ApplicantRecord, HouseOrder, HouseOrderStatus, OrderCounts, OrderSort, UntrustedMark, Window,
};
use contract::error::ApiResult;
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::sought::Sought;

/// The most requests of an account that are shown to it.
const OWN: i64 = 1000;

/// A request with its person and house.
struct RegistrationRow {
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
    trusted: Option<bool>,
    reason: Option<String>,
    added_by: Option<String>,
    added: Option<OffsetDateTime>,
    created: OffsetDateTime,
    decided: Option<OffsetDateTime>,
    revision: i64,
    /// Null where nobody reads the record.
    paid: Option<i64>,
    rejections: Option<i64>,
    is_new: Option<bool>,
}

impl RegistrationRow {
    /// The request as its owner sees it.
    fn for_owner(self) -> HouseOrder {
        HouseOrder {
            display_name: None,
            phone: None,
            e_mail: None,
            untrusted: None,
            ..self.for_staff()
        }
    }

    fn for_staff(self) -> HouseOrder {
        let status = match self.status {
            0 => HouseOrderStatus::Pending,
            1 => HouseOrderStatus::Accepted,
            _ => HouseOrderStatus::Rejected,
        };
        let untrusted = match (self.trusted, self.added) {
            (Some(false), Some(added)) => Some(UntrustedMark {
                reason: self.reason,
                added_by: self.added_by,
                created: added.into(),
            }),
            _ => None,
        };
        let record = (|| {
            Some(ApplicantRecord {
                paid: self.paid?,
                rejections: self.rejections?,
                is_new: self.is_new?,
            })
        })();
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
            is_trusted: self.trusted == Some(true) && status == HouseOrderStatus::Accepted,
            untrusted,
            record,
            created: self.created.into(),
            decided: self.decided.map(Into::into),
            revision: self.revision,
        }
    }
}

/// Which requests a list shows, and how; the conditions combine with «and».
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// `None`: all houses.
    pub house_ids: Option<&'a [i64]>,
    pub status: Option<i16>,
    pub sought: &'a Sought,
    /// `None`: newest first.
    pub sort: Option<OrderSort>,
    /// Whether each comes with what its person has done in the house before.
    pub with_record: bool,
}

const ALL: Wanted<'static> = Wanted {
    house_ids: None,
    status: None,
    sought: &Sought {
        text: None,
        digits: None,
    },
    sort: None,
    with_record: false,
};

/// Requests that match every given filter, in the order wanted.
async fn find(
    pool: &PgPool,
    order_id: Option<i64>,
    account_id: Option<i64>,
    wanted: Wanted<'_>,
    limit: i64,
    offset: i64,
) -> ApiResult<Vec<RegistrationRow>> {
    Ok(sqlx::query_as!(
        RegistrationRow,
        r#"select o.id, o.house_id, h.name_ru, o.account_id, a.display_name,
            case when not a.unproved_phone then a.phone end as phone,
            case when not a.unproved_email then a.email end as email, o.note, o.conclusion,
            o.status, t.trusted as "trusted?", t.reason as "reason?", adder.display_name as "added_by?",
            t.created as "added?", o.created, o.decided, o.revision,
            case when $10 then (
                select count(*) from bet b join lot_trade x on x.lot_id = b.lot_id and x.leading_bet_id = b.id join lot l on l.id = b.lot_id
                where b.account_id in (select id from account where id = o.account_id or merged_into = o.account_id)
                    and l.house_id = o.house_id and x.state = 8
            ) end as "paid?",
            case when $10 then (
                select count(*) from house_order other
                where other.house_id = o.house_id and other.account_id = o.account_id and other.id <> o.id and other.status = 2
            ) end as "rejections?",
            case when $10 then not exists (
                select from house_order other
                where other.house_id = o.house_id and other.account_id = o.account_id and other.id < o.id
            ) and not exists (
                select from bet b join catalog c on c.id = b.catalog_id
                where b.account_id in (select id from account where id = o.account_id or merged_into = o.account_id)
                    and c.house_id = o.house_id
            ) end as "is_new?"
        from house_order o
        join house h on h.id = o.house_id
        join account a on a.id = o.account_id
        left join house_trust t on t.house_id = o.house_id and t.account_id = o.account_id
        left join account adder on adder.id = t.created_by
        where ($1::bigint is null or o.id = $1) and ($2::bigint[] is null or o.house_id = any($2))
            and ($3::bigint is null or o.account_id = $3) and ($4::smallint is null or o.status = $4)
            and ($5::text is null
                or strpos(translate(lower(concat_ws(' ', a.display_name, case when not a.unproved_email then a.email end,
                    o.note, o.conclusion)), 'ё', 'е'), $5) > 0
                or strpos(case when not a.unproved_phone then a.phone end, $6) > 0)
        order by
            case when $9 = 'name' then translate(lower(a.display_name), 'ё', 'е') end,
            case when $9 = '-name' then translate(lower(a.display_name), 'ё', 'е') end desc,
            case when $9 = 'status' then o.status end,
            case when $9 = '-status' then o.status end desc,
            case when $9 in ('name', 'status', 'created') then o.created end,
            case when $9 in ('name', 'status', 'created') then o.id end,
            o.created desc, o.id desc
        limit $7 offset $8"#,
        order_id,
        wanted.house_ids,
        account_id,
        wanted.status,
        wanted.sought.text,
        wanted.sought.digits,
        limit,
        offset,
        wanted.sort.map(OrderSort::name) as Option<&str>,
        wanted.with_record
    )
    .fetch_all(pool)
    .await?)
}

/// How many requests match.
pub async fn count(pool: &PgPool, wanted: Wanted<'_>) -> ApiResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"select count(*) as "count!" from house_order o
         where ($1::bigint[] is null or o.house_id = any($1)) and ($2::smallint is null or o.status = $2)
            and ($3::text is null or exists (select from account a where a.id = o.account_id and (
                strpos(translate(lower(concat_ws(' ', a.display_name, case when not a.unproved_email then a.email end,
                    o.note, o.conclusion)), 'ё', 'е'), $3) > 0
                or strpos(case when not a.unproved_phone then a.phone end, $4) > 0)))"#,
        wanted.house_ids,
        wanted.status,
        wanted.sought.text,
        wanted.sought.digits
    )
    .fetch_one(pool)
    .await?)
}

/// How many requests to a house match a search, by their state.
pub async fn counts(pool: &PgPool, house_id: i64, sought: &Sought) -> ApiResult<OrderCounts> {
    Ok(sqlx::query_as!(
        OrderCounts,
        r#"select count(*) filter (where o.status = 0) as "pending!", count(*) filter (where o.status = 1) as "accepted!",
            count(*) filter (where o.status = 2) as "rejected!"
         from house_order o
         where o.house_id = $1
            and ($2::text is null or exists (select from account a where a.id = o.account_id and (
                strpos(translate(lower(concat_ws(' ', a.display_name, case when not a.unproved_email then a.email end,
                    o.note, o.conclusion)), 'ё', 'е'), $2) > 0
                or strpos(case when not a.unproved_phone then a.phone end, $3) > 0)))"#,
        house_id,
        sought.text,
        sought.digits
    )
    .fetch_one(pool)
    .await?)
}

/// A page of the requests that match, for the staff of their houses.
pub async fn page(
    pool: &PgPool,
    wanted: Wanted<'_>,
    window: &Window,
) -> ApiResult<Vec<HouseOrder>> {
    let rows = find(pool, None, None, wanted, window.limit, window.offset).await?;
    Ok(rows.into_iter().map(RegistrationRow::for_staff).collect())
}

/// The first `most` of the requests that match, for the staff of their houses.
pub async fn first(pool: &PgPool, wanted: Wanted<'_>, most: i64) -> ApiResult<Vec<HouseOrder>> {
    let rows = find(pool, None, None, wanted, most, 0).await?;
    Ok(rows.into_iter().map(RegistrationRow::for_staff).collect())
}

/// A request, for the staff of its house.
pub async fn one(pool: &PgPool, order_id: i64) -> ApiResult<Option<HouseOrder>> {
    let rows = find(pool, Some(order_id), None, ALL, 1, 0).await?;
    Ok(rows.into_iter().next().map(RegistrationRow::for_staff))
}

/// An account's requests to all houses, newest first.
pub async fn of_account(pool: &PgPool, account_id: i64) -> ApiResult<Vec<HouseOrder>> {
    let rows = find(pool, None, Some(account_id), ALL, OWN, 0).await?;
    Ok(rows.into_iter().map(RegistrationRow::for_owner).collect())
}

/// An account's latest request to a house.
pub async fn latest(
    pool: &PgPool,
    house_id: i64,
    account_id: i64,
) -> ApiResult<Option<HouseOrder>> {
    let house_ids = [house_id];
    let wanted = Wanted {
        house_ids: Some(&house_ids),
        ..ALL
    };
    let rows = find(pool, None, Some(account_id), wanted, 1, 0).await?;
    Ok(rows.into_iter().next().map(RegistrationRow::for_owner))
}
