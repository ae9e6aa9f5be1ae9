//! What holds in every history, however bettors, auctioneers, admins and clocks behave.

#[expect(dead_code, reason = "shared with the other tests")]
mod support;

use domain::{
    Amount, BetNo, CalculationType, CatalogPatch, CatalogState, CatalogType, Command, DropReason,
    Eligibility, Event, Lot, LotId, LotNumber, LotPatch, LotSetup, LotState, Paddle, Participant,
    Refusal, Revoker, Room, Timestamp, UserId, apply, execute, next_wake,
};
use proptest::{collection::vec, option, prelude::*};
use std::collections::BTreeSet;
use support::{START, catalog, setup};

#[derive(Debug, Clone)]
struct History {
    initial: Room,
    /// How much later (or earlier: clocks step back) the next command comes, in ms.
    commands: Vec<(i64, Command)>,
}

fn lot() -> impl Strategy<Value = LotId> + Clone {
    (1..=4_i64).prop_map(LotId)
}

fn user() -> impl Strategy<Value = UserId> {
    (1..=4_i64).prop_map(UserId)
}

fn amount() -> impl Strategy<Value = Amount> {
    prop_oneof![8 => (1..60_i64).prop_map(|tens| Amount(tens * 10)), 1 => (1..6_500_i64).prop_map(Amount)]
}

fn reserve() -> impl Strategy<Value = Option<i64>> {
    proptest::option::of(1..400_i64)
}

/// User 4 is not trusted.
fn eligibility_of(user: UserId) -> Eligibility {
    Eligibility {
        accepted: true,
        trusted: user != UserId(4),
        controller: false,
    }
}

