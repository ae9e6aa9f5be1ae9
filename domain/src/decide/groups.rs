//! Groups of lots, which are sold as one or on offer at the buyer's choice: the bets are on the first, the leading lot.

use super::{
    checks::{current_lot, ensure, lot_exists, not_paid},
    plan::{Decision, Plan},
};
use crate::{
    event::Event,
    ids::LotId,
    refusal::Refusal,
    room::{Lot, Room},
};

/// The leading lot may have no bets, and the others neither bets nor orders: nobody who meant one lot gets several. The
/// leading lot is open, so an order on it has bid already.
pub(super) fn join(mut plan: Plan<'_>, id: LotId, with: &[LotId], choice: bool) -> Decision {
    let room = plan.room;
    let lead = open_by_hand(room, id)?;
    ensure(lead.together().is_empty(), Refusal::LotJoined)?;
    ensure(lead.leading().is_none(), Refusal::LotHasBets)?;
    let mut lots = vec![id];
    for other in with {
        let lot = lot_exists(room, *other)?;
        ensure(!lot.is_over(), Refusal::TradeTimeout)?;
        let is_free = lot.together().is_empty() && !lots.contains(other);
        ensure(is_free, Refusal::LotJoined)?;
        ensure(lot.leading().is_none(), Refusal::LotHasBets)?;
        ensure(lot.orders().is_empty(), Refusal::LotHasOrders)?;
        lots.push(*other);
    }
    ensure(lots.len() > 1, Refusal::NotInThisState)?;
    for lot in &lots {
        plan.push(Event::LotJoined {
            at: plan.now,
            lot: *lot,
            lots: lots.clone(),
            choice,
        });
    }
    Ok(plan.events())
}

pub(super) fn part(mut plan: Plan<'_>, id: LotId) -> Decision {
    let lead = open_by_hand(plan.room, id)?;
    ensure(!lead.together().is_empty(), Refusal::NotInThisState)?;
    ensure(lead.leading().is_none(), Refusal::LotHasBets)?;
    plan.part(lead);
    Ok(plan.events())
}

/// The current lot of a sale by hand, while it is open.
fn open_by_hand(room: &Room, id: LotId) -> Result<&Lot, Refusal> {
    let (_, lot) = current_lot(room, Some(id))?.ok_or(Refusal::NotInThisState)?;
    ensure(!room.catalog().auto_start, Refusal::NotInThisState)?;
    ensure(lot.is_open(), Refusal::TradeTimeout)?;
    Ok(lot)
}

/// The leading lot comes up again, and with it the lots that were sold with it.
pub(super) fn take_back(plan: &mut Plan<'_>, lead: &Lot) -> Result<(), Refusal> {
    let room = plan.room;
    for id in lead.together().iter().skip(1) {
        let lot = lot_exists(room, *id)?;
        not_paid(lot)?;
        if lot.is_over() {
            plan.push(Event::LotQueued {
                at: plan.now,
                lot: *id,
            });
        }
    }
    Ok(())
}
