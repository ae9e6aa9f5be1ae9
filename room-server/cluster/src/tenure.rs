//! The rooms of this node, and until when it may speak for each: answer and publish. Times are arguments: the time since boot.

use std::{collections::HashMap, time::Duration};

/// How long a node may speak for a room after it *sent* the query that confirmed its ownership. Shorter than
/// `owners::SILENT_AFTER`, so it ends before another node can claim the room.
const MAY_SPEAK: Duration = Duration::from_millis(4500);

#[derive(Default)]
pub(crate) struct Tenures(HashMap<i64, Tenure>);

struct Tenure {
    /// None until the room is loaded.
    epoch: Option<i64>,
    until: Duration,
    lapsed: bool,
}

impl Tenures {
    /// The room was claimed by a query sent at `asked`.
    pub fn claimed(&mut self, catalog_id: i64, asked: Duration) {
        let tenure = Tenure {
            epoch: None,
            until: asked + MAY_SPEAK,
            lapsed: false,
        };
        self.0.insert(catalog_id, tenure);
    }

    /// The room was loaded under this epoch. However long that took, the deadline stays.
    pub fn loaded(&mut self, catalog_id: i64, epoch: i64) {
        if let Some(tenure) = self.0.get_mut(&catalog_id) {
            tenure.epoch = Some(epoch);
        }
    }

    /// A query sent at `asked` found that this node owns the room under this epoch (none: it was still loading).
    pub fn confirmed(&mut self, catalog_id: i64, epoch: Option<i64>, asked: Duration) {
        if let Some(tenure) = self.0.get_mut(&catalog_id)
            // A room that was claimed again meanwhile has a deadline of its own.
            && (epoch.is_none() || tenure.epoch == epoch)
        {
            tenure.until = tenure.until.max(asked + MAY_SPEAK);
            tenure.lapsed = false;
        }
    }

    /// Forgets a room that was lost under this epoch. False if it has another by now.
    pub fn lost(&mut self, catalog_id: i64, epoch: i64) -> bool {
        let is_lost = self
            .0
            .get(&catalog_id)
            .is_some_and(|tenure| tenure.epoch == Some(epoch));
        if is_lost {
            self.0.remove(&catalog_id);
        }
        is_lost
    }

    pub fn forget(&mut self, catalog_id: i64) {
        self.0.remove(&catalog_id);
    }

    pub fn may_speak(&self, catalog_id: i64, now: Duration) -> bool {
        self.0
            .get(&catalog_id)
            .is_some_and(|tenure| now < tenure.until)
    }

    /// All rooms with their epochs.
    pub fn all(&self) -> Vec<(i64, Option<i64>)> {
        self.0
            .iter()
            .map(|(catalog_id, tenure)| (*catalog_id, tenure.epoch))
            .collect()
    }

    /// The rooms that this node may speak for, with their epochs; 0 for one that is loading.
    pub fn valid(&self, now: Duration) -> Vec<(i64, i64)> {
        let valid = self.0.iter().filter(|(_, tenure)| now < tenure.until);
        valid
            .map(|(catalog_id, tenure)| (*catalog_id, tenure.epoch.unwrap_or(0)))
            .collect()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns how many loaded rooms have lapsed since the last call.
    pub fn count_lapsed(&mut self, now: Duration) -> u64 {
        let mut lapsed = 0;
        for tenure in self.0.values_mut() {
            if tenure.until <= now && tenure.epoch.is_some() && !tenure.lapsed {
                tenure.lapsed = true;
                lapsed += 1;
            }
        }
        lapsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: i64 = 1;
    const ASKED: Duration = Duration::from_secs(1_000);

    /// The last moment at which the node may speak, and the first at which it may not.
    fn deadline(asked: Duration) -> (Duration, Duration) {
        let end = asked + MAY_SPEAK;
        (end - Duration::from_nanos(1), end)
    }

    fn check(tenures: &Tenures, asked: Duration, what: &str) {
        let (last, over) = deadline(asked);
        assert!(tenures.may_speak(ROOM, asked), "{what}");
        assert!(tenures.may_speak(ROOM, last), "{what}");
        assert!(!tenures.may_speak(ROOM, over), "{what}");
        assert!(tenures.valid(over).is_empty(), "{what}");
    }

    #[test]
    fn the_deadline_counts_from_the_query_and_nothing_else() {
        let later = |ms| ASKED + Duration::from_millis(ms);
        let mut tenures = Tenures::default();
        assert!(!tenures.may_speak(ROOM, ASKED), "nothing is claimed");
        tenures.claimed(ROOM, ASKED);
        check(&tenures, ASKED, "claimed");
        assert_eq!(tenures.valid(ASKED), [(ROOM, 0)]);
        // The process may have stood still between the claim and this.
        tenures.loaded(ROOM, 7);
        check(&tenures, ASKED, "loaded");
        assert_eq!(tenures.valid(ASKED), [(ROOM, 7)]);
        tenures.confirmed(ROOM, Some(7), later(1_000));
        check(&tenures, later(1_000), "confirmed");
        tenures.confirmed(ROOM, Some(7), later(500));
        check(&tenures, later(1_000), "an answer that overtook another");
        for epoch in [6, 8] {
            tenures.confirmed(ROOM, Some(epoch), later(2_000));
            check(&tenures, later(1_000), "another epoch");
        }
        tenures.claimed(ROOM, later(3_000));
        tenures.confirmed(ROOM, Some(7), later(4_000));
        check(&tenures, later(3_000), "claimed again");
        tenures.confirmed(ROOM, None, later(4_000));
        check(&tenures, later(4_000), "confirmed while it loads");
        tenures.forget(ROOM);
        tenures.loaded(ROOM, 9);
        tenures.confirmed(ROOM, Some(9), later(5_000));
        assert!(!tenures.may_speak(ROOM, later(5_000)), "given up");
    }

    #[test]
    fn a_lapse_is_counted_once_until_it_is_confirmed() {
        let mut tenures = Tenures::default();
        let (last, over) = deadline(ASKED);
        tenures.claimed(ROOM, ASKED);
        assert_eq!(tenures.count_lapsed(over), 0, "it was not loaded");
        tenures.loaded(ROOM, 1);
        assert_eq!(tenures.count_lapsed(last), 0);
        assert_eq!(tenures.count_lapsed(over), 1);
        assert_eq!(tenures.count_lapsed(over), 0);
        tenures.confirmed(ROOM, Some(1), over);
        assert_eq!(tenures.count_lapsed(deadline(over).1), 1);
    }

    #[test]
    fn only_the_epoch_that_was_lost_is_forgotten() {
        let mut tenures = Tenures::default();
        tenures.claimed(ROOM, ASKED);
        assert!(!tenures.lost(ROOM, 1));
        tenures.loaded(ROOM, 2);
        assert!(!tenures.lost(ROOM, 1));
        assert!(tenures.lost(ROOM, 2));
        assert_eq!(tenures.len(), 0);
    }
}
