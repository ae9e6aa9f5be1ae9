//! The rulebook by example: what is refused first, then what happens.

mod support;

use domain::{
    Amount, BetNo, CalculationType, Caps, Catalog, CatalogPatch, CatalogState, CatalogType,
    CodeSet, Command, Currency, DropReason, Eligibility, Event, Invalid, LotId, LotNumber,
    LotPatch, LotSetup, LotState, MissedStart, Outcome, Paddle, Participant, Refusal, ReserveState,
    Revoker, Room, StepRow, StepTable, Timestamp, UserId, apply, next_wake,
};
use support::*;

use CatalogType::{Classic, Gallery, Parallel, PostAuction};

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

/// Every row of the table, and of two rows that apply the earlier one.
#[test]
fn a_bet_is_refused_for_the_first_reason_that_applies() {
    use Refusal::*;
    let scheduled = |catalog| room(catalog, 2);
    let at_state = |state, catalog_type| {
        Room::new(
            catalog(catalog_type),
            state,
            [(LotId(1), setup(1, 100, None))],
        )
    };
    let led = || {
        let mut room = started(catalog(Classic), 2);
        does(&mut room, 1, bet(1, 1, 500));
        room
    };
    let sold = || {
        let mut room = led();
        does(&mut room, 2, SELL);
        room
    };
    let hidden = |catalog_type| with(|catalog| catalog.hidden = true, catalog_type);
    let hidden_lot = || {
        let lot = LotSetup {
            hidden: true,
            ..setup(1, 100, None)
        };
        Room::new(catalog(Classic), CatalogState::Scheduled, [(LotId(1), lot)])
    };

    let rows: Vec<(Room, i64, Command, Refusal)> = vec![
        // 401 comes before everything else.
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            placed_by(STRANGER, 105),
            NotAccepted,
        ),
        (led(), 2, placed_by(STRANGER, 600), NotAccepted),
        // 1
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            bet(1, 1, 100),
            CatalogNotFound,
        ),
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            bet(1, 9, 100),
            CatalogNotFound,
        ),
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            hall("7", 1, 100),
            CatalogNotFound,
        ),
        (
            scheduled(hidden(Classic)),
            0,
            bet(1, 1, 100),
            CatalogNotFound,
        ),
        (
            scheduled(hidden(Gallery)),
            0,
            bet(1, 9, 105),
            CatalogNotFound,
        ),
        // 2
        (led(), 2, bet(2, 9, 600), LotNotFound),
        (hidden_lot(), 0, bet(1, 1, 100), LotNotFound),
        (
            at_state(CatalogState::Completed, Classic),
            0,
            bet(1, 9, 100),
            LotNotFound,
        ),
        // 3
        (
            at_state(CatalogState::Completed, Classic),
            0,
            bet(1, 1, 100),
            TradeCompleted,
        ),
        (
            at_state(CatalogState::Canceled, Classic),
            0,
            bet(1, 1, 105),
            TradeCompleted,
        ),
        (
            at_state(CatalogState::Completed, Gallery),
            0,
            bet(1, 1, 100),
            TradeCompleted,
        ),
        // 4
        (scheduled(catalog(Gallery)), 0, bet(1, 1, 100), NotForTrade),
        (
            scheduled(catalog(PostAuction)),
            0,
            bet(1, 1, 105),
            NotForTrade,
        ),
        (
            scheduled(catalog(Parallel)),
            0,
            hall("7", 1, 100),
            NotForTrade,
        ),
        (
            scheduled(catalog(Parallel)),
            2_000,
            hall("7", 1, 100),
            NotForTrade,
        ),
        // 5
        (sold(), 3, bet(2, 1, 600), TradeTimeout),
        (sold(), 3, bet(1, 1, 605), TradeTimeout),
        (
            scheduled(catalog(Parallel)),
            1_000,
            bet(1, 1, 100),
            TradeTimeout,
        ),
        // 6
        (
            scheduled(with(
                |catalog| catalog.calculation = CalculationType::ByCatalogType,
                Parallel,
            )),
            0,
            bet(1, 1, 105),
            NotForTrade,
        ),
        // 7
        (led(), 2, bet(2, 2, 105), LotIsNotCurrent),
        // 10
        (led(), 2, bet(1, 1, 605), NotMultipleOf10),
        (led(), 2, placed_by(UNTRUSTED, 6_005), NotMultipleOf10),
        (
            scheduled(catalog(Parallel)),
            0,
            bet(1, 1, 105),
            NotMultipleOf10,
        ),
        // 11
        (led(), 2, placed_by(UNTRUSTED, 5_010), CAP),
        // 12
        (led(), 2, bet(1, 1, 600), ForbiddenToBetAgain),
        (led(), 2, bet(1, 1, 500), ForbiddenToBetAgain),
        // 13
        (led(), 2, bet(2, 1, 500), AnotherBetLeads),
        (led(), 2, bet(2, 1, 10), AnotherBetLeads),
        // 14
        (led(), 2, bet(2, 1, 540), LessThanMinimal),
        (
            scheduled(catalog(Classic)),
            0,
            bet(1, 1, 90),
            LessThanMinimal,
        ),
    ];
    for (room, second, command, why) in rows {
        refuses(&room, second, command, why);
    }

    for (mut room, second, command) in [
        (led(), 2, bet(2, 1, 550)),
        (led(), 2, bet(2, 1, 999_990)),
        (scheduled(catalog(Classic)), 0, placed_by(UNTRUSTED, 5_000)),
        (
            scheduled(hidden(Classic)),
            0,
            placed_by(
                Eligibility {
                    controller: true,
                    ..TRUSTED
                },
                100,
            ),
        ),
        (scheduled(catalog(Classic)), 0, hall("7", 1, 100)),
        (scheduled(catalog(Parallel)), 999, bet(1, 1, 100)),
    ] {
        does(&mut room, second, command);
    }
}

