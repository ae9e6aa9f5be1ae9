//! Rehearsals: a copy of a sale that the house's staff conduct, with invented bidders, before the sale itself.
//!
//! A rehearsal is a hidden catalog with `rehearsal_of`, so everything that keeps hidden catalogs from the public keeps
//! rehearsals from it. Lists of staff omit it as well; it is reached through its sale. Its room is like any other. It is
//! deleted whole when it ends: by hand, after [`LASTS`], or when a server starts. Of it remains one record of the journal.

mod crowd;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Amount, CatalogState, Command, Eligibility, LotId, Paddle, Participant};
use outbox::enqueue;
use room_server::instant::{datetime, timestamp};
use room_server::journal::owners::SILENT_AFTER;
use room_server::setup::{self, SetupError};
use room_server::{RoomError, Rooms};
use serde_json::json;
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use tokio::task::AbortHandle;

use crate::catalogs::lock_catalog;
use crate::editor::Editor;
use contract::dto::{CatalogType, Pace, Rehearsal};
use contract::error::{ApiError, ApiResult};
use crowd::{Crowd, OnTheBlock};
use people::journal::{Action, By};

/// The longest a rehearsal lasts.
const LASTS: Duration = Duration::hours(4);
/// A rehearsal that starts by itself leaves its auctioneer this long to open the console.
const STARTS_AFTER: Duration = Duration::minutes(1);

/// The invented bidders of this process, by rehearsal.
#[derive(Clone, Default)]
pub struct Crowds(Arc<Mutex<HashMap<i64, AbortHandle>>>);

impl Crowds {
    fn entries(&self) -> MutexGuard<'_, HashMap<i64, AbortHandle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, catalog_id: i64, crowd: AbortHandle) {
        self.entries().insert(catalog_id, crowd);
    }

    fn send_home(&self, catalog_id: i64) {
        if let Some(crowd) = self.entries().remove(&catalog_id) {
            crowd.abort();
        }
    }
}

/// The rehearsal of a catalog, if there is one.
pub async fn of_catalog(pool: &PgPool, of_catalog: i64) -> ApiResult<Option<Rehearsal>> {
    let row = sqlx::query!(
        "select id, created from catalog where rehearsal_of = $1",
        of_catalog
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| shown(row.id, of_catalog, row.created)))
}

fn shown(catalog_id: i64, of_catalog: i64, started: OffsetDateTime) -> Rehearsal {
    Rehearsal {
        catalog_id,
        of_catalog,
        started: started.into(),
        ends: (started + LASTS).into(),
    }
}

/// Those who may conduct a catalog as its auctioneers, and so its rehearsal.
pub async fn auctioneers(pool: &PgPool, of_catalog: i64) -> ApiResult<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "select account_id from catalog_auctioneer where catalog_id = $1",
        of_catalog
    )
    .fetch_all(pool)
    .await?)
}

/// Copies a classic sale as its rehearsal, ready to be started. 409 if it has one already, or no lots to rehearse.
pub async fn begin(editor: &Editor, of_catalog: i64, pace: Pace, by: &By) -> ApiResult<Rehearsal> {
    // In milliseconds, as rooms keep time.
    let now = datetime(editor.clock.timestamp());
    let mut tx = editor.pool.begin().await?;
    let catalog = lock_catalog(&mut tx, of_catalog)
        .await?
        .ok_or_else(ApiError::catalog_not_found)?;
    if catalog.fields.catalog_type != CatalogType::Classic {
        return Err(ApiError::conflict(
            "Репетиция есть только у классических аукционов",
        ));
    }
    let id = sqlx::query_file_scalar!(
        "queries/rehearsals/copy_catalog.sql",
        of_catalog,
        now + STARTS_AFTER,
        now
    )
    .fetch_one(&mut *tx)
    .await
    .map_err(|error| match sqlstate::constraint(&error) {
        Some("catalog_rehearsal") => ApiError::conflict("Репетиция этого аукциона уже идёт"),
        _ => error.into(),
    })?;
    let lots = sqlx::query_file_scalar!("queries/rehearsals/copy_lots.sql", of_catalog, id, now)
        .fetch_one(&mut *tx)
        .await?;
    if lots == 0 {
        return Err(ApiError::conflict("В каталоге нет лотов для репетиции"));
    }
    setup::create_room(
        &mut tx,
        id,
        CatalogState::Scheduled,
        editor.caps,
        &HashMap::new(),
    )
    .await
    .map_err(|error| match error {
        SetupError::Database(error) => error.into(),
        other => ApiError::internal(other),
    })?;
    // The room's client lists lots by their listing.
    enqueue::catalog(&mut tx, id).await?;
    let held = json!({"lots": lots, "pace": pace});
    by.record_creation(&mut tx, Action::RehearsalHeld, of_catalog, &held)
        .await?;
    tx.commit().await?;
    // Loads the room, which then starts itself if its sale does. The command changes nothing.
    let load = by.request(Command::SetHidden { hidden: true });
    if let Err(error) = editor.rooms.send(id, load).await {
        tracing::warn!(%error, id, "a rehearsal's room loads with its first command");
    }
    Ok(shown(id, of_catalog, now))
}

