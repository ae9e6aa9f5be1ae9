//! The auctioneer's controls, and revoking bets.

use super::*;

#[test]
fn the_controls_refuse() {
    use Refusal::*;
    let lot = |id| Some(LotId(id));
    let by_hand = started(catalog(Classic), 2);
    let by_clock = {
        let mut room = room(auto(Classic), 2);
        does(&mut room, 0, Command::Tick);
        room
    };
    let led = {
        let mut room = started(catalog(Classic), 2);
        does(&mut room, 1, bet(1, 1, 100));
        room
    };
    let sold = {
        let mut room = led.clone();
        does(&mut room, 2, SELL);
        room
    };
    let waiting = {
        let mut room = started(catalog(Classic), 1);
        does(&mut room, 1, NEXT);
        room
    };
    let parallel = started(catalog(Parallel), 2);
    let scheduled = room(catalog(Classic), 2);
    let paid = {
        let mut room = sold.clone();
        does(&mut room, 3, Command::MarkPaid { lot: LotId(1) });
        room
    };
    let completed = {
        let mut room = waiting.clone();
        does(&mut room, 2, Command::Finish);
        room
    };
    let met = {
        let mut room = one_lot(catalog(Classic), 100, Some(200));
        does(&mut room, 0, Command::Start);
        does(&mut room, 1, bet(1, 1, 200));
        room
    };
    let auctioneer = |entitled| Command::Revoke {
        lot: LotId(1),
        by: Revoker::Auctioneer,
        entitled,
    };

    for (room, second, command, why) in [
        (&by_hand, 1, Command::Start, NotInThisState),
        (&scheduled, -901, Command::Start, NotInThisState),
        (
            &room(catalog(Parallel), 1),
            1_000,
            Command::Start,
            NotInThisState,
        ),
        (
            &room(catalog(Classic), 0),
            -901,
            Command::Start,
            NotInThisState,
        ),
        (&room(catalog(Classic), 0), 0, Command::Start, NothingToOpen),
        (
            &room(catalog(Parallel), 0),
            0,
            Command::Start,
            NothingToOpen,
        ),
        (&scheduled, 0, NEXT, NotInThisState),
        (&parallel, 1, NEXT, NotInThisState),
        (&waiting, 1, NEXT, NotInThisState),
        (&waiting, 1, Command::Next { lot: lot(1) }, NotInThisState),
        (&by_hand, 1, Command::Next { lot: lot(2) }, LotIsNotCurrent),
        (&by_clock, 29, NEXT, NotTimeoutYet),
        (&by_clock, 1, Command::Next { lot: lot(2) }, LotIsNotCurrent),
        (&by_hand, 1, SELL, NoAvailableBet),
        (&by_hand, 1, sell(lot(2)), LotIsNotCurrent),
        (&sold, 3, SELL, TradeTimeout),
        (&by_clock, 1, SELL, NotTimeoutYet),
        (&parallel, 1, SELL, NotInThisState),
        (&led, 2, SKIP, NotForTrade),
        (&met, 2, SKIP, NotForTrade),
        (&sold, 3, SKIP, TradeTimeout),
        (&by_clock, 1, SKIP, NotTimeoutYet),
        (&by_hand, 1, Command::Skip { lot: lot(2) }, LotIsNotCurrent),
        (&by_hand, 1, Command::Previous, LotNotFound),
        (&scheduled, 0, Command::Previous, NotInThisState),
        (&parallel, 1, Command::Previous, NotInThisState),
        (&paid, 4, Command::Previous, NotForTrade),
        (&by_hand, 1, Command::Return { lot: LotId(9) }, LotNotFound),
        (&by_hand, 1, Command::Return { lot: LotId(1) }, NotForTrade),
        (&paid, 4, Command::Return { lot: LotId(1) }, NotForTrade),
        (
            &completed,
            3,
            Command::Return { lot: LotId(1) },
            TradeCompleted,
        ),
        (
            &scheduled,
            0,
            Command::Return { lot: LotId(1) },
            NotInThisState,
        ),
        (&by_hand, 1, Command::Finish, NotInThisState),
        (&parallel, 1, Command::Finish, NotInThisState),
        (&completed, 3, Command::Finish, NotInThisState),
        (&led, 2, revoke(9), LotNotFound),
        (&completed, 3, revoke(1), TradeCompleted),
        (&sold, 3, revoke(1), TradeTimeout),
        (&led, 2, revoke(2), NoAvailableBet),
        (&parallel, 1, auctioneer(true), NoClassicAuction),
        (&scheduled, 0, auctioneer(false), NoClassicAuction),
        (&led, 2, auctioneer(false), UserIsNotAuctioneer),
        (&by_hand, 2, auctioneer(true), NoAvailableBet),
        (&completed, 3, Command::Cancel, NotInThisState),
        (&completed, 3, Command::Schedule, NotInThisState),
    ] {
        refuses(room, second, command, why);
    }
    does(&mut scheduled.clone(), -900, Command::Start);
    does(&mut led.clone(), 2, auctioneer(true));
    does(&mut led.clone(), 2, sell(lot(1)));
}

