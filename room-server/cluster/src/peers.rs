//! The other nodes, and which nodes must give their rooms up because the others cannot reach them.
//!
//! Every node writes with its heartbeat which nodes it cannot reach, and reads what the others wrote. All of them apply the same
//! rule to the same facts, so they agree without asking each other.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use room_server::{
    journal::owners::Peer,
    ports::{Node, Reach},
};
use uuid::Uuid;

/// Consecutive failures until a node counts as out of reach.
const FAILURES: u32 = 3;

pub(crate) struct Peers {
    me: Uuid,
    takes_rooms: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    peers: Vec<Peer>,
    /// Consecutive failures to reach a node.
    failures: HashMap<Uuid, u32>,
}

impl Peers {
    pub fn new(me: Uuid, takes_rooms: bool) -> Self {
        Self {
            me,
            takes_rooms,
            state: Mutex::default(),
        }
    }

    pub fn takes_rooms(&self) -> bool {
        self.takes_rooms
    }

    /// Replaces what is known of the others.
    pub fn update(&self, peers: Vec<Peer>) {
        let mut state = self.lock();
        state.failures.retain(|id, _| {
            *id == self.me
                || peers
                    .iter()
                    .any(|peer| peer.node.id == *id && !peer.is_silent)
        });
        state.peers = peers;
    }

    /// Records whether a node answered at its address.
    pub fn tried(&self, id: Uuid, answered: bool) {
        let mut state = self.lock();
        if answered {
            state.failures.remove(&id);
        } else {
            *state.failures.entry(id).or_default() += 1;
        }
    }

    /// This node did not answer at its own address when it started.
    pub fn is_unreached_from_the_start(&self) {
        self.lock().failures.insert(self.me, FAILURES);
    }

    /// The living nodes but this one.
    pub fn living(&self) -> Vec<Node> {
        let state = self.lock();
        let living = state.peers.iter().filter(|peer| !peer.is_silent);
        living.map(|peer| peer.node.clone()).collect()
    }

    /// The node's address, by its last heartbeat.
    pub fn node(&self, id: Uuid) -> Option<Node> {
        let state = self.lock();
        let peer = state.peers.iter().find(|peer| peer.node.id == id)?;
        Some(peer.node.clone())
    }

    /// Whether the node was silent at the last heartbeat.
    pub fn is_silent(&self, id: Uuid) -> bool {
        let state = self.lock();
        state
            .peers
            .iter()
            .any(|peer| peer.node.id == id && peer.is_silent)
    }

    pub fn cannot_reach(&self) -> Vec<Uuid> {
        self.lock().cannot_reach()
    }

    /// How well the others reach this node.
    pub fn reach(&self) -> Reach {
        let standings = self.standings();
        if standings.must_yield(self.me) {
            Reach::Unreached
        } else if standings.is_deaf(self.me) {
            Reach::Alone
        } else {
            Reach::Reached
        }
    }

    /// A living node that may be given rooms.
    pub fn any_for_rooms(&self) -> Option<Node> {
        let standings = self.standings();
        let fit = standings.0.iter().filter(|node| node.takes_rooms);
        let fit = fit.filter(|node| node.id != self.me && !standings.must_yield(node.id));
        self.node(fit.map(|node| node.id).min()?)
    }

    fn standings(&self) -> Standings {
        let state = self.lock();
        let others = state.peers.iter().filter(|peer| !peer.is_silent);
        let mut living: Vec<_> = others
            .map(|peer| Living {
                id: peer.node.id,
                takes_rooms: peer.takes_rooms,
                cannot_reach: peer.cannot_reach.clone(),
            })
            .collect();
        living.push(Living {
            id: self.me,
            takes_rooms: self.takes_rooms,
            cannot_reach: state.cannot_reach(),
        });
        Standings(living)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn cannot_reach(&self) -> Vec<Uuid> {
        let failed = self
            .failures
            .iter()
            .filter(|(_, times)| **times >= FAILURES);
        failed.map(|(id, _)| *id).collect()
    }
}

/// A node that sends heartbeats.
struct Living {
    id: Uuid,
    takes_rooms: bool,
    cannot_reach: Vec<Uuid>,
}

/// All living nodes.
struct Standings(Vec<Living>);

impl Standings {
    /// Whether the node does not answer at its own address.
    fn is_deaf(&self, id: Uuid) -> bool {
        self.0
            .iter()
            .any(|node| node.id == id && node.cannot_reach.contains(&id))
    }

