//! A live room: its lots, and the indexes that keep a bet's cost independent of how many lots and bets there are.

use super::{
    catalog::{Catalog, Pause, Phase},
    lot::Lot,
    orders::Order,
};
use crate::{
    command::LotSetup,
    ids::{BetNo, LotId, LotNumber, UserId},
    kinds::CatalogState,
    money::{Amount, Timestamp},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A live catalog. Equality means equal state; what the process merely heard (see [`Room::hear`]) is not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    pub(super) catalog: Catalog,
    pub(super) phase: Phase,
    pub(super) lots: BTreeMap<LotId, Lot>,
    /// Every lot by its number, hidden ones too.
    numbers: BTreeSet<(LotNumber, LotId)>,
    /// The lots that are not over, by number; hidden ones are over for the queue.
    queue: BTreeSet<(LotNumber, LotId)>,
    /// The end times of open lots, first due first.
    ends: BTreeSet<(Timestamp, LotNumber, LotId)>,
    /// The numbers people bid under in this catalog, given from 1 on at the first bet.
    pub(super) participants: BTreeMap<UserId, u32>,
    /// The arrival number given last.
    pub(super) arrivals: BetNo,
    /// How many bets stand in the whole room.
    standing_bets: usize,
    pub(super) version: i64,
    /// When the last event happened.
    pub(super) now: Timestamp,
    #[serde(skip)]
    heard: Heard,
}

/// The latest time a command brought, refused ones included. It is not in the journal, so it is not compared either.
#[derive(Debug, Clone, Copy, Default)]
struct Heard(Timestamp);

impl PartialEq for Heard {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Heard {}

impl Room {
    /// A room whose life begins. A catalog that trades starts, runs and ends through events, so `state` is a draft,
    /// Scheduled or finished for it; one that begins as running has no current lot until `next` opens one.
    pub fn new(
        catalog: Catalog,
        state: CatalogState,
        lots: impl IntoIterator<Item = (LotId, LotSetup)>,
    ) -> Self {
        let phase = match state {
            CatalogState::Temporary => Phase::Draft,
            CatalogState::Scheduled => Phase::Scheduled {
                start_missed: false,
            },
            CatalogState::Completed => Phase::Completed,
            CatalogState::Canceled => Phase::Canceled,
            CatalogState::InProcess => Phase::InProcess {
                current: None,
                pause: None,
            },
            CatalogState::WaitForEnd => Phase::WaitForEnd {
                since: Timestamp(0),
            },
        };
        let mut room = Self {
            catalog,
            phase,
            lots: BTreeMap::new(),
            numbers: BTreeSet::new(),
            queue: BTreeSet::new(),
            ends: BTreeSet::new(),
            participants: BTreeMap::new(),
            arrivals: BetNo(0),
            standing_bets: 0,
            version: 0,
            now: Timestamp(0),
            heard: Heard::default(),
        };
        for (id, setup) in lots {
            room.insert(id, Lot::new(setup));
        }
        room
    }

    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    pub fn state(&self) -> CatalogState {
        self.phase.state()
    }

    /// Classic: the current lot.
    pub fn current_lot(&self) -> Option<LotId> {
        match self.phase {
            Phase::InProcess { current, .. } => current,
            _ => None,
        }
    }

    /// Classic: the pause of the current lot's bidding.
    pub fn pause(&self) -> Option<&Pause> {
        match &self.phase {
            Phase::InProcess { pause, .. } => pause.as_ref(),
            _ => None,
        }
    }

    /// Any lot, hidden ones included.
    pub fn lot(&self, id: LotId) -> Option<&Lot> {
        self.lots.get(&id)
    }

    /// Every lot in the order of ids, hidden ones included.
    pub fn lots(&self) -> impl Iterator<Item = (LotId, &Lot)> {
        self.lots.iter().map(|(id, lot)| (*id, lot))
    }

    /// The participant number of a user in this catalog. `None` before their first bet.
    pub fn participant_number(&self, user: UserId) -> Option<u32> {
        self.participants.get(&user).copied()
    }

    /// Counts the catalog's public changes; secret orders leave it alone.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// The latest time the room knows: no command is earlier.
    pub fn now(&self) -> Timestamp {
        self.now.max(self.heard.0)
    }