#[test]
fn a_sold_lot_stays_current_until_next_and_skip_goes_on() {
    let mut room = started(catalog(Classic), 3);
    does(&mut room, 1, bet(1, 1, 100));
    does(&mut room, 2, SELL);
    assert_eq!(
        (room.current_lot(), state(&room, 1)),
        (Some(LotId(1)), LotState::Sold)
    );
    does(&mut room, 3, NEXT);
    does(&mut room, 4, SKIP);
    assert_eq!(
        (room.current_lot(), state(&room, 2)),
        (Some(LotId(3)), LotState::NotSold)
    );
    does(&mut room, 5, NEXT);
    assert_eq!(
        (room.state(), room.current_lot()),
        (CatalogState::WaitForEnd, None)
    );
    does(&mut room, 6, Command::Finish);
    assert_eq!(room.state(), CatalogState::Completed);
}

#[test]
fn selling_below_the_reserve_is_the_auctioneers_discretion() {
    for (control, expected) in [
        (SELL, LotState::Sold),
        (NEXT, LotState::NotSold),
        (SKIP, LotState::NotSold),
    ] {
        let mut room = one_lot(catalog(Classic), 100, Some(1_000));
        does(&mut room, 0, Command::Start);
        does(&mut room, 1, bet(1, 1, 100));
        does(&mut room, 2, control);
        assert_eq!(state(&room, 1), expected);
    }
}

#[test]
fn a_jump_opens_any_lot_that_waits() {
    let jump = |lot, from: Option<i64>| Command::Jump {
        lot: LotId(lot),
        from: from.map(LotId),
    };
    let mut room = started(catalog(Classic), 4);
    refuses(&room, 1, jump(9, None), Refusal::LotNotFound);
    refuses(&room, 1, jump(3, Some(2)), Refusal::LotIsNotCurrent);
    refuses(&room, 1, jump(1, Some(1)), Refusal::NotForTrade);
    does(&mut room, 1, bet(1, 1, 100));
    does(&mut room, 2, order(2, 3, 500));
    does(&mut room, 3, jump(3, Some(1)));
    assert_eq!(
        (room.current_lot(), state(&room, 1), state(&room, 3)),
        (Some(LotId(3)), LotState::None, LotState::InProcess)
    );
    // The lot that left keeps its bet, and on the one that came the order acts.
    assert_eq!(leads(&room, 1), Some(("1".into(), 100)));
    assert_eq!(leads(&room, 3), Some(("2".into(), 100)));

    // On from there, then back to those that were passed over.
    does(&mut room, 4, NEXT);
    assert_eq!(room.current_lot(), Some(LotId(4)));
    refuses(&room, 4, jump(3, None), Refusal::TradeTimeout);
    does(&mut room, 5, Command::Skip { lot: None });
    assert_eq!(room.current_lot(), Some(LotId(1)));
    // From a lot that is sold nothing goes back into the queue.
    does(&mut room, 6, SELL);
    does(&mut room, 7, jump(2, Some(1)));
    assert_eq!(state(&room, 1), LotState::Sold);
    let mut paused = room.clone();
    does(&mut paused, 8, Command::Pause { reason: None });
    refuses(&paused, 9, jump(1, None), Refusal::NotForTrade);
    does(&mut room, 8, NEXT);
    refuses(&room, 9, jump(2, None), Refusal::NotInThisState);
}

#[test]
fn a_jump_cuts_no_announced_time_short() {
    let mut room = room(
        Catalog {
            auto_start: true,
            ..catalog(Classic)
        },
        2,
    );
    does(&mut room, 0, Command::Tick);
    let jump = Command::Jump {
        lot: LotId(2),
        from: None,
    };
    refuses(&room, 1, jump, Refusal::NotTimeoutYet);
}

