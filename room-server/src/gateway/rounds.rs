//! The order in which a worker serves its rooms: one step of each in turn, so that a small room does not wait until a large
//! one has been served.

use std::{collections::VecDeque, vec};

/// Number of sockets served in a step, before other rooms and tasks get a turn: half a millisecond of writing.
const STEP: usize = 64;

/// The rooms that have something new for a worker's sockets. `M` is a room's member.
pub(super) struct Rounds<M>(VecDeque<Round<M>>);

struct Round<M> {
    catalog_id: i64,
    /// Those still to be served. `None` before the first step.
    rest: Option<vec::IntoIter<M>>,
}

impl<M> Default for Rounds<M> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<M> Rounds<M> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a round of this room. If one is in progress, its remaining members are served before.
    pub(super) fn add(&mut self, catalog_id: i64) {
        self.0.push_back(Round {
            catalog_id,
            rest: None,
        });
    }

    /// How many members the next step serves. `count` says how many a room has whose round has not begun.
    pub(super) fn next_step(&self, count: impl FnOnce(i64) -> usize) -> usize {
        let of_round = |round: &Round<M>| match &round.rest {
            Some(rest) => rest.len(),
            None => count(round.catalog_id),
        };
        self.0.front().map_or(0, of_round).min(STEP)
    }

    /// The members to serve in the next step. `begin` gives all members of a room for its first step.
    pub(super) fn step(&mut self, begin: impl FnOnce(i64) -> Vec<M>) -> Vec<M> {
        let Some(round) = self.0.pop_front() else {
            return Vec::new();
        };
        let mut rest = match round.rest {
            Some(rest) => rest,
            None => begin(round.catalog_id).into_iter(),
        };
        let step = rest.by_ref().take(STEP).collect();
        if rest.len() > 0 {
            self.0.push_back(Round {
                rest: Some(rest),
                ..round
            });
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

    /// Members that have just joined belong to a round that has not begun.
    #[test]
    fn a_round_serves_those_who_are_members_when_it_begins() {
        let mut rounds = Rounds::default();
        rounds.add(1);
        assert_eq!(rounds.step(|_| vec![7; 65]).len(), 64);
        rounds.add(1);
        assert_eq!(rounds.next_step(|_| 2), 1);
        assert_eq!(rounds.step(|_| unreachable!("it has begun")), [7]);
        assert_eq!(rounds.step(|_| vec![7, 8]), [7, 8]);
        assert!(rounds.is_empty());
    }
}
