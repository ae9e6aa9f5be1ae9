//! Rehearsals: a copy of a sale that the house's staff conduct, with invented bidders, before the sale itself.
//!
//! A rehearsal is a hidden catalog with `rehearsal_of`, so everything that keeps hidden catalogs from the public keeps
//! rehearsals from it. Lists of staff omit it as well; it is reached through its sale. Its room is like any other. It is
//! deleted whole when it ends: by hand, or after [`LASTS`]. Of it remains one record of the journal.
//!
//! The invented bidders are a task of one process, which keeps renewing its hold on them in the database. Once it no longer
//! does, another process goes on with them.

mod crowd;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::{Amount, CatalogState, Command, Eligibility, LotId, Paddle, Participant};
use outbox::enqueue;
use room_server::setup::{self, SetupError};
use room_server::{RoomError, Rooms};
use serde_json::json;
use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use tokio::task::AbortHandle;
use uuid::Uuid;
use wire::instant::datetime;

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

/// How long a process may bid for invented bidders after it renewed its hold on them.
const HELD_FOR: Duration = Duration::seconds(15);

/// The invented bidders of this process, by rehearsal.
#[derive(Clone)]
pub struct Crowds {
    /// This process.
    me: Uuid,
    running: Arc<Mutex<HashMap<i64, AbortHandle>>>,
    left: Arc<AtomicBool>,
}

impl Default for Crowds {
    fn default() -> Self {
        Self {
            me: Uuid::new_v4(),
            running: Arc::default(),
            left: Arc::default(),
        }
    }
}

impl Crowds {
    fn entries(&self) -> MutexGuard<'_, HashMap<i64, AbortHandle>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send_home(&self, catalog_id: i64) {
        if let Some(crowd) = self.entries().remove(&catalog_id) {
            crowd.abort();
        }
    }

    /// Lets another process go on with all of them at once. This one takes on no more.
    pub async fn leave(&self, pool: &PgPool) -> ApiResult<()> {
        self.left.store(true, Ordering::SeqCst);
        for (_, crowd) in self.entries().drain() {
            crowd.abort();
        }
        self.let_go(pool).await
    }

    async fn let_go(&self, pool: &PgPool) -> ApiResult<()> {
        sqlx::query!(
            "update rehearsal_crowd set held_until = now() where runner = $1",
            self.me
        )
        .execute(pool)
        .await?;
        Ok(())
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
pub async fn begin(
    editor: &Editor,
    crowds: &Crowds,
    of_catalog: i64,
    pace: Pace,
    by: &By,
) -> ApiResult<Rehearsal> {
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
    sqlx::query!(
        "insert into rehearsal_crowd (catalog_id, pace, runner, held_until)
         values ($1, $2, $3, now() + make_interval(secs => $4))",
        id,
        number(pace),
        crowds.me,
        HELD_FOR.as_seconds_f64(),
    )
    .execute(&mut *tx)
    .await?;
    // The room's client lists lots by their listing.
    enqueue::catalog(&mut tx, id).await?;
    let held = json!({"lots": lots, "pace": pace});
    by.record_creation(&mut tx, Action::RehearsalStarted, of_catalog, &held)
        .await?;
    tx.commit().await?;
    // Loads the room, which then starts itself if its sale does. The command changes nothing.
    let load = by.request(Command::SetHidden { hidden: true });
    if let Err(error) = editor.rooms.send(id, load).await {
        tracing::warn!(%error, id, "a rehearsal's room loads with its first command");
    }
    let_crowd_in(editor, crowds, id, pace);
    Ok(shown(id, of_catalog, now))
}

/// The rehearsals past their time, which the caller must end.
pub async fn overdue(editor: &Editor) -> ApiResult<Vec<Overdue>> {
    let began_before = editor.clock.now() - LASTS;
    Ok(sqlx::query_as!(
        Overdue,
        r#"select id as catalog_id, rehearsal_of as "of_catalog!" from catalog
           where rehearsal_of is not null and created <= $1 order by id"#,
        began_before
    )
    .fetch_all(&editor.pool)
    .await?)
}

/// A rehearsal past its time.
pub struct Overdue {
    pub catalog_id: i64,
    pub of_catalog: i64,
}

/// Renews this process's hold on its crowds, and goes on with those that no process holds. Call it more often than
/// [`HELD_FOR`].
pub async fn go_on(editor: &Editor, crowds: &Crowds) -> ApiResult<()> {
    if crowds.left.load(Ordering::SeqCst) {
        return Ok(());
    }
    let running: Vec<i64> = crowds.entries().keys().copied().collect();
    let renewed = sqlx::query_scalar!(
        "update rehearsal_crowd set held_until = now() + make_interval(secs => $3)
         where runner = $1 and catalog_id = any($2) returning catalog_id",
        crowds.me,
        &running,
        HELD_FOR.as_seconds_f64(),
    )
    .fetch_all(&editor.pool)
    .await?;
    // This process stood still, and another one took them over; or the rehearsal was ended there.
    for lost in running.iter().filter(|id| !renewed.contains(id)) {
        crowds.send_home(*lost);
    }
    let orphaned = sqlx::query!(
        "update rehearsal_crowd set runner = $1, held_until = now() + make_interval(secs => $2)
         where catalog_id in (
             select catalog_id from rehearsal_crowd where held_until <= now() for update skip locked
         ) returning catalog_id, pace",
        crowds.me,
        HELD_FOR.as_seconds_f64(),
    )
    .fetch_all(&editor.pool)
    .await?;
    // They may be those that this process has just left to the others.
    if crowds.left.load(Ordering::SeqCst) {
        return crowds.let_go(&editor.pool).await;
    }
    for crowd in orphaned {
        tracing::info!(
            catalog_id = crowd.catalog_id,
            "going on with the invented bidders of a rehearsal"
        );
        let_crowd_in(editor, crowds, crowd.catalog_id, pace_of(crowd.pace));
    }
    Ok(())
}

/// Lets the invented bidders in. They go home when the rehearsal is deleted.
fn let_crowd_in(editor: &Editor, crowds: &Crowds, id: i64, pace: Pace) {
    let (rooms, clock) = (editor.rooms.clone(), editor.clock.clone());
    let crowd = async move {
        let mut crowd = Crowd::seeded(id.unsigned_abs());
        loop {
            let pause = i64::try_from(crowd.pause(pace).as_millis()).unwrap_or(i64::MAX);
            clock.sleep_until(clock.timestamp().plus_ms(pause)).await;
            match look(&rooms, id).await {
                Ok(Some(lot)) => bid(&rooms, &mut crowd, id, &lot, &By::server(clock.now())).await,
                // Before the start, in a pause, after a hammer. A room that cannot be reached will be.
                Ok(None) | Err(RoomError::Unavailable | RoomError::Busy | RoomError::InDoubt) => {}
                Err(_) => return,
            }
        }
    };
    let crowd = tokio::spawn(crowd).abort_handle();
    if let Some(before) = crowds.entries().insert(id, crowd) {
        before.abort();
    }
}

fn number(pace: Pace) -> i16 {
    match pace {
        Pace::Slow => 0,
        Pace::Normal => 1,
        Pace::Brisk => 2,
    }
}

fn pace_of(number: i16) -> Pace {
    match number {
        0 => Pace::Slow,
        2 => Pace::Brisk,
        _ => Pace::Normal,
    }
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
