//! How many members of a room look at each lot, and how many reach for the bid button. The controllers see these counts.

use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// How long a hand near the button counts.
const REACH: Duration = Duration::from_secs(10);
/// The shortest time between two looks of one member.
const PACE: Duration = Duration::from_millis(200);

/// How many look at a lot of a room. A person with several sockets counts once, a visitor once a socket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attention {
    /// Everyone, visitors included.
    pub watching: usize,
    /// Those of them who are signed in.
    pub signed_in: usize,
    /// Those of them who reached for the bid button in the last seconds.
    pub reaching: usize,
}

/// Who looks at a lot on one node.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LotLooks {
    pub lot_id: i64,
    visitors: usize,
    signed_in: BTreeSet<i64>,
    reaching: BTreeSet<i64>,
}

impl Attention {
    /// Counts a lot's looks on several nodes.
    pub(super) fn of(looks: &[LotLooks]) -> Self {
        let union = |whom: fn(&LotLooks) -> &BTreeSet<i64>| {
            let people: BTreeSet<_> = looks.iter().flat_map(whom).collect();
            people.len()
        };
        let visitors: usize = looks.iter().map(|looks| looks.visitors).sum();
        let signed_in = union(|looks| &looks.signed_in);
        Self {
            watching: visitors + signed_in,
            signed_in,
            reaching: union(|looks| &looks.reaching),
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Look {
    lot_id: i64,
    user_id: Option<i64>,
    at: Instant,
    reached: Option<Instant>,
}

/// The looks of a room's members.
#[derive(Default)]
pub(super) struct Looks(Mutex<HashMap<u64, Look>>);

impl Looks {
    fn all(&self) -> MutexGuard<'_, HashMap<u64, Look>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everyone's looks, by lot.
    pub(super) fn by_lot(&self, now: Instant) -> Vec<LotLooks> {
        let mut lots = BTreeMap::<i64, LotLooks>::new();
        for look in self.all().values() {
            let lot = lots.entry(look.lot_id).or_insert_with(|| LotLooks {
                lot_id: look.lot_id,
                ..LotLooks::default()
            });
            let Some(user_id) = look.user_id else {
                lot.visitors += 1;
                continue;
            };
            lot.signed_in.insert(user_id);
            if look
                .reached
                .is_some_and(|at| now.duration_since(at) < REACH)
            {
                lot.reaching.insert(user_id);
            }
        }
        lots.into_values().collect()
    }
}

/// One member's look, which ends with it.
pub(super) struct Gaze {
    looks: Arc<Looks>,
    key: u64,
}

impl Gaze {
    pub(super) fn of(looks: &Arc<Looks>) -> Self {
        static KEYS: AtomicU64 = AtomicU64::new(0);
        Self {
            looks: Arc::clone(looks),
            key: KEYS.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Turns to a lot. Returns false if the last turn was a moment ago; then nothing changed.
    pub(super) fn turn(
        &self,
        lot_id: i64,
        user_id: Option<i64>,
        reaches: bool,
        now: Instant,
    ) -> bool {
        let mut looks = self.looks.all();
        let before = looks.get(&self.key);
        if before.is_some_and(|before| now.duration_since(before.at) < PACE) {
            return false;
        }
        let kept = before
            .filter(|before| before.lot_id == lot_id)
            .and_then(|before| before.reached);
        let look = Look {
            lot_id,
            user_id,
            at: now,
            reached: reaches.then_some(now).or(kept),
        };
        looks.insert(self.key, look);
        true
    }
}

impl Drop for Gaze {
    fn drop(&mut self) {
        self.looks.all().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_count_once_and_hands_for_ten_seconds() {
        let looks = Arc::new(Looks::default());
        let start = Instant::now();
        let count = |lot, seconds| {
            let mut looks = looks.by_lot(start + Duration::from_secs(seconds));
            looks.retain(|looks| looks.lot_id == lot);
            Attention::of(&looks)
        };
        let [phone, laptop, other, visitor] = [(); 4].map(|()| Gaze::of(&looks));
        assert!(phone.turn(7, Some(1), true, start));
        assert!(laptop.turn(7, Some(1), false, start));
        assert!(other.turn(7, Some(2), false, start));
        assert!(visitor.turn(7, None, true, start));
        let seen = |watching, signed_in, reaching| Attention {
            watching,
            signed_in,
            reaching,
        };
        assert_eq!(count(7, 9), seen(3, 2, 1));
        assert_eq!(count(7, 10), seen(3, 2, 0));
        assert_eq!(count(8, 0), Attention::default());

        // Too soon, then to the next lot, where no hand is near the button yet.
        assert!(!phone.turn(8, Some(1), false, start + PACE / 2));
        assert!(phone.turn(8, Some(1), false, start + PACE));
        assert_eq!((count(7, 1), count(8, 1)), (seen(3, 2, 0), seen(1, 1, 0)));
        drop((laptop, visitor));
        assert_eq!(count(7, 1), seen(1, 1, 0));
    }

    #[test]
    fn a_person_on_several_nodes_counts_once() {
        let node = |visitors, signed_in: &[i64], reaching: &[i64]| LotLooks {
            lot_id: 7,
            visitors,
            signed_in: signed_in.iter().copied().collect(),
            reaching: reaching.iter().copied().collect(),
        };
        assert_eq!(
            Attention::of(&[node(2, &[1, 2], &[1]), node(1, &[2, 3], &[])]),
            Attention {
                watching: 6,
                signed_in: 3,
                reaching: 1
            }
        );
    }
}
