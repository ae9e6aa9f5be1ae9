//! Answers that every visitor gets alike, kept in memory, encoded and compressed.
//!
//! An answer to a call is kept as long as the database holds what it was read from. Whether it does, the database says:
//! `pg_current_snapshot()` is the same text until a transaction ends that wrote something. One such question serves all requests
//! that arrived before it was asked, so thousands of requests a second cost some hundred questions, and none of them gets an
//! answer that was out of date when it arrived. What an answer takes from elsewhere (the clock, a search engine) may be
//! [`LONGEST_MS`] old. So may the first HTML of a page: the client asks for what matters once it runs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::http::header::HeaderMap;
use bytes::Bytes;
use clock::Clock;
use quick_cache::sync::{Cache, DefaultLifecycle, EntryAction, EntryResult, PlaceholderGuard};
use quick_cache::{DefaultHashBuilder, Weighter};
use sqlx::PgPool;

/// How long an answer is kept at most.
const LONGEST_MS: i64 = 1000;
/// How long before an answer was read those may have arrived who get it: as long as a request may wait.
const LONGEST_WAIT_MS: i64 = 30_000;
/// How long the question may take. Without an answer, handlers decide by themselves.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(2);
/// How much memory kept answers may take together, in bytes. The least used go first.
const CAPACITY: u64 = 64 * 1024 * 1024;
/// A larger answer is not kept.
const LARGEST: usize = 512 * 1024;
/// About how many answers fit.
const USUAL_COUNT: usize = 4096;

/// What the database held at some moment, and the number of the question that found it out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moment {
    question: u64,
    snapshot: Arc<str>,
}

/// An answer as it is sent.
#[derive(Debug)]
pub struct Answer {
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// What is known of a request.
#[derive(Clone)]
struct Known {
    moment: Moment,
    /// Unix ms.
    read_at: i64,
    /// None: the answer cannot be kept, and each request has to be answered by itself.
    answer: Option<Arc<Answer>>,
}

impl Known {
    /// Whether it holds for a request that arrived at `arrived`, in Unix ms, and before `moment` was asked for. Without a moment,
    /// age alone decides.
    fn holds(&self, moment: Option<&Moment>, arrived: i64) -> bool {
        let is_current = moment.is_none_or(|moment| {
            self.moment.snapshot == moment.snapshot || self.moment.question >= moment.question
        });
        is_current && (-LONGEST_WAIT_MS..LONGEST_MS).contains(&(arrived - self.read_at))
    }
}

#[derive(Clone)]
struct Size;

impl Weighter<String, Known> for Size {
    fn weight(&self, key: &String, known: &Known) -> u64 {
        /// Roughly what an entry takes besides: headers, the snapshot's text, the table.
        const ENTRY: usize = 1024;
        let body = known.answer.as_ref().map_or(0, |answer| answer.body.len());
        (key.len() + body + ENTRY) as u64
    }
}

/// The answers of one process.
pub struct KeptAnswers {
    pool: PgPool,
    clock: Clock,
    answers: Cache<String, Known, Size>,
    /// Number of questions asked so far.
    asked: AtomicU64,
    /// Who holds it asks.
    turn: tokio::sync::Mutex<()>,
    answered: Mutex<Answered>,
}

/// What has become of the questions.
#[derive(Default)]
struct Answered {
    /// The last that was answered.
    last: Moment,
    /// The number of the last that failed.
    failed: u64,
}

/// How old an answer may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Age {
    /// It holds what the database held when the request arrived.
    UpToDate,
    /// It was read within the last [`LONGEST_MS`].
    Recent,
}

/// What to do with a request.
pub enum Found<'a> {
    Answer(Arc<Answer>),
    /// The request has to be answered, and its answer may be kept for others, who wait for it.
    Missing(Place<'a>),
    /// Answers to this request cannot be kept, or the database does not say what it holds.
    Unkept,
}

type Guard<'a> =
    PlaceholderGuard<'a, String, Known, Size, DefaultHashBuilder, DefaultLifecycle<String, Known>>;

/// The place of an answer that is being made. If it is dropped empty, the next who waits makes the answer.
pub struct Place<'a> {
    guard: Guard<'a>,
    moment: Moment,
    read_at: i64,
}

impl KeptAnswers {
    pub fn new(pool: PgPool, clock: Clock) -> Self {
        Self {
            pool,
            clock,
            answers: Cache::with_weighter(USUAL_COUNT, CAPACITY, Size),
            asked: AtomicU64::new(0),
            turn: tokio::sync::Mutex::new(()),
            answered: Mutex::default(),
        }
    }

