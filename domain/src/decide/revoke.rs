//! Taking the last batch of bets back, with what set it off.

use super::{
    checks::{ensure, lot_exists, not_finished},
    plan::{Decision, Plan, Trade},
};
use crate::{
    bidding::{Book, Leading},
    command::Revoker,
    event::{DropReason, Event},
    ids::{LotId, UserId},
    kinds::{CatalogState, Cause},
    refusal::Refusal,
    room::Bet,
};

pub(super) fn last_batch(mut plan: Plan<'_>, id: LotId, by: Revoker, entitled: bool) -> Decision {
    let (room, now) = (plan.room, plan.now);
    if by == Revoker::Auctioneer {
        ensure(
            room.catalog().is_classic() && room.state().is_running(),
            Refusal::NoClassicAuction,
        )?;
    }
    ensure(entitled, Refusal::UserIsNotAuctioneer)?;
    let lot = lot_exists(room, id)?;
    not_finished(room)?;
    ensure(
        room.state() != CatalogState::Temporary,
        Refusal::TradeCompleted,
    )?;
    ensure(!lot.is_over(), Refusal::TradeTimeout)?;
    let batch = lot.last_batch();
    ensure(!batch.is_empty(), Refusal::NoAvailableBet)?;

    let kept = &lot.bets()[..lot.bets().len() - batch.len()];
    let mut trade = Trade::of(id, lot, Cause::Revoke);
    trade.leading = kept.last().map(|bet| Leading {
        by: bet.by.clone(),
        value: bet.value,
        no: bet.no,
    });
    let bets = batch.iter().map(|bet| bet.no).collect();
    // As a bet would: nobody wins by a bid taken back at the last second.
    let extended_from = room.pause().map_or(now, |pause| pause.since);
    let end = trade.extend(room.catalog(), extended_from);
    plan.push(Event::BetsRevoked {
        at: now,
        lot: id,
        bets,
        by,
        end,
    });
    if let Some(user) = who_set_off(batch).filter(|user| lot.orders().get(*user).is_some()) {
        plan.push(Event::OrderDropped {
            at: now,
            lot: id,
            user,
            why: DropReason::Revoked,
        });
        trade.book = Book::dropped(lot.orders(), user);
    }
    plan.resolve(&mut trade);
    Ok(plan.events())
}

/// Whose order goes with the batch: the bettor's own, the one just placed, else the leader's.
fn who_set_off(batch: &[Bet]) -> Option<UserId> {
    let (first, last) = (batch.first()?, batch.last()?);
    match first.cause {
        Some(Cause::Order(user)) => Some(user),
        Some(Cause::Bet) => first.by.user(),
        Some(Cause::Opening | Cause::Lift | Cause::Revoke | Cause::Resume) | None => last.by.user(),
    }
}
