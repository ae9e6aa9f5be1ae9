//! The auctioneer's controls. `return` is the admins' and works in a Parallel room as well.

use super::{
    checks::{
        current_lot, ensure, is_classic_in_process, lot_exists, not_finished, not_paid, not_paused,
        trades_by_itself,
    },
    choices,
    groups::take_back,
    plan::{Decision, Plan},
};
use crate::{
    event::Event,
    ids::{BetNo, LotId, Paddle, Participant},
    kinds::LotState,
    refusal::Refusal,
    room::{Lot, Phase},
    timers::RESUME_MS,
};

pub(super) fn next(mut plan: Plan<'_>, named: Option<LotId>) -> Decision {
    let current = current_lot(plan.room, named)?;
    if let Some((id, lot)) = current {
        if lot.is_choice() {
            return choices::go_on(plan, id, lot);
        }
        if lot.is_open() {
            its_time_is_up(&plan, lot)?;
            plan.hammer(id, lot);
        }
    }
    plan.open_next(current.map(|(id, _)| id));
    Ok(plan.events())
}

pub(super) fn sell(
    mut plan: Plan<'_>,
    named: Option<LotId>,
    take: &[LotId],
    meant: Option<BetNo>,
) -> Decision {
    let (id, lot) = current_lot(plan.room, named)?.ok_or(Refusal::NotInThisState)?;
    ensure(lot.is_open(), Refusal::TradeTimeout)?;
    its_time_is_up(&plan, lot)?;
    let leading = lot.leading().ok_or(Refusal::NoAvailableBet)?;
    ensure(
        meant.is_none_or(|bet| bet == leading.no),
        Refusal::AnotherBetLeads,
    )?;
    if lot.is_choice() {
        return choices::sell(plan, id, lot, take);
    }
    // They were chosen of a choice that has ended meanwhile.
    ensure(take.is_empty(), Refusal::NotInThisState)?;
    plan.sell(id, lot);
    Ok(plan.events())
}

pub(super) fn skip(mut plan: Plan<'_>, named: Option<LotId>) -> Decision {
    let (id, lot) = current_lot(plan.room, named)?.ok_or(Refusal::NotInThisState)?;
    ensure(lot.is_open(), Refusal::TradeTimeout)?;
    its_time_is_up(&plan, lot)?;
    if lot.is_choice() {
        return choices::pass(plan, id, lot);
    }
    // Only visible bets count, so that a refusal tells nothing of secret orders.
    let reserve = plan.room.reserve_of(id);
    let would_be_sold = lot
        .leading()
        .is_some_and(|leading| reserve.is_none_or(|reserve| leading.value >= reserve));
    ensure(!would_be_sold, Refusal::NotForTrade)?;
    plan.close(id, lot, false);
    plan.open_next(Some(id));
    Ok(plan.events())
}

pub(super) fn previous(mut plan: Plan<'_>) -> Decision {
    let room = plan.room;
    ensure(
        room.catalog().is_classic() && room.state().is_running(),
        Refusal::NotInThisState,
    )?;
    not_paused(room)?;
    let current = room.current_lot().and_then(|id| Some((id, room.lot(id)?)));
    match current {
        Some((id, lot)) if choices::is_settled(lot) => choices::reopen(&mut plan, id, lot)?,
        Some((id, lot)) if lot.is_over() => {
            not_paid(lot)?;
            take_back(&mut plan, lot)?;
            plan.open(id, lot);
        }
        _ => {
            let before = current.map(|(id, _)| id);
            let id = room
                .previous_by_number(before)
                .ok_or(Refusal::LotNotFound)?;
            let lot = lot_exists(room, id)?;
            not_paid(lot)?;
            if let Some(lot) = before {
                plan.push(Event::LotQueued { at: plan.now, lot });
            }
            take_back(&mut plan, lot)?;
            plan.open(id, lot);
        }
    }
    Ok(plan.events())
}

/// Takes the current lot off the block as `previous` does, with its bets, and opens another that is not over.
pub(super) fn jump(mut plan: Plan<'_>, to: LotId, from: Option<LotId>) -> Decision {
    let room = plan.room;
    let current = current_lot(room, from)?;
    let lot = lot_exists(room, to)?;
    ensure(!lot.is_over(), Refusal::TradeTimeout)?;
    ensure(!lot.is_open(), Refusal::NotForTrade)?;
    match current {
        Some((_, lead)) if choices::is_settled(lead) => {
            if !lead.together().contains(&to) {
                trades_by_itself(room, to)?;
            }
            plan.part(lead);
        }
        Some((id, current)) if current.is_open() => {
            trades_by_itself(room, to)?;
            its_time_is_up(&plan, current)?;
            plan.push(Event::LotQueued {
                at: plan.now,
                lot: id,
            });
        }
        _ => trades_by_itself(room, to)?,
    }
    plan.open(to, lot);
    Ok(plan.events())
}

