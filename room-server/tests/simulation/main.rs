//! Rooms, journal and gateway in a world made of chance: bidders, an auctioneer and viewers who stop reading; a store that
//! is slow, fails, leaves commits in doubt or gives the room to another process; and processes that die at any step.
//! Everything comes from a seed and a clock that only the run moves.
//!
//! `SIM_SEED=17 cargo test -p room-server --test simulation` plays one seed, `SIM_SEEDS` and `SIM_FIRST` say how many from
//! which on. `docs/quality.md` lists what the checker compares.

mod check;
mod dice;
mod faults;
mod postgres;
mod run;
mod store;
mod viewer;

use check::Tally;
use dice::Dice;
use domain::{Amount, CatalogType, LotNumber, LotSetup, LotState};
use postgres::Server;
use run::{Ground, START};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    sync::{
        Arc, Once,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};
use store::{CATALOG, Memory};

const ACCOUNTS: [i64; 4] = [11, 12, 13, 14];

/// The sale of a seed: its kind, when it ends if it does by itself, and the lots' start prices and reserves.
struct Sale {
    catalog_type: CatalogType,
    end: Option<domain::Timestamp>,
    lots: Vec<(i64, Option<i64>)>,
}

impl Sale {
    fn of(dice: &Dice) -> Self {
        let catalog_type = *dice.one_of(&[CatalogType::Classic, CatalogType::Parallel]);
        let minutes = 2 + dice.below(8) as i64;
        Self {
            catalog_type,
            end: (catalog_type == CatalogType::Parallel).then(|| START.plus_ms(minutes * 60_000)),
            lots: (0..1 + dice.below(4))
                .map(|_| (100, dice.chance(30).then_some(200)))
                .collect(),
        }
    }
}

fn in_memory(seed: u64) -> Result<Tally, String> {
    let dice = Dice::new(seed);
    let sale = Sale::of(&dice);
    let lots: Vec<_> = (1..)
        .zip(&sale.lots)
        .map(|(id, (start, reserve))| {
            let setup = LotSetup {
                number: LotNumber(i32::try_from(id).unwrap()),
                start: Amount(*start),
                reserve: reserve.map(Amount),
                hidden: false,
                state: LotState::None,
            };
            (id, setup)
        })
        .collect();
    let memory = Memory::with_sale(sale.catalog_type, START, sale.end, &lots);
    let ground = Ground {
        catalog: CATALOG,
        lots: lots.iter().map(|(id, _)| *id).collect(),
        accounts: ACCOUNTS.to_vec(),
        connect: Box::new({
            let memory = memory.clone();
            move || {
                let store = memory.clone();
                (
                    Arc::new(move || Box::new(store.clone()) as _),
                    Arc::new(memory.clone()),
                )
            }
        }),
        stored: Rc::new({
            let memory = memory.clone();
            move || Some(memory.version())
        }),
        contains: Rc::new({
            let memory = memory.clone();
            move |id| memory.contains(id)
        }),
        tables: Box::new(move || {
            let tables = memory.tables();
            Box::pin(async move { tables })
        }),
    };
    run::play(dice, ground)
}

thread_local! {
    /// A task of the run that panics takes no other with it.
    static PANIC: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

fn guarded(play: impl FnOnce() -> Result<Tally, String>) -> Result<Tally, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANIC.set(true);
            before(panic);
        }));
    });
    PANIC.set(false);
    let played =
        catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|panic: Box<dyn Any + Send>| {
            let said = panic.downcast_ref::<String>().cloned();
            Err(said.unwrap_or_else(|| "it panicked".into()))
        });
    if PANIC.get() {
        return played.and(Err("a task panicked".into()));
    }
    played
}

/// Plays the seeds on so many threads; fails with the lowest of the first that fail. Returns what happened in all of them,
/// if they are as many as there should be.
fn all(
    name: &str,
    seeds: u64,
    threads: usize,
    play: impl Fn(u64) -> Result<Tally, String> + Sync,
) -> Option<Tally> {
    let number = |name| {
        let text = std::env::var(name).ok()?;
        Some(text.parse::<u64>().expect("a number"))
    };
    let (first, count) = match number("SIM_SEED") {
        Some(seed) => (seed, 1),
        None => (
            number("SIM_FIRST").unwrap_or(0),
            number("SIM_SEEDS").unwrap_or(seeds),
        ),
    };
    let (next, end) = (AtomicU64::new(first), first + count);
    let work = || {
        let mut total = Tally::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return Ok(total);
            }
            let tally = guarded(|| play(seed)).map_err(|what| {
                next.store(end, Ordering::Relaxed);
                (seed, what)
            })?;
            add(&mut total, tally);
        }
    };
    let outcomes = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let outcomes = workers
            .into_iter()
            .map(|worker| worker.join().expect("a worker ends"));
        outcomes.collect::<Vec<_>>()
    });
    let mut total = Tally::new();
    let mut failed = Vec::new();
    for outcome in outcomes {
        match outcome {
            Ok(tally) => add(&mut total, tally),
            Err(failure) => failed.push(failure),
        }
    }
    if let Some((seed, what)) = failed.into_iter().min() {
        panic!(
            "seed {seed}: {what}\nSIM_SEED={seed} cargo test -p room-server --test simulation {name}"
        );
    }
    println!("{count} seeds: {total:?}");
    (count >= seeds).then_some(total)
}

fn add(total: &mut Tally, tally: Tally) {
    for (what, times) in tally {
        *total.entry(what).or_default() += times;
    }
}

#[test]
fn clients_are_told_the_truth_whatever_happens() {
    let Some(happened) = all("clients_are_told", 2_000, 2, in_memory) else {
        return;
    };
    let never: Vec<_> = happened.iter().filter(|(_, times)| **times == 0).collect();
    assert!(never.is_empty(), "no run reaches {never:?}");
}

#[test]
fn postgresql_keeps_the_same_promises() {
    let server = Server::start();
    all("postgresql_keeps", 30, 1, |seed| server.play(seed));
}