fn command() -> impl Strategy<Value = Command> {
    let participant = prop_oneof![5 => user().prop_map(Participant::User), 1 => "[ 7]?".prop_map(|text| Participant::hall(&text))];
    let bet = (lot(), participant, amount()).prop_map(|(lot, by, value)| {
        let eligibility = eligibility_of(by.user().unwrap_or(UserId(1)));
        Command::PlaceBet {
            lot,
            by,
            value,
            eligibility,
        }
    });
    let order = (lot(), user(), amount()).prop_map(|(lot, user, maximum)| Command::PlaceOrder {
        lot,
        user,
        maximum,
        eligibility: eligibility_of(user),
    });
    let named = proptest::option::weighted(0.2, lot());
    let dates = (0..2_000_i64, any::<bool>()).prop_map(|(second, end)| {
        let date = Some(Some(support::s(second)));
        let patch = if end {
            CatalogPatch {
                end_date: date,
                ..CatalogPatch::default()
            }
        } else {
            CatalogPatch {
                start_date: date,
                ..CatalogPatch::default()
            }
        };
        Command::ChangeCatalog(Box::new(patch))
    });
    let other_changes =
        (1..120_u32, proptest::sample::select(CalculationType::ALL)).prop_map(|(timeout, how)| {
            Command::ChangeCatalog(Box::new(CatalogPatch {
                sale_timeout_s: Some(timeout),
                calculation: (timeout % 4 == 0).then_some(how),
                ..CatalogPatch::default()
            }))
        });
    let lot_change = (
        lot(),
        proptest::option::of(amount()),
        proptest::option::of(reserve()),
        0..40_i32,
    )
        .prop_map(|(lot, start, reserve, number)| {
            let number = (number < 6).then_some(LotNumber(number));
            let patch = LotPatch {
                number,
                start,
                reserve: reserve.map(|reserve| reserve.map(Amount)),
            };
            Command::ChangeLot { lot, patch }
        });
    prop_oneof![
        30 => bet,
        12 => order,
        2 => (lot(), user()).prop_map(|(lot, user)| {
            Command::WithdrawOrder { lot, user, eligibility: eligibility_of(user) }
        }),
        1 => user().prop_map(|user| Command::DropOrders { user }),
        4 => Just(Command::Start),
        6 => named.clone().prop_map(|lot| Command::Next { lot }),
        4 => (named.clone(), vec(lot(), 0..=2), option::weighted(0.2, (1..60u64).prop_map(BetNo)))
            .prop_map(|(lot, take, bet)| Command::Sell { lot, take, bet }),
        2 => named.prop_map(|lot| Command::Skip { lot }),
        3 => Just(Command::Previous),
        2 => (lot(), vec(lot(), 1..=2)).prop_map(|(lot, with)| {
            Command::Join { lot, choice: lot.0 % 2 == 0, with }
        }),
        1 => lot().prop_map(|lot| Command::Part { lot }),
        2 => (lot(), proptest::option::weighted(0.2, lot()))
            .prop_map(|(lot, from)| Command::Jump { lot, from }),
        1 => (lot(), 1..40_u64).prop_map(|(lot, no)| Command::CorrectPaddle {
            lot,
            bet: BetNo(no),
            paddle: Paddle::typed("41").unwrap(),
            reason: None,
        }),
        2 => proptest::option::weighted(0.2, lot()).prop_map(|lot| Command::Warn { lot }),
        2 => Just(Command::Pause { reason: None }),
        3 => Just(Command::Resume),
        4 => (lot(), any::<bool>()).prop_map(|(lot, admin)| {
            let by = if admin { Revoker::Admin } else { Revoker::Auctioneer };
            Command::Revoke { lot, by, entitled: true }
        }),
        2 => lot().prop_map(|lot| Command::Return { lot }),
        1 => Just(Command::Finish),
        1 => any::<u8>().prop_map(|n| if n < 40 { Command::Cancel } else { Command::Tick }),
        1 => Just(Command::Tick),
        1 => (0..400_000_i64).prop_map(|ago| Command::Recover { last_alive: Timestamp(ago) }),
        1 => any::<bool>().prop_map(|hidden| Command::SetHidden { hidden }),
        1 => dates,
        1 => other_changes,
        1 => lot_change,
        1 => (lot(), 1..9_i32, amount()).prop_map(|(lot, number, start)| {
            Command::AddLot { lot, setup: setup(number, start.0, None) }
        }),
        1 => lot().prop_map(|lot| Command::WithdrawLot { lot }),
        1 => lot().prop_map(|lot| Command::ShowLot { lot }),
        1 => lot().prop_map(|lot| Command::RemoveLot { lot }),
        1 => lot().prop_map(|lot| Command::MarkPaid { lot }),
    ]
}

fn gap() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => 0..2_000_i64,
        4 => 0..40_000_i64,
        1 => 0..400_000_i64,
        1 => -5_000..0_i64,
    ]
}

fn history() -> impl Strategy<Value = History> {
    let trading = prop_oneof![Just(CatalogType::Classic), Just(CatalogType::Parallel)];
    let lots = vec((0..150_i64, reserve()), 1..=4);
    let timed = (
        any::<bool>(),
        proptest::sample::select(CalculationType::ALL),
    );
    (trading, timed, lots, vec((gap(), command()), 1..120)).prop_map(
        |(kind, (auto_start, how), lots, commands)| {
            let mut catalog = catalog(kind);
            catalog.auto_start = auto_start;
            catalog.calculation = how;
            let lots = lots.into_iter().zip(1..).map(|((start, reserve), n)| {
                // Numbers run against the ids, so that neither order passes for the other.
                (
                    LotId(n),
                    setup(10 - i32::try_from(n).unwrap(), start, reserve),
                )
            });
            History {
                initial: Room::new(catalog, CatalogState::Scheduled, lots),
                commands,
            }
        },
    )
}

