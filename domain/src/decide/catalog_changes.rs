//! Changes of a catalog while its room lives.

use super::{
    checks::ensure,
    plan::{Decision, Plan},
    start::may_be_scheduled,
};
use crate::{
    command::CatalogPatch,
    event::Event,
    kinds::CatalogState,
    money::Timestamp,
    refusal::{Invalid, Refusal},
    room::{Catalog, Room},
};

/// A lot is sold in a second at least and a day at most.
const SALE_TIMEOUT_S: std::ops::RangeInclusive<u32> = 1..=86_400;

pub(super) fn change(mut plan: Plan<'_>, patch: &CatalogPatch) -> Decision {
    let (room, now) = (plan.room, plan.now);
    let old = room.catalog();
    let patch = patch.reduced(old);
    if patch == CatalogPatch::default() {
        return Ok(Vec::new());
    }
    let mut new = old.clone();
    patch.apply_to(&mut new);

    ensure(
        SALE_TIMEOUT_S.contains(&new.sale_timeout_s),
        Refusal::Invalid(Invalid::TimeoutOutOfRange),
    )?;
    ensure(!room.state().is_finished(), Refusal::NotInThisState)?;
    ensure(
        !(patch.changes_how_bets_count() && room.has_bets()),
        Refusal::NotInThisState,
    )?;
    // A secret maximum was meant in the currency it was given in.
    ensure(
        !(patch.currency.is_some() && has_orders(room)),
        Refusal::NotInThisState,
    )?;
    if room.state().is_running() {
        ensure(
            patch.catalog_type.is_none() && patch.auto_start.is_none(),
            Refusal::NotInThisState,
        )?;
        ensure(
            only_later(old.start_date, new.start_date),
            Refusal::NotInThisState,
        )?;
        ensure(
            only_later(old.end_date, new.end_date),
            Refusal::NotInThisState,
        )?;
    }
    if room.state() != CatalogState::Temporary {
        may_be_scheduled(&new)?;
    }

    plan.push(Event::CatalogChanged {
        at: now,
        patch: Box::new(patch),
    });
    move_ends_along(&mut plan, &new);
    Ok(plan.events())
}

pub(super) fn set_hidden(mut plan: Plan<'_>, hidden: bool) -> Decision {
    if plan.room.catalog().hidden != hidden {
        plan.push(Event::CatalogHidden {
            at: plan.now,
            hidden,
        });
    }
    Ok(plan.events())
}

/// Lots that are over keep their result; the bets of all others are void.
pub(super) fn cancel(mut plan: Plan<'_>) -> Decision {
    let (room, at) = (plan.room, plan.now);
    let may = room.state() == CatalogState::Scheduled || room.state().is_running();
    ensure(may, Refusal::NotInThisState)?;
    for (lot, state) in room.queue() {
        if state.is_open() || state.leading().is_some() {
            plan.push(Event::LotVoided { at, lot });
        }
    }
    for (lot, state) in room.lots() {
        // Of a choice some lots may be sold already.
        if !state.together().is_empty() && (state.is_choice() || !state.is_over()) {
            plan.push(Event::LotParted { at, lot });
        }
    }
    plan.push(Event::CatalogCanceled { at });
    Ok(plan.events())
}

/// A later end date moves the end of open lots along.
fn move_ends_along(plan: &mut Plan<'_>, new: &Catalog) {
    let (room, at) = (plan.room, plan.now);
    let Some(end) = new
        .end_date
        .filter(|end| !new.is_classic() && room.catalog().end_date < Some(*end))
    else {
        return;
    };
    for (lot, state) in room.queue() {
        if state.is_open() && state.end().is_none_or(|old| old < end) {
            plan.push(Event::LotEndMoved { at, lot, end });
        }
    }
}

fn only_later(old: Option<Timestamp>, new: Option<Timestamp>) -> bool {
    old <= new
}

fn has_orders(room: &Room) -> bool {
    room.lots().any(|(_, lot)| !lot.orders().is_empty())
}

impl CatalogPatch {
    /// Without what is so already.
    fn reduced(&self, catalog: &Catalog) -> CatalogPatch {
        let patch = self.clone();
        CatalogPatch {
            catalog_type: patch
                .catalog_type
                .filter(|new| *new != catalog.catalog_type),
            calculation: patch.calculation.filter(|new| *new != catalog.calculation),
            currency: patch.currency.filter(|new| *new != catalog.currency),
            steps: patch.steps.filter(|new| *new != catalog.steps),
            house_steps: patch.house_steps.filter(|new| *new != catalog.house_steps),
            start_date: patch.start_date.filter(|new| *new != catalog.start_date),
            end_date: patch.end_date.filter(|new| *new != catalog.end_date),
            auto_start: patch.auto_start.filter(|new| *new != catalog.auto_start),
            sale_timeout_s: patch
                .sale_timeout_s
                .filter(|new| *new != catalog.sale_timeout_s),
        }
    }

    /// What is fixed once a lot has a bet.
    pub(crate) fn changes_how_bets_count(&self) -> bool {
        self.catalog_type.is_some()
            || self.calculation.is_some()
            || self.currency.is_some()
            || self.steps.is_some()
            || self.house_steps.is_some()
    }
}
