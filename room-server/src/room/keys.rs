//! The Idempotency-Keys of the last 24 hours.

use crate::journal::{KEYS_PER_USER, RememberedKey};
use domain::Timestamp;
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};
use wire::{Answer, Idempotency};

/// How long keys are remembered, per user and catalog.
pub const HOLD_MS: i64 = 24 * 60 * 60 * 1000;

/// An earlier request under the same key.
#[derive(Debug, Clone)]
pub enum EarlierRequest {
    /// Decided; its batch (by number) is not yet stored.
    Pending { batch: u64, answer: Arc<Answer> },
    /// Stored in the journal.
    Stored { seq: i64 },
}

#[derive(Debug)]
struct KeyUse {
    request_hash: [u8; 32],
    at: Timestamp,
    request: EarlierRequest,
}

/// One user's keys, at most [`KEYS_PER_USER`].
#[derive(Debug, Default)]
struct OfUser {
    by_key: HashMap<Arc<str>, KeyUse>,
    /// Oldest first, for eviction of expired keys.
    by_age: VecDeque<(Timestamp, Arc<str>)>,
}

#[derive(Debug, Default)]
pub struct Keys {
    by_user: HashMap<Option<i64>, OfUser>,
    /// When users without valid keys were last evicted.
    swept: Timestamp,
}

/// The key was already used with a different body.
#[derive(Debug, PartialEq, Eq)]
pub struct OtherBody;

impl Keys {
    pub fn from_journal(rows: Vec<RememberedKey>) -> Self {
        let mut keys = Self::default();
        for row in rows {
            // A hash of another length is not ours and matches no body.
            let request_hash = row.request_hash.try_into().unwrap_or([0; 32]);
            keys.of(row.account_id).insert(
                Arc::from(row.key),
                KeyUse {
                    request_hash,
                    at: row.at,
                    request: EarlierRequest::Stored { seq: row.seq },
                },
            );
        }
        keys
    }

    /// Finds the earlier request under this key.
    pub fn look_up(
        &mut self,
        account_id: Option<i64>,
        idempotency: &Idempotency,
        now: Timestamp,
    ) -> Result<Option<EarlierRequest>, OtherBody> {
        self.sweep(now);
        let Some(of_user) = self.by_user.get_mut(&account_id) else {
            return Ok(None);
        };
        of_user.forget(now);
        match of_user.by_key.get(idempotency.key.as_str()) {
            None => Ok(None),
            Some(found) if found.request_hash == idempotency.request_hash => {
                Ok(Some(found.request.clone()))
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
        self.of(account_id).insert(
            Arc::from(idempotency.key.as_str()),
            KeyUse {
                request_hash: idempotency.request_hash,
                at,
                request: EarlierRequest::Pending { batch, answer },
            },
        );
    }

    /// Marks the key's batch as stored in the journal.
    pub fn stored(&mut self, account_id: Option<i64>, key: &str, seq: i64) {
        if let Some(found) = self.of(account_id).by_key.get_mut(key) {
            found.request = EarlierRequest::Stored { seq };
        }
    }

    fn of(&mut self, account_id: Option<i64>) -> &mut OfUser {
        self.by_user.entry(account_id).or_default()
    }

    /// Evicts expired keys occasionally: users who never return would otherwise keep theirs.
    fn sweep(&mut self, now: Timestamp) {
        if self.swept.plus_ms(HOLD_MS / 24) > now {
            return;
        }
        self.swept = now;
        self.by_user.retain(|_, of_user| {
            of_user.forget(now);
            !of_user.by_key.is_empty()
        });
    }
}

impl OfUser {
    fn insert(&mut self, key: Arc<str>, remembered: KeyUse) {
        self.by_age.push_back((remembered.at, key.clone()));
        self.by_key.insert(key, remembered);
        while self.by_age.len() > KEYS_PER_USER {
            self.drop_oldest();
        }
    }

    fn forget(&mut self, now: Timestamp) {
        while self
            .by_age
            .front()
            .is_some_and(|(at, _)| at.plus_ms(HOLD_MS) <= now)
        {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        // Unless the key was used again since.
        if let Some((at, key)) = self.by_age.pop_front()
            && self.by_key.get(&key).is_some_and(|found| found.at == at)
        {
            self.by_key.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seq: i64, account_id: i64) -> RememberedKey {
        RememberedKey {
            seq,
            at: Timestamp(seq),
            account_id: Some(account_id),
            key: format!("key {seq}"),
            request_hash: vec![1; 32],
        }
    }

    #[test]
    fn a_users_keys_are_bounded_without_evicting_others() {
        let last = i64::try_from(KEYS_PER_USER).unwrap() + 1;
        let rows = std::iter::once(row(0, 5)).chain((1..=last).map(|seq| row(seq, 6)));
        let mut keys = Keys::from_journal(rows.collect());
        let mut known = |seq, account_id| {
            let asked = Idempotency {
                key: format!("key {seq}"),
                request_hash: [1; 32],
            };
            let found = keys.look_up(Some(account_id), &asked, Timestamp(last));
            found.unwrap().is_some()
        };
        assert!(known(0, 5) && known(2, 6) && known(last, 6));
        assert!(!known(1, 6), "the oldest is evicted");
        assert_eq!(keys.by_user[&Some(6)].by_key.len(), KEYS_PER_USER);
    }

    const HOUR: i64 = 3_600_000;
    const DAY: i64 = 24 * HOUR;

    fn seq_of(keys: &mut Keys, key: &str, account_id: i64, now: i64) -> Option<i64> {
        let asked = Idempotency {
            key: key.to_owned(),
            request_hash: [1; 32],
        };
        let found = keys.look_up(Some(account_id), &asked, Timestamp(now));
        match found.unwrap()? {
            EarlierRequest::Stored { seq } => Some(seq),
            EarlierRequest::Pending { .. } => panic!("all are stored"),
        }
    }

    #[test]
    fn a_key_is_forgotten_after_a_day_unless_it_was_used_again() {
        let again = RememberedKey {
            key: "key 1".to_owned(),
            ..row(DAY, 5)
        };
        let mut keys = Keys::from_journal(vec![row(1, 5), row(1, 6), again]);
        assert_eq!(seq_of(&mut keys, "key 1", 6, DAY), Some(1));
        assert_eq!(seq_of(&mut keys, "key 1", 6, DAY + 1), None);
        assert_eq!(seq_of(&mut keys, "key 1", 5, DAY + 1), Some(DAY));
    }

    #[test]
    fn users_who_never_return_are_forgotten_within_an_hour() {
        let mut keys = Keys::from_journal(vec![row(1, 5)]);
        let mut swept_at = |now| {
            seq_of(&mut keys, "other", 6, now);
            keys.swept.0
        };
        assert_eq!(swept_at(DAY), DAY);
        assert_eq!(swept_at(DAY + HOUR - 1), DAY);
        assert_eq!(swept_at(DAY + HOUR), DAY + HOUR);
        assert!(keys.by_user.is_empty());
    }
}