/// A sale by hand whose first lot, 4, is in a group with others, unless something comes between.
fn grouped_history() -> impl Strategy<Value = History> {
    let others = proptest::sample::subsequence(vec![1, 2, 3], 1..=3);
    let commands = vec((gap(), command()), 1..80);
    let parts = (vec(reserve(), 4), others, any::<bool>(), commands);
    parts.prop_map(|(reserves, others, choice, commands)| {
        let lots = reserves.into_iter().zip(1..).map(|(reserve, n)| {
            (
                LotId(n),
                setup(10 - i32::try_from(n).unwrap(), 100, reserve),
            )
        });
        let join = Command::Join {
            lot: LotId(4),
            with: others.into_iter().map(LotId).collect(),
            choice,
        };
        let first = [(1_000_000, Command::Start), (0, join)];
        History {
            initial: Room::new(catalog(CatalogType::Classic), CatalogState::Scheduled, lots),
            commands: first.into_iter().chain(commands).collect(),
        }
    })
}

/// What an event may do to the room it happens in.
fn check(before: &Room, event: &Event, by: &Command, by_timer: bool) {
    assert!(
        event.at() >= before.last_event_at(),
        "time ran backwards: {event:?}"
    );
    let lot_before = event.lot().and_then(|lot| before.lot(lot));
    match event {
        Event::BetAccepted {
            by,
            value,
            is_absentee,
            end,
            ..
        } => {
            let lot = lot_before.expect("bets are for lots of the room");
            assert!(!lot.is_over(), "a closed lot took a bet: {event:?}");
            assert!(before.pause().is_none(), "a bet in a pause: {event:?}");
            if event
                .lot()
                .is_some_and(|lot| before.leader_of(lot).is_some())
            {
                check_taken(before, lot, event);
            }
            if let Some(leading) = lot.leading() {
                let rises = if *is_absentee {
                    *value >= leading.value
                } else {
                    *value > leading.value
                };
                assert!(rises, "the leading bet fell: {event:?}");
            }
            if *is_absentee {
                let user = by.user().expect("orders are of users");
                let maximum = lot.orders().get(user).expect("an order made it").maximum();
                assert!(*value <= maximum, "beyond the maximum {maximum}: {event:?}");
            }
            if let Some(end) = end {
                assert!(
                    lot.end().is_some_and(|old| *end > old),
                    "an end moved earlier: {event:?}"
                );
            }
        }
        Event::BetsRevoked { end: Some(end), .. } | Event::LotEndMoved { end, .. } => {
            let old = lot_before.and_then(|lot| lot.end());
            assert!(
                old.is_some_and(|old| *end > old),
                "an end moved earlier: {event:?}"
            );
        }
        Event::CatalogResumed { end, .. } => {
            let old = lot_before.and_then(|lot| lot.end());
            assert!(*end >= old, "an end moved earlier: {event:?}");
        }
        Event::LotHammered {
            lot, sold: true, ..
        } if before.leader_of(*lot).is_some() => {
            let lead = before.leader_of(*lot).and_then(|lead| before.lot(lead));
            let lead = lead.expect("a lot leads the group");
            if lead.is_choice() {
                let bets = lot_before.map(|lot| lot.bets().len());
                assert_eq!(bets, Some(1), "taken of a choice for another bet");
            } else {
                assert_eq!(lead.state(), LotState::Sold, "sold before its group");
            }
        }
        Event::LotHammered {
            lot: id,
            sold: true,
            ..
        } => {
            let lot = lot_before.expect("a lot");
            let leading = lot.leading().expect("nothing is sold to nobody");
            let discretion = matches!(by, Command::Sell { .. }) && !by_timer;
            let others = lot.together().iter().skip(1);
            let reserve: i64 = std::iter::once(id)
                .chain(others.filter(|_| !lot.is_choice()))
                .filter_map(|id| before.lot(*id)?.reserve())
                .map(|reserve| reserve.0)
                .sum();
            let met = leading.value.0 >= reserve;
            assert!(met || discretion, "sold below the reserve by {by:?}");
        }
        Event::LotHammered { sold: false, .. } => {
            assert!(
                lot_before.is_some_and(|lot| lot.is_open() || lot.is_choice()),
                "hammered, and was not open"
            );
        }
        Event::LotOpened { lot, .. } => {
            assert_ne!(
                lot_before.map(|lot| lot.state()),
                Some(LotState::Paid),
                "a paid lot {lot} opened"
            );
            assert_eq!(before.leader_of(*lot), None, "lot {lot} opened in a group");
        }
        _ => {}
    }
}

