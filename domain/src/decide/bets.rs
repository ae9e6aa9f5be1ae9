//! A bet, by the table «When a bet is refused» of `docs/rules.md`, whose rows the comments count.

use super::{
    checks::{
        bidding_is_not_over, catalog_exists_for, end_has_not_come, ensure, is_bid_in, lot_exists,
        multiple_of_10, not_finished, not_paused,
    },
    plan::{Decision, Plan, Trade},
};
use crate::{
    command::Eligibility,
    ids::{LotId, Participant},
    kinds::{CalculationType, CatalogState, Cause},
    money::Amount,
    refusal::Refusal,
    room::Catalog,
};

pub(super) fn place(
    mut plan: Plan<'_>,
    id: LotId,
    by: &Participant,
    value: Amount,
    eligibility: Eligibility,
) -> Decision {
    let (room, now) = (plan.room, plan.now);
    let catalog = room.catalog();
    let in_hall = by.is_hall();

    ensure(in_hall || eligibility.accepted, Refusal::NotAccepted)?;
    catalog_exists_for(room, in_hall || eligibility.controller)?;
    let lot = lot_exists(room, id)?;
    not_finished(room)?;
    is_bid_in(room, in_hall)?;
    bidding_is_not_over(room, lot, now)?;
    // Rows 6 to 8.
    match room.state() {
        CatalogState::Scheduled => ensure(takes_pre_bets(catalog), Refusal::NotForTrade)?,
        _ => {
            let is_current = !catalog.is_classic() || room.current_lot() == Some(id);
            ensure(is_current, Refusal::LotIsNotCurrent)?;
            ensure(lot.is_open(), Refusal::NotForTrade)?;
            not_paused(room)?;
        }
    }
    end_has_not_come(lot, now)?;
    multiple_of_10(value)?;
    // Row 11: nobody vouches for an untrusted bidder; the hall is the controller's affair.
    let cap = catalog.caps.of(catalog.currency);
    let capped = !in_hall && !eligibility.trusted;
    ensure(
        !capped || value <= cap,
        Refusal::UntrustedCapExceeded {
            cap,
            currency: catalog.currency,
        },
    )?;
    // Rows 12 to 14.
    if let Some(leading) = lot.leading() {
        ensure(!leading.by.is_surely(by), Refusal::ForbiddenToBetAgain)?;
        ensure(value > leading.value, Refusal::AnotherBetLeads)?;
    }
    ensure(
        value >= lot.minimum(&catalog.ladder()),
        Refusal::LessThanMinimal,
    )?;

    let mut trade = Trade::of(id, lot, Cause::Bet);
    plan.accept(&mut trade, by, value);
    plan.resolve(&mut trade);
    Ok(plan.events())
}

/// Row 6: before the start, only Classic takes bets, and a Parallel catalog whose calculation is not ByCatalogType.
fn takes_pre_bets(catalog: &Catalog) -> bool {
    catalog.is_classic() || catalog.calculation != CalculationType::ByCatalogType
}
