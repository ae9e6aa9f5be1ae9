//! Where pictures are decoded and encoded: threads of their own, off those that serve requests.
//!
//! A lane has a few threads and a budget of memory. Each piece of work names its owner and the memory it
//! takes. Owners take turns, so a hundred pictures of one do not delay the single picture of another. Work that needs
//! more than the whole budget runs alone.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thread_priority::{
    NormalThreadSchedulePolicy, ThreadPriority, ThreadPriorityValue, ThreadSchedulePolicy,
    set_thread_priority_and_policy, thread_native_id,
};
use tokio::sync::{Notify, oneshot};

/// The most pieces of work that wait for one turn.
const WAITING: usize = 64;
/// How many smaller pieces may overtake one that waits for memory.
const OVERTAKING: u32 = 8;

/// Whose work it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Uploads of an account.
    Account(i64),
    /// Imports of a house.
    House(i64),
    /// Pictures from other sites.
    Foreign,
    /// Views that someone waits for.
    Viewers,
}

/// Which part of the machine's time the threads of a lane get.
#[derive(Debug, Clone, Copy)]
pub enum Share {
    /// What nothing else wants: any other thread interrupts them at once (`SCHED_IDLE`).
    Spare,
    /// By priority, 0 to 99. Most threads have 48, which is niceness 0; three less are niceness 1.
    Priority(u8),
}

impl Share {
    /// Applies to the current thread.
    fn apply(self) -> anyhow::Result<()> {
        let (priority, policy) = match self {
            Self::Spare => (ThreadPriority::Min, NormalThreadSchedulePolicy::Idle),
            Self::Priority(priority) => {
                let priority =
                    ThreadPriorityValue::try_from(priority).map_err(anyhow::Error::msg)?;
                (
                    ThreadPriority::Crossplatform(priority),
                    NormalThreadSchedulePolicy::Other,
                )
            }
        };
        let policy = ThreadSchedulePolicy::Normal(policy);
        Ok(set_thread_priority_and_policy(
            thread_native_id(),
            priority,
            policy,
        )?)
    }
}

/// Too much work waits for this turn already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many pictures wait to be processed")]
pub struct Busy;

struct Job<W> {
    /// The share of the budget it takes.
    memory: u64,
    work: W,
}

/// What waits, and whose turn is next. Knows neither threads nor time.
struct Queue<W> {
    budget: u64,
    free: u64,
    /// Those who wait, each once; the first is next.
    ring: VecDeque<Turn>,
    waiting: HashMap<Turn, VecDeque<Job<W>>>,
    /// How many have overtaken the first one.
    overtaken: u32,
}

impl<W> Queue<W> {
    fn new(budget: u64) -> Self {
        Self {
            budget,
            free: budget,
            ring: VecDeque::new(),
            waiting: HashMap::new(),
            overtaken: 0,
        }
    }

    fn push(&mut self, turn: Turn, memory: u64, work: W) -> Result<(), Busy> {
        let waiting = self.waiting.entry(turn).or_default();
        if waiting.len() >= WAITING {
            return Err(Busy);
        }
        if waiting.is_empty() {
            self.ring.push_back(turn);
        }
        let memory = memory.min(self.budget);
        waiting.push_back(Job { memory, work });
        Ok(())
    }

    /// Takes the next piece that fits into the free memory. The first in the line waits for memory while smaller ones
    /// overtake it, up to a limit; then the lane waits until it fits.
    fn next(&mut self) -> Option<Job<W>> {
        let fits = |turn: &Turn| {
            let first = self.waiting.get(turn).and_then(VecDeque::front);
            first.is_some_and(|job| job.memory <= self.free)
        };
        let place = self.ring.iter().position(fits)?;
        if place > 0 {
            if self.overtaken >= OVERTAKING {
                return None;
            }
            self.overtaken += 1;
        } else {
            self.overtaken = 0;
        }
        let turn = self.ring.remove(place)?;
        let waiting = self.waiting.get_mut(&turn)?;
        let job = waiting.pop_front()?;
        if waiting.is_empty() {
            self.waiting.remove(&turn);
        } else {
            self.ring.push_back(turn);
        }
        self.free -= job.memory;
        Some(job)
    }

