//! Lots entering and leaving catalogs.

use domain::{CatalogState, Command, LotId};
use sqlx::PgConnection;

use crate::catalogs::StoredCatalog;
use crate::lots::StoredLot;
use crate::lots::{add_command, refused_number, refused_row, taken_number};
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;

/// The number after the greatest one in a catalog. The caller holds the catalog's lock.
pub async fn next_number(conn: &mut PgConnection, catalog_id: i64) -> ApiResult<i32> {
    let next = sqlx::query_scalar!(
        r#"select coalesce(max(catalog_lot_id), 0)::bigint + 1 as "next!" from lot
         where catalog_id = $1 and deleted is null"#,
        catalog_id
    )
    .fetch_one(conn)
    .await?;
    i32::try_from(next).map_err(|_| ApiError::invalid("catalogLotId", "Номера лотов закончились"))
}

/// Puts a lot from the storage into a catalog of its house, under this number or the next free one. The caller holds
/// the locks of both. 409 if the lot is in a catalog; 422 for another house's catalog, another currency or a taken
/// number. Returns the number and the command that the room must decide in the same transaction.
pub async fn put_in(
    conn: &mut PgConnection,
    lot: &StoredLot,
    catalog: &StoredCatalog,
    number: Option<i32>,
) -> ApiResult<(i32, Command)> {
    expect_stored(lot)?;
    fits(lot, catalog)?;
    let number = match number {
        Some(number) => number,
        None => next_number(conn, catalog.id).await?,
    };
    sqlx::query!(
        "update lot set catalog_id = $2, catalog_lot_id = $3 where id = $1",
        lot.id,
        catalog.id,
        number
    )
    .execute(&mut *conn)
    .await
    .map_err(refused_row)?;
    enqueue::lots(conn, &[lot.id]).await?;
    Ok((number, add_command(lot.id, number, &lot.fields)))
}

/// 409 unless the lot is in the storage; otherwise its old catalog's room would keep selling it. The caller holds the
/// lot's lock.
pub fn expect_stored(lot: &StoredLot) -> ApiResult<()> {
    match lot.catalog_id {
        None => Ok(()),
        Some(_) => Err(ApiError::conflict("Лот уже поставили в другой каталог")),
    }
}

/// 422 if the number is not positive or is taken. The answer may be stale a moment later, so it is only advisory.
pub async fn expect_free(
    conn: &mut PgConnection,
    catalog_id: i64,
    number: Option<i32>,
) -> ApiResult<()> {
    let Some(number) = number else { return Ok(()) };
    if number <= 0 {
        return Err(refused_number());
    }
    let is_taken = sqlx::query_scalar!(
        r#"select exists(select from lot where catalog_id = $1 and catalog_lot_id = $2 and deleted is null) as "is_taken!""#,
        catalog_id,
        number
    )
    .fetch_one(conn)
    .await?;
    match is_taken {
        true => Err(taken_number()),
        false => Ok(()),
    }
}

/// Whether a catalog can hold a lot, regardless of its number there (422).
pub fn fits(lot: &StoredLot, catalog: &StoredCatalog) -> ApiResult<()> {
    if lot.house_id != catalog.house_id {
        return Err(ApiError::invalid(
            "lotId",
            "Лот принадлежит другому аукционному дому",
        ));
    }
    if lot.currency != catalog.fields.currency.number() {
        return Err(ApiError::invalid(
            "lotId",
            "Валюта лота отличается от валюты каталога",
        ));
    }
    Ok(())
}

/// Keeps the results of lots that leave a finished sale, so that its protocol still lists them. Only unsold ones leave it;
/// hidden ones were not offered. The caller holds the lots' locks.
pub async fn keep_results(conn: &mut PgConnection, lots: &[i64]) -> sqlx::Result<()> {
    let finished = [CatalogState::Completed, CatalogState::Canceled].map(CatalogState::number);
    sqlx::query!(
        "insert into unsold_lot (catalog_id, lot_id, number, state, start_price, estimated_from, estimated_to)
         select lot.catalog_id, lot.id, lot.catalog_lot_id, trade.state, lot.start_price, lot.estimated_from, lot.estimated_to
         from lot join lot_trade trade on trade.lot_id = lot.id and trade.catalog_id = lot.catalog_id
         join catalog_trade sale on sale.catalog_id = lot.catalog_id
         where lot.id = any($1) and not lot.hidden and sale.state = any($2)",
        lots,
        &finished[..]
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Moves lots from their catalog to the house's storage. The caller holds the lots' locks. Returns the commands that
/// the room must decide in the same transaction; it refuses lots that have bets or were sold.
pub async fn take_out(conn: &mut PgConnection, lots: &[StoredLot]) -> ApiResult<Vec<Command>> {
    let lots: Vec<i64> = lots
        .iter()
        .filter(|lot| lot.catalog_id.is_some())
        .map(|lot| lot.id)
        .collect();
    keep_results(conn, &lots).await?;
    sqlx::query!(
        "update lot set catalog_id = null, catalog_lot_id = null where id = any($1)",
        &lots
    )
    .execute(&mut *conn)
    .await?;
    enqueue::lots(conn, &lots).await?;
    Ok(lots
        .into_iter()
        .map(|id| Command::RemoveLot { lot: LotId(id) })
        .collect())
}

/// 409 if the house's storage is closed. Takes a shared lock on the house, so that it stays open until the transaction
/// ends.
pub async fn require_storage(conn: &mut PgConnection, house_id: i64) -> ApiResult<()> {
    let is_open = sqlx::query_scalar!(
        "select is_storage from house where id = $1 and deleted is null for share",
        house_id
    )
    .fetch_optional(conn)
    .await?
    .ok_or_else(|| ApiError::not_found_because("Аукционный дом не найден"))?;
    if is_open {
        Ok(())
    } else {
        Err(ApiError::conflict("Хранилище аукционного дома отключено"))
    }
}