#[test]
fn the_untrusted_cap_is_the_currencys_and_configurable() {
    let in_currency = |currency, caps| {
        room(
            with(|c| (c.currency, c.caps) = (currency, caps), Classic),
            1,
        )
    };
    let tight = Caps {
        rub: Amount(100),
        ..Caps::default()
    };
    for (currency, caps, cap) in [
        (Currency::Rub, Caps::default(), 5_000),
        (Currency::Eur, Caps::default(), 50),
        (Currency::Usd, Caps::default(), 50),
        (Currency::Rub, tight, 100),
    ] {
        let why = Refusal::UntrustedCapExceeded {
            cap: Amount(cap),
            currency,
        };
        let room = in_currency(currency, caps);
        refuses(&room, 0, placed_by(UNTRUSTED, cap + 10), why);
        assert_eq!(why.code(), Some(11));
        does(&mut room.clone(), 0, hall("7", 1, 10_000));
    }
}

#[test]
fn the_same_number_means_different_things_in_the_two_code_sets() {
    use Refusal::*;
    for (bet, auctioneer) in [
        (LotIsNotCurrent, NoAvailableBet),
        (NotMultipleOf10, NoClassicAuction),
        (LessThanMinimal, UserIsNotAuctioneer),
    ] {
        assert_eq!(bet.code(), auctioneer.code());
        assert_eq!(
            (bet.code_set(), auctioneer.code_set()),
            (Some(CodeSet::Bet), Some(CodeSet::Auctioneer))
        );
    }
    for uncoded in [
        NotAccepted,
        Untrusted,
        NotInThisState,
        NothingToOpen,
        NoOrder,
        OrderLeads,
    ] {
        assert_eq!((uncoded.code(), uncoded.code_set()), (None, None));
    }
}

#[test]
fn orders_are_refused_in_the_order_of_the_table_trust_first_of_all() {
    use Refusal::*;
    let draft = Room::new(
        catalog(Classic),
        CatalogState::Temporary,
        [(LotId(1), setup(1, 100, None))],
    );
    let over = {
        let mut room = started(catalog(Classic), 2);
        does(&mut room, 1, bet(2, 1, 100));
        does(&mut room, 2, SELL);
        room
    };
    let led = {
        let mut room = started(catalog(Classic), 2);
        does(&mut room, 1, bet(1, 1, 500));
        room
    };
    let finished = Room::new(
        catalog(Classic),
        CatalogState::Completed,
        [(LotId(1), setup(1, 100, None))],
    );
    for (room, second, command, why) in [
        (&draft, 0, ordered_by(UNTRUSTED, 105), Untrusted),
        (
            &draft,
            0,
            ordered_by(
                Eligibility {
                    accepted: false,
                    ..TRUSTED
                },
                105,
            ),
            NotAccepted,
        ),
        (&draft, 0, ordered_by(TRUSTED, 105), CatalogNotFound),
        (&led, 2, order(2, 9, 105), LotNotFound),
        (&finished, 0, order(2, 1, 105), TradeCompleted),
        (&room(catalog(Gallery), 1), 0, order(2, 1, 105), NotForTrade),
        (&over, 3, order(2, 1, 105), TradeTimeout),
        (
            &room(catalog(Parallel), 1),
            1_000,
            order(2, 1, 105),
            TradeTimeout,
        ),
        (&led, 2, order(2, 1, 505), NotMultipleOf10),
        (&led, 2, order(2, 1, 540), LessThanMinimal),
        (&led, 2, order(1, 1, 490), LessThanMinimal),
        (&led, 2, withdraw(1, 1), NoOrder),
        (&led, 2, withdraw(1, 9), LotNotFound),
        (&over, 3, withdraw(1, 1), TradeTimeout),
    ] {
        refuses(room, second, command, why);
    }

    // A leader's order may be as low as their bet, and waits for nobody to overtake it.
    let mut room = led;
    does(&mut room, 2, order(1, 1, 500));
    refuses(&room, 3, withdraw(1, 1), OrderLeads);
    // Before the start, a Parallel catalog by type takes orders though it takes no bets; a lot in the queue does too.
    does(&mut room, 3, order(2, 2, 300));
    let by_type = with(
        |catalog| catalog.calculation = CalculationType::ByCatalogType,
        Parallel,
    );
    does(&mut support::room(by_type, 1), 0, order(1, 1, 300));
}