/// Of equal maxima the earlier leads, and no standing order is left that should have bid.
fn check_orders(room: &Room, lots_that_lost_orders: &BTreeSet<LotId>) {
    let ladder = room.catalog().ladder();
    // In a pause orders are placed, and none acts.
    let paused = room.pause().and(room.current_lot());
    for (id, lot) in room.lots().filter(|(id, lot)| {
        lot.is_open() && paused != Some(*id) && !lots_that_lost_orders.contains(id)
    }) {
        let Some(leading) = lot.leading() else {
            let minimum = lot.minimum(&ladder);
            assert!(
                lot.orders()
                    .iter()
                    .all(|(_, order)| order.maximum() < minimum),
                "lot {id}: an order slept"
            );
            continue;
        };
        let own = leading
            .by
            .user()
            .and_then(|user| lot.orders().get(user)?.covers_since(leading.value));
        let leads_since = own.map_or(leading.no, |since| since.min(leading.no));
        for (user, order) in lot
            .orders()
            .iter()
            .filter(|(user, _)| leading.by.user() != Some(*user))
        {
            assert!(
                order.maximum() <= leading.value,
                "lot {id}: {user} was not heard"
            );
            if let Some(since) = order.covers_since(leading.value) {
                assert!(since > leads_since, "lot {id}: {user} was earlier");
            }
        }
    }
}

/// Only an open current lot is paused or warned of, and never both.
fn check_pause_and_warning(room: &Room) {
    let current = room.current_lot().and_then(|id| room.lot(id));
    if room.pause().is_some() {
        assert!(current.is_some_and(|lot| lot.is_open()), "nothing to pause");
    }
    for (id, lot) in room.lots().filter(|(_, lot)| lot.warned_at().is_some()) {
        assert_eq!(room.current_lot(), Some(id), "a warning of another lot");
        assert!(
            lot.leading().is_some(),
            "lot {id}: a warning without a leader"
        );
        assert!(room.pause().is_none(), "lot {id}: a warning in a pause");
    }
}

/// A lot that follows in a choice gets a bet when the winner takes it: theirs, for the price.
fn check_taken(before: &Room, lot: &Lot, event: &Event) {
    let Event::BetAccepted { value, .. } = event else {
        return;
    };
    assert!(
        lot.is_choice() && lot.bets().is_empty(),
        "a bet on a lot that follows: {event:?}"
    );
    let group = lot.together().iter().filter_map(|id| before.lot(*id));
    let sold = group.filter(|lot| lot.is_over());
    let prices: BTreeSet<_> = sold.filter_map(|lot| Some(lot.leading()?.value)).collect();
    assert!(
        prices.is_empty() || prices == BTreeSet::from([*value]),
        "lots of a choice for different prices: {event:?}"
    );
}

/// The lots that follow in a group wait with the leading one. Sold as one, they are sold with it, and the sum is its bet alone; of a
/// choice, each that is taken has its own.
fn check_groups(room: &Room) {
    for (id, lot) in room.lots() {
        let Some(lead_id) = room.leader_of(id) else {
            continue;
        };
        let lead = room.lot(lead_id).expect("a lot leads the group");
        assert!(!lot.is_open(), "lot {id} opened in a group");
        if lot.is_choice() {
            let is_settled = !lead.is_open() && room.current_lot() == Some(lead_id);
            assert!(
                is_settled || !lot.is_over() && lot.bets().is_empty(),
                "lot {id} was taken before the hammer"
            );
            assert!(
                is_settled || !lead.is_over(),
                "the choice outlived its lead"
            );
            assert!(!lot.is_over() || lot.leading().is_some());
            continue;
        }
        assert!(lot.bets().is_empty(), "lot {id} has a price of its own");
        assert!(lot.orders().is_empty(), "lot {id} has an order");
        assert_eq!(lot.is_over(), lead.is_over(), "lot {id} left its group");
        let sold = [LotState::Sold, LotState::Paid];
        assert!(!lot.is_over() || sold.contains(&lead.state()) && sold.contains(&lot.state()));
    }
}

