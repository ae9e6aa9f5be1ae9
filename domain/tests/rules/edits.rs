//! Edits of catalogs and lots.

use super::*;

#[test]
fn what_may_not_change_any_more() {
    use Refusal::*;
    let table = || {
        StepTable::new(vec![StepRow {
            start: Amount(0),
            step: Amount(7),
        }])
        .unwrap()
    };
    let pre_bet = |catalog_type| {
        let mut room = room(catalog(catalog_type), 3);
        does(&mut room, -10, bet(1, 1, 150));
        room
    };
    let ordered = {
        let mut room = room(catalog(Classic), 1);
        does(&mut room, -10, order(1, 1, 150));
        room
    };
    let scheduled = pre_bet(Classic);
    let running = {
        let mut room = pre_bet(Parallel);
        does(&mut room, 0, Command::Start);
        room
    };
    let classic = started(catalog(Classic), 3);
    let waiting = {
        let mut room = started(catalog(Classic), 1);
        does(&mut room, 1, NEXT);
        room
    };
    let completed = Room::new(
        catalog(Classic),
        CatalogState::Completed,
        [(LotId(1), setup(1, 100, None))],
    );
    let end_before_start = Invalid(self::Invalid::EndNotAfterStart);

    for (room, command, why) in [
        // Once there is a bet.
        (
            &scheduled,
            patch(|p| p.catalog_type = Some(Parallel)),
            NotInThisState,
        ),
        (
            &scheduled,
            patch(|p| p.calculation = Some(CalculationType::TenPercentAndModTen)),
            NotInThisState,
        ),
        (
            &scheduled,
            patch(|p| p.currency = Some(Currency::Usd)),
            NotInThisState,
        ),
        (
            &scheduled,
            patch(|p| p.steps = Some(Some(table()))),
            NotInThisState,
        ),
        (
            &scheduled,
            patch(|p| p.house_steps = Some(Some(table()))),
            NotInThisState,
        ),
        (
            &scheduled,
            lot_patch(1, |p| p.start = Some(Amount(50))),
            NotInThisState,
        ),
        (
            &scheduled,
            lot_patch(1, |p| p.reserve = Some(Some(Amount(500)))),
            NotInThisState,
        ),
        (
            &scheduled,
            Command::WithdrawLot { lot: LotId(1) },
            NotInThisState,
        ),
        (
            &scheduled,
            Command::RemoveLot { lot: LotId(1) },
            NotInThisState,
        ),
        (
            &ordered,
            patch(|p| p.currency = Some(Currency::Usd)),
            NotInThisState,
        ),
        // Running.
        (
            &running,
            patch(|p| p.end_date = Some(Some(s(999)))),
            NotInThisState,
        ),
        (&running, patch(|p| p.end_date = Some(None)), NotInThisState),
        (
            &running,
            patch(|p| p.start_date = Some(Some(s(-1)))),
            NotInThisState,
        ),
        (
            &classic,
            patch(|p| p.auto_start = Some(true)),
            NotInThisState,
        ),
        (
            &classic,
            patch(|p| p.catalog_type = Some(Parallel)),
            NotInThisState,
        ),
        (
            &running,
            lot_patch(2, |p| p.number = Some(LotNumber(9))),
            NotInThisState,
        ),
        (
            &running,
            Command::RemoveLot { lot: LotId(2) },
            NotInThisState,
        ),
        (
            &running,
            Command::WithdrawLot { lot: LotId(1) },
            NotInThisState,
        ),
        (
            &classic,
            Command::WithdrawLot { lot: LotId(1) },
            NotInThisState,
        ),
        (&running, add(1, 9), NotInThisState),
        (&waiting, add(9, 9), NotInThisState),
        (
            &waiting,
            lot_patch(1, |p| p.reserve = Some(Some(Amount(50)))),
            NotInThisState,
        ),
        (
            &waiting,
            lot_patch(1, |p| p.start = Some(Amount(50))),
            NotInThisState,
        ),
        (
            &classic,
            Command::MarkPaid { lot: LotId(1) },
            NotInThisState,
        ),
        // Finished.
        (
            &completed,
            patch(|p| p.sale_timeout_s = Some(60)),
            NotInThisState,
        ),
        (
            &completed,
            lot_patch(1, |p| p.start = Some(Amount(50))),
            NotInThisState,
        ),
        (&completed, add(9, 9), NotInThisState),
        // Wrong in any state.
        (&scheduled, add(9, 3), Invalid(self::Invalid::NumberTaken)),
        (
            &scheduled,
            lot_patch(2, |p| p.number = Some(LotNumber(3))),
            Invalid(self::Invalid::NumberTaken),
        ),
        (
            &scheduled,
            lot_patch(2, |p| p.start = Some(Amount(-1))),
            Invalid(self::Invalid::AmountOutOfRange),
        ),
        (
            &scheduled,
            lot_patch(2, |p| p.reserve = Some(Some(Amount(Amount::MAX.0 + 1)))),
            Invalid(self::Invalid::AmountOutOfRange),
        ),
        (
            &scheduled,
            patch(|p| p.sale_timeout_s = Some(0)),
            Invalid(self::Invalid::TimeoutOutOfRange),
        ),
        (
            &scheduled,
            patch(|p| p.sale_timeout_s = Some(86_401)),
            Invalid(self::Invalid::TimeoutOutOfRange),
        ),
        (
            &pre_bet(Parallel),
            patch(|p| p.end_date = Some(Some(s(0)))),
            end_before_start,
        ),
        (
            &pre_bet(Parallel),
            patch(|p| p.end_date = Some(None)),
            end_before_start,
        ),
        (
            &scheduled,
            patch(|p| (p.auto_start, p.start_date) = (Some(true), Some(None))),
            Invalid(self::Invalid::StartDateMissing),
        ),
        (
            &scheduled,
            lot_patch(9, |p| p.start = Some(Amount(50))),
            LotNotFound,
        ),
        (
            &scheduled,
            Command::WithdrawLot { lot: LotId(9) },
            LotNotFound,
        ),
        (&scheduled, Command::ShowLot { lot: LotId(9) }, LotNotFound),
        (
            &scheduled,
            Command::RemoveLot { lot: LotId(9) },
            LotNotFound,
        ),
        (&scheduled, Command::MarkPaid { lot: LotId(9) }, LotNotFound),
    ] {
        refuses(room, 5, command, why);
    }
}

