//! The current lots of running classic sales, and those that come next.

use sqlx::PgPool;
use time::OffsetDateTime;

pub struct NextLot {
    pub id: i64,
    pub title: String,
    /// Its number in the catalog.
    pub number: Option<i32>,
    pub house_id: i64,
    pub catalog_id: i64,
    pub catalog_title: String,
    /// The sale's scheduled start in Unix s, rounded as in the keys of its events.
    pub start: Option<i64>,
    /// 0 for the current lot, 1 for the first one after it.
    pub place: i64,
    /// Since when bids are taken on it, if it is the current one.
    pub opened: Option<OffsetDateTime>,
}

/// The current lot of each sale and the next `most`, in the order in which its room opens them: by number, then the skipped
/// ones.
///
/// Recipients are read separately: planning a join with them took 40 ms.
pub async fn next_lots(pool: &PgPool, most: i64) -> sqlx::Result<Vec<NextLot>> {
    sqlx::query_as!(
        NextLot,
        r#"select l.id as "id!", l.title_ru as "title!", l.catalog_lot_id as number, l.house_id as "house_id!",
            c.id as catalog_id, c.title as catalog_title,
            extract(epoch from t.start_date)::bigint as start, l.place as "place!", l.opened
         from catalog_trade t
         join catalog c on c.id = t.catalog_id and c.catalog_type = 0
         join house h on h.id = c.house_id
         left join lot current on current.id = t.current_lot_id
         cross join lateral (
             (select ahead.id, ahead.title_ru, ahead.catalog_lot_id, ahead.house_id,
                  row_number() over (order by is_skipped, catalog_lot_id) as place, null::timestamptz as opened
              from (
                  (select l.id, l.title_ru, l.catalog_lot_id, l.house_id, false as is_skipped
                   from lot l join lot_trade x on x.lot_id = l.id and not x.is_bidding_over
                   where l.catalog_id = c.id and lot_is_public(l, c, t, h)
                       and l.catalog_lot_id > coalesce(current.catalog_lot_id, 0)
                   order by l.catalog_lot_id limit $1)
                  union all
                  (select l.id, l.title_ru, l.catalog_lot_id, l.house_id, true
                   from lot l join lot_trade x on x.lot_id = l.id and not x.is_bidding_over
                   where l.catalog_id = c.id and lot_is_public(l, c, t, h) and l.catalog_lot_id < current.catalog_lot_id
                   order by l.catalog_lot_id limit $1)) ahead
              order by place limit $1)
             union all
             select current.id, current.title_ru, current.catalog_lot_id, current.house_id, 0, x.start_trade_time
             from lot_trade x
             where x.lot_id = current.id and not x.is_bidding_over and lot_is_public(current, c, t, h)) l
         where t.state = 1
         order by c.id, l.place"#,
        most
    )
    .fetch_all(pool)
    .await
}