#[test]
fn orders_fight_and_the_earlier_of_equals_wins() {
    // (orders before the opening, bets and orders after it, the standing bets in the end)
    type Row = (
        &'static [(i64, i64)],
        &'static [(bool, i64, i64, u8)],
        &'static [(i64, i64)],
    );
    let rows: [Row; 13] = [
        (&[], &[], &[]),
        (&[(1, 500)], &[], &[(1, 100)]),
        (&[(1, 500), (2, 300)], &[], &[(2, 300), (1, 320)]),
        (&[(1, 300), (2, 500)], &[], &[(1, 300), (2, 320)]),
        // Less than a step above still wins, at its own value.
        (&[(1, 300), (2, 310)], &[], &[(1, 300), (2, 310)]),
        (&[(1, 500), (2, 500)], &[], &[(2, 500), (1, 500)]),
        (&[(1, 500), (2, 500), (3, 500)], &[], &[(2, 500), (1, 500)]),
        // A bet below the order is overtaken at once; one at the order's maximum too, for the order was there first.
        (
            &[(1, 500)],
            &[(true, 2, 200, 12)],
            &[(1, 100), (2, 200), (1, 220)],
        ),
        (
            &[(1, 500)],
            &[(true, 2, 500, 12)],
            &[(1, 100), (2, 500), (1, 500)],
        ),
        (&[(1, 500)], &[(true, 2, 510, 0)], &[(1, 100), (2, 510)]),
        // A new order against the leader's.
        (
            &[(1, 500)],
            &[(false, 2, 400, 12)],
            &[(1, 100), (2, 400), (1, 420)],
        ),
        (
            &[(1, 500)],
            &[(false, 2, 500, 12)],
            &[(1, 100), (2, 500), (1, 500)],
        ),
        (
            &[(1, 500)],
            &[(false, 2, 2_000, 0)],
            &[(1, 100), (1, 500), (2, 550)],
        ),
    ];
    for (before, after, expected) in rows {
        let mut room = room(catalog(Classic), 1);
        for (user, maximum) in before {
            does(&mut room, -10, order(*user, 1, *maximum));
        }
        does(&mut room, 0, Command::Start);
        for (is_bet, user, value, code) in after {
            let command = if *is_bet {
                bet(*user, 1, *value)
            } else {
                order(*user, 1, *value)
            };
            assert_eq!(
                run(&mut room, 1, command).result.map(Outcome::code),
                Ok(*code)
            );
        }
        assert_eq!(standing(&room, 1), expected, "{before:?} {after:?}");
    }
}

#[test]
fn since_when_an_order_covers_an_amount() {
    // Raised: up to the old maximum it is as old as it was.
    let mut raised = room(catalog(Classic), 1);
    for (user, maximum) in [(1, 300), (2, 500), (1, 500)] {
        does(&mut raised, -10, order(user, 1, maximum));
    }
    does(&mut raised, 0, Command::Start);
    assert_eq!(leads(&raised, 1), Some(("2".into(), 500)));

    // Lowered before the opening: it counts as new.
    let mut lowered = room(catalog(Classic), 1);
    for (user, maximum) in [(1, 600), (2, 500), (1, 500)] {
        does(&mut lowered, -10, order(user, 1, maximum));
    }
    does(&mut lowered, 0, Command::Start);
    assert_eq!(leads(&lowered, 1), Some(("2".into(), 500)));

    // Lowered on the open lot: what remains keeps its time.
    let mut open = room(catalog(Classic), 1);
    does(&mut open, -10, order(1, 1, 600));
    does(&mut open, 0, Command::Start);
    does(&mut open, 1, order(1, 1, 500));
    assert_eq!(
        run(&mut open, 2, order(2, 1, 500)).result,
        Ok(Outcome::OverbetByAbsentee)
    );
    assert_eq!(leads(&open, 1), Some(("1".into(), 500)));

    // The same again changes nothing, not even who was first.
    let mut again = room(catalog(Classic), 1);
    for (user, maximum) in [(1, 500), (2, 500)] {
        does(&mut again, -10, order(user, 1, maximum));
    }
    let executed = run(&mut again, -5, order(1, 1, 500));
    assert_eq!(
        (executed.result, executed.events.len()),
        (Ok(Outcome::Success), 0)
    );
    does(&mut again, 0, Command::Start);
    assert_eq!(leads(&again, 1), Some(("1".into(), 500)));
}