#[test]
fn changes_that_are_possible() {
    // Setting what is already set changes nothing, in any state.
    let mut room = room(catalog(Classic), 3);
    does(&mut room, -10, bet(1, 1, 150));
    let nothing = patch(|p| (p.currency, p.catalog_type) = (Some(Currency::Rub), Some(Classic)));
    assert!(run(&mut room, -9, nothing).events.is_empty());
    assert!(
        run(&mut room, -9, lot_patch(1, |p| p.start = Some(Amount(100))))
            .events
            .is_empty()
    );

    // A reserve may come before the first bet and only fall after it.
    does(
        &mut room,
        -8,
        lot_patch(2, |p| p.reserve = Some(Some(Amount(500)))),
    );
    does(&mut room, -8, bet(1, 2, 100));
    does(
        &mut room,
        -7,
        lot_patch(2, |p| p.reserve = Some(Some(Amount(400)))),
    );
    // The same one is refused like a higher one, or the answer would tell it.
    for reserve in [450, 400] {
        refuses(
            &room,
            -7,
            lot_patch(2, |p| p.reserve = Some(Some(Amount(reserve)))),
            Refusal::NotInThisState,
        );
    }
    does(
        &mut room,
        -6,
        lot_patch(2, |p| p.reserve = Some(Some(Amount(0)))),
    );
    assert_eq!(room.lot(LotId(2)).unwrap().reserve(), None);

    // Orders below a new start price go, with a word to their owners; those above stay.
    does(&mut room, -5, order(1, 3, 200));
    does(&mut room, -5, order(2, 3, 300));
    let executed = run(&mut room, -4, lot_patch(3, |p| p.start = Some(Amount(205))));
    let dropped = Event::OrderDropped {
        at: s(-4),
        lot: LotId(3),
        user: UserId(1),
        why: DropReason::BelowMinimum,
    };
    assert_eq!(executed.events[1..], [dropped]);

    // A withdrawn lot is over for the queue, unknown to bidders, and comes back.
    does(&mut room, -3, Command::WithdrawLot { lot: LotId(3) });
    assert!(room.lot(LotId(3)).unwrap().orders().is_empty());
    refuses(&room, -2, bet(1, 3, 300), Refusal::LotNotFound);
    does(&mut room, 0, Command::Start);
    does(&mut room, 1, NEXT);
    does(&mut room, 2, Command::ShowLot { lot: LotId(3) });
    does(&mut room, 3, add(4, 4));
    does(&mut room, 4, NEXT);
    assert_eq!(room.current_lot(), Some(LotId(3)));
    does(&mut room, 5, NEXT);
    assert_eq!(room.current_lot(), Some(LotId(4)));
    does(&mut room, 6, Command::SetHidden { hidden: true });
    refuses(&room, 7, bet(1, 4, 100), Refusal::CatalogNotFound);
}

