//! The order in which a worker serves its rooms: one step of each in turn, so that a small room does not wait until a large
//! one has been served.

use std::{
    collections::{HashMap, VecDeque},
    vec,
};

/// Number of sockets served in a step, before other rooms and tasks get a turn: half a millisecond of writing.
const STEP: usize = 64;

/// The rooms that have something new for a worker's sockets. `M` is a room's member.
pub(super) struct Rounds<M> {
    /// In the order in which they are served.
    queue: VecDeque<Round<M>>,
    /// The rooms whose round has begun, and whether another one follows.
    begun: HashMap<i64, bool>,
}

struct Round<M> {
    catalog_id: i64,
    /// Those still to be served. `None` before the first step.
    rest: Option<vec::IntoIter<M>>,
}

impl<M> Default for Rounds<M> {
    fn default() -> Self {
        Self {
            queue: VecDeque::new(),
            begun: HashMap::new(),
        }
    }
}

impl<M> Rounds<M> {
    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Adds a round of this room, after the one in progress if there is one.
    pub(super) fn add(&mut self, catalog_id: i64) {
        match self.begun.get_mut(&catalog_id) {
            Some(another) => *another = true,
            None => self.queue.push_back(Round {
                catalog_id,
                rest: None,
            }),
        }
    }

    /// How many members the next step serves. `count` says how many a room has whose round has not begun.
    pub(super) fn next_step(&self, count: impl FnOnce(i64) -> usize) -> usize {
        let of_round = |round: &Round<M>| match &round.rest {
            Some(rest) => rest.len(),
            None => count(round.catalog_id),
        };
        self.queue.front().map_or(0, of_round).min(STEP)
    }

    /// The members to serve in the next step. `begin` gives all members of a room for its first step.
    pub(super) fn step(&mut self, begin: impl FnOnce(i64) -> Vec<M>) -> Vec<M> {
        let Some(Round { catalog_id, rest }) = self.queue.pop_front() else {
            return Vec::new();
        };
        let mut rest = rest.unwrap_or_else(|| begin(catalog_id).into_iter());
        let step = rest.by_ref().take(STEP).collect();
        if rest.len() > 0 {
            self.begun.entry(catalog_id).or_default();
            self.queue.push_back(Round {
                catalog_id,
                rest: Some(rest),
            });
        } else if self.begun.remove(&catalog_id) == Some(true) {
            self.add(catalog_id);
        }
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Serves all rounds; the members are numbers of their rooms. Returns the room and the size of each step.
    fn serve(rounds: &mut Rounds<i64>, members: impl Fn(i64) -> usize) -> Vec<(i64, usize)> {
        let mut steps = Vec::new();
        while !rounds.is_empty() {
            let announced = rounds.next_step(&members);
            let served = rounds.step(|room| vec![room; members(room)]);
            assert_eq!(served.len(), announced);
            steps.extend(served.first().map(|room| (*room, served.len())));
        }
        steps
    }

    #[test]
    fn rooms_are_served_in_turn() {
        let mut rounds = Rounds::default();
        for room in [1, 2, 3] {
            rounds.add(room);
        }
        let steps = serve(&mut rounds, |room| [0, 150, 0, 70][room as usize]);
        assert_eq!(steps, [(1, 64), (3, 64), (1, 64), (3, 6), (1, 22)]);
    }

    #[test]
    fn the_next_round_of_a_room_begins_after_the_last_step_with_its_members_then() {
        let mut rounds = Rounds::default();
        rounds.add(1);
        assert_eq!(rounds.step(|_| vec![7; 129]).len(), 64);
        for _ in 0..3 {
            rounds.add(1);
        }
        for left in [64, 1] {
            assert_eq!(rounds.next_step(|_| 2), left);
            let served = rounds.step(|_| unreachable!("it has begun"));
            assert_eq!(served.len(), left);
        }
        assert_eq!(rounds.next_step(|_| 2), 2);
        assert_eq!(rounds.step(|_| vec![7, 8]), [7, 8]);
        assert!(rounds.is_empty());
    }
}
