//! Compares what clients were told with the journal, and the journal with everything derived from it.

use crate::{
    store::Tables,
    viewer::{Client, Seen, number, version_of},
};
use domain::{Command, Event, LotId, LotView, Outcome, Room, Timestamp, apply, execute};
use room_server::{
    Answer, Request, RoomError,
    journal::{LotRow, bet_id},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};
use wire::{CatalogStatusUpdate, LotUpdate, instant::Instant};

/// A command as a client sent it. The outcome is `None` while it is on its way, and stays `None` if the process dies.
#[derive(Debug, Clone)]
pub struct Sent {
    pub request: Request,
    pub outcome: Option<Result<Arc<Answer>, RoomError>>,
}

macro_rules! ensure {
    ($condition:expr, $($said:tt)+) => {
        if !$condition {
            return Err(format!($($said)+));
        }
    };
}

/// The public states the journal leads through, by version.
#[derive(Default)]
struct Public {
    lots: HashMap<(i64, i64), Vec<LotUpdate>>,
    catalogs: HashMap<i64, Vec<CatalogStatusUpdate>>,
    /// The room before the first command and after each.
    rooms: Vec<Room>,
}

impl Public {
    fn note(&mut self, room: &Room) {
        let catalog_id = room.catalog().id.0;
        for view in room.lots().filter_map(|(id, _)| room.lot_view(id)) {
            let update = LotUpdate::new(catalog_id, room.catalog().currency, &view, NEVER);
            let states = self
                .lots
                .entry((update.lot_id, version_of(&update)))
                .or_default();
            if !states.contains(&update) {
                states.push(update);
            }
        }
        let update = CatalogStatusUpdate::new(&room.catalog_view(), NEVER);
        let states = self.catalogs.entry(number(update.version)).or_default();
        if !states.contains(&update) {
            states.push(update);
        }
        self.rooms.push(room.clone());
    }

    fn has_lot(&self, seen: &LotUpdate) -> bool {
        let key = (seen.lot_id, version_of(seen));
        let seen = LotUpdate {
            server_time: Instant(NEVER),
            ..seen.clone()
        };
        self.lots
            .get(&key)
            .is_some_and(|states| states.contains(&seen))
    }

    fn has_catalog(&self, seen: &CatalogStatusUpdate) -> bool {
        let version = number(seen.version);
        let seen = CatalogStatusUpdate {
            server_time: Instant(NEVER),
            ..seen.clone()
        };
        self.catalogs
            .get(&version)
            .is_some_and(|states| states.contains(&seen))
    }
}

/// Stands for the instant an update was made, which the journal does not tell.
const NEVER: Timestamp = Timestamp(0);

/// `listening`: places of the clients that are connected and have read everything sent to them.
pub fn check(
    tables: &Tables,
    sent: &[Sent],
    clients: &[Client],
    listening: &[usize],
) -> Result<Tally, String> {
    let (room, public) = replay(tables)?;
    let seq = tables.newest_snapshot();
    ensure!(
        same(&tables.replay_from(seq), &room),
        "the snapshot at {seq} leads to another room"
    );
    projections(tables, &room)?;
    answers(tables, sent, &public)?;
    for (place, client) in clients.iter().enumerate() {
        viewer(client, &public).map_err(|what| format!("client {place}: {what}"))?;
    }
    for place in listening {
        newest(&clients[*place], &room).map_err(|what| format!("client {place}: {what}"))?;
    }
    Ok(tally(tables, sent, clients))
}

/// How often things happened.
pub type Tally = BTreeMap<&'static str, usize>;