    /// When the last event happened.
    pub fn last_event_at(&self) -> Timestamp {
        self.now
    }

    /// Notes that a command came at `now`, so that a clock that steps back afterwards changes nothing.
    pub fn observe_time(&mut self, now: Timestamp) {
        self.heard.0 = self.heard.0.max(now);
    }

    /// Whether any bet stands in the room.
    pub fn has_bets(&self) -> bool {
        self.standing_bets > 0
    }

    /// The arrival number given last, to a bet or an absentee order.
    pub fn last_arrival(&self) -> BetNo {
        self.arrivals
    }

    /// How many people have a number to bid under.
    pub fn participants_count(&self) -> usize {
        self.participants.len()
    }

    /// The open lot whose end comes first.
    pub(crate) fn first_end(&self) -> Option<(Timestamp, LotId)> {
        self.ends.first().map(|(end, _, lot)| (*end, *lot))
    }

    /// Whether every lot is over.
    pub(crate) fn all_over(&self) -> bool {
        self.queue.is_empty()
    }

    /// Lots that are not over, by number.
    pub(crate) fn queue(&self) -> impl Iterator<Item = (LotId, &Lot)> {
        self.queue.iter().map(|(_, id)| (*id, &self.lots[id]))
    }

    /// The leading lot of the group in which this one follows, if it does.
    pub fn leader_of(&self, id: LotId) -> Option<LotId> {
        let leader = self.lots.get(&id)?.together().first()?;
        (*leader != id).then_some(*leader)
    }

    /// The open leading lot of the choice in which this one follows: who bids there bids for this lot too.
    pub(super) fn bid_for_by(&self, id: LotId) -> Option<&Lot> {
        let lead = self.lots.get(&self.leader_of(id)?)?;
        (lead.is_choice() && lead.is_open()).then_some(lead)
    }

    /// The lots whose view changes with this one, itself not among them: the bets on the leading lot of a choice say how
    /// each of the others compares with its reserve.
    pub fn shown_with(&self, id: LotId) -> impl Iterator<Item = LotId> {
        let leads = |lot: &&Lot| lot.is_choice() && lot.together().first() == Some(&id);
        let lead = self.lots.get(&id).filter(leads);
        let others = lead.into_iter().flat_map(|lead| &lead.together()[1..]);
        others
            .copied()
            .filter(move |id| self.lots.get(id).is_some_and(|lot| lot.reserve().is_some()))
    }

    /// The effective reserve. In a group sold as one, the leading lot has the sum and its followers none.
    pub(crate) fn reserve_of(&self, id: LotId) -> Option<Amount> {
        let lot = self.lots.get(&id)?;
        let group = match lot.together() {
            group if group.is_empty() || lot.is_choice() => std::slice::from_ref(&id),
            [lead, ..] if *lead != id => return None,
            group => group,
        };
        let reserves = group.iter().filter_map(|id| self.lots.get(id)?.reserve());
        reserves.reduce(|sum, reserve| Amount(sum.0 + reserve.0))
    }

    /// The next lot not over with a greater number, else the first not over at all, of those that may come up; never `after`
    /// itself.
    pub(crate) fn next_in_queue(
        &self,
        after: Option<LotId>,
        may: impl Fn(LotId) -> bool,
    ) -> Option<(LotId, &Lot)> {
        let key = after.and_then(|id| Some((self.lots.get(&id)?.number(), id)));
        let comes_up = |(_, id): &&(LotNumber, LotId)| may(*id);
        let greater = key.and_then(|key| {
            use std::ops::Bound::{Excluded, Unbounded};
            let later = self.queue.range((Excluded(key), Unbounded));
            later.into_iter().find(&comes_up)
        });
        let first = || {
            let mut others = self.queue.iter().filter(|entry| Some(**entry) != key);
            others.find(&comes_up)
        };
        greater.or_else(first).map(|(_, id)| (*id, &self.lots[id]))
    }

    /// The nearest visible lot with a smaller number that follows in no group, from the end if `before` is none.
    pub(crate) fn previous_by_number(&self, before: Option<LotId>) -> Option<LotId> {
        let visible = |(_, id): &&(LotNumber, LotId)| {
            !self.lots[id].is_hidden() && self.leader_of(*id).is_none()
        };
        let found = match before.and_then(|id| Some((self.lots.get(&id)?.number(), id))) {
            Some(key) => self.numbers.range(..key).rev().find(visible),
            None => self.numbers.iter().rev().find(visible),
        };
        found.map(|(_, lot)| *lot)
    }

