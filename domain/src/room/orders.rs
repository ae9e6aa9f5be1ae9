//! Absentee orders of a lot: secret maxima, one a user.

use crate::{
    ids::{BetNo, UserId},
    money::Amount,
};
use serde::{Deserialize, Serialize};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// An absentee order. It covers every amount up to its maximum; since when differs where it was raised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Up to this amount since this arrival; both rise strictly, the last amount is the maximum. Never empty.
    reach: Vec<(Amount, BetNo)>,
}

impl Order {
    pub(crate) fn new(maximum: Amount, arrival: BetNo) -> Self {
        Self {
            reach: vec![(maximum, arrival)],
        }
    }

    pub fn maximum(&self) -> Amount {
        self.reach[self.reach.len() - 1].0
    }

    /// Since when it covers its whole maximum.
    pub fn since(&self) -> BetNo {
        self.reach[self.reach.len() - 1].1
    }

    /// Since when it covers the amount, if it does.
    pub fn covers_since(&self, amount: Amount) -> Option<BetNo> {
        let first = self.reach.partition_point(|(up_to, _)| *up_to < amount);
        self.reach.get(first).map(|(_, since)| *since)
    }

    /// The order with a new maximum. Raised: only the part above is new. Lowered: on an open lot what remains keeps
    /// its time, else it counts as new. The same maximum again changes nothing.
    pub(crate) fn changed(&self, maximum: Amount, arrival: BetNo, lot_is_open: bool) -> Self {
        let mut reach = self.reach.clone();
        if maximum > self.maximum() {
            reach.push((maximum, arrival));
        } else if maximum < self.maximum() {
            if !lot_is_open {
                return Self::new(maximum, arrival);
            }
            let kept = reach.partition_point(|(up_to, _)| *up_to < maximum);
            reach.truncate(kept + 1);
            reach[kept].0 = maximum;
        }
        Self { reach }
    }
}

/// An order's place among the others: the highest first, then the earliest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Rank {
    maximum: Reverse<Amount>,
    pub since: BetNo,
    pub user: UserId,
}

impl Rank {
    pub(crate) fn of(user: UserId, order: &Order) -> Self {
        Self {
            maximum: Reverse(order.maximum()),
            since: order.since(),
            user,
        }
    }

    pub fn maximum(&self) -> Amount {
        self.maximum.0
    }
}

/// The orders of a lot, ranked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    by_user: BTreeMap<UserId, Order>,
    ranking: BTreeSet<Rank>,
}

impl Orders {
    pub fn get(&self, user: UserId) -> Option<&Order> {
        self.by_user.get(&user)
    }

    pub fn iter(&self) -> impl Iterator<Item = (UserId, &Order)> {
        self.by_user.iter().map(|(user, order)| (*user, order))
    }

    pub fn is_empty(&self) -> bool {
        self.by_user.is_empty()
    }

    /// Highest first, earliest first among equals.
    pub(crate) fn ranking(&self) -> impl Iterator<Item = Rank> {
        self.ranking.iter().copied()
    }

    /// What [`Orders::put`] would store: the user's order with a new maximum.
    pub(crate) fn with(
        &self,
        user: UserId,
        maximum: Amount,
        arrival: BetNo,
        lot_is_open: bool,
    ) -> Order {
        match self.get(user) {
            Some(order) => order.changed(maximum, arrival, lot_is_open),
            None => Order::new(maximum, arrival),
        }
    }

    pub(crate) fn put(&mut self, user: UserId, maximum: Amount, arrival: BetNo, lot_is_open: bool) {
        let order = self.with(user, maximum, arrival, lot_is_open);
        self.drop(user);
        self.ranking.insert(Rank::of(user, &order));
        self.by_user.insert(user, order);
    }

    pub(super) fn is_consistent(&self) -> bool {
        self.by_user
            .iter()
            .map(|(user, order)| Rank::of(*user, order))
            .collect::<BTreeSet<_>>()
            == self.ranking
    }

    /// Breaks the ranking, for tests of [`Orders::is_consistent`].
    #[cfg(test)]
    pub(super) fn forget_ranking(&mut self) {
        self.ranking.clear();
    }

    pub(super) fn drop(&mut self, user: UserId) {
        if let Some(order) = self.by_user.remove(&user) {
            self.ranking.remove(&Rank::of(user, &order));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(order: &Order) -> Vec<(i64, u64)> {
        order
            .reach
            .iter()
            .map(|(up_to, since)| (up_to.0, since.0))
            .collect()
    }

    #[test]
    fn a_raise_is_new_only_above_the_old_maximum() {
        let order = Order::new(Amount(100), BetNo(1)).changed(Amount(200), BetNo(5), true);
        assert_eq!(reach(&order), [(100, 1), (200, 5)]);
        assert_eq!(order.covers_since(Amount(100)), Some(BetNo(1)));
        assert_eq!(order.covers_since(Amount(110)), Some(BetNo(5)));
        assert_eq!(order.covers_since(Amount(210)), None);
    }

    #[test]
    fn lowered_on_an_open_lot_it_keeps_its_time() {
        let order = Order::new(Amount(100), BetNo(1)).changed(Amount(200), BetNo(5), false);
        assert_eq!(
            reach(&order.changed(Amount(150), BetNo(9), true)),
            [(100, 1), (150, 5)]
        );
        assert_eq!(
            reach(&order.changed(Amount(100), BetNo(9), true)),
            [(100, 1)]
        );
        assert_eq!(reach(&order.changed(Amount(50), BetNo(9), true)), [(50, 1)]);
    }

    #[test]
    fn lowered_on_a_waiting_lot_it_counts_as_new_and_the_same_again_changes_nothing() {
        let order = Order::new(Amount(100), BetNo(1)).changed(Amount(200), BetNo(5), false);
        assert_eq!(
            reach(&order.changed(Amount(150), BetNo(9), false)),
            [(150, 9)]
        );
        assert_eq!(order.changed(Amount(200), BetNo(9), false), order);
    }
}
