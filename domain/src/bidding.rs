//! How absentee orders answer: to a bet, to each other, and to the reserve. Pure functions of the leading bet and the
//! orders; who may bid and when is not asked here.

use crate::{
    ids::{BetNo, Participant, UserId},
    money::Amount,
    room::{Order, Orders, Rank},
    steps::Ladder,
};
use std::cmp::Reverse;

/// The leading bet, as far as it matters to the orders.
#[derive(Debug, Clone)]
pub struct Leading {
    pub by: Participant,
    pub value: Amount,
    pub no: BetNo,
}

/// A bet that an order makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    pub user: UserId,
    pub value: Amount,
}

/// The orders of a lot with at most one of them placed, changed or dropped meanwhile, so that nothing is copied.
#[derive(Debug, Clone)]
pub struct Book<'a> {
    orders: &'a Orders,
    changed: Option<(UserId, Option<Order>)>,
}

impl<'a> Book<'a> {
    pub fn of(orders: &'a Orders) -> Self {
        Self {
            orders,
            changed: None,
        }
    }

    pub fn placed(orders: &'a Orders, user: UserId, order: Order) -> Self {
        Self {
            orders,
            changed: Some((user, Some(order))),
        }
    }

    pub fn dropped(orders: &'a Orders, user: UserId) -> Self {
        Self {
            orders,
            changed: Some((user, None)),
        }
    }

    pub fn get(&self, user: UserId) -> Option<&Order> {
        match &self.changed {
            Some((changed, order)) if *changed == user => order.as_ref(),
            _ => self.orders.get(user),
        }
    }

    /// Highest first, earliest first among equals.
    fn ranked(&self) -> impl Iterator<Item = Rank> {
        let changed = self.changed.as_ref().map(|(user, _)| *user);
        let mut fresh = self
            .changed
            .as_ref()
            .and_then(|(user, order)| Some(Rank::of(*user, order.as_ref()?)));
        let mut others = self
            .orders
            .ranking()
            .filter(move |rank| Some(rank.user) != changed)
            .peekable();
        std::iter::from_fn(move || match (fresh, others.peek()) {
            (Some(rank), Some(other)) if *other < rank => others.next(),
            (Some(_), _) => fresh.take(),
            (None, _) => others.next(),
        })
    }
}

/// How far a bidder goes, and since which bet.
#[derive(Clone, Copy)]
struct Claim {
    user: Option<UserId>,
    maximum: Amount,
    since: BetNo,
}

impl Claim {
    fn of(rank: Rank) -> Self {
        Self {
            user: Some(rank.user),
            maximum: rank.maximum(),
            since: rank.since,
        }
    }

    /// Higher, or equal and earlier.
    fn beats(&self, other: &Claim) -> bool {
        (self.maximum, Reverse(self.since)) > (other.maximum, Reverse(other.since))
    }

    /// What the winner pays over the loser: one step more, at most their own maximum; if both are equal, that maximum.
    fn price_over(&self, loser: &Claim, ladder: &Ladder<'_>) -> Amount {
        if self.maximum == loser.maximum {
            self.maximum
        } else {
            self.maximum.min(ladder.after(loser.maximum))
        }
    }
}

/// `resolve`: the bets that the orders make now, in the order in which they are recorded. A second call
/// returns none.
pub fn resolve(
    ladder: &Ladder<'_>,
    start: Amount,
    leading: Option<&Leading>,
    book: &Book<'_>,
) -> Vec<Answer> {
    match leading {
        None => open_the_bidding(ladder, start, book),
        Some(leading) => contest(ladder, leading, book),
    }
}

/// 1. No leading bet.
fn open_the_bidding(ladder: &Ladder<'_>, start: Amount, book: &Book<'_>) -> Vec<Answer> {
    let minimum = ladder.minimum(start, None);
    let mut able = book
        .ranked()
        .take_while(|rank| rank.maximum() >= minimum)
        .map(Claim::of);
    let Some(first) = able.next() else {
        return Vec::new();
    };
    match able.next() {
        None => answers([(first, minimum)]),
        Some(second) => answers([
            (second, second.maximum),
            (first, first.price_over(&second, ladder)),
        ]),
    }
}

/// 2. With a leading bet `L`.
fn contest(ladder: &Ladder<'_>, leading: &Leading, book: &Book<'_>) -> Vec<Answer> {
    let owner = leading.by.user();
    let own_order = owner.and_then(|owner| book.get(owner));
    let leader_covers_since = |amount: Amount| {
        let by_bet = (leading.value >= amount).then_some(leading.no);
        let by_order = own_order.and_then(|order| order.covers_since(amount));
        by_bet
            .into_iter()
            .chain(by_order)
            .min()
            .unwrap_or(leading.no)
    };
    let maximum = own_order.map_or(leading.value, |order| order.maximum().max(leading.value));
    let leader = Claim {
        user: owner,
        maximum,
        since: leader_covers_since(maximum),
    };

    let leader_reaches_l_since = leader_covers_since(leading.value);
    let mut rivals = book
        .ranked()
        .take_while(|rank| rank.maximum() >= leading.value)
        .filter(|rank| Some(rank.user) != owner)
        .filter(|rank| rank.maximum() > leading.value || rank.since < leader_reaches_l_since)
        .map(Claim::of);
    let Some(challenger) = rivals.next() else {
        return Vec::new();
    };

    if challenger.beats(&leader) {
        let second = rivals
            .next()
            .filter(|rival| rival.beats(&leader))
            .unwrap_or(leader);
        let price = challenger.price_over(&second, ladder);
        if second.maximum > leading.value {
            answers([(second, second.maximum), (challenger, price)])
        } else {
            answers([(challenger, price)])
        }
    } else {
        let price = leader.price_over(&challenger, ladder);
        if price > leading.value {
            answers([(challenger, challenger.maximum), (leader, price)])
        } else {
            Vec::new()
        }
    }
}

