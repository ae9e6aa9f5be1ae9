//! The rulebook by example: what is refused first, then what happens.

mod bets;
mod controls;
mod edits;
mod orders;
mod storage;
#[path = "../support/mod.rs"]
mod support;
mod timers;

use CatalogType::{Classic, Gallery, Parallel, PostAuction};
use domain::{
    Amount, BetNo, CalculationType, Caps, Catalog, CatalogPatch, CatalogState, CatalogType,
    CodeSet, Command, Currency, DropReason, Eligibility, Event, Invalid, LotId, LotNumber,
    LotPatch, LotSetup, LotState, MissedStart, Outcome, Paddle, Participant, Refusal, ReserveState,
    Revoker, Room, StepRow, StepTable, Timestamp, UserId, apply, next_wake,
};
use support::*;

fn with(change: impl FnOnce(&mut Catalog), catalog_type: CatalogType) -> Catalog {
    let mut catalog = catalog(catalog_type);
    change(&mut catalog);
    catalog
}

fn auto(catalog_type: CatalogType) -> Catalog {
    with(|catalog| catalog.auto_start = true, catalog_type)
}

fn one_lot(catalog: Catalog, start: i64, reserve: Option<i64>) -> Room {
    Room::new(
        catalog,
        CatalogState::Scheduled,
        [(LotId(1), setup(1, start, reserve))],
    )
}

fn placed_by(eligibility: Eligibility, value: i64) -> Command {
    Command::PlaceBet {
        lot: LotId(1),
        by: Participant::User(UserId(1)),
        value: Amount(value),
        eligibility,
    }
}

fn ordered_by(eligibility: Eligibility, value: i64) -> Command {
    Command::PlaceOrder {
        lot: LotId(1),
        user: UserId(1),
        maximum: Amount(value),
        eligibility,
    }
}

fn patch(change: impl FnOnce(&mut CatalogPatch)) -> Command {
    let mut patch = CatalogPatch::default();
    change(&mut patch);
    Command::ChangeCatalog(Box::new(patch))
}

fn lot_patch(lot: i64, change: impl FnOnce(&mut LotPatch)) -> Command {
    let mut patch = LotPatch::default();
    change(&mut patch);
    Command::ChangeLot {
        lot: LotId(lot),
        patch,
    }
}

fn add(lot: i64, number: i32) -> Command {
    Command::AddLot {
        lot: LotId(lot),
        setup: setup(number, 100, None),
    }
}

const NEXT: Command = Command::Next { lot: None };

const SELL: Command = sell(None);

const SKIP: Command = Command::Skip { lot: None };

const CAP: Refusal = Refusal::UntrustedCapExceeded {
    cap: Amount(5_000),
    currency: Currency::Rub,
};