    pub(crate) fn number_taken(&self, number: LotNumber, by_other_than: LotId) -> bool {
        self.numbers
            .range((number, LotId(i64::MIN))..=(number, LotId(i64::MAX)))
            .any(|(_, lot)| *lot != by_other_than)
    }

    /// Every absentee order of one user.
    pub fn orders_of(&self, user: UserId) -> impl Iterator<Item = (LotId, &Order)> {
        self.lots
            .iter()
            .filter_map(move |(id, lot)| Some((*id, lot.orders().get(user)?)))
    }

    /// Whether the indexes say what the lots say; for a snapshot that comes from outside.
    pub fn is_consistent(&self) -> bool {
        let keys = || self.lots.iter().map(|(id, lot)| (*id, lot.index_keys()));
        let numbers = keys()
            .map(|(id, lot)| (lot.number, id))
            .collect::<BTreeSet<_>>();
        let queue = keys()
            .filter(|(_, lot)| lot.queued)
            .map(|(id, lot)| (lot.number, id))
            .collect::<BTreeSet<_>>();
        let ends = keys()
            .filter_map(|(id, lot)| Some((lot.end?, lot.number, id)))
            .collect::<BTreeSet<_>>();
        let numbered = self.participants.values().copied().collect::<BTreeSet<_>>();
        numbers == self.numbers
            && queue == self.queue
            && ends == self.ends
            && keys().map(|(_, lot)| lot.bets).sum::<usize>() == self.standing_bets
            && numbered.len() == self.participants.len()
            && self.lots.values().all(|lot| lot.orders.is_consistent())
            && self
                .lots
                .iter()
                .all(|(id, lot)| self.group_is_mutual(*id, lot))
    }

    /// Every lot of a group knows of all.
    fn group_is_mutual(&self, id: LotId, lot: &Lot) -> bool {
        let group = lot.together();
        let knows = |other: &LotId| {
            self.lots
                .get(other)
                .is_some_and(|other| other.together() == group && other.choice == lot.choice)
        };
        match group {
            [] => !lot.choice,
            _ => group.contains(&id) && group.iter().all(knows),
        }
    }

    pub(super) fn insert(&mut self, id: LotId, lot: Lot) {
        self.numbers.insert((lot.number(), id));
        if lot.is_queued_for_sale() {
            self.queue.insert((lot.number(), id));
        }
        if let Some(end) = lot.end() {
            self.ends.insert((end, lot.number(), id));
        }
        self.standing_bets += lot.bets().len();
        self.lots.insert(id, lot);
    }

    pub(super) fn remove(&mut self, id: LotId) -> Option<Lot> {
        let lot = self.lots.remove(&id)?;
        self.numbers.remove(&(lot.number(), id));
        self.queue.remove(&(lot.number(), id));
        if let Some(end) = lot.end() {
            self.ends.remove(&(end, lot.number(), id));
        }
        self.standing_bets -= lot.bets().len();
        Some(lot)
    }

    /// Changes a lot and whatever indexes that touches.
    pub(super) fn change(&mut self, id: LotId, change: impl FnOnce(&mut Lot)) {
        let Some(lot) = self.lots.get_mut(&id) else {
            return;
        };
        let before = lot.index_keys();
        change(lot);
        let after = lot.index_keys();
        if before == after {
            return;
        }
        if before.number != after.number {
            self.numbers.remove(&(before.number, id));
            self.numbers.insert((after.number, id));
        }
        if (before.queued, before.number) != (after.queued, after.number) {
            self.queue.remove(&(before.number, id));
            if after.queued {
                self.queue.insert((after.number, id));
            }
        }
        if (before.end, before.number) != (after.end, after.number) {
            if let Some(end) = before.end {
                self.ends.remove(&(end, before.number, id));
            }
            if let Some(end) = after.end {
                self.ends.insert((end, after.number, id));
            }
        }
        self.standing_bets = self.standing_bets + after.bets - before.bets;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ids::{CatalogId, HouseId, Participant},
        kinds::{CalculationType, CatalogType, Cause, Currency, LotState},
        room::{
            catalog::Caps,
            lot::{Bet, LotPhase},
        },
    };