    /// How many others cannot reach the node.
    fn complaints(&self, id: Uuid) -> usize {
        let others = self.0.iter().filter(|node| node.id != id);
        others
            .filter(|node| node.cannot_reach.contains(&id))
            .count()
    }

    /// The node that always keeps its rooms. When no node can reach another, the site continues on this one.
    fn last(&self) -> Option<Uuid> {
        let takers = self.0.iter().filter(|node| node.takes_rooms);
        takers
            .map(|node| (self.is_deaf(node.id), self.complaints(node.id), node.id))
            .min()
            .map(|(_, _, id)| id)
    }

    /// Whether the node must give its rooms up: it does not answer at its own address, or most of the others cannot reach it.
    fn must_yield(&self, id: Uuid) -> bool {
        let others = self.0.len() - 1;
        let is_out_of_reach = self.is_deaf(id) || self.complaints(id) * 2 > others;
        is_out_of_reach && self.last().is_some_and(|last| last != id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: usize) -> Uuid {
        Uuid::from_u128(n as u128)
    }

    /// Which of these nodes must yield, given who cannot reach whom. The nodes named in `without` take no rooms.
    fn yielding(nodes: usize, failures: &[(usize, usize)], without: &[usize]) -> Vec<usize> {
        let living = |n| Living {
            id: id(n),
            takes_rooms: !without.contains(&n),
            cannot_reach: failures
                .iter()
                .filter(|(by, _)| *by == n)
                .map(|(_, whom)| id(*whom))
                .collect(),
        };
        let standings = Standings((1..=nodes).map(living).collect());
        (1..=nodes)
            .filter(|n| standings.must_yield(id(*n)))
            .collect()
    }

    #[test]
    fn a_node_out_of_reach_yields_to_those_in_reach() {
        let none: &[usize] = &[];
        for (nodes, failures, expected, what) in [
            (1, &[][..], none, "one node"),
            (3, &[], none, "all is well"),
            (1, &[(1, 1)], none, "nobody could take its rooms"),
            (2, &[(1, 1)], &[1], "it is deaf"),
            (2, &[(2, 2)], &[2], "the other is deaf"),
            (2, &[(1, 1), (2, 2)], &[2], "both are deaf"),
            (2, &[(1, 2)], &[2], "one way between two"),
            (2, &[(1, 2), (2, 1)], &[2], "both ways between two"),
            (3, &[(1, 2)], none, "one of two others"),
            (3, &[(1, 2), (3, 2)], &[2], "both others"),
            (3, &[(1, 3), (2, 3), (3, 1), (3, 2)], &[3], "one is cut off"),
            (
                3,
                &[(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)],
                &[2, 3],
                "all are cut off",
            ),
            (4, &[(1, 2), (3, 2), (4, 2), (1, 3)], &[2], "two of three"),
        ] {
            assert_eq!(yielding(nodes, failures, &[]), expected, "{what}");
        }
        // Who takes no rooms is no reason to give any up.
        assert_eq!(yielding(2, &[(1, 1)], &[2]), none);
        assert_eq!(yielding(3, &[(1, 1)], &[2]), [1]);
    }

    #[test]
    fn a_node_is_out_of_reach_after_some_failures_and_in_reach_after_one_answer() {
        let peers = Peers::new(id(1), true);
        let peer = |is_silent| Peer {
            node: Node {
                id: id(2),
                address: "node2:7000".to_owned(),
            },
            takes_rooms: true,
            cannot_reach: Vec::new(),
            is_silent,
        };
        peers.update(vec![peer(false)]);
        for _ in 1..FAILURES {
            peers.tried(id(1), false);
            peers.tried(id(2), false);
        }
        assert_eq!(
            (peers.cannot_reach(), peers.reach()),
            (vec![], Reach::Reached)
        );
        peers.tried(id(1), false);
        assert_eq!(
            (peers.cannot_reach(), peers.reach()),
            (vec![id(1)], Reach::Unreached)
        );
        assert_eq!(peers.any_for_rooms(), peers.node(id(2)));
        // Nobody can take the rooms of a node whose only peer is silent.
        peers.update(vec![peer(true)]);
        assert_eq!((peers.reach(), peers.any_for_rooms()), (Reach::Alone, None));
        peers.update(vec![peer(false)]);
        peers.tried(id(1), true);
        assert_eq!(
            (peers.cannot_reach(), peers.reach()),
            (vec![], Reach::Reached)
        );
    }
}