fn play(history: &History) -> Room {
    let mut room = history.initial.clone();
    let mut replayed = history.initial.clone();
    let mut now = START - 1_000_000;
    let mut lots_that_lost_orders = BTreeSet::new();
    for (gap, command) in &history.commands {
        now += gap;
        // A heartbeat is some time before the recovery.
        let command = match command {
            Command::Recover { last_alive } => Command::Recover {
                last_alive: Timestamp(now - last_alive.0),
            },
            other => other.clone(),
        };
        let version = room.version();
        let executed = execute(&mut room, &command, Timestamp(now));
        assert!(
            executed.result.is_ok() || executed.own().is_empty(),
            "{command:?} was refused, yet did something"
        );
        for (i, event) in executed.events.iter().enumerate() {
            check(&replayed, event, &command, executed.by_timers.contains(&i));
            apply(&mut replayed, event);
            match event {
                Event::OrderDropped {
                    lot,
                    why: DropReason::TrustLost,
                    ..
                } => {
                    lots_that_lost_orders.insert(*lot);
                }
                Event::LotOpened { lot, .. } => {
                    lots_that_lost_orders.remove(lot);
                }
                _ => {}
            }
        }
        assert_eq!(
            replayed, room,
            "the events of {command:?} replay to another room"
        );
        assert!(room.is_consistent(), "after {command:?} an index is wrong");
        let open = room.lots().filter(|(_, lot)| lot.is_open()).count();
        assert!(
            open <= 1 || room.catalog().catalog_type == CatalogType::Parallel,
            "{open} lots are open"
        );
        check_pause_and_warning(&room);
        check_groups(&room);
        let public = executed
            .events
            .iter()
            .filter(|event| event.is_public())
            .count();
        assert_eq!(room.version(), version + public as i64);
        let changed = room
            .lots()
            .filter(|(_, lot)| lot.version() > version)
            .map(|(id, _)| id)
            .collect::<BTreeSet<_>>();
        for lot in executed
            .events
            .iter()
            .filter(|event| event.is_public())
            .filter_map(Event::lot)
        {
            assert!(
                changed.contains(&lot) || room.lot(lot).is_none(),
                "lot {lot} changed unseen"
            );
        }
        check_orders(&room, &lots_that_lost_orders);

        execute(&mut room, &Command::Tick, Timestamp(now))
            .events
            .iter()
            .for_each(|event| apply(&mut replayed, event));
        assert!(
            next_wake(&room).is_none_or(|due| due > room.now()),
            "something is due and nobody does it"
        );
    }
    room
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_history_keeps_the_rules(history in history()) {
        let room = play(&history);
        let stored = serde_json::to_string(&room).unwrap();
        prop_assert_eq!(serde_json::from_str::<Room>(&stored).unwrap(), room);
    }

    #[test]
    fn every_history_of_a_group_keeps_the_rules(history in grouped_history()) {
        play(&history);
    }

    #[test]
    fn the_untrusted_stay_below_the_cap_and_leave_no_orders(history in history()) {
        let room = play(&history);
        for (_, lot) in room.lots() {
            prop_assert!(lot.orders().get(UserId(4)).is_none());
            let bets = lot.bets().iter().filter(|bet| bet.by == Participant::User(UserId(4)));
            prop_assert!(bets.into_iter().all(|bet| bet.value <= Amount(5_000) && !bet.is_absentee));
        }
    }

    #[test]
    fn numbers_to_bid_under_are_given_once_from_1_on(history in history()) {
        let room = play(&history);
        let mut numbers = (1..=4).filter_map(|user| room.participant_number(UserId(user))).collect::<Vec<_>>();
        numbers.sort_unstable();
        prop_assert!(numbers.iter().copied().eq(1..=u32::try_from(numbers.len()).unwrap()));
        for (_, lot) in room.lots() {
            for user in lot.bets().iter().filter_map(|bet| bet.by.user()) {
                prop_assert!(room.participant_number(user).is_some());
            }
        }
    }

    /// However many orders there are: the highest leads, of equals the earliest, one step above the second at most.
    #[test]
    fn an_opening_is_a_second_price_auction(maxima in vec(10..60_i64, 1..8)) {
        let mut room = support::room(catalog(CatalogType::Classic), 1);
        for (user, maximum) in (1..).zip(&maxima) {
            support::does(&mut room, -100, support::order(user, 1, maximum * 10));
        }
        support::does(&mut room, 0, Command::Start);
        let able = (1..).zip(maxima.iter().map(|tens| tens * 10)).filter(|(_, maximum)| *maximum >= 100);
        let mut ranked = able.collect::<Vec<(i64, i64)>>();
        ranked.sort_by_key(|(user, maximum)| (-maximum, *user));
        let expected = match ranked[..] {
            [] => None,
            [(winner, _)] => Some((winner, 100)),
            [(winner, maximum), (_, second), ..] => {
                let ladder = room.catalog().ladder();
                let price = if maximum == second { maximum } else { maximum.min(ladder.after(Amount(second)).0) };
                Some((winner, price))
            }
        };
        prop_assert_eq!(support::leads(&room, 1), expected.map(|(user, price)| (user.to_string(), price)));
    }
}