    fn setup(number: i32) -> LotSetup {
        LotSetup {
            number: LotNumber(number),
            start: Amount(100),
            reserve: None,
            hidden: false,
            state: LotState::None,
        }
    }

    fn bet(no: u64, user: i64) -> Bet {
        Bet {
            no: BetNo(no),
            by: Participant::User(UserId(user)),
            value: Amount(100),
            at: Timestamp(0),
            is_absentee: false,
            cause: Some(Cause::Bet),
        }
    }

    /// Three open lots; users 1 and 2 have each bid on lot 1.
    fn room() -> Room {
        let catalog = Catalog {
            id: CatalogId(1),
            house: HouseId(1),
            catalog_type: CatalogType::Parallel,
            calculation: CalculationType::ByStepTable,
            currency: Currency::Rub,
            steps: None,
            house_steps: None,
            start_date: None,
            end_date: Some(Timestamp(10_000)),
            auto_start: false,
            sale_timeout_s: Catalog::DEFAULT_SALE_TIMEOUT_S,
            hidden: false,
            caps: Caps::default(),
        };
        let lots = (1..=3).map(|number| (LotId(i64::from(number)), setup(number)));
        let mut room = Room::new(catalog, CatalogState::InProcess, lots);
        for id in 1..=3 {
            room.change(LotId(id), |lot| {
                lot.phase = LotPhase::Open {
                    since: Timestamp(0),
                    end: Some(Timestamp(10_000 + id)),
                    sale_timeout_ms: 0,
                    warned: None,
                };
            });
        }
        room.change(LotId(1), |lot| lot.bets = vec![bet(1, 1), bet(2, 2)]);
        room.participants = BTreeMap::from([(UserId(1), 1), (UserId(2), 2)]);
        room
    }

    #[test]
    fn each_wrong_index_shows() {
        assert!(room().is_consistent());
        type Spoiler = (&'static str, fn(&mut Room));
        let spoil: [Spoiler; 9] = [
            ("a number too few", |room| {
                room.numbers.pop_first();
            }),
            ("a number too many", |room| {
                room.numbers.insert((LotNumber(9), LotId(9)));
            }),
            ("a queued lot too few", |room| {
                room.queue.pop_first();
            }),
            ("an end too few", |room| {
                room.ends.pop_first();
            }),
            ("a standing bet too many", |room| room.standing_bets += 1),
            ("a number that two people share", |room| {
                room.participants.insert(UserId(2), 1);
            }),
            ("a lot that no index has", |room| {
                room.lots.insert(LotId(4), Lot::new(setup(4)));
            }),
            ("a group that one of its lots does not know", |room| {
                room.change(LotId(1), |lot| lot.together = vec![LotId(1), LotId(2)]);
            }),
            ("an order outside the ranking", |room| {
                room.change(LotId(1), |lot| {
                    lot.orders.put(UserId(3), Amount(500), BetNo(9), true);
                    lot.orders.forget_ranking();
                });
            }),
        ];
        for (what, spoil) in spoil {
            let mut room = room();
            spoil(&mut room);
            assert!(!room.is_consistent(), "{what}");
        }
    }

    #[test]
    fn a_room_has_bets_while_one_stands() {
        let mut room = room();
        assert!(room.has_bets());
        room.change(LotId(1), |lot| lot.bets.truncate(1));
        assert!(room.has_bets(), "the first bet still stands");
        room.remove(LotId(2));
        assert!(room.has_bets(), "no bet went with lot 2");
        room.remove(LotId(1));
        assert!(!room.has_bets(), "the bet went with lot 1");
    }

    #[test]
    fn a_lot_that_goes_leaves_every_index_and_one_that_comes_enters_each() {
        let mut room = room();
        let lot = room.remove(LotId(1)).unwrap();
        assert!(room.is_consistent());
        assert_eq!(room.lot(LotId(1)), None);
        assert_eq!(room.remove(LotId(1)), None);
        assert_eq!(room.first_end(), Some((Timestamp(10_002), LotId(2))));
        room.insert(LotId(1), lot);
        assert!(room.is_consistent());
        assert_eq!(room, self::room());
    }
}
