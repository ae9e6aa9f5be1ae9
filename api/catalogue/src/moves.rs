//! Moves of lots between catalogs and the storage of their house.
//!
//! A room and the rows change in one transaction. A move between two catalogs involves two rooms, and no transaction
//! spans two, so such a lot passes through the storage. Everything that can be checked is checked before it leaves. If
//! the second room still refuses it (its sale has just ended), the lot stays in the storage, and the answer says so.

use domain::CatalogState;

use crate::catalogs::StoredCatalog;
use crate::change::Change;
use crate::editor::Editor;
use crate::lots::{LotChange, StoredLot};
use crate::places;
use crate::places::fits;
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};
use people::journal::{Action, By};

/// The destination of a lot.
#[derive(Debug, Clone, Copy)]
pub struct To {
    pub catalog_id: i64,
    /// `None` takes the number after the greatest one.
    pub number: Option<i32>,
}

/// Moves a lot into a catalog of its house, from the storage or another catalog. A lot that is already there gets the
/// number.
pub async fn move_lot(editor: &Editor, by: &By, lot_id: i64, to: To) -> ApiResult<()> {
    let mut change = Change::begin(editor).await?;
    let catalog = crate::catalogs::lock_catalog(change.conn(), to.catalog_id)
        .await?
        .ok_or_else(ApiError::catalog_not_found)?;
    let lot = lock(&mut change, lot_id).await?;
    match lot.catalog_id {
        None => put(change, by, lot, catalog, to.number).await,
        Some(there) if there == to.catalog_id => renumber(change, by, lot, to.number).await,
        Some(_) => {
            expect_welcome(&mut change, &lot, &catalog, to.number).await?;
            drop(change);
            take(editor, by, lot.catalog_id, lot_id, Storage::Passed).await?;
            let mut change = Change::begin(editor).await?;
            let catalog = crate::catalogs::lock_catalog(change.conn(), to.catalog_id)
                .await?
                .ok_or_else(left_behind)?;
            let lot = lock(&mut change, lot_id).await?;
            places::expect_stored(&lot)?;
            put(change, by, lot, catalog, to.number)
                .await
                .map_err(|error| match error.is_refusal() {
                    true => left_behind(),
                    false => error,
                })
        }
    }
}

fn left_behind() -> ApiError {
    ApiError::conflict("Каталог не принял лот: он остался в хранилище")
}

async fn lock(change: &mut Change<'_>, lot_id: i64) -> ApiResult<StoredLot> {
    crate::lots::lock_lots(change.conn(), &[lot_id])
        .await?
        .pop()
        .ok_or_else(ApiError::lot_not_found)
}

async fn put(
    mut change: Change<'_>,
    by: &By,
    lot: StoredLot,
    catalog: StoredCatalog,
    number: Option<i32>,
) -> ApiResult<()> {
    let conn = change.conn();
    let (number, command) = places::put_in(conn, &lot, &catalog, number).await?;
    crate::lots::announce_lot(conn, lot.id).await?;
    let (catalog_id, before) = (catalog.id, lot.clone());
    let after = StoredLot {
        catalog_id: Some(catalog_id),
        number: Some(number),
        ..lot
    };
    journal(&mut change, by, &before, &after).await?;
    change.commit(by, catalog_id, vec![command]).await?;
    Ok(())
}

async fn renumber(
    mut change: Change<'_>,
    by: &By,
    lot: StoredLot,
    number: Option<i32>,
) -> ApiResult<()> {
    let Some((catalog_id, number)) = lot.catalog_id.zip(number) else {
        return Ok(());
    };
    let after = StoredLot {
        number: Some(number),
        ..lot.clone()
    };
    let mut renumbered = LotChange::of(lot.clone(), lot.fields.clone());
    renumbered.number = Some(number);
    let commands = crate::lots::change_lots(change.conn(), &[renumbered]).await?;
    journal(&mut change, by, &lot, &after).await?;
    change.commit(by, catalog_id, commands).await?;
    Ok(())
}

/// Checks in advance, as well as possible, that the catalog will accept a lot that is still in another one.
async fn expect_welcome(
    change: &mut Change<'_>,
    lot: &StoredLot,
    catalog: &StoredCatalog,
    number: Option<i32>,
) -> ApiResult<()> {
    fits(lot, catalog)?;
    let takes_lots = matches!(
        catalog.state,
        CatalogState::Temporary | CatalogState::Scheduled | CatalogState::InProcess
    );
    if !takes_lots {
        return Err(Code::NotPossibleInThisState.into());
    }
    places::expect_free(change.conn(), catalog.id, number).await
}

/// Moves a lot from a catalog to the storage of its house. 409 if the storage is closed; 404 if the lot is not in that
/// catalog; `None` as `from` never matches.
pub async fn to_storage(editor: &Editor, by: &By, from: Option<i64>, lot_id: i64) -> ApiResult<()> {
    take(editor, by, from, lot_id, Storage::Filled).await
}

/// Whether a lot stays in the storage or only passes through it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Storage {
    Filled,
    Passed,
}

async fn take(
    editor: &Editor,
    by: &By,
    from: Option<i64>,
    lot_id: i64,
    storage: Storage,
) -> ApiResult<()> {
    let mut change = Change::begin(editor).await?;
    let lot = lock(&mut change, lot_id).await?;
    let Some(catalog_id) = lot.catalog_id.filter(|catalog| from == Some(*catalog)) else {
        return Err(ApiError::not_found_because("Лота нет в этом каталоге"));
    };
    let conn = change.conn();
    if storage == Storage::Filled {
        places::require_storage(conn, lot.house_id).await?;
    }
    let commands = places::take_out(conn, std::slice::from_ref(&lot)).await?;
    let after = lot.in_storage();
    journal(&mut change, by, &lot, &after).await?;
    change.commit(by, catalog_id, commands).await?;
    Ok(())
}

async fn journal(
    change: &mut Change<'_>,
    by: &By,
    before: &StoredLot,
    after: &StoredLot,
) -> ApiResult<()> {
    let (conn, event) = (change.conn(), Action::LotChanged);
    by.record_change(conn, event, before.id, before, after)
        .await?;
    Ok(())
}