    fn done(&mut self, memory: u64) {
        self.free += memory;
    }
}

type Work = Box<dyn FnOnce() + Send>;

struct State {
    queue: Queue<Work>,
    /// No work begins before this.
    paused_until: Option<Instant>,
    /// Whether any work has begun since the last pause.
    has_moved: bool,
    is_closed: bool,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// Work has arrived.
    arrived: Notify,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Threads with a budget of memory. Dropping it drops what waits; what runs comes to its end.
pub struct Lane(Arc<Shared>);

impl Lane {
    pub fn start(name: &str, threads: usize, share: Share, budget: u64) -> std::io::Result<Self> {
        let lane = Self(Arc::new(Shared {
            state: Mutex::new(State {
                queue: Queue::new(budget),
                paused_until: None,
                has_moved: true,
                is_closed: false,
            }),
            wake: Condvar::new(),
            arrived: Notify::new(),
        }));
        for _ in 0..threads.max(1) {
            let shared = lane.0.clone();
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(move || {
                    if let Err(error) = share.apply() {
                        tracing::warn!(%error, "cannot lower the priority of picture processing");
                    }
                    work(&shared);
                })?;
        }
        Ok(lane)
    }

    /// Does the work when it is its turn and `memory` bytes are free. They stay taken until it is done, even if the
    /// caller is gone.
    pub async fn run<T: Send + 'static>(
        &self,
        turn: Turn,
        memory: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> anyhow::Result<T> {
        let (answer, answered) = oneshot::channel();
        let work: Work = Box::new(move || {
            let _ = answer.send(work());
        });
        self.0.state().queue.push(turn, memory, work)?;
        self.0.wake.notify_one();
        self.0.arrived.notify_one();
        Ok(answered.await?)
    }

    /// Lets no work begin for this long. What runs goes on. Some work begins between two pauses, so it gets done even
    /// if the machine is never at rest.
    pub fn pause(&self, pause: Duration) {
        let mut state = self.0.state();
        if state.has_moved {
            state.has_moved = false;
            state.paused_until = Some(Instant::now() + pause);
        }
    }

    /// Waits until there is work.
    pub async fn has_work(&self) {
        loop {
            let arrived = self.0.arrived.notified();
            let is_idle = {
                let state = self.0.state();
                state.queue.ring.is_empty() && state.queue.free == state.queue.budget
            };
            if !is_idle {
                return;
            }
            arrived.await;
        }
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_closed = true;
        state.queue.waiting.clear();
        state.queue.ring.clear();
        drop(state);
        self.0.wake.notify_all();
    }
}

/// A thread's life.
fn work(shared: &Shared) {
    let mut state = shared.state();
    while !state.is_closed {
        let pause = state
            .paused_until
            .map(|until| until.saturating_duration_since(Instant::now()))
            .filter(|pause| !pause.is_zero());
        if let Some(pause) = pause {
            let woken = shared.wake.wait_timeout(state, pause);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            continue;
        }
        state.paused_until = None;
        let Some(job) = state.queue.next() else {
            let woken = shared.wake.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        state.has_moved = true;
        drop(state);
        // The caller gets an error, because the answer's sender is dropped.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(job.work)) {
            tracing::error!(panic = said(&*panic), "processing a picture panicked");
        }
        state = shared.state();
        state.queue.done(job.memory);
        shared.wake.notify_all();
    }
}

fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const ONE: Turn = Turn::Account(1);
    const OTHER: Turn = Turn::Account(2);
    const HOUSE: Turn = Turn::House(1);

