//! Absentee orders and reserves.

use super::*;

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