#[test]
fn a_later_end_date_moves_open_lots_along_and_a_new_timeout_waits() {
    let mut parallel = started(catalog(Parallel), 2);
    does(&mut parallel, 900, bet(1, 1, 100));
    does(
        &mut parallel,
        950,
        patch(|p| p.end_date = Some(Some(s(1_100)))),
    );
    assert_eq!(
        (ends(&parallel, 1), ends(&parallel, 2)),
        (Some(1_200), Some(1_100))
    );

    // A lot that ends then already does not move.
    let executed = run(
        &mut parallel,
        960,
        patch(|p| p.end_date = Some(Some(s(1_200)))),
    );
    let moved = |event: &&Event| matches!(event, Event::LotEndMoved { .. });
    assert_eq!(executed.events.iter().filter(moved).count(), 1);

    let mut classic = room(auto(Classic), 2);
    does(&mut classic, 0, Command::Tick);
    does(&mut classic, 10, patch(|p| p.sale_timeout_s = Some(5)));
    does(&mut classic, 20, bet(1, 1, 100));
    assert_eq!(ends(&classic, 1), Some(50));
    does(&mut classic, 50, Command::Tick);
    assert_eq!(ends(&classic, 2), Some(55));
}

#[test]
fn a_draft_is_scheduled_when_its_dates_fit() {
    let draft = |catalog| {
        Room::new(
            catalog,
            CatalogState::Temporary,
            [(LotId(1), setup(1, 100, None))],
        )
    };
    for (catalog, why) in [
        (
            with(|c| c.end_date = None, Parallel),
            Invalid::EndNotAfterStart,
        ),
        (
            with(|c| c.end_date = c.start_date, Parallel),
            Invalid::EndNotAfterStart,
        ),
        (
            with(|c| (c.auto_start, c.start_date) = (true, None), Classic),
            Invalid::StartDateMissing,
        ),
        (
            with(|c| (c.auto_start, c.start_date) = (true, None), Parallel),
            Invalid::StartDateMissing,
        ),
    ] {
        refuses(
            &draft(catalog),
            -10,
            Command::Schedule,
            Refusal::Invalid(why),
        );
    }
    for catalog in [
        with(|c| (c.start_date, c.end_date) = (None, None), Classic),
        with(|c| c.start_date = None, Parallel),
        auto(Classic),
    ] {
        let mut room = draft(catalog);
        does(&mut room, -10, Command::Schedule);
        assert_eq!(room.state(), CatalogState::Scheduled);
    }
}

#[test]
fn a_gallery_is_shown_and_never_hammered() {
    let mut room = room(auto(Gallery), 2);
    does(&mut room, 0, Command::Tick);
    assert_eq!(
        (room.state(), state(&room, 2)),
        (CatalogState::InProcess, LotState::InProcess)
    );
    does(&mut room, 5_000, Command::Tick);
    assert_eq!(
        (room.state(), state(&room, 2), next_wake(&room)),
        (CatalogState::InProcess, LotState::InProcess, None)
    );
    does(&mut room, 5_001, Command::MarkPaid { lot: LotId(2) });
    assert_eq!(state(&room, 2), LotState::Paid);
}
