//! One command from arrival to outcome, with the timers that come before it.

use crate::{
    command::Command,
    decide::decide,
    event::Event,
    ids::{LotId, Participant},
    money::Timestamp,
    refusal::Refusal,
    room::{Room, apply},
    timers::next_wake,
};
use serde::{Deserialize, Serialize};

/// How an accepted command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Success,
    /// The bet or order was accepted, and another bidder's absentee order overtook it at once.
    OverbetByAbsentee,
}

impl Outcome {
    pub const ALL: [Self; 2] = [Self::Success, Self::OverbetByAbsentee];

    /// The specification's number in the codes of bets.
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::OverbetByAbsentee => 12,
        }
    }

    /// The stable name of the outcome, as the journal and the metrics spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Success => "accepted",
            Self::OverbetByAbsentee => "overbid",
        }
    }
}

/// What came of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executed {
    /// The events of timers and of the command, in the order in which they were applied.
    pub events: Vec<Event>,
    /// Which of them the timers made: they stand even if the command was refused.
    pub by_timers: std::ops::Range<usize>,
    pub result: Result<Outcome, Refusal>,
}

impl Executed {
    /// The events the command itself made.
    pub fn own(&self) -> &[Event] {
        if self.by_timers.start == 0 {
            &self.events[self.by_timers.end..]
        } else {
            &self.events[..self.by_timers.start]
        }
    }
}

/// Runs every timer due at or before `now`, in the order of «What is due, in order» (`docs/rules.md`), then the command
/// (`Recover` comes before the timers), applying as it goes. A `now` below the room's last is taken as that.
pub fn execute(room: &mut Room, command: &Command, now: Timestamp) -> Executed {
    let now = now.max(room.now());
    room.observe_time(now);
    let mut events = Vec::new();
    if let Command::Recover { .. } = command {
        let result = run(room, command, now, &mut events);
        let own = events.len();
        run_timers(room, now, &mut events);
        return Executed {
            by_timers: own..events.len(),
            events,
            result: result.map(|()| Outcome::Success),
        };
    }
    run_timers(room, now, &mut events);
    let by_timers = 0..events.len();
    let result = run(room, command, now, &mut events);
    Executed {
        events,
        by_timers,
        result: result.map(|()| outcome(room, command)),
    }
}

/// How an accepted command ended, told from the room after it: a bet or order on an open lot whose owner does not lead
/// was overtaken by another bidder's order. In a pause no order acts.
pub fn outcome(after: &Room, command: &Command) -> Outcome {
    let leads_or_waits = |lot: LotId, by: &Participant| {
        after.pause().is_some()
            || after
                .lot(lot)
                .is_none_or(|lot| !lot.is_open() || lot.leading().is_some_and(|bet| bet.by == *by))
    };
    let stands = match command {
        Command::PlaceBet { lot, by, .. } => leads_or_waits(*lot, by),
        Command::PlaceOrder { lot, user, .. } => leads_or_waits(*lot, &Participant::User(*user)),
        _ => true,
    };
    if stands {
        Outcome::Success
    } else {
        Outcome::OverbetByAbsentee
    }
}

fn run_timers(room: &mut Room, now: Timestamp, events: &mut Vec<Event>) {
    while next_wake(room).is_some_and(|due| due <= now) {
        // Each run disarms the timer it answers, so this ends; a `Tick` is never refused.
        if run(room, &Command::Tick, now, events).is_err() {
            return;
        }
    }
}

fn run(
    room: &mut Room,
    command: &Command,
    now: Timestamp,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    for event in decide(room, command, now)? {
        apply(room, &event);
        events.push(event);
    }
    Ok(())
}
