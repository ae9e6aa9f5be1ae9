//! «Последний раз» and pauses, by example; `vectors.rs` plays whole sales with them.

#[expect(dead_code, reason = "shared with the other tests")]
mod support;

use domain::{
    Catalog, CatalogState, CatalogType, Command, Event, LotId, LotState, Outcome, Refusal, Room,
    Timestamp, apply, next_wake,
};
use support::*;

use CatalogType::{Classic, Parallel};

const NEXT: Command = Command::Next { lot: None };
const SELL: Command = sell(None);
const WARN: Command = Command::Warn { lot: None };
const PAUSE: Command = Command::Pause { reason: None };

/// Lots close by themselves, after 30 seconds.
fn by_clock(lots: i64) -> Room {
    let mut room = room(
        Catalog {
            auto_start: true,
            ..catalog(Classic)
        },
        lots,
    );
    does(&mut room, 0, Command::Tick);
    room
}

/// Lot 1 is open by hand, and user 1 leads it with 100.
fn led() -> Room {
    let mut room = started(catalog(Classic), 3);
    does(&mut room, 1, bet(1, 1, 100));
    room
}

fn warned(room: &Room, lot: i64) -> Option<Timestamp> {
    room.lot(LotId(lot)).unwrap().warned_at()
}

fn paused_since(room: &Room) -> Option<Timestamp> {
    room.pause().map(|pause| pause.since)
}

#[test]
fn what_is_refused() {
    use Refusal::{LotIsNotCurrent, NotForTrade, NotInThisState};
    let led = led();
    let unled = started(catalog(Classic), 2);
    let mut sold = led.clone();
    does(&mut sold, 2, SELL);
    let mut led_by_clock = by_clock(2);
    does(&mut led_by_clock, 1, bet(1, 1, 100));
    let mut paused = led.clone();
    does(&mut paused, 2, PAUSE);
    let scheduled = room(catalog(Classic), 2);
    let parallel = started(catalog(Parallel), 2);
    let mut waiting = started(catalog(Classic), 1);
    does(&mut waiting, 1, NEXT);
    let of = |lot| Some(LotId(lot));
    for (room, command, why) in [
        (&scheduled, WARN, NotInThisState),
        (&scheduled, PAUSE, NotInThisState),
        (&scheduled, Command::Resume, NotInThisState),
        (&parallel, WARN, NotInThisState),
        (&parallel, PAUSE, NotInThisState),
        (&parallel, Command::Resume, NotInThisState),
        (&waiting, WARN, NotInThisState),
        (&waiting, PAUSE, NotInThisState),
        (&waiting, Command::Resume, NotInThisState),
        (&unled, WARN, NotForTrade),
        (&unled, Command::Resume, NotForTrade),
        (&sold, WARN, NotForTrade),
        (&sold, PAUSE, NotForTrade),
        (&led, Command::Warn { lot: of(2) }, LotIsNotCurrent),
        (&led_by_clock, WARN, NotForTrade),
        (&paused, WARN, NotForTrade),
        (&paused, PAUSE, NotForTrade),
        (&paused, bet(2, 1, 200), NotForTrade),
        (&paused, hall("7", 1, 200), NotForTrade),
        (&paused, bet(2, 2, 200), LotIsNotCurrent),
        (&paused, Command::Previous, NotForTrade),
        // The pause comes before the lot that is named.
        (&paused, Command::Next { lot: of(2) }, NotForTrade),
        (&paused, sell(of(2)), NotForTrade),
        (&paused, Command::Skip { lot: of(2) }, NotForTrade),
        (&paused, Command::Warn { lot: of(2) }, NotForTrade),
    ] {
        refuses(room, 3, command, why);
    }
    does(&mut led.clone(), 3, Command::Warn { lot: of(1) });
}

#[test]
fn a_warning_stands_until_something_happens_to_its_lot() {
    let mut room = led();
    let version = room.version();
    does(&mut room, 2, WARN);
    assert_eq!(warned(&room, 1), Some(s(2)));
    assert_eq!(room.lot(LotId(1)).unwrap().version(), version + 1);
    does(&mut room, 3, WARN);
    assert_eq!(warned(&room, 1), Some(s(3)), "a second warning renews it");

    // What happens elsewhere leaves it alone, and so do a secret order that does not act, and a refused bet.
    does(&mut room, 4, order(1, 1, 150));
    refuses(&room, 4, bet(1, 1, 200), Refusal::ForbiddenToBetAgain);
    assert_eq!(warned(&room, 1), Some(s(3)));

    for (what, command) in [
        ("a bet", bet(2, 1, 200)),
        ("a bet of the hall", hall("", 1, 200)),
        ("an order that bids", order(2, 1, 500)),
        ("a revocation", revoke(1)),
        ("a pause", PAUSE),
        ("the hammer", SELL),
        ("the next lot", NEXT),
        ("the sale's end", Command::Cancel),
    ] {
        let mut room = room.clone();
        does(&mut room, 5, command);
        assert_eq!(warned(&room, 1), None, "{what}");
    }

    // Taken up again, the lot is not warned of.
    let mut back = room;
    does(&mut back, 5, NEXT);
    does(&mut back, 6, bet(2, 2, 100));
    does(&mut back, 7, WARN);
    does(&mut back, 8, Command::Previous);
    assert_eq!((warned(&back, 1), warned(&back, 2)), (None, None));
}