fn changed_since(room: &Room, version: i64) -> Vec<LotId> {
    let changed = room.lots().filter(|(_, lot)| lot.version() > version);
    changed.map(|(id, _)| id).collect()
}

#[test]
fn secret_orders_leave_the_public_version_alone() {
    let mut room = room(catalog(Classic), 2);
    let version = room.version();
    does(&mut room, -10, order(1, 1, 500));
    does(&mut room, -9, order(1, 1, 700));
    does(&mut room, -8, withdraw(1, 1));
    assert_eq!(
        (room.version(), changed_since(&room, version)),
        (version, Vec::new())
    );
    does(&mut room, -7, bet(1, 1, 100));
    assert_eq!(room.version(), version + 1);
    assert_eq!(changed_since(&room, version), [LotId(1)]);
    assert_eq!(room.lot_view(LotId(1)).unwrap().version, version + 1);
}

#[test]
fn an_order_reaches_for_the_reserve() {
    // In a Parallel room at once; the reserve is rounded up to a bet.
    let mut parallel = one_lot(catalog(Parallel), 100, Some(305));
    does(&mut parallel, -10, order(1, 1, 400));
    does(&mut parallel, 0, Command::Start);
    assert_eq!(standing(&parallel, 1), [(1, 100), (1, 310)]);

    // In the hall only just before the hammer, and that extends nothing.
    for (control, second) in [(NEXT, 5), (SELL, 5), (Command::Tick, 30)] {
        let mut classic = one_lot(
            if second == 30 {
                auto(Classic)
            } else {
                catalog(Classic)
            },
            100,
            Some(305),
        );
        does(&mut classic, -10, order(1, 1, 400));
        does(&mut classic, 0, Command::Tick);
        if classic.state() == CatalogState::Scheduled {
            does(&mut classic, 0, Command::Start);
        }
        assert_eq!(standing(&classic, 1), [(1, 100)]);
        does(&mut classic, second, control);
        assert_eq!(
            (standing(&classic, 1), state(&classic, 1)),
            (vec![(1, 100), (1, 310)], LotState::Sold)
        );
        assert_eq!(ends(&classic, 1), Some(second));
    }

    // An order below the reserve does not reach for it, nor does one whose owner does not lead.
    let mut short = one_lot(catalog(Parallel), 100, Some(305));
    does(&mut short, -10, order(1, 1, 300));
    does(&mut short, 0, Command::Start);
    assert_eq!(standing(&short, 1), [(1, 100)]);
}

#[test]
fn how_the_reserve_stands() {
    for (reserve, bets, expected) in [
        (None, &[][..], None),
        (Some(0), &[], None),
        (Some(-5), &[100], None),
        (Some(300), &[], Some(ReserveState::NotAchieved)),
        (Some(100), &[], Some(ReserveState::OneStepUntil)),
        (Some(300), &[200], Some(ReserveState::NotAchieved)),
        (Some(300), &[280], Some(ReserveState::OneStepUntil)),
        (Some(305), &[300], Some(ReserveState::OneStepUntil)),
        (Some(300), &[280, 300], Some(ReserveState::Achieved)),
    ] {
        let mut room = one_lot(catalog(Classic), 100, reserve);
        for (user, value) in (1..).zip(bets) {
            does(&mut room, -10, bet(user, 1, *value));
        }
        assert_eq!(
            room.lot_view(LotId(1)).unwrap().reserve_state,
            expected,
            "{reserve:?} {bets:?}"
        );
    }
}

