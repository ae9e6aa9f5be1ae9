//! The pictures of lots, in order.

use contract::bounds;
use contract::dto::{CutPicture, Picture, PictureCut, PicturePart};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
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
        "select p.id, p.width, p.height, p.alt from lot_image i join picture p on p.id = i.picture_id
         where i.lot_id = $1 order by i.position",
        lot_id
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Picture::new("lots", row.id, row.width, row.height).described(row.alt))
        .collect())
}

/// What is shown of a lot's picture, and the picture it was cut out of. `None` unless it is the lot's.
pub async fn lot_picture_cut(
    conn: &mut PgConnection,
    lot_id: i64,
    picture_id: Uuid,
) -> ApiResult<Option<CutPicture>> {
    let row = sqlx::query!(
        r#"select source.id, source.width, source.height, p.alt, p.turns, p.crop
         from lot_image i join picture p on p.id = i.picture_id join picture source on source.id = coalesce(p.source_id, p.id)
         where i.lot_id = $1 and i.picture_id = $2"#,
        lot_id,
        picture_id
    )
    .fetch_optional(conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let part = match row.crop.as_deref() {
        Some(&[x, y, width, height]) => Some(PicturePart {
            x,
            y,
            width,
            height,
        }),
        _ => None,
    };
    Ok(Some(CutPicture {
        source: Picture::new("lots", row.id, row.width, row.height).described(row.alt),
        cut: PictureCut {
            turns: row.turns.try_into().map_err(ApiError::internal)?,
            part,
        },
    }))
}

/// The least side of a part, so that what is left is still a picture.
const LEAST_PART: f64 = 0.02;
/// Parts are computed from pixels on a screen.
const ROUNDING: f64 = 1e-6;

/// Checks a cut. A part that covers the whole picture counts as none.
pub fn checked_cut(sent: PictureCut) -> ApiResult<PictureCut> {
    if sent.turns > 3 {
        return Err(ApiError::invalid("turns", "От 0 до 3 четвертей оборота"));
    }
    let Some(part) = sent.part else {
        return Ok(sent);
    };
    let along = |from: f64, length: f64| {
        from >= 0.0 && length >= LEAST_PART && from + length <= 1.0 + ROUNDING
    };
    if !along(part.x, part.width) || !along(part.y, part.height) {
        return Err(ApiError::invalid("part", "Выделите часть фотографии"));
    }
    let is_whole = part.width >= 1.0 - ROUNDING && part.height >= 1.0 - ROUNDING;
    Ok(PictureCut {
        part: sent.part.filter(|_| !is_whole),
        ..sent
    })
}

/// Replaces one of a lot's pictures with another. False if the lot does not have it.
pub async fn replace_lot_picture(
    conn: &mut PgConnection,
    lot_id: i64,
    picture_id: Uuid,
    with: Uuid,
) -> sqlx::Result<bool> {
    let replaced = sqlx::query!(
        "update lot_image set picture_id = $3 where lot_id = $1 and picture_id = $2",
        lot_id,
        picture_id,
        with
    )
    .execute(conn)
    .await?;
    Ok(replaced.rows_affected() > 0)
}

/// Says what a lot's picture shows. Lots that share the picture share its description. The picture it was cut out of takes it
/// too, for when the cut is undone, unless some lot shows that one. 404 unless it is the lot's.
pub async fn describe_lot_picture(
    conn: &mut PgConnection,
    by: &By,
    lot_id: i64,
    picture_id: Uuid,
    alt: Option<String>,
) -> ApiResult<()> {
    let mut faults = Faults::default();
    let alt = faults.optional("alt", alt.as_deref(), bounds::PICTURE_ALT);
    let alt = faults.or(alt)?;
    let pictures = lot_pictures(conn, lot_id).await?;
    if !pictures.contains(&picture_id) {
        return Err(ApiError::not_found());
    }
    let before = sqlx::query_scalar!(
        "select alt from picture where id = $1 for update",
        picture_id
    )
    .fetch_one(&mut *conn)
    .await?;
    sqlx::query!(
        "update picture set alt = $2 where id = $1 or (
            id = (select source_id from picture where id = $1)
            and not exists (select from lot_image where picture_id = picture.id))",
        picture_id,
        alt
    )
    .execute(&mut *conn)
    .await?;
    let side = |alt: &Option<String>| json!({"imageAlt": alt});
    by.record_change(
        conn,
        Action::LotChanged,
        lot_id,
        &side(&before),
        &side(&alt),
    )
    .await?;
    Ok(())
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
