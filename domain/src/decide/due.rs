//! Timers.

use super::{
    plan::{Decision, Plan},
    start,
};
use crate::{
    event::Event,
    ids::LotId,
    kinds::CatalogState,
    timers::{Due, first_due},
};

/// Runs the first timer that is due. It happens when it fell due, but not before the last event: what fell due during an
/// outage, or by a change made just now, happens then.
pub(super) fn first(mut plan: Plan<'_>) -> Decision {
    let Some((at, due)) = first_due(plan.room).filter(|(at, _)| *at <= plan.now) else {
        return Ok(Vec::new());
    };
    plan.now = at.max(plan.room.last_event_at());
    Ok(match due {
        Due::Start => start::by_itself(plan),
        Due::LotEnd(lot) => lot_end(plan, lot),
        Due::CatalogEnd => catalog_end(plan),
        Due::Finish => finish(plan),
    })
}

fn lot_end(mut plan: Plan<'_>, id: LotId) -> Vec<Event> {
    let room = plan.room;
    let Some(lot) = room.lot(id) else {
        return Vec::new();
    };
    plan.hammer(id, lot);
    if room.catalog().is_classic() {
        plan.open_next(Some(id));
    } else {
        complete_if_last(&mut plan, id);
    }
    plan.events()
}

/// Parallel: once the catalog's end has come, the last lot to be over completes it.
pub(super) fn complete_if_last(plan: &mut Plan<'_>, over: LotId) {
    let room = plan.room;
    let waits = room.catalog().is_parallel() && room.state() == CatalogState::WaitForEnd;
    if waits && plan.next_in_queue(Some(over)).is_none() {
        plan.push(Event::CatalogCompleted { at: plan.now });
    }
}

fn catalog_end(mut plan: Plan<'_>) -> Vec<Event> {
    let at = plan.now;
    plan.push(if plan.room.all_over() {
        Event::CatalogCompleted { at }
    } else {
        Event::WaitForEndBegan { at }
    });
    plan.events()
}

fn finish(mut plan: Plan<'_>) -> Vec<Event> {
    plan.push(Event::CatalogCompleted { at: plan.now });
    plan.events()
}