#[test]
fn unknown_people_in_the_hall_may_follow_each_other() {
    let mut room = started(catalog(Classic), 1);
    does(&mut room, 1, hall("", 1, 100));
    does(&mut room, 2, hall("  ", 1, 110));
    does(&mut room, 3, hall(" 7 ", 1, 120));
    refuses(&room, 4, hall("7", 1, 130), Refusal::ForbiddenToBetAgain);
    does(&mut room, 5, hall("12", 1, 130));
    assert_eq!(leads(&room, 1), Some(("hall:12".into(), 130)));
}

#[test]
fn people_get_a_number_with_their_first_bet_in_the_catalog() {
    let mut room = started(catalog(Parallel), 2);
    for (second, command) in [
        (1, bet(7, 1, 100)),
        (2, bet(5, 2, 100)),
        (3, bet(7, 2, 110)),
        (4, bet(6, 1, 110)),
    ] {
        does(&mut room, second, command);
    }
    let numbers = [7, 5, 6, 8].map(|user| room.participant_number(UserId(user)));
    assert_eq!(numbers, [Some(1), Some(2), Some(3), None]);
    // Revoked or not, a number stays theirs.
    does(&mut room, 5, revoke(1));
    assert_eq!(room.participant_number(UserId(6)), Some(3));
    let mut in_hall = started(catalog(Classic), 1);
    does(&mut in_hall, 1, hall("7", 1, 100));
    does(&mut in_hall, 2, bet(9, 1, 110));
    assert_eq!(in_hall.participant_number(UserId(9)), Some(1));
}

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
fn an_auto_start_room_runs_itself() {
    let mut room = room(auto(Classic), 2);
    assert_eq!(next_wake(&room), Some(s(0)));
    does(&mut room, 0, Command::Tick);
    assert_eq!((ends(&room, 1), next_wake(&room)), (Some(30), Some(s(30))));
    does(&mut room, 20, bet(1, 1, 100));
    assert_eq!(ends(&room, 1), Some(50));
    // A timer that is late by a lot does each thing at its time.
    does(&mut room, 100, Command::Tick);
    assert_eq!((ends(&room, 1), ends(&room, 2)), (Some(50), Some(80)));
    assert_eq!(
        (room.state(), next_wake(&room)),
        (CatalogState::WaitForEnd, Some(s(140)))
    );
    does(&mut room, 140, Command::Tick);
    assert_eq!(
        (room.state(), next_wake(&room)),
        (CatalogState::Completed, None)
    );
}

#[test]
fn a_refused_command_lets_the_timers_before_it_stand() {
    let mut room = room(auto(Classic), 2);
    let executed = run(&mut room, 31, bet(1, 1, 100));
    assert_eq!(executed.result, Err(Refusal::TradeTimeout));
    assert_eq!((executed.events.len(), executed.own().len()), (4, 0));
    assert_eq!(
        (room.current_lot(), state(&room, 1)),
        (Some(LotId(2)), LotState::NotSold)
    );
}

#[test]
fn what_cannot_start_by_itself_stays_scheduled_and_says_so_once() {
    let no_lots = room(auto(Classic), 0);
    let ended = room(with(|catalog| catalog.end_date = Some(s(0)), Parallel), 1);
    let ended = {
        let mut ended = ended;
        does(
            &mut ended,
            -10,
            patch(|patch| patch.end_date = Some(Some(s(1)))),
        );
        does(
            &mut ended,
            -10,
            patch(|patch| patch.auto_start = Some(true)),
        );
        ended
    };
    for (mut room, second, why) in [
        (no_lots, 5, MissedStart::NothingToOpen),
        (ended, 5, MissedStart::EndPassed),
    ] {
        if why == MissedStart::EndPassed {
            // Dead from before the start to after the end.
            let executed = run(&mut room, second, Command::Recover { last_alive: s(-5) });
            assert!(
                executed
                    .events
                    .contains(&Event::StartMissed { at: s(second), why })
            );
        } else {
            let executed = run(&mut room, second, Command::Tick);
            assert_eq!(executed.events, [Event::StartMissed { at: s(0), why }]);
        }
        assert_eq!(
            (room.state(), next_wake(&room)),
            (CatalogState::Scheduled, None)
        );
        // A new start date is a new chance.
        does(
            &mut room,
            10,
            patch(|patch| patch.end_date = Some(Some(s(2_000)))),
        );
        does(
            &mut room,
            10,
            patch(|patch| patch.start_date = Some(Some(s(50)))),
        );
        assert_eq!(next_wake(&room), Some(s(50)));
    }
}

