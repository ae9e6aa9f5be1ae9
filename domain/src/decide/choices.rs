//! Lots on offer at the buyer's choice: the bets on the first, the leading lot, are for the price of one, and the winner takes one
//! or several.
//!
//! The hammer settles a choice, and its lots stay a group until the sale goes on, so that the hammer can be undone: until then the
//! leading lot is the current one and not open.

use super::{
    checks::{ensure, lot_exists, not_paid},
    plan::{Decision, Plan, Trade},
};
use crate::{
    event::Event,
    ids::LotId,
    kinds::Cause,
    money::Amount,
    refusal::Refusal,
    room::{Lot, Room},
};

/// The hammer has fallen on the choice that the current lot leads.
pub(super) fn is_settled(current: &Lot) -> bool {
    current.is_choice() && !current.is_open()
}

/// Each lot that the winner takes is sold for the price. What was bid on a leading lot that they do not take was bid for the
/// choice, so it is void.
pub(super) fn sell(mut plan: Plan<'_>, id: LotId, lead: &Lot, take: &[LotId]) -> Decision {
    let (room, at) = (plan.room, plan.now);
    let group = lead.together();
    ensure(
        take.iter().all(|lot| group.contains(lot)),
        Refusal::LotNotFound,
    )?;
    ensure(!take.is_empty(), Refusal::NothingChosen)?;
    let taken = |lot: &&LotId| take.contains(lot);
    let trade = if taken(&&id) {
        let trade = plan.last_chance(id, lead);
        plan.push(Event::LotHammered {
            at,
            lot: id,
            sold: true,
        });
        trade
    } else {
        plan.void(id, lead);
        plan.push(Event::LotQueued { at, lot: id });
        Trade::of(id, lead, Cause::Bet)
    };
    let bet = trade.leading.ok_or(Refusal::NoAvailableBet)?;
    for other in group.iter().skip(1).filter(taken) {
        let lot = lot_exists(room, *other)?;
        plan.accept(&mut Trade::of(*other, lot, Cause::Bet), &bet.by, bet.value);
        plan.push(Event::LotHammered {
            at,
            lot: *other,
            sold: true,
        });
    }
    Ok(plan.events())
}

/// The choice ends: its lots come up by themselves, a leading lot that is not sold first.
pub(super) fn go_on<'a>(mut plan: Plan<'a>, id: LotId, lead: &'a Lot) -> Decision {
    let room = plan.room;
    if lead.is_open() {
        let trade = plan.last_chance(id, lead);
        let price = trade.leading.as_ref().map(|bet| bet.value);
        ensure(!would_be_sold(room, lead, price), Refusal::NothingChosen)?;
        plan.void(id, lead);
        plan.part(lead);
        plan.open_new(id);
    } else {
        plan.part(lead);
        if lead.is_over() {
            plan.open_next(Some(id));
        } else {
            plan.open(id, lead);
        }
    }
    Ok(plan.events())
}

/// None of the lots is sold.
pub(super) fn pass(mut plan: Plan<'_>, id: LotId, lead: &Lot) -> Decision {
    let room = plan.room;
    // Only visible bets count, so that a refusal tells nothing of secret orders.
    let price = lead.leading().map(|bet| bet.value);
    ensure(!would_be_sold(room, lead, price), Refusal::NotForTrade)?;
    plan.void(id, lead);
    plan.pass(id);
    for other in lead.together().iter().skip(1) {
        plan.pass(*other);
    }
    plan.part(lead);
    plan.open_next(Some(id));
    Ok(plan.events())
}

/// Undoes the hammer: the choice is open again, at the leading price and with the leading winner. Bets of others on a
/// leading lot that was not taken stay void.
pub(super) fn reopen<'a>(plan: &mut Plan<'a>, id: LotId, lead: &'a Lot) -> Result<(), Refusal> {
    let room = plan.room;
    not_paid(lead)?;
    let mut winning = None;
    for other in lead.together().iter().skip(1) {
        let lot = lot_exists(room, *other)?;
        not_paid(lot)?;
        winning = winning.or(lot.leading());
        plan.take_bets_back(*other, lot);
        if lot.is_over() {
            plan.push(Event::LotQueued {
                at: plan.now,
                lot: *other,
            });
        }
    }
    match winning {
        Some(bet) if lead.leading().is_none() => plan.open_at(id, lead, bet),
        _ => plan.open(id, lead),
    }
    Ok(())
}

/// Whether the price reaches the reserve of any of the lots.
fn would_be_sold(room: &Room, lead: &Lot, price: Option<Amount>) -> bool {
    let reaches = |lot: &LotId, price| room.reserve_of(*lot).is_none_or(|reserve| price >= reserve);
    price.is_some_and(|price| lead.together().iter().any(|lot| reaches(lot, price)))
}
