//! Lots that are sold as one, by example.

#[expect(dead_code, reason = "shared with the other tests")]
mod support;

use domain::{
    Amount, Catalog, CatalogState, CatalogType, Command, Event, LotId, LotNumber, LotPatch,
    LotState, Refusal, ReserveState, Room,
};
use support::*;

use CatalogType::{Classic, Parallel};

const NEXT: Command = Command::Next { lot: None };
const SELL: Command = sell(None);
const SKIP: Command = Command::Skip { lot: None };
const PAUSE: Command = Command::Pause { reason: None };

fn join(lot: i64, with: &[i64]) -> Command {
    Command::Join {
        lot: LotId(lot),
        with: with.iter().map(|id| LotId(*id)).collect(),
        choice: false,
    }
}

fn part(lot: i64) -> Command {
    Command::Part { lot: LotId(lot) }
}

/// Lot 1 of five is open by hand, and lots 3 and 4 are sold with it.
fn joined() -> Room {
    let mut room = started(catalog(Classic), 5);
    does(&mut room, 1, join(1, &[3, 4]));
    room
}

fn together(room: &Room, lot: i64) -> Vec<LotNumber> {
    room.lot_view(LotId(lot)).unwrap().together
}

fn states(room: &Room) -> Vec<LotState> {
    room.lots().map(|(_, lot)| lot.state()).collect()
}

fn current(room: &Room) -> Option<i64> {
    room.current_lot().map(|lot| lot.0)
}

#[test]
fn what_is_not_joined() {
    use Refusal::{
        LotHasBets, LotHasOrders, LotIsNotCurrent, LotJoined, LotNotFound, NotForTrade,
        NotInThisState, TradeTimeout,
    };
    let open = started(catalog(Classic), 4);
    let scheduled = room(catalog(Classic), 4);
    let parallel = started(catalog(Parallel), 4);
    let mut by_clock = room(
        Catalog {
            auto_start: true,
            ..catalog(Classic)
        },
        4,
    );
    does(&mut by_clock, 0, Command::Tick);
    let after = |command: Command| {
        let mut room = open.clone();
        does(&mut room, 1, command);
        room
    };
    let led = after(bet(1, 1, 100));
    let paused = after(PAUSE);
    let passed = after(NEXT);
    let ordered = after(order(1, 3, 500));
    let mut back = led.clone();
    does(
        &mut back,
        1,
        Command::Jump {
            lot: LotId(2),
            from: None,
        },
    );
    let mut sold = led.clone();
    does(&mut sold, 1, SELL);
    let hidden = after(Command::WithdrawLot { lot: LotId(3) });
    let joined = joined();
    for (room, command, why) in [
        (&scheduled, join(1, &[2]), NotInThisState),
        (&parallel, join(1, &[2]), NotInThisState),
        (&by_clock, join(1, &[2]), NotInThisState),
        (&open, join(1, &[]), NotInThisState),
        (&open, part(1), NotInThisState),
        (&paused, join(1, &[2]), NotForTrade),
        (&open, join(2, &[3]), LotIsNotCurrent),
        (&sold, join(1, &[2]), TradeTimeout),
        (&led, join(1, &[2]), LotHasBets),
        (&open, join(1, &[9]), LotNotFound),
        (&hidden, join(1, &[3]), LotNotFound),
        (&passed, join(2, &[1]), TradeTimeout),
        (&open, join(1, &[1]), LotJoined),
        (&open, join(1, &[2, 2]), LotJoined),
        (&back, join(2, &[1]), LotHasBets),
        (&ordered, join(1, &[2, 3]), LotHasOrders),
        (&joined, join(1, &[2]), LotJoined),
        (&joined, join(1, &[3]), LotJoined),
    ] {
        refuses(room, 2, command, why);
    }
}

#[test]
fn what_is_refused_while_lots_are_joined() {
    let joined = joined();
    let change = |patch| Command::ChangeLot {
        lot: LotId(3),
        patch,
    };
    let reserve = LotPatch {
        reserve: Some(Some(Amount(500))),
        ..LotPatch::default()
    };
    for (command, why) in [
        (bet(1, 3, 100), Refusal::LotIsNotCurrent),
        (hall("7", 3, 100), Refusal::LotIsNotCurrent),
        (order(1, 3, 500), Refusal::LotJoined),
        (
            Command::Jump {
                lot: LotId(3),
                from: None,
            },
            Refusal::LotJoined,
        ),
        (Command::WithdrawLot { lot: LotId(3) }, Refusal::LotJoined),
        (change(reserve), Refusal::LotJoined),
    ] {
        refuses(&joined, 2, command, why);
    }
    let mut led = joined.clone();
    does(&mut led, 2, bet(1, 1, 100));
    refuses(&led, 3, part(1), Refusal::LotHasBets);

    let mut sold = led;
    does(&mut sold, 3, SELL);
    refuses(&sold, 4, part(1), Refusal::TradeTimeout);
    refuses(
        &sold,
        4,
        Command::WithdrawLot { lot: LotId(3) },
        Refusal::LotJoined,
    );
    // What was bought as one comes back as one.
    refuses(
        &sold,
        4,
        Command::Return { lot: LotId(3) },
        Refusal::LotJoined,
    );
    does(&mut sold, 4, Command::MarkPaid { lot: LotId(4) });
    refuses(
        &sold,
        5,
        Command::Return { lot: LotId(1) },
        Refusal::NotForTrade,
    );
    refuses(&sold, 5, Command::Previous, Refusal::NotForTrade);
}