/// Every corner that runs are to reach.
fn tally(tables: &Tables, sent: &[Sent], clients: &[Client]) -> Tally {
    type Which<'a> = &'a dyn Fn(&Result<Arc<Answer>, RoomError>) -> bool;
    let outcomes = |which: Which<'_>| {
        sent.iter()
            .filter(|sent| sent.outcome.as_ref().is_some_and(which))
            .count()
    };
    let events: Vec<Vec<Event>> = tables
        .commands
        .iter()
        .map(|row| serde_json::from_str(&row.events).unwrap())
        .collect();
    let events = |which: fn(&Event) -> bool| events.iter().flatten().filter(|e| which(e)).count();
    let seen = |which: fn(&Seen) -> bool| {
        let sessions = clients.iter().flat_map(|client| &client.sessions);
        sessions.flatten().filter(|seen| which(seen)).count()
    };
    let error = |error| outcomes(&move |outcome| *outcome == Err(error));
    BTreeMap::from([
        (
            "accepted",
            outcomes(&|outcome| outcome.as_ref().is_ok_and(|answer| answer.result.is_ok())),
        ),
        (
            "refused by the rules",
            outcomes(&|outcome| outcome.as_ref().is_ok_and(|answer| answer.result.is_err())),
        ),
        ("unavailable", error(RoomError::Unavailable)),
        ("busy", error(RoomError::Busy)),
        ("key reused", error(RoomError::KeyReused)),
        (
            "unanswered",
            sent.iter().filter(|sent| sent.outcome.is_none()).count(),
        ),
        (
            "keys repeated",
            sent.iter()
                .filter(|sent| {
                    sent.request.idempotency.is_some()
                        && matches!(sent.outcome, Some(Ok(_)))
                        && tables.commands.iter().all(|row| row.id != sent.request.id)
                })
                .count(),
        ),
        (
            "sold",
            events(|event| matches!(event, Event::LotHammered { sold: true, .. })),
        ),
        (
            "not sold",
            events(|event| matches!(event, Event::LotHammered { sold: false, .. })),
        ),
        (
            "recovered",
            events(|event| matches!(event, Event::Recovered { .. })),
        ),
        (
            "revoked",
            events(|event| matches!(event, Event::BetsRevoked { .. })),
        ),
        (
            "orders placed",
            events(|event| matches!(event, Event::OrderPlaced { .. })),
        ),
        ("snapshots", usize::from(tables.newest_snapshot() > 0)),
        ("joins", seen(|seen| matches!(seen, Seen::Joined(_)))),
        ("lots shown", seen(|seen| matches!(seen, Seen::Lot(_)))),
        (
            "states of the sale shown",
            seen(|seen| matches!(seen, Seen::Catalog(_))),
        ),
    ])
}

/// What a room is, without what it only heard.
fn same(left: &Room, right: &Room) -> bool {
    serde_json::to_value(left).unwrap() == serde_json::to_value(right).unwrap()
}

/// The room the journal leads to. Every command leads to its events again, and no end time moves earlier on the way.
fn replay(tables: &Tables) -> Result<(Room, Public), String> {
    let mut room: Room = serde_json::from_str(&tables.snapshots[&0]).unwrap();
    let mut decided = room.clone();
    let mut public = Public::default();
    public.note(&room);
    let mut ids = BTreeSet::new();
    let mut last = NEVER;
    for (seq, row) in (1..).zip(&tables.commands) {
        ensure!(ids.insert(row.id), "command {} is stored twice", row.id);
        ensure!(
            last <= row.at,
            "time goes back from {last:?} to {row:?} at {seq}"
        );
        last = row.at;
        let command: Command = serde_json::from_str(&row.command).unwrap();
        let events: Vec<Event> = serde_json::from_str(&row.events).unwrap();
        let ends = ends(&room);
        for event in &events {
            apply(&mut room, event);
        }
        let executed = execute(&mut decided, &command, row.at);
        ensure!(
            executed.events == events,
            "command {seq}, {command:?}, leads to {:?}, and {events:?} is stored",
            executed.events
        );
        for (lot, end) in self::ends(&room) {
            ensure!(
                ends.get(&lot).is_none_or(|before| *before <= end),
                "the end of lot {lot} moves from {:?} to {end:?} at {seq}",
                ends[&lot]
            );
        }
        public.note(&room);
    }
    ensure!(
        room.is_consistent(),
        "the room's indexes differ from its lots"
    );
    Ok((room, public))
}

/// The ends of open lots.
fn ends(room: &Room) -> BTreeMap<LotId, Timestamp> {
    room.lots()
        .filter_map(|(id, lot)| Some((id, lot.end()?)))
        .collect()
}

