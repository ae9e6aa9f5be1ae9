//! Scheduling and starting a catalog, by hand and by itself.

use super::{
    checks::ensure,
    plan::{Decision, Plan},
};
use crate::{
    event::{Event, MissedStart},
    kinds::CatalogState,
    money::Timestamp,
    refusal::{Invalid, Refusal},
    room::{Catalog, Room},
    timers::START_GAP_MS,
};

pub(super) fn schedule(mut plan: Plan<'_>) -> Decision {
    ensure(
        plan.room.state() == CatalogState::Temporary,
        Refusal::NotInThisState,
    )?;
    may_be_scheduled(plan.room.catalog())?;
    plan.push(Event::CatalogScheduled { at: plan.now });
    Ok(plan.events())
}

/// Parallel needs an end after its start, auto-start a start date.
pub(super) fn may_be_scheduled(catalog: &Catalog) -> Result<(), Refusal> {
    if catalog.is_parallel() {
        let end_is_later = catalog
            .end_date
            .is_some_and(|end| catalog.start_date.is_none_or(|start| start < end));
        ensure(end_is_later, Refusal::Invalid(Invalid::EndNotAfterStart))?;
    }
    ensure(
        !catalog.auto_start || catalog.start_date.is_some(),
        Refusal::Invalid(Invalid::StartDateMissing),
    )
}

pub(super) fn by_hand(plan: Plan<'_>) -> Decision {
    let (room, now) = (plan.room, plan.now);
    let catalog = room.catalog();
    ensure(
        room.state() == CatalogState::Scheduled,
        Refusal::NotInThisState,
    )?;
    ensure(
        catalog
            .start_date
            .is_none_or(|start| now >= start.minus_ms(START_GAP_MS)),
        Refusal::NotInThisState,
    )?;
    ensure(!end_passed(room, now), Refusal::NotInThisState)?;
    ensure(!room.all_over(), Refusal::NothingToOpen)?;
    Ok(start(plan))
}

/// At the start date; what does not start now stays Scheduled, and its staff are notified.
pub(super) fn by_itself(mut plan: Plan<'_>) -> Vec<Event> {
    let why = if end_passed(plan.room, plan.now) {
        MissedStart::EndPassed
    } else if plan.room.all_over() {
        MissedStart::NothingToOpen
    } else {
        return start(plan);
    };
    plan.push(Event::StartMissed { at: plan.now, why });
    plan.events()
}

/// A Parallel catalog whose end is not later than now does not start, nor one that has none.
fn end_passed(room: &Room, now: Timestamp) -> bool {
    let catalog = room.catalog();
    catalog.is_parallel() && catalog.end_date.is_none_or(|end| end <= now)
}

/// Classic opens the first lot that is not over; every other catalog all of them.
fn start(mut plan: Plan<'_>) -> Vec<Event> {
    let room = plan.room;
    plan.push(Event::CatalogStarted { at: plan.now });
    let how_many = if room.catalog().is_classic() {
        1
    } else {
        usize::MAX
    };
    for (id, lot) in room.queue().take(how_many) {
        plan.open(id, lot);
    }
    plan.events()
}
