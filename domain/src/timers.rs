//! What is due, and when the room wants to be woken.

use crate::{
    ids::LotId,
    money::Timestamp,
    room::{Phase, Room},
};

/// A room may be started by hand this long before its start date.
pub const START_GAP_MS: i64 = 900_000;
/// Bets in a Parallel catalog's last five minutes leave five full minutes; no lot opens for less.
pub const PARALLEL_EXTENSION_MS: i64 = 300_000;
/// An auto-start Classic room finishes itself this long after nothing is left to open.
pub const FINISH_AFTER_MS: i64 = 60_000;
/// After an outage an auto-start Classic lot stays open at least this long.
pub const CLASSIC_GRACE_MS: i64 = 60_000;

/// After a pause a lot with an end time stays open at least this long.
pub const RESUME_MS: i64 = 15_000;

/// Timers that are due at the same instant run in this order; lots by their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    Start,
    LotEnd(LotId),
    CatalogEnd,
    Finish,
}

/// The timer that comes first. O(log n) in the lots.
pub fn first_due(room: &Room) -> Option<(Timestamp, Due)> {
    let candidates = [
        start(room).map(|at| (at, Due::Start)),
        lot_end(room).map(|(at, lot)| (at, Due::LotEnd(lot))),
        catalog_end(room).map(|at| (at, Due::CatalogEnd)),
        finish(room).map(|at| (at, Due::Finish)),
    ];
    // Of equals `min_by_key` takes the first.
    candidates.into_iter().flatten().min_by_key(|(at, _)| *at)
}

/// When a `Tick` will find something to do; in the past if something is overdue.
pub fn next_wake(room: &Room) -> Option<Timestamp> {
    first_due(room).map(|(at, _)| at)
}

fn start(room: &Room) -> Option<Timestamp> {
    let catalog = room.catalog();
    let waits = matches!(
        room.phase(),
        Phase::Scheduled {
            start_missed: false
        }
    );
    (waits && catalog.auto_start).then_some(catalog.start_date)?
}

/// What a gallery or a post-auction store shows stays shown: only where lots are bid for does a hammer fall. In a pause end
/// times stand still.
fn lot_end(room: &Room) -> Option<(Timestamp, LotId)> {
    room.first_end()
        .filter(|_| room.catalog().catalog_type.trades() && room.pause().is_none())
}

fn catalog_end(room: &Room) -> Option<Timestamp> {
    let in_process = matches!(room.phase(), Phase::InProcess { .. });
    (in_process && room.catalog().is_parallel()).then_some(room.catalog().end_date)?
}

/// Auto-start Classic: when a WaitForEnd ends by itself.
pub(crate) fn finish(room: &Room) -> Option<Timestamp> {
    match room.phase() {
        Phase::WaitForEnd { since } if room.catalog().is_classic() && room.catalog().auto_start => {
            Some(since.plus_ms(FINISH_AFTER_MS))
        }
        _ => None,
    }
}
