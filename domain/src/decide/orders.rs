//! Absentee orders: rows 1 to 5, 9, 10 and 14 of the table; row 6 is not for them.

use super::{
    checks::{
        bidding_is_not_over, catalog_exists_for, end_has_not_come, ensure, is_bid_in, lot_exists,
        multiple_of_10, not_finished, trades_by_itself,
    },
    choices,
    plan::{Decision, Plan, Trade},
};
use crate::{
    bidding::Book,
    command::Eligibility,
    event::{DropReason, Event},
    ids::{LotId, UserId},
    kinds::Cause,
    money::{Amount, Timestamp},
    refusal::Refusal,
    room::{Lot, Room},
};

pub(super) fn place(
    mut plan: Plan<'_>,
    id: LotId,
    user: UserId,
    maximum: Amount,
    eligibility: Eligibility,
) -> Decision {
    ensure(eligibility.trusted, Refusal::Untrusted)?;
    ensure(eligibility.accepted, Refusal::NotAccepted)?;
    let lot = may_be_ordered(plan.room, id, eligibility, plan.now)?;
    trades_by_itself(plan.room, id)?;
    // If the hammer is undone, an order for this lot alone would bid for the choice.
    ensure(!choices::is_settled(lot), Refusal::LotJoined)?;
    multiple_of_10(maximum)?;
    let ladder = plan.room.catalog().ladder();
    let at_least = match lot.leading() {
        Some(leading) if lot.is_led_by(user) => leading.value,
        _ => lot.minimum(&ladder),
    };
    ensure(maximum >= at_least, Refusal::LessThanMinimal)?;

    if lot
        .orders()
        .get(user)
        .is_some_and(|order| order.maximum() == maximum)
    {
        return Ok(Vec::new());
    }
    let no = plan.arrival();
    plan.push(Event::OrderPlaced {
        at: plan.now,
        lot: id,
        no,
        user,
        maximum,
    });
    let mut trade = Trade::of(id, lot, Cause::Order(user));
    trade.book = Book::placed(
        lot.orders(),
        user,
        lot.orders().with(user, maximum, no, lot.is_open()),
    );
    plan.resolve(&mut trade);
    Ok(plan.events())
}

pub(super) fn withdraw(
    mut plan: Plan<'_>,
    id: LotId,
    user: UserId,
    eligibility: Eligibility,
) -> Decision {
    let lot = may_be_ordered(plan.room, id, eligibility, plan.now)?;
    ensure(lot.orders().get(user).is_some(), Refusal::NoOrder)?;
    ensure(!(lot.is_open() && lot.is_led_by(user)), Refusal::OrderLeads)?;
    plan.push(Event::OrderDropped {
        at: plan.now,
        lot: id,
        user,
        why: DropReason::Withdrawn,
    });
    Ok(plan.events())
}

/// Those on lots that are over go too: such a lot may be opened again.
pub(super) fn drop_all(mut plan: Plan<'_>, user: UserId) -> Decision {
    if plan.room.state().is_finished() {
        return Ok(Vec::new());
    }
    for (lot, _) in plan.room.orders_of(user) {
        plan.push(Event::OrderDropped {
            at: plan.now,
            lot,
            user,
            why: DropReason::TrustLost,
        });
    }
    Ok(plan.events())
}

/// Rows 1 to 5 and 9.
fn may_be_ordered(
    room: &Room,
    id: LotId,
    eligibility: Eligibility,
    now: Timestamp,
) -> Result<&Lot, Refusal> {
    catalog_exists_for(room, eligibility.controller)?;
    let lot = lot_exists(room, id)?;
    not_finished(room)?;
    is_bid_in(room, false)?;
    bidding_is_not_over(room, lot, now)?;
    // End times stand still in a pause.
    if room.pause().is_none() {
        end_has_not_come(lot, now)?;
    }
    Ok(lot)
}
