//! `recover(D, R)`: alive again at R after a last heartbeat at D, before any timer.

use super::plan::{Decision, Plan};
use crate::{
    event::Event,
    money::Timestamp,
    room::LotPhase,
    timers::{CLASSIC_GRACE_MS, PARALLEL_EXTENSION_MS, finish},
};

pub(super) fn recover(mut plan: Plan<'_>, last_alive: Timestamp) -> Decision {
    let (room, now) = (plan.room, plan.now);
    plan.push(Event::Recovered {
        at: now,
        last_alive,
    });
    // A pause outlives the outage; `resume` gives its lot time.
    if room.pause().is_some() {
        return Ok(plan.events());
    }
    // Nobody could bid meanwhile: every lot that would still have been open gets time.
    for (id, lot) in room.queue() {
        let LotPhase::Open {
            end: Some(end),
            sale_timeout_ms,
            ..
        } = lot.phase()
        else {
            continue;
        };
        let grace = if room.catalog().is_parallel() {
            PARALLEL_EXTENSION_MS
        } else {
            CLASSIC_GRACE_MS.max(sale_timeout_ms)
        };
        let moved = now.plus_ms(grace);
        if end > last_alive && moved > end {
            plan.push(Event::LotEndMoved {
                at: now,
                lot: id,
                end: moved,
            });
        }
    }
    if finish(room).is_some_and(|due| due > last_alive) {
        plan.push(Event::WaitForEndBegan { at: now });
    }
    Ok(plan.events())
}