    fn drained(queue: &mut Queue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| {
            let job = queue.next()?;
            queue.done(job.memory);
            Some(job.work)
        })
        .collect()
    }

    #[test]
    fn turns_go_round() {
        let mut queue = Queue::new(100);
        for (turn, work) in [
            (HOUSE, "h1"),
            (HOUSE, "h2"),
            (HOUSE, "h3"),
            (ONE, "a1"),
            (ONE, "a2"),
            (OTHER, "b1"),
        ] {
            queue.push(turn, 10, work).unwrap();
        }
        assert_eq!(drained(&mut queue), ["h1", "a1", "b1", "h2", "a2", "h3"]);
        assert!(queue.ring.is_empty() && queue.waiting.is_empty());
    }

    #[test]
    fn work_waits_for_memory_and_is_not_overtaken_for_ever() {
        let mut queue = Queue::new(100);
        queue.push(ONE, 80, "running").unwrap();
        assert_eq!(queue.next().unwrap().work, "running");
        queue.push(HOUSE, 60, "large").unwrap();
        for _ in 0..=OVERTAKING {
            queue.push(OTHER, 20, "small").unwrap();
        }
        for _ in 0..OVERTAKING {
            let job = queue.next().unwrap();
            assert_eq!(job.work, "small");
            queue.done(job.memory);
        }
        assert!(queue.next().is_none());
        queue.done(80);
        assert_eq!(queue.next().unwrap().work, "large");
        assert_eq!(queue.next().unwrap().work, "small");
    }

    #[test]
    fn what_exceeds_the_budget_runs_alone() {
        let mut queue = Queue::new(100);
        queue.push(ONE, 1, "small").unwrap();
        queue.push(OTHER, 1000, "huge").unwrap();
        queue.push(HOUSE, 1, "after").unwrap();
        let small = queue.next().unwrap();
        assert_eq!(queue.next().unwrap().work, "after");
        queue.done(small.memory);
        assert!(queue.next().is_none());
        queue.done(1);
        let huge = queue.next().unwrap();
        assert_eq!((huge.work, queue.free), ("huge", 0));
        queue.done(huge.memory);
        assert_eq!(queue.free, 100);
    }

    #[test]
    fn a_turn_holds_only_so_much() {
        let mut queue = Queue::new(100);
        for _ in 0..WAITING {
            queue.push(ONE, 1, "work").unwrap();
        }
        assert_eq!(queue.push(ONE, 1, "work"), Err(Busy));
        assert_eq!(queue.push(OTHER, 1, "work"), Ok(()));
    }

    #[tokio::test]
    async fn memory_stays_taken_until_the_work_is_done_even_if_the_caller_is_gone() {
        let lane = Lane::start("test", 1, Share::Spare, 100).unwrap();
        let (go, wait) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let caller = lane.run(ONE, 70, move || {
            let _ = begin.send(());
            wait.recv().unwrap();
        });
        tokio::select! {
            _ = caller => panic!("the work still waits"),
            begun = begun => begun.unwrap(),
        }
        // `select` has dropped the caller; the work still runs.
        assert_eq!(lane.0.state().queue.free, 30);
        go.send(()).unwrap();
        assert_eq!(lane.run(ONE, 100, || 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_panic_fails_its_caller_alone() {
        let lane = Lane::start("test", 1, Share::Spare, 100).unwrap();
        let failed = lane.run(ONE, 100, || -> u8 { panic!("a broken codec") });
        assert!(failed.await.is_err());
        assert_eq!(lane.run(ONE, 100, || 7).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_pause_delays_work_but_does_not_stop_it() {
        let lane = Lane::start("test", 1, Share::Spare, 100).unwrap();
        let begun = Instant::now();
        let pause = Duration::from_millis(30);
        lane.pause(pause);
        lane.run(ONE, 1, || ()).await.unwrap();
        assert!(begun.elapsed() >= pause);
        // Nothing has begun since this pause, so another one does not extend it.
        lane.pause(Duration::ZERO);
        lane.pause(Duration::from_secs(3600));
        lane.run(ONE, 1, || ()).await.unwrap();
    }

    #[tokio::test]
    async fn dropping_a_lane_drops_what_waits() {
        let lane = Lane::start("test", 1, Share::Spare, 100).unwrap();
        let shared = lane.0.clone();
        let (go, wait) = mpsc::channel::<()>();
        let (answer, answered) = oneshot::channel::<()>();
        {
            let first = lane.run(ONE, 100, move || wait.recv().is_err());
            let second = lane.run(ONE, 100, move || drop(answer));
            tokio::select! {
                biased;
                _ = first => panic!("nobody has let it go"),
                _ = second => panic!("it waits for the first one"),
                () = std::future::ready(()) => {}
            }
        }
        drop(lane);
        assert!(answered.await.is_err());
        assert!(shared.state().queue.waiting.is_empty());
        drop(go);
    }
}