/// The leader's order reaches for the reserve, if it goes that far and the leading bet does not.
pub fn reach_for_reserve(
    leading: Option<&Leading>,
    reserve: Option<Amount>,
    book: &Book<'_>,
) -> Option<Answer> {
    let (leading, wanted) = (leading?, reserve?.ceil10());
    let user = leading.by.user()?;
    let reaches = book.get(user)?.maximum() >= wanted;
    (reaches && leading.value < wanted).then_some(Answer {
        user,
        value: wanted,
    })
}

/// Claims above the leading bet are orders, so they have a user; a leader from the hall goes no further than their bet.
fn answers<const N: usize>(bets: [(Claim, Amount); N]) -> Vec<Answer> {
    bets.into_iter()
        .filter_map(|(claim, value)| {
            Some(Answer {
                user: claim.user?,
                value,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::{CalculationType, CatalogType};

    /// Orders as (user, maximum, arrival).
    fn orders(placed: &[(i64, i64, u64)]) -> Orders {
        let mut orders = Orders::default();
        for (user, maximum, arrival) in placed {
            orders.put(UserId(*user), Amount(*maximum), BetNo(*arrival), true);
        }
        orders
    }

    fn leading(user: i64, value: i64, no: u64) -> Leading {
        Leading {
            by: Participant::User(UserId(user)),
            value: Amount(value),
            no: BetNo(no),
        }
    }

    /// The answers as (user, value), by the default step table.
    fn resolved(leading: Option<&Leading>, book: &Book<'_>) -> Vec<(i64, i64)> {
        let (kind, how) = (CatalogType::Classic, CalculationType::ByStepTable);
        let ladder = Ladder::new(kind, how, None, None);
        resolve(&ladder, Amount(100), leading, book)
            .into_iter()
            .map(|answer| (answer.user.0, answer.value.0))
            .collect()
    }

    #[test]
    fn a_placed_order_takes_its_rank_among_the_standing_ones() {
        let standing = orders(&[(1, 300, 1), (2, 200, 2)]);
        for (maximum, ranked) in [
            (400, [3, 1, 2]),
            (300, [1, 3, 2]),
            (250, [1, 3, 2]),
            (200, [1, 2, 3]),
        ] {
            let book = Book::placed(&standing, UserId(3), Order::new(Amount(maximum), BetNo(9)));
            let users: Vec<_> = book.ranked().map(|rank| rank.user.0).collect();
            assert_eq!(users, ranked, "{maximum}");
        }
        let book = Book::placed(&standing, UserId(1), Order::new(Amount(150), BetNo(9)));
        let users: Vec<_> = book.ranked().map(|rank| rank.user.0).collect();
        assert_eq!(users, [2, 1], "the changed order has one place");
    }

    #[test]
    fn an_order_that_only_reaches_the_price_is_no_rival_of_an_earlier_leader() {
        let earlier = leading(1, 100, 3);
        // Leads by a bet, covers it since, and goes further.
        let later_rival = orders(&[(1, 500, 4), (2, 100, 5)]);
        assert_eq!(resolved(Some(&earlier), &Book::of(&later_rival)), []);
        let earlier_rival = orders(&[(1, 500, 4), (2, 100, 2)]);
        assert_eq!(
            resolved(Some(&earlier), &Book::of(&earlier_rival)),
            [(2, 100), (1, 110)]
        );
        // A bet below the leader's maximum does not set its time: the order does.
        let equal_maxima = orders(&[(1, 500, 4), (2, 500, 3)]);
        assert_eq!(
            resolved(Some(&leading(1, 100, 1)), &Book::of(&equal_maxima)),
            [(1, 500), (2, 500)]
        );
    }

    #[test]
    fn a_leader_whose_price_would_stay_answers_nothing() {
        // The rival is earlier with the same amount, but it is all the leader has as well.
        let rival = orders(&[(2, 100, 5)]);
        assert_eq!(resolved(Some(&leading(1, 100, 3)), &Book::of(&rival)), []);
        let earlier = orders(&[(2, 100, 2)]);
        assert_eq!(
            resolved(Some(&leading(1, 100, 3)), &Book::of(&earlier)),
            [(2, 100)]
        );
    }
}