#[test]
fn a_wrong_paddle_is_corrected_until_the_lot_is_paid() {
    let mut room = started(catalog(Classic), 2);
    does(&mut room, 1, hall("14", 1, 100));
    does(&mut room, 2, hall("", 1, 200));
    does(&mut room, 3, bet(1, 1, 300));
    let bets: Vec<_> = room.lot(LotId(1)).unwrap().bets().to_vec();
    let correct = |lot, no, paddle| Command::CorrectPaddle {
        lot: LotId(lot),
        bet: no,
        paddle: Paddle::typed(paddle).unwrap(),
        reason: None,
    };
    refuses(&room, 4, correct(9, bets[0].no, "41"), Refusal::LotNotFound);
    for (lot, no) in [(2, bets[0].no), (1, bets[2].no), (1, BetNo(99))] {
        refuses(&room, 4, correct(lot, no, "41"), Refusal::NoAvailableBet);
    }
    let by = |room: &Room, index: usize| room.lot(LotId(1)).unwrap().bets()[index].by.to_string();
    let version = room.version();
    does(&mut room, 4, correct(1, bets[0].no, "41"));
    does(&mut room, 4, correct(1, bets[1].no, "7"));
    assert_eq!(
        (by(&room, 0), by(&room, 1)),
        ("hall:41".into(), "hall:7".into())
    );
    assert_eq!(room.lot(LotId(1)).unwrap().version(), version + 2);
    // A correction to the same paddle changes nothing.
    does(&mut room, 5, correct(1, bets[0].no, "41"));
    assert_eq!(room.version(), version + 2);

    // The buyer, after the hammer and after the sale.
    does(&mut room, 6, hall("8", 1, 400));
    let sold = room.lot(LotId(1)).unwrap().leading().unwrap().no;
    does(&mut room, 7, NEXT);
    does(&mut room, 8, correct(1, sold, "9"));
    does(&mut room, 9, NEXT);
    does(&mut room, 10, Command::Finish);
    does(&mut room, 11, correct(1, sold, "10"));
    assert_eq!(leads(&room, 1), Some(("hall:10".into(), 400)));
    does(&mut room, 12, Command::MarkPaid { lot: LotId(1) });
    refuses(&room, 13, correct(1, sold, "11"), Refusal::NotForTrade);
}

#[test]
fn previous_takes_the_hammer_back_or_the_lot_before() {
    let mut room = started(catalog(Classic), 3);
    does(&mut room, 1, bet(1, 1, 100));
    does(&mut room, 2, SELL);
    does(&mut room, 3, Command::Previous);
    assert_eq!(
        (room.current_lot(), state(&room, 1)),
        (Some(LotId(1)), LotState::InProcess)
    );
    does(&mut room, 4, NEXT);
    does(&mut room, 5, bet(2, 2, 100));
    does(&mut room, 6, Command::Previous);
    assert_eq!(
        (room.current_lot(), state(&room, 2)),
        (Some(LotId(1)), LotState::None)
    );
    assert_eq!(
        (leads(&room, 1), leads(&room, 2)),
        (Some(("1".into(), 100)), Some(("2".into(), 100)))
    );
    // The lot put back waits before those with greater numbers.
    does(&mut room, 7, NEXT);
    assert_eq!(room.current_lot(), Some(LotId(2)));
    does(&mut room, 8, NEXT);
    does(&mut room, 9, NEXT);
    does(&mut room, 10, Command::Previous);
    assert_eq!(
        (room.state(), room.current_lot()),
        (CatalogState::InProcess, Some(LotId(3)))
    );
}

#[test]
fn next_comes_back_to_lots_with_smaller_numbers() {
    let mut room = started(catalog(Classic), 3);
    does(&mut room, 1, NEXT);
    does(&mut room, 2, Command::Return { lot: LotId(1) });
    assert_eq!(state(&room, 1), LotState::None);
    does(&mut room, 3, NEXT);
    does(&mut room, 4, NEXT);
    assert_eq!(room.current_lot(), Some(LotId(1)));
    does(&mut room, 5, NEXT);
    does(&mut room, 6, Command::Return { lot: LotId(2) });
    assert_eq!(
        (room.state(), room.current_lot()),
        (CatalogState::InProcess, Some(LotId(2)))
    );
}

