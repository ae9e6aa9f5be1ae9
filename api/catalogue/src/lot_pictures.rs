//! The pictures of lots, in order.

use contract::dto::Picture;
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::journal::{Action, By};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

/// The ids of a lot's pictures, in order. Locks the lot until the transaction ends, which serialises changes of its
/// pictures but does not block bets.
pub async fn lot_pictures(conn: &mut PgConnection, lot_id: i64) -> ApiResult<Vec<Uuid>> {
    sqlx::query!(
        "select id from lot where id = $1 and deleted is null for no key update",
        lot_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or_else(ApiError::lot_not_found)?;
    Ok(sqlx::query_scalar!(
        "select picture_id from lot_image where lot_id = $1 order by position",
        lot_id
    )
    .fetch_all(conn)
    .await?)
}

/// A lot's pictures in order, as shown to people.
pub async fn shown_lot_pictures(conn: &mut PgConnection, lot_id: i64) -> ApiResult<Vec<Picture>> {
    let rows = sqlx::query!(
        "select p.id, p.width, p.height from lot_image i join picture p on p.id = i.picture_id
         where i.lot_id = $1 order by i.position",
        lot_id
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Picture::new("lots", row.id, row.width, row.height))
        .collect())
}

pub async fn set_lot_pictures(
    conn: &mut PgConnection,
    lot_id: i64,
    pictures: &[Uuid],
) -> ApiResult<()> {
    sqlx::query!("delete from lot_image where lot_id = $1", lot_id)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "insert into lot_image (lot_id, position, picture_id)
         select $1, (o.place - 1)::smallint, o.id from unnest($2::uuid[]) with ordinality o (id, place)",
        lot_id,
        pictures
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Journals a change of a lot's pictures and enqueues the lot for reindexing. `before` holds the previous pictures.
pub async fn pictures_changed(
    conn: &mut PgConnection,
    by: &By,
    lot_id: i64,
    before: Vec<Uuid>,
) -> ApiResult<()> {
    let after = sqlx::query_scalar!(
        "select picture_id from lot_image where lot_id = $1 order by position",
        lot_id
    )
    .fetch_all(&mut *conn)
    .await?;
    enqueue::lots(conn, &[lot_id]).await?;
    let (before, after) = (json!({"images": before}), json!({"images": after}));
    by.record_change(conn, Action::LotChanged, lot_id, &before, &after)
        .await?;
    Ok(())
}