#[test]
fn in_a_pause_orders_are_placed_and_none_acts() {
    let mut room = led();
    does(&mut room, 2, order(2, 1, 300));
    assert_eq!(leads(&room, 1), Some(("2".into(), 110)));
    does(
        &mut room,
        3,
        Command::Pause {
            reason: Some("Технический перерыв".into()),
        },
    );
    let pause = room.pause().unwrap();
    assert_eq!(
        (pause.since, pause.reason.as_deref()),
        (s(3), Some("Технический перерыв"))
    );
    // Would be overtaken at once, were the lot open.
    does(&mut room, 4, order(3, 1, 250));
    does(&mut room, 5, order(4, 1, 1_000));
    does(&mut room, 6, order(1, 1, 200));
    does(&mut room, 7, withdraw(1, 1));
    refuses(&room, 7, withdraw(2, 1), Refusal::OrderLeads);
    assert_eq!(leads(&room, 1), Some(("2".into(), 110)));

    does(&mut room, 8, Command::Resume);
    assert_eq!(paused_since(&room), None);
    assert_eq!(standing(&room, 1), [(1, 100), (2, 110), (2, 300), (4, 320)]);
    assert_eq!(ends(&room, 1), None, "by hand there is no end");
    // The batch is the pause's, so the order that leads goes with it.
    does(&mut room, 9, revoke(1));
    assert!(
        room.lot(LotId(1))
            .unwrap()
            .orders()
            .get(domain::UserId(4))
            .is_none()
    );
    assert_eq!(leads(&room, 1), Some(("2".into(), 270)));
}

#[test]
fn in_a_pause_time_stands_still() {
    let mut room = by_clock(2);
    does(&mut room, 10, bet(1, 1, 100));
    assert_eq!(ends(&room, 1), Some(40));
    does(&mut room, 20, PAUSE);
    assert_eq!(next_wake(&room), None);
    does(&mut room, 100, Command::Tick);
    assert_eq!(
        (state(&room, 1), ends(&room, 1)),
        (LotState::InProcess, Some(40))
    );
    // Row 9 of the table is not for orders now.
    does(&mut room, 110, order(2, 1, 90_000));
    let recover = Command::Recover { last_alive: s(111) };
    let mut recovered = room.clone();
    does(&mut recovered, 500, recover);
    assert_eq!(
        (paused_since(&recovered), ends(&recovered, 1)),
        (Some(s(20)), Some(40))
    );

    // 20 seconds were left; the order's bet gives 30 from now.
    does(&mut room, 120, Command::Resume);
    assert_eq!(
        (leads(&room, 1), ends(&room, 1)),
        (Some(("2".into(), 110)), Some(150))
    );
    assert_eq!(next_wake(&room), Some(s(150)));
}

#[test]
fn what_was_left_of_a_lots_time_comes_back_15_seconds_at_least() {
    for (paused_at, resumed_at, end) in [(10, 60, 80), (20, 60, 75), (15, 60, 75), (14, 60, 76)] {
        let mut room = by_clock(2);
        does(&mut room, paused_at, PAUSE);
        does(&mut room, resumed_at, Command::Resume);
        assert_eq!(ends(&room, 1), Some(end), "paused at {paused_at} s");
    }
}

#[test]
fn revoking_in_a_pause_extends_as_of_its_beginning() {
    let mut room = by_clock(2);
    does(&mut room, 10, bet(1, 1, 100));
    does(&mut room, 11, bet(2, 1, 150));
    does(&mut room, 20, PAUSE);
    does(&mut room, 25, revoke(1));
    assert_eq!(
        (leads(&room, 1), ends(&room, 1)),
        (Some(("1".into(), 100)), Some(50))
    );
    does(&mut room, 30, Command::Resume);
    assert_eq!(ends(&room, 1), Some(60));
}

#[test]
fn only_resuming_and_cancelling_end_a_pause() {
    let mut room = led();
    does(&mut room, 2, NEXT);
    does(&mut room, 3, bet(1, 2, 100));
    does(&mut room, 4, PAUSE);
    // Other lots may change meanwhile.
    does(&mut room, 5, Command::Return { lot: LotId(1) });
    does(&mut room, 6, Command::WithdrawLot { lot: LotId(3) });
    assert_eq!(
        (room.current_lot(), paused_since(&room)),
        (Some(LotId(2)), Some(s(4)))
    );
    does(&mut room, 7, Command::Cancel);
    assert_eq!(
        (room.state(), paused_since(&room)),
        (CatalogState::Canceled, None)
    );
}

#[test]
fn pauses_are_public_and_spelt_briefly() {
    let mut room = led();
    let mut replayed = room.clone();
    let version = room.version();
    let mut stored = Vec::new();
    for (second, command) in [
        (2, WARN),
        (
            3,
            Command::Pause {
                reason: Some("Обед".into()),
            },
        ),
        (4, Command::Resume),
    ] {
        let executed = run(&mut room, second, command);
        assert_eq!(executed.result, Ok(Outcome::Success));
        stored.extend(executed.events);
    }
    assert_eq!(room.version(), version + 3);
    assert_eq!(
        serde_json::to_string(&stored).unwrap(),
        format!(
            r#"[{{"warned":{{"t":{},"lot":1}}}},{{"paused":{{"t":{},"lot":1,"reason":"Обед"}}}},{{"resumed":{{"t":{},"lot":1}}}}]"#,
            s(2),
            s(3),
            s(4)
        )
    );
    for event in &stored {
        assert_eq!(event.lot(), Some(LotId(1)));
        apply(&mut replayed, event);
    }
    assert_eq!(replayed, room);
    // A lot that the room lost meanwhile must not make it fail.
    apply(
        &mut room,
        &Event::LotWarned {
            at: s(9),
            lot: LotId(99),
        },
    );
    assert_eq!(warned(&room, 1), None);
}
