//! The Idempotency-Keys of the last 24 hours.

use super::request::{Answer, Idempotency};
use crate::journal::RememberedKey;
use domain::Timestamp;
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

/// Keys hold this long, per user and catalog.
pub const HOLD_MS: i64 = 24 * 60 * 60 * 1000;

/// What is known of a request that came under a key before.
#[derive(Debug, Clone)]
pub enum Known {
    /// Decided; its batch (by number) is not stored yet.
    Pending { batch: u64, answer: Arc<Answer> },
    /// In the journal.
    Stored { seq: i64 },
}

#[derive(Debug)]
struct Remembered {
    request_hash: [u8; 32],
    at: Timestamp,
    known: Known,
}

type Key = (Option<i64>, Arc<str>);

#[derive(Debug, Default)]
pub struct Keys {
    by_key: HashMap<Key, Remembered>,
    /// Oldest first, so that what no longer holds is let go.
    by_age: VecDeque<(Timestamp, Key)>,
}

/// The key came before with another body.
#[derive(Debug, PartialEq, Eq)]
pub struct OtherBody;

impl Keys {
    pub fn from_journal(rows: Vec<RememberedKey>) -> Self {
        let mut keys = Self::default();
        for row in rows {
            // A hash of another length is none of ours; no body has it.
            let request_hash = row.request_hash.try_into().unwrap_or([0; 32]);
            let key = (row.account_id, Arc::from(row.key));
            keys.insert(
                key,
                Remembered {
                    request_hash,
                    at: row.at,
                    known: Known::Stored { seq: row.seq },
                },
            );
        }
        keys
    }

    /// What came of an earlier request under this key.
    pub fn look_up(
        &mut self,
        account_id: Option<i64>,
        idempotency: &Idempotency,
        now: Timestamp,
    ) -> Result<Option<Known>, OtherBody> {
        self.forget(now);
        // The map is keyed by shared strings so that ageing costs no copy; looking up makes one short-lived.
        match self
            .by_key
            .get(&(account_id, Arc::from(idempotency.key.as_str())))
        {
            None => Ok(None),
            Some(found) if found.request_hash == idempotency.request_hash => {
                Ok(Some(found.known.clone()))
            }
            Some(_) => Err(OtherBody),
        }
    }

    pub fn remember(
        &mut self,
        account_id: Option<i64>,
        idempotency: &Idempotency,
        at: Timestamp,
        batch: u64,
        answer: Arc<Answer>,
    ) {
        let key = (account_id, Arc::from(idempotency.key.as_str()));
        let known = Known::Pending { batch, answer };
        self.insert(
            key,
            Remembered {
                request_hash: idempotency.request_hash,
                at,
                known,
            },
        );
    }

    /// The batch in which the key was remembered is in the journal.
    pub fn stored(&mut self, account_id: Option<i64>, key: &str, seq: i64) {
        if let Some(found) = self.by_key.get_mut(&(account_id, Arc::from(key))) {
            found.known = Known::Stored { seq };
        }
    }

    fn insert(&mut self, key: Key, remembered: Remembered) {
        self.by_age.push_back((remembered.at, key.clone()));
        self.by_key.insert(key, remembered);
    }

    fn forget(&mut self, now: Timestamp) {
        while let Some((at, _)) = self.by_age.front()
            && at.plus_ms(HOLD_MS) <= now
        {
            let Some((at, key)) = self.by_age.pop_front() else {
                return;
            };
            // Unless it was used anew since.
            if self.by_key.get(&key).is_some_and(|found| found.at == at) {
                self.by_key.remove(&key);
            }
        }
    }
}