    /// The answer to the request that `key` stands for, if one is known that is new enough.
    pub async fn find(&self, key: &str, age: Age) -> Found<'_> {
        let arrived = self.clock.now_ms();
        let moment = match age {
            Age::UpToDate => match self.moment().await {
                Some(moment) => Some(moment),
                None => return Found::Unkept,
            },
            Age::Recent => None,
        };
        let entry = self.answers.entry_async(key, |_, known| {
            if known.holds(moment.as_ref(), arrived) {
                EntryAction::Retain(known.answer.clone())
            } else {
                EntryAction::ReplaceWithGuard
            }
        });
        match entry.await {
            EntryResult::Retained(Some(answer)) => Found::Answer(answer),
            EntryResult::Vacant(guard) | EntryResult::Replaced(guard, _) => Found::Missing(Place {
                guard,
                // Others may have asked while this request waited for its turn; what is read now is as new as their answers.
                moment: self.answered().last.clone(),
                read_at: self.clock.now_ms(),
            }),
            EntryResult::Retained(None) | EntryResult::Removed(..) | EntryResult::Timeout => {
                Found::Unkept
            }
        }
    }

    /// What the database holds, asked after this call began; None if it does not say.
    async fn moment(&self) -> Option<Moment> {
        let before = self.asked.load(Ordering::SeqCst);
        let _turn = self.turn.lock().await;
        {
            let answered = self.answered();
            if answered.last.question > before {
                return Some(answered.last.clone());
            }
            // All who waited for it go on at once, not each after a failure of its own.
            if answered.failed > before {
                return None;
            }
        }
        let question = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let snapshot = sqlx::query_scalar!(r#"select pg_current_snapshot()::text as "text!""#)
            .fetch_one(&self.pool);
        let snapshot = tokio::time::timeout(QUESTION_TIMEOUT, snapshot).await;
        let mut answered = self.answered();
        match snapshot {
            Ok(Ok(snapshot)) => {
                answered.last = Moment {
                    question,
                    snapshot: snapshot.into(),
                };
                return Some(answered.last.clone());
            }
            Ok(Err(error)) => tracing::warn!(%error, "nothing is answered from memory"),
            Err(_) => tracing::warn!("nothing is answered from memory: the database is slow"),
        }
        answered.failed = question;
        None
    }

    fn answered(&self) -> MutexGuard<'_, Answered> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place<'_> {
    /// Gives the answer to all who wait for it, and keeps it.
    pub fn fill(self, headers: HeaderMap, body: &[u8]) -> Arc<Answer> {
        // A copy, because the buffer that a body was collected in may be many times its size.
        let body = Bytes::copy_from_slice(body);
        let answer = Arc::new(Answer { headers, body });
        let fits = answer.body.len() <= LARGEST;
        self.put(fits.then(|| answer.clone()));
        answer
    }

    /// Answers to this request cannot be kept.
    pub fn leave(self) {
        self.put(None);
    }

    fn put(self, answer: Option<Arc<Answer>>) {
        let known = Known {
            moment: self.moment,
            read_at: self.read_at,
            answer,
        };
        // Refused only if the place is gone; then nobody waits for it.
        let _ = self.guard.insert(known);
    }
}

#[cfg(test)]
mod tests {
    use room_server::instant::timestamp;
    use sqlx::postgres::PgPoolOptions;
    use time::OffsetDateTime;

    use super::*;

    fn moment(question: u64, snapshot: &str) -> Moment {
        Moment {
            question,
            snapshot: snapshot.into(),
        }
    }

    #[test]
    fn an_answer_holds_while_nothing_was_written_or_if_it_was_read_after_the_arrival() {
        let known = Known {
            moment: moment(5, "10:12:"),
            read_at: 1_000,
            answer: None,
        };
        for (asked, arrived, holds) in [
            (moment(9, "10:12:"), 1_000, true),
            (moment(9, "10:12:"), 1_999, true),
            (moment(9, "10:12:"), 2_000, false),
            // It was read while they waited.
            (moment(9, "10:12:"), 1_000 - LONGEST_WAIT_MS, true),
            // The clock was set back.
            (moment(9, "10:12:"), 999 - LONGEST_WAIT_MS, false),
            (moment(6, "10:13:"), 1_000, false),
            (moment(9, "10:12:10"), 1_000, false),
            // The request asked before this was read, so it is new enough, whatever was written since.
            (moment(5, "10:11:"), 1_000, true),
            (moment(4, "10:11:"), 1_000, true),
        ] {
            let found = known.holds(Some(&asked), arrived);
            assert_eq!(found, holds, "{asked:?} {arrived}");
        }
        assert!(known.holds(None, 1_999));
        assert!(!known.holds(None, 2_000));
    }

    #[tokio::test]
    async fn one_failure_is_enough_for_all_who_wait() {
        let nowhere = PgPoolOptions::new()
            .acquire_timeout(Duration::from_millis(1))
            .connect_lazy("postgres://127.0.0.1:1/nothing")
            .unwrap();
        let clock = Clock::stopped_at(timestamp(OffsetDateTime::UNIX_EPOCH));
        let kept = KeptAnswers::new(nowhere, clock);
        let find = || kept.find("/api/catalog", Age::UpToDate);
        let found = tokio::join!(find(), find(), find(), find());
        let (Found::Unkept, Found::Unkept, Found::Unkept, Found::Unkept) = found else {
            panic!("an answer without a database");
        };
        // The first asks; the others arrived after it had, so the second asks for them all.
        assert_eq!(kept.asked.load(Ordering::SeqCst), 2);
    }
}