#[test]
fn lots_that_were_sold_as_one_are_paid_for_as_one() {
    use LotState::{InProcess, None, Paid, Sold};
    for paid in [1, 3, 4] {
        let mut room = joined();
        does(&mut room, 2, bet(1, 1, 100));
        refuses(
            &room,
            3,
            Command::MarkPaid { lot: LotId(paid) },
            Refusal::NotInThisState,
        );
        does(&mut room, 3, NEXT);
        assert_eq!(states(&room), [Sold, InProcess, Sold, Sold, None]);
        does(&mut room, 4, Command::MarkPaid { lot: LotId(paid) });
        assert_eq!(states(&room), [Paid, InProcess, Paid, Paid, None]);
        let again = run(&mut room, 5, Command::MarkPaid { lot: LotId(1) });
        assert_eq!(again.events, []);
    }
    // One of them was marked by itself, before they were marked as one.
    let mut room = joined();
    does(&mut room, 2, bet(1, 1, 100));
    does(&mut room, 3, SELL);
    domain::apply(
        &mut room,
        &Event::LotPaid {
            at: s(4),
            lot: LotId(1),
        },
    );
    does(&mut room, 5, Command::MarkPaid { lot: LotId(1) });
    assert_eq!(states(&room)[2..4], [Paid, Paid]);
}

#[test]
fn the_hammer_sells_all_of_them_for_one_price() {
    use LotState::{InProcess, None, Sold};
    for hammer in [SELL, NEXT] {
        let mut room = joined();
        let numbers = [1, 3, 4].map(LotNumber);
        for lot in [1, 3, 4] {
            assert_eq!(together(&room, lot), numbers);
        }
        assert!(together(&room, 2).is_empty());
        does(&mut room, 2, bet(1, 1, 100));
        does(&mut room, 3, order(2, 1, 500));
        let by_hammer = hammer == NEXT;
        does(&mut room, 4, hammer);
        if !by_hammer {
            does(&mut room, 5, NEXT);
        }
        assert_eq!(states(&room), [Sold, InProcess, Sold, Sold, None]);
        assert_eq!(current(&room), Some(2));
        assert_eq!(together(&room, 4), numbers);
        // The sum is the leading lot's alone.
        let prices = room
            .lots()
            .map(|(_, lot)| lot.leading().map(|bet| bet.value.0));
        assert_eq!(
            prices.collect::<Vec<_>>(),
            [
                Some(110),
                Option::None,
                Option::None,
                Option::None,
                Option::None
            ]
        );
        // Lots 3 and 4 do not come up any more.
        does(&mut room, 6, NEXT);
        assert_eq!(current(&room), Some(5));
        does(&mut room, 7, NEXT);
        assert_eq!(room.state(), CatalogState::WaitForEnd);

        // «Вернуть» takes the whole group back, whichever of it is the last lot.
        let mut back = room.clone();
        does(&mut back, 8, Command::Previous);
        assert_eq!(current(&back), Some(5));
        does(&mut back, 8, Command::Previous);
        assert_eq!(current(&back), Some(2));
        does(&mut back, 8, Command::Previous);
        assert_eq!(states(&back)[..4], [InProcess, None, None, None]);
        assert_eq!(together(&back, 4), numbers);
        does(&mut room, 8, Command::Return { lot: LotId(1) });
        assert_eq!(
            states(&room)[..4],
            [InProcess, LotState::NotSold, None, None]
        );
        does(&mut room, 9, SELL);
        assert_eq!(states(&room)[..4], [Sold, LotState::NotSold, Sold, Sold]);
    }
}

