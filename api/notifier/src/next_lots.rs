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

/// The next `most` lots of each sale.
///
/// Recipients are read separately: planning a join with them took 40 ms.
pub async fn next_lots(pool: &PgPool, most: i64) -> sqlx::Result<Vec<NextLot>> {
    sqlx::query_as!(
        NextLot,
        r#"select l.id as "id!", l.title_ru as "title!", l.catalog_lot_id as number, l.house_id as "house_id!",
            c.id as catalog_id, c.title as catalog_title, t.start_date as start, start_name(t) as start_name, next.place as "place!"
         from catalog_trade t
         join catalog c on c.id = t.catalog_id and c.catalog_type = 0
         join house h on h.id = c.house_id
         cross join lateral lots_to_come(c, t, h, $1) next
         join lot l on l.id = next.lot_id
         where t.state = 1
         order by c.id, next.place"#,
        most
    )
    .fetch_all(pool)
    .await
}
