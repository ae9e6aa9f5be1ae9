//! Lots that come, change and go while a room lives.

use super::{
    checks::ensure,
    due::complete_if_last,
    plan::{Decision, Plan},
};
use crate::{
    command::{LotPatch, LotSetup},
    event::{DropReason, Event},
    ids::LotId,
    kinds::{CatalogState, LotState},
    money::Amount,
    refusal::{Invalid, Refusal},
    room::{Lot, Room},
};

/// Classic: into the queue; Parallel: open until the catalog's end.
pub(super) fn add(mut plan: Plan<'_>, id: LotId, setup: LotSetup) -> Decision {
    let room = plan.room;
    amounts_are_in_range(Some(setup.start), setup.reserve)?;
    ensure(
        room.lot(id).is_none() && takes_lots(room),
        Refusal::NotInThisState,
    )?;
    ensure(
        !room.number_taken(setup.number, id),
        Refusal::Invalid(Invalid::NumberTaken),
    )?;
    plan.push(Event::LotAdded {
        at: plan.now,
        lot: id,
        setup,
    });
    if setup.state == LotState::None && !setup.hidden && opens_at_once(room) {
        plan.open_new(id);
    }
    Ok(plan.events())
}

pub(super) fn change(mut plan: Plan<'_>, id: LotId, patch: LotPatch) -> Decision {
    let (room, at) = (plan.room, plan.now);
    let lot = room.lot(id).ok_or(Refusal::LotNotFound)?;
    let patch = patch.reduced(lot);
    if patch == LotPatch::default() {
        return Ok(Vec::new());
    }
    amounts_are_in_range(patch.start, patch.reserve.flatten())?;
    ensure(
        !room.state().is_finished() && !lot.is_over(),
        Refusal::NotInThisState,
    )?;
    // The bets on the leading lot of a group count on what is said of all of them.
    ensure(lot.together().is_empty(), Refusal::LotJoined)?;
    let has_bets = lot.leading().is_some();
    if let Some(number) = patch.number {
        ensure(!room.state().is_running(), Refusal::NotInThisState)?;
        ensure(
            !room.number_taken(number, id),
            Refusal::Invalid(Invalid::NumberTaken),
        )?;
    }
    ensure(patch.start.is_none() || !has_bets, Refusal::NotInThisState)?;
    if let Some(reserve) = patch.reserve {
        ensure(
            !has_bets || falls(lot.reserve(), reserve),
            Refusal::NotInThisState,
        )?;
    }

    plan.push(Event::LotChanged { at, lot: id, patch });
    if let Some(start) = patch.start {
        let minimum = room.catalog().ladder().minimum(start, None);
        for (user, order) in lot.orders().iter() {
            if order.maximum() < minimum {
                plan.push(Event::OrderDropped {
                    at,
                    lot: id,
                    user,
                    why: DropReason::BelowMinimum,
                });
            }
        }
    }
    Ok(plan.events())
}

pub(super) fn withdraw(mut plan: Plan<'_>, id: LotId) -> Decision {
    let (room, at) = (plan.room, plan.now);
    let lot = room.lot(id).ok_or(Refusal::LotNotFound)?;
    if lot.is_hidden() {
        return Ok(Vec::new());
    }
    if is_traded(room) {
        ensure(lot.together().is_empty(), Refusal::LotJoined)?;
        ensure(
            lot.leading().is_none() && room.current_lot() != Some(id),
            Refusal::NotInThisState,
        )?;
    }
    drop_orders(&mut plan, id, lot);
    plan.push(Event::LotWithdrawn { at, lot: id });
    complete_if_last(&mut plan, id);
    Ok(plan.events())
}

