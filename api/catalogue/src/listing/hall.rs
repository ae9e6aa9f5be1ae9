//! A sale for a screen in the hall.

use sqlx::PgPool;

use super::catalogs;
use super::viewer::{Viewer, numbered};
use contract::dto::{Author, HallLot, HallSale, Picture};
use contract::error::ApiResult;

/// The sale; 404 if it does not exist for the viewer. Nothing else depends on who they are: the hall reads what is on the
/// screen, so the queries do not even select what only some may know.
pub async fn sale(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<HallSale> {
    let catalogs::Head {
        catalog,
        version,
        is_rehearsal,
    } = catalogs::head(pool, id, viewer).await?;
    Ok(HallSale {
        id,
        title: catalog.title,
        house_name_ru: catalog.house_name_ru,
        catalog_type: catalog.catalog_type,
        currency: catalog.currency,
        state: catalog.state,
        start_date: catalog.start_date,
        current_lot_id: catalog.current_lot_id,
        paused_at: catalog.paused_at,
        pause_reason: catalog.pause_reason,
        version,
        is_rehearsal,
        lots: lots(pool, id).await?,
    })
}

async fn lots(pool: &PgPool, catalog_id: i64) -> ApiResult<Vec<HallLot>> {
    let rows = sqlx::query_file!("queries/lots/hall.sql", catalog_id)
        .fetch_all(pool)
        .await?;
    let lots = rows.into_iter().map(|row| {
        Ok(HallLot {
            id: row.id,
            catalog_lot_id: row.number,
            title_ru: row.title_ru,
            author: row
                .authors
                .into_iter()
                .map(|name| Author { name })
                .collect(),
            img: Picture::of_columns(
                "lots",
                row.picture_id,
                row.picture_width,
                row.picture_height,
            )
            .map(|picture| picture.described(row.picture_alt)),
            state: numbered(row.state)?,
            is_bidding_over: row.is_bidding_over,
            end_trade_time: row.end_trade_time.map(Into::into),
            warned_at: row.warned_at.map(Into::into),
            together: row.together,
            is_choice: row.is_choice,
            start_price: row.start_price,
            value: row.leading_value,
            participant: row
                .leading_participant
                .and_then(|number| u32::try_from(number).ok()),
            paddle: row.leading_paddle,
            version: row.version,
        })
    });
    lots.collect()
}
