//! The conditions that bets, absentee orders and controls share, in the words of the table of refusals.

use crate::{
    ids::LotId,
    kinds::{CatalogState, LotState},
    money::{Amount, Timestamp},
    refusal::Refusal,
    room::{Lot, Phase, Room},
};

pub(super) fn ensure(holds: bool, otherwise: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Row 1: the catalog is neither a draft nor hidden from the caller.
pub(super) fn catalog_exists_for(room: &Room, controller: bool) -> Result<(), Refusal> {
    let exists = room.state() != CatalogState::Temporary && (controller || !room.catalog().hidden);
    ensure(exists, Refusal::CatalogNotFound)
}

/// Row 2: the lot is of this catalog, and not hidden.
pub(super) fn lot_exists(room: &Room, lot: LotId) -> Result<&Lot, Refusal> {
    room.lot(lot)
        .filter(|lot| !lot.is_hidden())
        .ok_or(Refusal::LotNotFound)
}

/// Row 3.
pub(super) fn not_finished(room: &Room) -> Result<(), Refusal> {
    ensure(!room.state().is_finished(), Refusal::TradeCompleted)
}

/// Row 4: the catalog takes bets; bets from the hall only if it is Classic.
pub(super) fn is_bid_in(room: &Room, from_the_hall: bool) -> Result<(), Refusal> {
    let catalog = room.catalog();
    let bid_in = catalog.catalog_type.trades() && (catalog.is_classic() || !from_the_hall);
    ensure(bid_in, Refusal::NotForTrade)
}

/// Row 5: the lot's bidding is not over, nor a Parallel catalog's time before it was ever started.
pub(super) fn bidding_is_not_over(room: &Room, lot: &Lot, now: Timestamp) -> Result<(), Refusal> {
    let catalog = room.catalog();
    let never_started = catalog.is_parallel()
        && room.state() == CatalogState::Scheduled
        && catalog.end_date.is_some_and(|end| end <= now);
    ensure(!lot.is_over() && !never_started, Refusal::TradeTimeout)
}

/// Row 8 as well: in a pause the current lot takes no bets and obeys no control.
pub(super) fn not_paused(room: &Room) -> Result<(), Refusal> {
    ensure(room.pause().is_none(), Refusal::NotForTrade)
}

/// Row 9.
pub(super) fn end_has_not_come(lot: &Lot, now: Timestamp) -> Result<(), Refusal> {
    ensure(lot.end().is_none_or(|end| now < end), Refusal::TradeTimeout)
}

/// Row 10.
pub(super) fn multiple_of_10(value: Amount) -> Result<(), Refusal> {
    ensure(value.is_multiple_of_10(), Refusal::NotMultipleOf10)
}

pub(super) fn is_classic_in_process(room: &Room) -> Result<(), Refusal> {
    let in_process = matches!(room.phase(), Phase::InProcess { .. });
    ensure(
        room.catalog().is_classic() && in_process,
        Refusal::NotInThisState,
    )
}

/// The current lot of a Classic room in process that is not paused; if the caller names one, it is the one meant.
pub(super) fn current_lot(
    room: &Room,
    named: Option<LotId>,
) -> Result<Option<(LotId, &Lot)>, Refusal> {
    is_classic_in_process(room)?;
    not_paused(room)?;
    let current = room.current_lot();
    ensure(
        named.is_none() || named == current,
        Refusal::LotIsNotCurrent,
    )?;
    Ok(current.and_then(|id| Some((id, room.lot(id)?))))
}

/// A lot that follows the leading one of its group has no trade of its own.
pub(super) fn trades_by_itself(room: &Room, id: LotId) -> Result<(), Refusal> {
    ensure(room.leader_of(id).is_none(), Refusal::LotJoined)
}

pub(super) fn not_paid(lot: &Lot) -> Result<(), Refusal> {
    ensure(lot.state() != LotState::Paid, Refusal::NotForTrade)
}