#[test]
fn revoke_takes_a_batch_and_what_set_it_off() {
    // A bet goes with its bettor's order, and the innocent order stands as it stood.
    let mut room = room(catalog(Classic), 1);
    does(&mut room, -10, order(1, 1, 500));
    does(&mut room, 0, Command::Start);
    does(&mut room, 1, bet(2, 1, 600));
    does(&mut room, 2, order(2, 1, 900));
    does(&mut room, 3, revoke(1));
    assert_eq!(standing(&room, 1), [(1, 100)]);
    assert!(
        room.lot(LotId(1))
            .unwrap()
            .orders()
            .get(UserId(2))
            .is_none()
    );

    // An order that set bets off goes whole, though it was only raised.
    is_overtaken(&mut room, 4, order(3, 1, 300));
    assert_eq!(leads(&room, 1), Some(("1".into(), 320)));
    does(&mut room, 5, order(3, 1, 700));
    assert_eq!(leads(&room, 1), Some(("3".into(), 550)));
    does(&mut room, 6, revoke(1));
    assert_eq!(leads(&room, 1), Some(("1".into(), 320)));
    assert!(
        room.lot(LotId(1))
            .unwrap()
            .orders()
            .get(UserId(3))
            .is_none()
    );
}

#[test]
fn revoke_of_what_an_opening_or_a_lift_or_a_revoke_set_off_takes_the_leaders_order() {
    let mut room = one_lot(catalog(Classic), 100, Some(700));
    for (user, maximum) in [(1, 300), (2, 500), (3, 900)] {
        does(&mut room, -10, order(user, 1, maximum));
    }
    does(&mut room, 0, Command::Start);
    assert_eq!(standing(&room, 1), [(2, 500), (3, 550)]);
    // The lift before the hammer is a batch of its own.
    does(&mut room, 1, NEXT);
    assert_eq!(standing(&room, 1), [(2, 500), (3, 550), (3, 700)]);
    does(&mut room, 2, Command::Previous);
    does(&mut room, 3, revoke(1));
    assert_eq!(standing(&room, 1), [(2, 500), (3, 550)]);
    let orders = |room: &Room| {
        room.lot(LotId(1))
            .unwrap()
            .orders()
            .iter()
            .map(|(user, _)| user.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(orders(&room), [1, 2]);
    // The opening's batch: its leader has no order left; the others open the bidding again.
    does(&mut room, 4, revoke(1));
    assert_eq!(
        (standing(&room, 1), orders(&room)),
        (vec![(1, 300), (2, 320)], vec![1, 2])
    );
    // What the revoke set off.
    does(&mut room, 5, revoke(1));
    assert_eq!(
        (standing(&room, 1), orders(&room)),
        (vec![(1, 100)], vec![1])
    );
    does(&mut room, 6, revoke(1));
    assert_eq!((standing(&room, 1), orders(&room)), (vec![], vec![]));
    refuses(&room, 7, revoke(1), Refusal::NoAvailableBet);
}

#[test]
fn a_pre_bet_can_be_revoked_and_extends_nothing() {
    let mut room = room(catalog(Parallel), 1);
    does(&mut room, -20, bet(1, 1, 100));
    does(&mut room, -10, bet(2, 1, 150));
    does(&mut room, -5, revoke(1));
    assert_eq!((standing(&room, 1), ends(&room, 1)), (vec![(1, 100)], None));
}

#[test]
fn cancelling_voids_the_bets_of_lots_that_are_not_over() {
    let mut room = room(catalog(Classic), 3);
    for lot in 1..=3 {
        does(&mut room, -10, bet(1, lot, 100));
    }
    does(&mut room, 0, Command::Start);
    does(&mut room, 1, NEXT);
    let cancelled = run(&mut room, 2, Command::Cancel);
    let parted = |event: &Event| matches!(event, Event::LotParted { .. });
    assert!(!cancelled.events.iter().any(parted));
    assert_eq!(
        [1, 2, 3].map(|lot| state(&room, lot)),
        [LotState::Sold, LotState::NotSold, LotState::None]
    );
    assert_eq!([1, 2, 3].map(|lot| standing(&room, lot).len()), [1, 0, 0]);
    assert_eq!(
        (room.state(), room.current_lot(), next_wake(&room)),
        (CatalogState::Canceled, None, None)
    );
    refuses(&room, 3, bet(2, 2, 100), Refusal::TradeCompleted);
}