fn projections(tables: &Tables, room: &Room) -> Result<(), String> {
    let head = &tables.head;
    let catalog = room.catalog_view();
    ensure!(
        (head.version, head.state) == (number(catalog.version), catalog.state),
        "the head says {head:?} of {catalog:?}"
    );
    ensure!(
        head.current_lot_id == catalog.current_lot.map(|lot| lot.0)
            && (head.start_date, head.end_date) == (catalog.start_date, catalog.end_date)
            && head.pause == catalog.pause
            && head.next_wake == domain::next_wake(room),
        "the head says {head:?} of {catalog:?}"
    );
    let catalog_id = catalog.id.0;
    for (id, lot) in room.lots() {
        let view = room.lot_view(id).expect("the lot is there");
        let expected = row(catalog_id, &view);
        let stored = tables.lots.get(&id.0);
        ensure!(
            stored == Some(&expected) || stored.is_none() && view.version == 0,
            "lot {id} is stored as {stored:?} and should be {expected:?}"
        );
        let standing: Vec<_> = lot
            .bets()
            .iter()
            .map(|bet| {
                (
                    bet_id(catalog_id, bet.no.0),
                    bet.by.user().map(|user| user.0),
                    bet.value,
                )
            })
            .collect();
        let stored: Vec<_> = tables
            .bets
            .values()
            .filter(|bet| bet.lot_id == id.0 && bet.revoked.is_none())
            .map(|bet| (bet.id, bet.account_id, bet.value))
            .collect();
        ensure!(
            standing == stored,
            "bets {standing:?} stand on lot {id}, and {stored:?} are stored"
        );
        let waiting: Vec<_> = lot
            .orders()
            .iter()
            .map(|(user, order)| (user.0, Some(order.maximum())))
            .collect::<BTreeMap<_, _>>()
            .into_iter()
            .collect();
        let stored: Vec<_> = tables
            .orders
            .values()
            .filter(|order| order.lot_id == id.0)
            .map(|order| (order.account_id, order.maximum))
            .collect();
        ensure!(
            waiting == stored,
            "orders {waiting:?} wait on lot {id}, and {stored:?} are stored"
        );
    }
    for (account, given) in &tables.participants {
        let number = room.participant_number(domain::UserId(*account));
        ensure!(
            number == u32::try_from(*given).ok(),
            "participant {account} is stored as {given} and is {number:?}"
        );
    }
    ensure!(
        tables.participants.len() == room.participants_count(),
        "a participant's number is not stored"
    );
    Ok(())
}

fn row(catalog_id: i64, lot: &LotView) -> LotRow {
    let narrow = |number: u32| i32::try_from(number).unwrap();
    LotRow {
        lot_id: lot.id.0,
        version: number(lot.version),
        state: lot.state,
        is_bidding_over: lot.is_bidding_over,
        start_trade_time: lot.start_trade_time,
        end_trade_time: lot.end_trade_time,
        warned_at: lot.warned_at,
        leading: lot
            .leading
            .as_ref()
            .map(|leading| room_server::journal::LeadingRow {
                bet_id: bet_id(catalog_id, leading.no.0),
                value: leading.value,
                account_id: leading.by.user().map(|user| user.0),
                paddle: None,
                participant: leading.participant_number.map(narrow),
                at: leading.at,
                is_absentee: leading.is_absentee,
            }),
        bets_count: i32::try_from(lot.bets_count).unwrap(),
        min_bet: lot.min_bet,
        reserve_state: lot.reserve_state,
        together: lot.together.iter().map(|number| number.0).collect(),
        is_choice: lot.is_choice,
    }
}

