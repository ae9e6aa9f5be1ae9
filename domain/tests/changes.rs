//! Lots that change, hide, return and go while a room lives.

#[expect(dead_code, reason = "shared with the other tests")]
mod support;

use domain::{
    Amount, CatalogPatch, CatalogState, CatalogType, Command, Event, LotId, LotPatch, LotSetup,
    LotState, Refusal, StepRow, StepTable,
};
use support::*;

fn hide(lot: i64) -> Command {
    Command::WithdrawLot { lot: LotId(lot) }
}

fn show(lot: i64) -> Command {
    Command::ShowLot { lot: LotId(lot) }
}

fn remove(lot: i64) -> Command {
    Command::RemoveLot { lot: LotId(lot) }
}

fn start_price(lot: i64, start: i64) -> Command {
    Command::ChangeLot {
        lot: LotId(lot),
        patch: LotPatch {
            start: Some(Amount(start)),
            ..LotPatch::default()
        },
    }
}

#[test]
fn a_removed_lot_is_gone() {
    let mut scheduled = room(catalog(CatalogType::Classic), 2);
    does(&mut scheduled, -5, remove(1));
    assert!(scheduled.lot(LotId(1)).is_none());
    refuses(&scheduled, -4, bet(1, 1, 100), Refusal::LotNotFound);
    does(&mut scheduled, 0, Command::Start);
    assert_eq!(scheduled.current_lot(), Some(LotId(2)));
}

#[test]
fn a_running_gallery_gives_up_what_it_has_not_sold() {
    let mut gallery = started(catalog(CatalogType::Gallery), 2);
    does(&mut gallery, 1, Command::MarkPaid { lot: LotId(1) });
    refuses(&gallery, 2, remove(1), Refusal::NotInThisState);
    does(&mut gallery, 2, remove(2));
    assert!(gallery.lot(LotId(2)).is_none());
}

#[test]
fn a_hidden_lot_returns_where_its_sale_takes_lots_or_is_over() {
    let mut parallel = started(catalog(CatalogType::Parallel), 2);
    does(&mut parallel, 1, hide(1));
    does(&mut parallel, 2, show(1));
    assert_eq!(state(&parallel, 1), LotState::InProcess, "it opens at once");

    // A bet in the last minutes keeps the sale open after its end, when it takes no lots any more.
    does(&mut parallel, 3, hide(1));
    does(&mut parallel, 900, bet(1, 2, 100));
    does(&mut parallel, 1_000, Command::Tick);
    assert_eq!(parallel.state(), CatalogState::WaitForEnd);
    refuses(&parallel, 1_001, show(1), Refusal::NotInThisState);

    let mut cancelled = room(catalog(CatalogType::Classic), 1);
    does(&mut cancelled, -5, hide(1));
    does(&mut cancelled, -4, Command::Cancel);
    does(&mut cancelled, -3, show(1));
    assert!(!cancelled.lot(LotId(1)).unwrap().is_hidden());
}

#[test]
fn a_lot_that_is_over_is_shown_without_opening() {
    let mut parallel = started(catalog(CatalogType::Parallel), 1);
    let sold = LotSetup {
        hidden: true,
        state: LotState::Sold,
        ..setup(2, 100, None)
    };
    let add = Command::AddLot {
        lot: LotId(2),
        setup: sold,
    };
    does(&mut parallel, 1, add);
    does(&mut parallel, 2, show(2));
    assert_eq!(state(&parallel, 2), LotState::Sold);
}

#[test]
fn the_last_lot_hidden_before_the_end_does_not_end_the_sale() {
    let mut parallel = started(catalog(CatalogType::Parallel), 1);
    does(&mut parallel, 1, hide(1));
    assert_eq!(parallel.state(), CatalogState::InProcess);
    does(&mut parallel, 2, show(1));
    assert_eq!(state(&parallel, 1), LotState::InProcess);
}

#[test]
fn a_higher_start_drops_only_the_orders_below_it() {
    let mut scheduled = room(catalog(CatalogType::Classic), 1);
    does(&mut scheduled, -9, order(1, 1, 490));
    does(&mut scheduled, -8, order(2, 1, 500));
    does(&mut scheduled, -7, start_price(1, 500));
    let kept: Vec<i64> = scheduled
        .lot(LotId(1))
        .unwrap()
        .orders()
        .iter()
        .map(|(user, _)| user.0)
        .collect();
    assert_eq!(kept, [2]);
}

/// Parallel lots end at 1000 s; a bet and an outage extend them by 300 s.
#[test]
fn an_extension_to_the_same_second_is_none() {
    let moves = |event: &Event| {
        matches!(
            event,
            Event::LotEndMoved { .. } | Event::BetAccepted { end: Some(_), .. }
        )
    };
    for (second, expected) in [(700, false), (701, true)] {
        let mut parallel = started(catalog(CatalogType::Parallel), 1);
        let events = run(&mut parallel, second, bet(1, 1, 100)).events;
        assert_eq!(events.iter().any(moves), expected, "a bet at {second} s");

        let mut parallel = started(catalog(CatalogType::Parallel), 1);
        let recover = Command::Recover { last_alive: s(600) };
        let events = run(&mut parallel, second, recover).events;
        assert_eq!(
            events.iter().any(moves),
            expected,
            "a recovery at {second} s"
        );
    }
}

#[test]
fn a_new_step_table_changes_what_every_lot_says() {
    let mut scheduled = room(catalog(CatalogType::Classic), 2);
    let versions = |room: &domain::Room| [1, 2].map(|lot| room.lot(LotId(lot)).unwrap().version());
    let before = versions(&scheduled);
    let table = StepTable::new(vec![StepRow {
        start: Amount(0),
        step: Amount(50),
    }])
    .unwrap();
    let patch = CatalogPatch {
        steps: Some(Some(table)),
        ..CatalogPatch::default()
    };
    does(&mut scheduled, -5, Command::ChangeCatalog(Box::new(patch)));
    let after = versions(&scheduled);
    assert!(
        before[0] < after[0] && before[1] < after[1],
        "{before:?} {after:?}"
    );
}

#[test]
fn a_lot_remembers_when_it_opened() {
    let mut classic = started(catalog(CatalogType::Classic), 2);
    let opened = |room: &domain::Room, lot| room.lot(LotId(lot)).unwrap().start_trade_time();
    assert_eq!(
        (opened(&classic, 1), opened(&classic, 2)),
        (Some(s(0)), None)
    );
    does(&mut classic, 7, Command::Next { lot: None });
    assert_eq!(
        (opened(&classic, 1), opened(&classic, 2)),
        (Some(s(0)), Some(s(7)))
    );
}