#[test]
fn late_bets_in_a_parallel_room_leave_five_full_minutes() {
    let mut room = started(catalog(Parallel), 3);
    does(&mut room, 699, bet(1, 1, 100));
    assert_eq!(ends(&room, 1), Some(1_000));
    does(&mut room, 700, bet(2, 1, 110));
    assert_eq!(ends(&room, 1), Some(1_000));
    does(&mut room, 701, bet(1, 1, 120));
    assert_eq!((ends(&room, 1), ends(&room, 2)), (Some(1_001), Some(1_000)));
    does(&mut room, 1_000, Command::Tick);
    assert_eq!(
        (room.state(), state(&room, 2)),
        (CatalogState::WaitForEnd, LotState::NotSold)
    );
    // Extensions are extended, and what is taken back at the last second extends too.
    does(&mut room, 1_000, bet(2, 1, 130));
    assert_eq!(ends(&room, 1), Some(1_300));
    does(&mut room, 1_200, revoke(1));
    assert_eq!(
        (ends(&room, 1), leads(&room, 1)),
        (Some(1_500), Some(("1".into(), 120)))
    );
    refuses(&room, 1_500, bet(2, 1, 130), Refusal::TradeCompleted);
    does(&mut room, 1_500, Command::Tick);
    assert_eq!(
        (room.state(), state(&room, 1)),
        (CatalogState::Completed, LotState::Sold)
    );
}

#[test]
fn a_parallel_lot_is_open_for_five_minutes_at_least() {
    let mut room = room(catalog(Parallel), 1);
    does(&mut room, 900, Command::Start);
    assert_eq!(ends(&room, 1), Some(1_200));
    does(&mut room, 950, add(2, 2));
    assert_eq!(
        (state(&room, 2), ends(&room, 2)),
        (LotState::InProcess, Some(1_250))
    );
    does(&mut room, 1_000, Command::Tick);
    refuses(&room, 1_001, add(3, 3), Refusal::NotInThisState);
    does(&mut room, 1_249, Command::Return { lot: LotId(1) });
    assert_eq!(ends(&room, 1), Some(1_549));
}