/// Lets the invented bidders in. After [`LASTS`] they end the rehearsal by `end`.
pub fn let_crowd_in<E>(
    editor: &Editor,
    crowds: &Crowds,
    rehearsal: &Rehearsal,
    pace: Pace,
    by: By,
    end: E,
) where
    E: Future<Output = ()> + Send + 'static,
{
    let (rooms, clock) = (editor.rooms.clone(), editor.clock.clone());
    let (id, ends) = (rehearsal.catalog_id, timestamp(rehearsal.ends.0));
    let register = crowds.clone();
    let crowd = async move {
        let mut crowd = Crowd::seeded(id.unsigned_abs());
        while clock.timestamp() < ends {
            let pause = i64::try_from(crowd.pause(pace).as_millis()).unwrap_or(i64::MAX);
            let next = clock.timestamp().plus_ms(pause);
            clock.sleep_until(next.min(ends)).await;
            match look(&rooms, id).await {
                Ok(Some(lot)) => bid(&rooms, &mut crowd, id, &lot, &by).await,
                // Before the start, in a pause, after a hammer. A room that cannot be reached will be.
                Ok(None) | Err(RoomError::Unavailable | RoomError::Busy | RoomError::InDoubt) => {}
                Err(_) => return,
            }
        }
        // The end sends crowds home, and must not cut off itself.
        register.entries().remove(&id);
        end.await;
    };
    crowds.add(id, tokio::spawn(crowd).abort_handle());
}

/// The open lot on the block, if bets on it are taken now.
async fn look(rooms: &Rooms, catalog_id: i64) -> Result<Option<OnTheBlock>, RoomError> {
    let catalog = rooms.snapshot(catalog_id, None).await?.catalog;
    let current = match catalog.current_lot_id {
        Some(lot) if catalog.state == CatalogState::InProcess && catalog.paused_at.is_none() => lot,
        _ => return Ok(None),
    };
    let lot = rooms.lot(catalog_id, current).await?;
    Ok(lot
        .filter(|lot| !lot.is_bidding_over)
        .map(|lot| OnTheBlock {
            lot_id: lot.lot_id,
            start: lot.price.start,
            min_bet: lot.min_bet,
            leader: lot.leading_bet.and_then(|bet| bet.paddle),
        }))
}

async fn bid(rooms: &Rooms, crowd: &mut Crowd, catalog_id: i64, lot: &OnTheBlock, by: &By) {
    let Some(bid) = crowd.bid(lot) else { return };
    let bet = Command::PlaceBet {
        lot: LotId(lot.lot_id),
        by: Participant::Hall(Paddle::typed(&bid.paddle)),
        value: Amount(bid.value),
        eligibility: Eligibility {
            accepted: false,
            trusted: false,
            controller: true,
        },
    };
    // A refusal is like any bidder's who was too late.
    if let Err(error) = rooms.send(catalog_id, by.request(bet)).await {
        tracing::debug!(%error, catalog_id, "an invented bet was not made");
    }
}

/// Ends a rehearsal: deletes it and everything that refers to it. False if there is none by now.
pub async fn end(pool: &PgPool, crowds: &Crowds, catalog_id: i64) -> ApiResult<bool> {
    crowds.send_home(catalog_id);
    let mut tx = pool.begin().await?;
    let is_there = delete(&mut tx, catalog_id).await?;
    tx.commit().await?;
    Ok(is_there)
}

async fn delete(conn: &mut PgConnection, catalog_id: i64) -> ApiResult<bool> {
    // Waits for a batch that is being stored. The room stores none after it: its row is gone.
    let is_there = sqlx::query_scalar!(
        "select catalog_trade.catalog_id from catalog_trade join catalog on catalog.id = catalog_trade.catalog_id
         where catalog_trade.catalog_id = $1 and catalog.rehearsal_of is not null for update of catalog_trade",
        catalog_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .is_some();
    if is_there {
        // Before the lots: the indexer holds its work while it waits for them.
        sqlx::query_file!("queries/rehearsals/delete_work.sql", catalog_id)
            .execute(&mut *conn)
            .await?;
        // In the order in which changes and the indexer lock lots.
        sqlx::query!(
            "select id from lot where catalog_id = $1 order by id for update",
            catalog_id
        )
        .fetch_all(&mut *conn)
        .await?;
        sqlx::query_file!("queries/rehearsals/delete.sql", catalog_id)
            .execute(conn)
            .await?;
    }
    Ok(is_there)
}

/// Deletes rehearsals left by a stopped server: those without a living owner, and those past their time. Call it before
/// loading rooms.
pub async fn clear(pool: &PgPool) -> ApiResult<usize> {
    let left = sqlx::query_scalar!(
        "select catalog.id from catalog
         left join catalog_trade on catalog_trade.catalog_id = catalog.id
         left join node on node.id = catalog_trade.owner and node.seen >= now() - make_interval(secs => $1)
         where catalog.rehearsal_of is not null and (node.id is null or catalog.created < now() - make_interval(secs => $2))
         order by catalog.id",
        SILENT_AFTER.as_secs_f64(),
        LASTS.as_seconds_f64(),
    )
    .fetch_all(pool)
    .await?;
    let mut tx = pool.begin().await?;
    for catalog_id in &left {
        delete(&mut tx, *catalog_id).await?;
    }
    tx.commit().await?;
    Ok(left.len())
}