/// Only announces: bets count as before. A second warning renews the first.
pub(super) fn warn(mut plan: Plan<'_>, named: Option<LotId>) -> Decision {
    let by_hand = !plan.room.catalog().auto_start;
    let (id, _) = current_lot(plan.room, named)?
        .filter(|(_, lot)| by_hand && lot.is_open() && lot.leading().is_some())
        .ok_or(Refusal::NotForTrade)?;
    plan.push(Event::LotWarned {
        at: plan.now,
        lot: id,
    });
    Ok(plan.events())
}

pub(super) fn pause(mut plan: Plan<'_>, reason: Option<&str>) -> Decision {
    let (id, _) = current_lot(plan.room, None)?
        .filter(|(_, lot)| lot.is_open())
        .ok_or(Refusal::NotForTrade)?;
    plan.push(Event::CatalogPaused {
        at: plan.now,
        lot: id,
        reason: reason.map(str::to_owned),
    });
    Ok(plan.events())
}

/// The lot gets back the time it had left, and bidders at least a moment to look up again.
pub(super) fn resume(mut plan: Plan<'_>) -> Decision {
    let (room, now) = (plan.room, plan.now);
    is_classic_in_process(room)?;
    let pause = room.pause().ok_or(Refusal::NotForTrade)?;
    let id = room.current_lot().ok_or(Refusal::NotForTrade)?;
    let lot = lot_exists(room, id)?;
    let end = lot.end().map(|end| {
        end.plus_ms(now.0 - pause.since.0)
            .max(now.plus_ms(RESUME_MS))
    });
    plan.push(Event::CatalogResumed {
        at: now,
        lot: id,
        end,
    });
    plan.resume(id, lot, end);
    Ok(plan.events())
}

/// Whose bet of the hall it was, put right at any time, since a wrong paddle is mostly found when the lot is paid for.
pub(super) fn correct_paddle(
    mut plan: Plan<'_>,
    id: LotId,
    no: BetNo,
    paddle: &Paddle,
) -> Decision {
    let lot = lot_exists(plan.room, id)?;
    not_paid(lot)?;
    let bet = lot
        .bets()
        .iter()
        .find(|bet| bet.no == no && bet.by.is_hall())
        .ok_or(Refusal::NoAvailableBet)?;
    if bet.by != Participant::Hall(Some(paddle.clone())) {
        plan.push(Event::PaddleCorrected {
            at: plan.now,
            lot: id,
            no,
            paddle: paddle.clone(),
        });
    }
    Ok(plan.events())
}

pub(super) fn return_to_bidding(mut plan: Plan<'_>, id: LotId) -> Decision {
    let room = plan.room;
    let lot = lot_exists(room, id)?;
    not_finished(room)?;
    ensure(room.state().is_running(), Refusal::NotInThisState)?;
    ensure(
        matches!(lot.state(), LotState::Sold | LotState::NotSold),
        Refusal::NotForTrade,
    )?;
    if !lot.is_choice() {
        trades_by_itself(room, id)?;
        take_back(&mut plan, lot)?;
    } else if room.current_lot() == Some(id) {
        choices::reopen(&mut plan, id, lot)?;
        return Ok(plan.events());
    }
    let waits_for_its_turn = room.catalog().is_classic()
        && matches!(room.phase(), Phase::InProcess { current, .. } if *current != Some(id));
    if waits_for_its_turn {
        plan.push(Event::LotQueued {
            at: plan.now,
            lot: id,
        });
    } else {
        plan.open(id, lot);
    }
    Ok(plan.events())
}

pub(super) fn finish(mut plan: Plan<'_>) -> Decision {
    let waits = matches!(plan.room.phase(), Phase::WaitForEnd { .. });
    ensure(
        plan.room.catalog().is_classic() && waits,
        Refusal::NotInThisState,
    )?;
    plan.push(Event::CatalogCompleted { at: plan.now });
    Ok(plan.events())
}

/// With auto-start the lot's end time is kept.
fn its_time_is_up(plan: &Plan<'_>, lot: &Lot) -> Result<(), Refusal> {
    ensure(
        lot.end().is_none_or(|end| end <= plan.now),
        Refusal::NotTimeoutYet,
    )
}