#[test]
fn a_group_that_is_passed_dissolves_and_its_bets_are_void() {
    use LotState::{InProcess, None, NotSold};
    let reserves = [Some(300), Option::None, Some(200), Option::None];
    let lots = reserves
        .into_iter()
        .zip(1..)
        .map(|(reserve, n)| (LotId(n), setup(i32::try_from(n).unwrap(), 100, reserve)));
    let mut room = Room::new(catalog(Classic), CatalogState::Scheduled, lots);
    does(&mut room, 0, Command::Start);
    does(&mut room, 1, join(1, &[2, 3]));
    let reserve = |room: &Room, lot| room.lot_view(LotId(lot)).unwrap().reserve_state;
    assert_eq!(reserve(&room, 3), Option::None);
    does(&mut room, 2, bet(1, 1, 400));
    does(&mut room, 2, order(2, 1, 450));
    // It meets the reserve of lot 1, not that of all of them.
    assert_eq!(reserve(&room, 1), Some(ReserveState::NotAchieved));
    // Only the lots of a choice are bid for, and shown, with the leading one.
    assert_eq!(reserve(&room, 3), Option::None);
    assert_eq!(room.shown_with(LotId(1)).count(), 0);
    for end in [NEXT, SKIP] {
        let mut passed = room.clone();
        does(&mut passed, 3, end);
        assert_eq!(states(&passed), [NotSold, InProcess, None, None]);
        assert!(passed.lots().all(|(_, lot)| lot.together().is_empty()));
        assert_eq!(standing(&passed, 1), []);
        assert_eq!(passed.lot(LotId(1)).unwrap().orders().iter().count(), 0);
        // Alone, lot 1 is sold to nobody who bid for three.
        does(&mut passed, 4, Command::Previous);
        refuses(&passed, 5, SELL, Refusal::NoAvailableBet);
    }
    does(&mut room, 3, bet(3, 1, 500));
    refuses(&room, 4, SKIP, Refusal::NotForTrade);
    does(&mut room, 4, NEXT);
    assert_eq!(state(&room, 3), LotState::Sold);
}

#[test]
fn an_order_on_the_leading_lot_reaches_for_the_reserve_of_all() {
    let lots = (1..=2).map(|n| (LotId(n), setup(i32::try_from(n).unwrap(), 100, Some(300))));
    let mut room = Room::new(catalog(Classic), CatalogState::Scheduled, lots);
    does(&mut room, 0, Command::Start);
    does(&mut room, 1, join(1, &[2]));
    does(&mut room, 2, order(1, 1, 700));
    assert_eq!(leads(&room, 1), Some(("1".to_owned(), 100)));
    does(&mut room, 3, NEXT);
    assert_eq!(leads(&room, 1), Some(("1".to_owned(), 600)));
    assert_eq!(state(&room, 2), LotState::Sold);
}

#[test]
fn a_group_parts_before_it_is_bid_on_and_with_the_sale() {
    let mut room = joined();
    let version = room.version();
    does(&mut room, 2, part(1));
    for lot in [1, 3, 4] {
        assert!(together(&room, lot).is_empty());
        assert!(room.lot(LotId(lot)).unwrap().version() > version);
    }
    does(&mut room, 3, order(1, 3, 500));
    does(&mut room, 4, bet(1, 1, 100));

    let mut cancelled = joined();
    does(&mut cancelled, 2, Command::Cancel);
    assert!(cancelled.lots().all(|(_, lot)| lot.together().is_empty()));
}

#[test]
fn a_group_that_is_put_back_stays_one_and_comes_up_by_its_leading_lot() {
    let mut room = joined();
    does(&mut room, 2, bet(1, 1, 100));
    does(
        &mut room,
        3,
        Command::Jump {
            lot: LotId(5),
            from: None,
        },
    );
    does(&mut room, 4, NEXT);
    assert_eq!(
        current(&room),
        Some(1),
        "lot 1 waits, lots 3 and 4 follow it"
    );
    assert_eq!(together(&room, 3), [1, 3, 4].map(LotNumber));
    does(&mut room, 5, SELL);
    assert_eq!(state(&room, 4), LotState::Sold);
}

#[test]
fn rooms_and_events_from_before_are_read() {
    let mut room = serde_json::to_value(started(catalog(Classic), 2)).unwrap();
    assert!(!room.to_string().contains("together"));
    room["lots"]["1"]["together"] = serde_json::json!([1, 2]);
    assert!(
        !serde_json::from_value::<Room>(room)
            .unwrap()
            .is_consistent()
    );
    let joined = Event::LotJoined {
        at: s(1),
        lot: LotId(3),
        lots: vec![LotId(1), LotId(3)],
        choice: false,
    };
    let stored = serde_json::json!({"joined": {"t": s(1), "lot": 3, "lots": [1, 3]}});
    assert_eq!(serde_json::to_value(&joined).unwrap(), stored);
    for (command, stored) in [
        (SELL, serde_json::json!({"sell": {"lot": null}})),
        (
            join(1, &[3]),
            serde_json::json!({"join": {"lot": 1, "with": [3]}}),
        ),
    ] {
        assert_eq!(serde_json::to_value(&command).unwrap(), stored);
        assert_eq!(serde_json::from_value::<Command>(stored).unwrap(), command);
    }
}
