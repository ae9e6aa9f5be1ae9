//! What happens by the clock.

use super::*;

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
