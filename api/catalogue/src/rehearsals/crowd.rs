//! Invented bidders. They bid by the ladder, each up to a limit of their own on each lot, by dice that a seed fixes.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use contract::dto::Pace;

/// Paddles that houses rarely give out, so that no invented bidder is mistaken for a person.
const PADDLES: std::ops::RangeInclusive<u32> = 901..=924;
/// The most bidders that one lot interests.
const MOST: usize = 5;
/// One lot in this many gets no bids, so that the auctioneer practises passing it.
const NOBODY: u32 = 8;

/// What the crowd sees of the lot on the block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnTheBlock {
    pub lot_id: i64,
    pub start: i64,
    pub min_bet: i64,
    /// The leader's paddle; `None` without a leader, or if an online bidder leads.
    pub leader: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bid {
    pub paddle: String,
    pub value: i64,
}

struct Bidder {
    paddle: String,
    /// The highest value they bid on the lot.
    limit: i64,
}

pub struct Crowd {
    dice: StdRng,
    lot_id: Option<i64>,
    /// Those whom the lot on the block interests.
    interested: Vec<Bidder>,
}

impl Crowd {
    pub fn seeded(seed: u64) -> Self {
        Self {
            dice: StdRng::seed_from_u64(seed),
            lot_id: None,
            interested: Vec::new(),
        }
    }

    /// How long until someone thinks of bidding again: half to one and a half of the pace.
    pub fn pause(&mut self, pace: Pace) -> Duration {
        let usual = match pace {
            Pace::Slow => 10_000,
            Pace::Normal => 5_000,
            Pace::Brisk => 2_000,
        };
        Duration::from_millis(self.dice.random_range(usual / 2..=usual * 3 / 2))
    }

    /// The next bid: the minimum, of someone who does not lead and whose limit reaches it. None once all have theirs.
    pub fn bid(&mut self, lot: &OnTheBlock) -> Option<Bid> {
        if self.lot_id != Some(lot.lot_id) {
            self.lot_id = Some(lot.lot_id);
            self.interested = self.gather(lot);
        }
        let willing: Vec<&Bidder> = self
            .interested
            .iter()
            .filter(|bidder| {
                bidder.limit >= lot.min_bet && lot.leader.as_ref() != Some(&bidder.paddle)
            })
            .collect();
        if willing.is_empty() {
            return None;
        }
        let bidder = willing[self.dice.random_range(0..willing.len())];
        Some(Bid {
            paddle: bidder.paddle.clone(),
            value: lot.min_bet,
        })
    }

    /// Draws who wants a lot, and up to what: from a little below its start to five times that.
    fn gather(&mut self, lot: &OnTheBlock) -> Vec<Bidder> {
        if self.dice.random_range(0..NOBODY) == 0 {
            return Vec::new();
        }
        let start = lot.start.max(lot.min_bet.min(10)) as f64;
        let number = self.dice.random_range(1..=MOST);
        let mut bidders: Vec<Bidder> = Vec::with_capacity(number);
        while bidders.len() < number {
            let paddle = self.dice.random_range(PADDLES).to_string();
            // As often twice the start as half of five times it: prices grow by ratios.
            let ratio = 0.9 * (5.0_f64 / 0.9).powf(self.dice.random::<f64>());
            if bidders.iter().all(|known| known.paddle != paddle) {
                let limit = (start * ratio) as i64;
                bidders.push(Bidder { paddle, limit });
            }
        }
        bidders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lot(lot_id: i64) -> OnTheBlock {
        OnTheBlock {
            lot_id,
            start: 1000,
            min_bet: 1000,
            leader: None,
        }
    }

    /// Bids on a lot with steps of 100 until nobody goes on.
    fn played(crowd: &mut Crowd, lot_id: i64) -> Vec<Bid> {
        let mut on = lot(lot_id);
        let mut bids = Vec::new();
        while let Some(bid) = crowd.bid(&on) {
            on.min_bet = bid.value + 100;
            on.leader = Some(bid.paddle.clone());
            bids.push(bid);
            assert!(bids.len() < 100, "a bidder has no limit");
        }
        bids
    }

    #[test]
    fn bids_follow_the_ladder_and_stop_at_a_limit() {
        let mut crowd = Crowd::seeded(7);
        let mut passed = 0;
        let mut contested = 0;
        for lot_id in 1..=200 {
            let bids = played(&mut crowd, lot_id);
            for (place, bid) in bids.iter().enumerate() {
                assert_eq!(bid.value, 1000 + 100 * place as i64);
                assert!(bid.value <= 5000);
                assert!(PADDLES.contains(&bid.paddle.parse().unwrap()));
            }
            for pair in bids.windows(2) {
                assert_ne!(
                    pair[0].paddle, pair[1].paddle,
                    "the leader bids against themselves"
                );
            }
            passed += usize::from(bids.is_empty());
            contested += usize::from(bids.len() > 5);
        }
        assert!((10..80).contains(&passed), "{passed} of 200 are passed");
        assert!(contested > 50, "{contested} of 200 are contested");
    }

    #[test]
    fn a_seed_fixes_everything() {
        let play = |seed| {
            let mut crowd = Crowd::seeded(seed);
            let pauses: Vec<_> = (0..5).map(|_| crowd.pause(Pace::Brisk)).collect();
            let bids: Vec<_> = (1..20).flat_map(|lot| played(&mut crowd, lot)).collect();
            (pauses, bids)
        };
        assert_eq!(play(3), play(3));
        assert_ne!(play(3), play(4));
    }

    #[test]
    fn the_pace_is_kept() {
        let mut crowd = Crowd::seeded(1);
        for (pace, seconds) in [
            (Pace::Slow, 5..=15),
            (Pace::Normal, 2..=8),
            (Pace::Brisk, 1..=3),
        ] {
            for _ in 0..100 {
                assert!(seconds.contains(&crowd.pause(pace).as_secs()), "{pace:?}");
            }
        }
    }

    #[test]
    fn a_lot_that_comes_back_finds_new_bidders() {
        let mut crowd = Crowd::seeded(5);
        let first = played(&mut crowd, 1);
        played(&mut crowd, 2);
        assert_ne!(played(&mut crowd, 1), first);
    }
}