/// The histories above reach what they are meant to test.
#[test]
fn histories_reach_the_far_corners() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    for round in 0..400 {
        let history = match round {
            0..300 => history().new_tree(&mut runner).unwrap().current(),
            _ => grouped_history().new_tree(&mut runner).unwrap().current(),
        };
        let mut room = history.initial.clone();
        let mut now = START - 1_000_000;
        for (gap, command) in &history.commands {
            now += gap;
            let executed = execute(&mut room, command, Timestamp(now));
            for event in &executed.events {
                let value = serde_json::to_value(event).unwrap();
                seen.extend(value.as_object().unwrap().keys().cloned());
            }
            let is_sold_in_a_group =
                |(id, lot): &(LotId, &Lot)| lot.is_over() && room.leader_of(*id).is_some();
            for (_, lot) in room.lots().filter(is_sold_in_a_group) {
                let how = ["sold as one", "taken of a choice"][usize::from(lot.is_choice())];
                seen.insert(how.to_owned());
            }
            if executed.result == Err(Refusal::NothingChosen) {
                seen.insert("nothing chosen".to_owned());
            }
            if let Err(Refusal::Invalid(_)) = executed.result {
                seen.insert("invalid".to_owned());
            } else if let Err(refusal) = executed.result {
                seen.insert(format!("{:?}", refusal.code()));
            }
        }
    }
    for corner in [
        "bet",
        "order",
        "order_dropped",
        "revoked",
        "opened",
        "hammer",
        "queued",
        "end",
        "void",
        "lot_paid",
        "lot_added",
        "lot_changed",
        "lot_withdrawn",
        "lot_shown",
        "lot_removed",
        "started",
        "wait_for_end",
        "completed",
        "canceled",
        "catalog_changed",
        "catalog_hidden",
        "recovered",
        "joined",
        "parted",
        "sold as one",
        "taken of a choice",
        "nothing chosen",
        "invalid",
        "Some(1)",
        "Some(13)",
    ] {
        assert!(
            seen.contains(corner),
            "no history has {corner}; seen {seen:?}"
        );
    }
}

#[test]
fn an_imported_lot_that_is_over_stays_over() {
    let over = LotSetup {
        state: LotState::Sold,
        ..setup(1, 100, None)
    };
    let lots = [(LotId(1), over), (LotId(2), setup(2, 100, None))];
    let mut room = Room::new(catalog(CatalogType::Classic), CatalogState::Scheduled, lots);
    support::does(&mut room, 0, Command::Start);
    assert_eq!(room.current_lot(), Some(LotId(2)));
    support::refuses(&room, 1, support::bet(1, 1, 100), Refusal::TradeTimeout);
}