/// Every answer is what the journal says, and a command that was not decided is not in it.
fn answers(tables: &Tables, sent: &[Sent], public: &Public) -> Result<(), String> {
    let by_id: HashMap<_, _> = tables.commands.iter().map(|row| (row.id, row)).collect();
    let mut by_key = HashMap::new();
    for row in &tables.commands {
        if let Some(remembered) = &row.remembered {
            let before = by_key.insert((row.account_id, remembered.key.as_str()), row);
            ensure!(before.is_none(), "key {} is decided twice", remembered.key);
        }
    }
    for Sent { request, outcome } in sent {
        let stored = by_id.get(&request.id).copied();
        let answer = match outcome {
            None => continue,
            Some(Err(error)) => {
                ensure!(stored.is_none(), "{request:?} got {error:?}, and is stored");
                continue;
            }
            Some(Ok(answer)) => answer,
        };
        ensure!(
            public.has_catalog(&answer.catalog)
                && answer.lot.as_ref().is_none_or(|lot| public.has_lot(lot)),
            "{request:?} got {answer:?}, and the room never was so"
        );
        let row = match &request.idempotency {
            Some(idempotency) => {
                let row = by_key.get(&(request.account_id, idempotency.key.as_str()));
                let Some(row) = row else {
                    return Err(format!(
                        "{request:?} got {answer:?}, and its key is not stored"
                    ));
                };
                let remembered = row.remembered.as_ref().expect("it has a key");
                let first: Answer = serde_json::from_str(&remembered.answer).unwrap();
                ensure!(
                    first == **answer && remembered.request_hash == idempotency.request_hash,
                    "{request:?} got {answer:?}, and {first:?} is stored"
                );
                Some(*row)
            }
            None => stored,
        };
        let Some(row) = row else {
            // What changes nothing is not journalled: such a command has this answer again.
            let (at, version) = (answer.catalog.server_time.0, answer.catalog.version);
            let answered = |room: &Room| {
                let executed = execute(&mut room.clone(), &request.command, at);
                executed.events.is_empty() && executed.result == answer.result
            };
            let mut rooms = public.rooms.iter().filter(|room| room.version() == version);
            ensure!(
                rooms.any(answered),
                "{request:?} got {answer:?}, and is not stored"
            );
            continue;
        };
        let outcome = match answer.result {
            Ok(Outcome::Success) => "accepted",
            Ok(Outcome::OverbetByAbsentee) => "overbid",
            Err(_) => "refused",
        };
        let stored = match row.outcome {
            accepted @ ("accepted" | "overbid") => accepted,
            _ => "refused",
        };
        ensure!(
            stored == outcome,
            "{request:?} got {answer:?}, and {} is stored",
            row.outcome
        );
        if let Some(bet) = &answer.bet {
            let stored = tables.bets.get(&bet.id);
            ensure!(
                stored.is_some_and(|stored| {
                    (stored.lot_id, stored.account_id, stored.value.0)
                        == (bet.lot_id, bet.user_id, bet.value)
                }),
                "bet {bet:?} is acknowledged, and {stored:?} is stored"
            );
        }
    }
    Ok(())
}

/// What one client saw is in the journal, and never went back.
fn viewer(client: &Client, public: &Public) -> Result<(), String> {
    if let Some(complaint) = &client.complaint {
        return Err(complaint.clone());
    }
    for session in &client.sessions {
        let mut lots: BTreeMap<i64, &LotUpdate> = BTreeMap::new();
        let mut catalog = 0;
        for seen in session {
            let updates = match seen {
                Seen::Joined(joined) => {
                    let head = &joined.catalog;
                    let states = public.catalogs.get(&head.version);
                    ensure!(
                        states.is_some_and(|states| states.iter().any(|state| {
                            (state.state, state.current_lot_id) == (head.state, head.current_lot_id)
                        })),
                        "the join says {head:?}, which never was"
                    );
                    // A change of the sale from before the snapshot may follow it, under the version it had.
                    catalog = 0;
                    &joined.lots[..]
                }
                Seen::Lot(lot) => std::slice::from_ref(lot),
                Seen::Catalog(update) => {
                    ensure!(
                        public.has_catalog(update),
                        "{update:?} is announced and never was"
                    );
                    ensure!(
                        catalog <= number(update.version),
                        "the catalog goes back to {update:?}"
                    );
                    catalog = number(update.version);
                    &[]
                }
            };
            for lot in updates {
                ensure!(public.has_lot(lot), "{lot:?} is announced and never was");
                if let Some(before) = lots.insert(lot.lot_id, lot) {
                    ensure!(
                        version_of(before) <= version_of(lot),
                        "lot {} goes back from {before:?} to {lot:?}",
                        lot.lot_id
                    );
                    let is_open =
                        |lot: &LotUpdate| !lot.is_bidding_over && lot.end_trade_time.is_some();
                    ensure!(
                        !(is_open(before)
                            && is_open(lot)
                            && before.start_trade_time == lot.start_trade_time)
                            || before.end_trade_time <= lot.end_trade_time,
                        "the end of lot {} moves earlier",
                        lot.lot_id
                    );
                }
            }
        }
    }
    Ok(())
}

/// A client that has read everything knows the newest state of each lot that changed since it came.
fn newest(client: &Client, room: &Room) -> Result<(), String> {
    let Some(base) = client.base else {
        return Err("its join was never answered".into());
    };
    for view in room.lots().filter_map(|(id, _)| room.lot_view(id)) {
        let version = number(view.version);
        if version > base {
            let known = client.lots.get(&view.id.0).map(version_of);
            ensure!(
                known == Some(version),
                "it knows lot {} at {known:?}, and it is at {version}",
                view.id
            );
        }
    }
    Ok(())
}
