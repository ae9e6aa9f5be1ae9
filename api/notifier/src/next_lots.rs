//! The lots that come next in running classic sales.

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
    /// The sale's scheduled start.
    pub start: Option<OffsetDateTime>,
    /// Its name in keys.
    pub start_name: Option<String>,
    /// 1 for the first lot after the current one.
    pub place: i64,
}

/// The next `most` lots of each sale, in the order in which its room opens them: by number, then the skipped ones. Lots that
/// are sold with the current one do not come up.
///
/// Recipients are read separately: planning a join with them took 40 ms.
pub async fn next_lots(pool: &PgPool, most: i64) -> sqlx::Result<Vec<NextLot>> {
    sqlx::query_as!(
        NextLot,
        r#"select l.id as "id!", l.title_ru as "title!", l.catalog_lot_id as number, l.house_id as "house_id!",
            c.id as catalog_id, c.title as catalog_title, t.start_date as start, start_name(t) as start_name, l.place as "place!"
         from catalog_trade t
         join catalog c on c.id = t.catalog_id and c.catalog_type = 0
         join house h on h.id = c.house_id
         left join lot current on current.id = t.current_lot_id
         cross join lateral (
             select ahead.*, row_number() over (order by is_skipped, catalog_lot_id) as place
             from (
                 (select l.id, l.title_ru, l.catalog_lot_id, l.house_id, false as is_skipped
                  from lot l join lot_trade x on x.lot_id = l.id and not x.is_bidding_over
                      and coalesce(x.together[1], l.catalog_lot_id) = l.catalog_lot_id
                  where l.catalog_id = c.id and lot_is_public(l, c, t, h)
                      and l.catalog_lot_id > coalesce(current.catalog_lot_id, 0)
                  order by l.catalog_lot_id limit $1)
                 union all
                 (select l.id, l.title_ru, l.catalog_lot_id, l.house_id, true
                  from lot l join lot_trade x on x.lot_id = l.id and not x.is_bidding_over
                      and coalesce(x.together[1], l.catalog_lot_id) = l.catalog_lot_id
                  where l.catalog_id = c.id and lot_is_public(l, c, t, h) and l.catalog_lot_id < current.catalog_lot_id
                  order by l.catalog_lot_id limit $1)) ahead
             order by place limit $1) l
         where t.state = 1
         order by c.id, l.place"#,
        most
    )
    .fetch_all(pool)
    .await
}