pub(super) fn show(mut plan: Plan<'_>, id: LotId) -> Decision {
    let room = plan.room;
    let lot = room.lot(id).ok_or(Refusal::LotNotFound)?;
    if !lot.is_hidden() {
        return Ok(Vec::new());
    }
    ensure(
        lot.is_over() || !is_traded(room) || takes_lots(room),
        Refusal::NotInThisState,
    )?;
    plan.push(Event::LotShown {
        at: plan.now,
        lot: id,
    });
    if !lot.is_over() && opens_at_once(room) {
        plan.open(id, lot);
    }
    Ok(plan.events())
}

/// Before the start, a lot without bets; after the end, one that was not sold.
pub(super) fn remove(mut plan: Plan<'_>, id: LotId) -> Decision {
    let (room, at) = (plan.room, plan.now);
    let lot = room.lot(id).ok_or(Refusal::LotNotFound)?;
    let may = if is_traded(room) {
        !room.state().is_running() && lot.leading().is_none()
    } else {
        !lot.state().is_sold()
    };
    ensure(may, Refusal::NotInThisState)?;
    drop_orders(&mut plan, id, lot);
    plan.push(Event::LotRemoved { at, lot: id });
    Ok(plan.events())
}

/// Lots that were sold as one are paid for as one.
pub(super) fn mark_paid(mut plan: Plan<'_>, id: LotId) -> Decision {
    let (room, at) = (plan.room, plan.now);
    let lot = room.lot(id).ok_or(Refusal::LotNotFound)?;
    let bought = match lot.together() {
        group @ [_, ..] if !lot.is_choice() => group,
        _ => std::slice::from_ref(&id),
    };
    let is_paid = |id: &LotId| {
        room.lot(*id)
            .is_none_or(|lot| lot.state() == LotState::Paid)
    };
    if bought.iter().all(is_paid) {
        return Ok(Vec::new());
    }
    // In a gallery lots are sold without bids.
    ensure(
        lot.state().is_sold() || !room.catalog().catalog_type.trades(),
        Refusal::NotInThisState,
    )?;
    for lot in bought.iter().filter(|id| !is_paid(id)) {
        plan.push(Event::LotPaid { at, lot: *lot });
    }
    Ok(plan.events())
}

fn drop_orders(plan: &mut Plan<'_>, id: LotId, lot: &Lot) {
    for (user, _) in lot.orders().iter() {
        plan.push(Event::OrderDropped {
            at: plan.now,
            lot: id,
            user,
            why: DropReason::LotWithdrawn,
        });
    }
}

/// Bets are taken in it, or will be.
fn is_traded(room: &Room) -> bool {
    room.catalog().catalog_type.trades() && !room.state().is_finished()
}

fn takes_lots(room: &Room) -> bool {
    matches!(
        room.state(),
        CatalogState::Temporary | CatalogState::Scheduled | CatalogState::InProcess
    )
}

fn opens_at_once(room: &Room) -> bool {
    !room.catalog().is_classic() && room.state() == CatalogState::InProcess
}

/// Whether a reserve falls; none at all is the lowest.
fn falls(old: Option<Amount>, new: Option<Amount>) -> bool {
    new < old
}

fn amounts_are_in_range(start: Option<Amount>, reserve: Option<Amount>) -> Result<(), Refusal> {
    let start_fits = start.is_none_or(|start| Amount(0) <= start && start <= Amount::MAX);
    let reserve_fits = reserve.is_none_or(|reserve| reserve <= Amount::MAX);
    ensure(
        start_fits && reserve_fits,
        Refusal::Invalid(Invalid::AmountOutOfRange),
    )
}

impl LotPatch {
    /// Without what is so already. An unchanged reserve of a lot with bets stays, to be refused like a higher one: otherwise
    /// the answer would tell the reserve to those who may set it and not see it.
    fn reduced(&self, lot: &Lot) -> LotPatch {
        LotPatch {
            number: self.number.filter(|new| *new != lot.number()),
            start: self.start.filter(|new| *new != lot.start()),
            reserve: self
                .new_reserve()
                .filter(|new| *new != lot.reserve() || lot.leading().is_some()),
        }
    }
}