#[test]
fn a_clock_that_steps_back_changes_nothing() {
    let mut room = room(auto(Classic), 1);
    does(&mut room, 10, bet(1, 1, 100));
    // Refused, and yet heard.
    assert!(run(&mut room, 20, bet(1, 1, 110)).result.is_err());
    does(&mut room, 5, bet(2, 1, 110));
    assert_eq!(ends(&room, 1), Some(50));
    assert_eq!(room.lot(LotId(1)).unwrap().leading().unwrap().at, s(20));
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
fn after_an_outage_no_lot_is_hammered_that_nobody_could_bid_on() {
    let recover = |last_alive| Command::Recover {
        last_alive: s(last_alive),
    };
    // A night: one lot gets its grace, not twenty opened and closed.
    let mut classic = room(auto(Classic), 20);
    does(&mut classic, 0, Command::Tick);
    does(&mut classic, 30_000, recover(10));
    assert_eq!(
        (classic.current_lot(), ends(&classic, 1)),
        (Some(LotId(1)), Some(30_060))
    );

    // What was due before the last heartbeat and not done happens now.
    let mut overdue = room(auto(Classic), 20);
    does(&mut overdue, 0, Command::Tick);
    does(&mut overdue, 500, recover(30));
    assert_eq!(
        (ends(&overdue, 1), overdue.current_lot(), ends(&overdue, 2)),
        (Some(500), Some(LotId(2)), Some(530))
    );

    // The grace is the sale timeout where that is longer; an end further away stays.
    let mut slow = room(
        with(|c| (c.auto_start, c.sale_timeout_s) = (true, 90), Classic),
        2,
    );
    does(&mut slow, 0, Command::Tick);
    does(&mut slow, 20, recover(10));
    assert_eq!(ends(&slow, 1), Some(110));
    let mut parallel = started(catalog(Parallel), 2);
    does(&mut parallel, 20, recover(10));
    assert_eq!(ends(&parallel, 1), Some(1_000));
    does(&mut parallel, 2_000, recover(30));
    assert_eq!(
        (parallel.state(), ends(&parallel, 1)),
        (CatalogState::WaitForEnd, Some(2_300))
    );

    // By hand there is nothing to move.
    let mut by_hand = started(catalog(Classic), 2);
    does(&mut by_hand, 2_000, recover(10));
    assert_eq!(
        (by_hand.current_lot(), ends(&by_hand, 1)),
        (Some(LotId(1)), None)
    );

    // A WaitForEnd begins again, unless it was over before the last heartbeat.
    let mut waiting = room(auto(Classic), 1);
    does(&mut waiting, 30, Command::Tick);
    let mut late = waiting.clone();
    does(&mut waiting, 500, recover(89));
    assert_eq!(
        (waiting.state(), next_wake(&waiting)),
        (CatalogState::WaitForEnd, Some(s(560)))
    );
    does(&mut late, 500, recover(90));
    assert_eq!(late.state(), CatalogState::Completed);

    // A start that fell due meanwhile happens now.
    let mut unstarted = room(auto(Classic), 1);
    does(&mut unstarted, 100, recover(-50));
    assert_eq!(ends(&unstarted, 1), Some(130));
}

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
fn a_secret_maximum_holds_the_currency_but_not_the_steps() {
    let mut room = room(catalog(Classic), 1);
    let currency = |new| patch(|p| p.currency = Some(new));
    does(&mut room, -10, currency(Currency::Usd));
    does(&mut room, -9, order(1, 1, 500));
    refuses(&room, -8, currency(Currency::Rub), Refusal::NotInThisState);
    let percent = patch(|p| p.calculation = Some(CalculationType::ByCatalogType));
    does(&mut room, -7, percent);
    does(&mut room, -6, withdraw(1, 1));
    does(&mut room, -5, currency(Currency::Rub));
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
fn a_withdrawn_last_lot_completes_a_parallel_room_that_waits() {
    let mut room = started(catalog(Parallel), 2);
    does(&mut room, 900, bet(1, 1, 100));
    does(&mut room, 950, revoke(1));
    does(&mut room, 1_000, Command::Tick);
    assert_eq!(
        (room.state(), ends(&room, 1)),
        (CatalogState::WaitForEnd, Some(1_250))
    );
    does(&mut room, 1_001, Command::WithdrawLot { lot: LotId(1) });
    assert_eq!(
        (room.state(), next_wake(&room)),
        (CatalogState::Completed, None)
    );
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

#[test]
fn who_loses_trust_loses_his_orders_and_keeps_his_bets() {
    let mut room = room(catalog(Classic), 2);
    for (user, lot, maximum) in [(1, 1, 500), (2, 1, 300), (1, 2, 500)] {
        does(&mut room, -10, order(user, lot, maximum));
    }
    does(&mut room, 0, Command::Start);
    let executed = run(&mut room, 1, Command::DropOrders { user: UserId(1) });
    assert_eq!(executed.events.len(), 2);
    assert_eq!(room.orders_of(UserId(1)).count(), 0);
    assert_eq!(leads(&room, 1), Some(("1".into(), 320)));
    does(&mut room, 2, bet(3, 1, 340));
    assert_eq!(leads(&room, 1), Some(("3".into(), 340)));
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

/// The journal's form is read by people and kept for years.
#[test]
fn events_are_short_and_readable() {
    let mut room = room(catalog(Classic), 1);
    does(&mut room, 0, order(5, 1, 300));
    let events = run(&mut room, 0, Command::Start).events;
    let stored = events
        .iter()
        .map(|event| serde_json::to_string(event).unwrap())
        .collect::<Vec<_>>();
    assert_eq!(
        stored,
        [
            r#"{"started":{"t":1800000000000}}"#,
            r#"{"opened":{"t":1800000000000,"lot":1}}"#,
            r#"{"bet":{"t":1800000000000,"lot":1,"no":2,"by":{"user":5},"v":100,"abs":true,"cause":"opening","pn":1}}"#,
        ]
    );
    let by_hand = run(&mut room, 1, bet(6, 1, 500)).events;
    assert_eq!(
        serde_json::to_string(&by_hand[0]).unwrap(),
        r#"{"bet":{"t":1800000001000,"lot":1,"no":3,"by":{"user":6},"v":500,"cause":"bet","pn":2}}"#
    );
    let cleared = run(&mut room, 1, patch(|p| p.end_date = Some(None)));
    assert_eq!(cleared.result, Err(Refusal::NotInThisState));
    let patched = Event::CatalogChanged {
        at: Timestamp(1),
        patch: Box::new(CatalogPatch {
            end_date: Some(None),
            ..CatalogPatch::default()
        }),
    };
    let stored = serde_json::to_string(&patched).unwrap();
    assert_eq!(
        stored,
        r#"{"catalog_changed":{"t":1,"patch":{"end_date":null}}}"#
    );
    assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), patched);
}

/// The wire has the enumerations' numbers; what is kept for years has their names.
#[test]
fn the_journal_spells_enumerations_by_name() {
    let changed = Event::CatalogChanged {
        at: Timestamp(1),
        patch: Box::new(CatalogPatch {
            catalog_type: Some(CatalogType::PostAuction),
            calculation: Some(CalculationType::TenPercentAndModTen),
            currency: Some(Currency::Eur),
            ..CatalogPatch::default()
        }),
    };
    let added = Event::LotAdded {
        at: Timestamp(1),
        lot: LotId(7),
        setup: LotSetup {
            state: LotState::NotSold,
            ..setup(3, 100, None)
        },
    };
    let waiting = Event::LotAdded {
        at: Timestamp(1),
        lot: LotId(8),
        setup: setup(4, 100, None),
    };
    for (event, stored) in [
        (
            changed,
            r#"{"catalog_changed":{"t":1,"patch":{"catalog_type":"post_auction","calculation":"ten_percent_and_mod_ten","currency":"eur"}}}"#,
        ),
        (
            waiting,
            r#"{"lot_added":{"t":1,"lot":8,"setup":{"number":4,"start":100,"reserve":null}}}"#,
        ),
        (
            added,
            r#"{"lot_added":{"t":1,"lot":7,"setup":{"number":3,"start":100,"reserve":null,"state":"not_sold"}}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&event).unwrap(), stored);
        assert_eq!(serde_json::from_str::<Event>(stored).unwrap(), event);
    }
    let refusal = Refusal::UntrustedCapExceeded {
        cap: Amount(50),
        currency: Currency::Usd,
    };
    let stored = r#"{"untrusted_cap_exceeded":{"cap":50,"currency":"usd"}}"#;
    assert_eq!(serde_json::to_string(&refusal).unwrap(), stored);
    assert_eq!(serde_json::from_str::<Refusal>(stored).unwrap(), refusal);
    let room = room(catalog(Parallel), 1);
    let snapshot = serde_json::to_value(&room).unwrap();
    assert_eq!(snapshot["catalog"]["catalog_type"], "parallel");
    assert_eq!(snapshot["catalog"]["calculation"], "by_step_table");
    assert_eq!(snapshot["catalog"]["currency"], "rub");
    assert_eq!(serde_json::from_value::<Room>(snapshot).unwrap(), room);
    let unknown = r#"{"untrusted_cap_exceeded":{"cap":50,"currency":"gbp"}}"#;
    assert!(serde_json::from_str::<Refusal>(unknown).is_err());
}

#[test]
fn an_event_of_a_lot_that_is_gone_changes_nothing() {
    let mut room = room(catalog(Classic), 1);
    let before = room.lots().count();
    apply(
        &mut room,
        &Event::LotHammered {
            at: s(1),
            lot: LotId(9),
            sold: true,
        },
    );
    assert_eq!(room.lots().count(), before);
    assert!(room.is_consistent());
}

/// A command's answer and its metrics speak of what the command did, not of the timers that happened to be due.
#[test]
fn what_the_timers_did_is_told_apart_from_what_the_command_did() {
    let mut room = room(auto(Classic), 2);
    let late = run(&mut room, 1, bet(1, 1, 500));
    assert_eq!(late.result, Ok(Outcome::Success));
    let names = |events: &[Event]| {
        let named = |event: &Event| {
            let event = serde_json::to_value(event).unwrap();
            event.as_object().unwrap().keys().next().unwrap().clone()
        };
        events.iter().map(named).collect::<Vec<_>>()
    };
    assert_eq!(names(&late.events[late.by_timers.clone()])[0], "started");
    assert_eq!(names(late.own())[0], "bet");
    assert_eq!(
        late.by_timers.len() + late.own().len(),
        late.events.len(),
        "each event is one or the other"
    );

    // A recovery comes before the timers.
    let recover = Command::Recover {
        last_alive: Timestamp(0),
    };
    let recovered = run(&mut room, 100_000, recover);
    assert_eq!(names(recovered.own())[0], "recovered");
    assert!(
        !names(&recovered.events[recovered.by_timers.clone()]).contains(&"recovered".to_owned())
    );
    assert_eq!(
        recovered.own().len() + recovered.by_timers.len(),
        recovered.events.len()
    );
    assert_eq!(Outcome::Success.name(), "accepted");
    assert_eq!(Outcome::OverbetByAbsentee.name(), "overbid");
}

#[test]
fn a_step_table_is_stored_as_its_rows() {
    let rows = vec![
        StepRow {
            start: Amount(0),
            step: Amount(50),
        },
        StepRow {
            start: Amount(1_000),
            step: Amount(100),
        },
    ];
    let table = StepTable::new(rows.clone()).unwrap();
    let stored = serde_json::to_value(&table).unwrap();
    assert_eq!(stored, serde_json::to_value(&rows).unwrap());
    assert_eq!(serde_json::from_value::<StepTable>(stored).unwrap(), table);
    assert_eq!(Vec::from(table), rows);
}
