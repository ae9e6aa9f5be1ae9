//! The events a decision is made of, and how lots open, take bets and close. A plan reads the room and keeps only what
//! differs from it: the next arrival number, who got a participant's number, and the trade of the lot at hand.

use crate::{
    bidding::{Answer, Book, Leading, reach_for_reserve, resolve},
    command::Revoker,
    event::{DropReason, Event},
    ids::{BetNo, LotId, Participant, UserId},
    kinds::Cause,
    money::{Amount, Timestamp},
    refusal::Refusal,
    room::{Bet, Catalog, Lot, LotPhase, Room},
    timers::PARALLEL_EXTENSION_MS,
};

/// The events of a command, or why the rules refuse it.
pub(super) type Decision = Result<Vec<Event>, Refusal>;

pub(super) struct Plan<'a> {
    pub room: &'a Room,
    pub now: Timestamp,
    events: Vec<Event>,
    arrivals: BetNo,
    newcomers: Vec<UserId>,
    /// The leading lot whose group has dissolved.
    dissolved: Option<LotId>,
    /// Lots of a choice that are over with it.
    passed: Vec<LotId>,
    /// No order acts.
    paused: bool,
}

/// The trade of one lot while a decision is made: what bets and orders change, without the stack of standing bets.
pub(super) struct Trade<'a> {
    id: LotId,
    lot: &'a Lot,
    pub leading: Option<Leading>,
    pub book: Book<'a>,
    window: Option<Window>,
    /// What sets the batch off; its first bet takes it along.
    pub cause: Option<Cause>,
}

/// An open lot's time.
#[derive(Clone, Copy)]
struct Window {
    end: Option<Timestamp>,
    sale_timeout_ms: i64,
}

impl<'a> Trade<'a> {
    /// The lot in its current state.
    pub fn of(id: LotId, lot: &'a Lot, cause: Cause) -> Self {
        let window = match lot.phase() {
            LotPhase::Open {
                end,
                sale_timeout_ms,
                ..
            } => Some(Window {
                end,
                sale_timeout_ms,
            }),
            LotPhase::Waiting | LotPhase::Over { .. } => None,
        };
        let leading = lot.leading().map(|bet| Leading {
            by: bet.by.clone(),
            value: bet.value,
            no: bet.no,
        });
        Self {
            id,
            lot,
            leading,
            book: Book::of(lot.orders()),
            window,
            cause: Some(cause),
        }
    }

    pub fn is_open(&self) -> bool {
        self.window.is_some()
    }

    pub fn meets(&self, reserve: Option<Amount>) -> bool {
        let leading = self.leading.as_ref();
        leading.is_some_and(|leading| reserve.is_none_or(|reserve| leading.value >= reserve))
    }

    /// A bet at `now` moves the end of an open lot, never earlier; `None` if it stays.
    pub fn extend(&mut self, catalog: &Catalog, now: Timestamp) -> Option<Timestamp> {
        let window = self.window.as_mut()?;
        let end = window.end?;
        let extension = if catalog.is_parallel() {
            let in_the_last_minutes = now >= catalog.end_date?.minus_ms(PARALLEL_EXTENSION_MS);
            in_the_last_minutes.then_some(PARALLEL_EXTENSION_MS)?
        } else {
            window.sale_timeout_ms
        };
        let moved = now.plus_ms(extension);
        (moved > end).then(|| *window.end.insert(moved))
    }
}

impl<'a> Plan<'a> {
    pub fn new(room: &'a Room, now: Timestamp) -> Self {
        Self {
            room,
            now,
            events: Vec::new(),
            arrivals: room.last_arrival(),
            newcomers: Vec::new(),
            dissolved: None,
            passed: Vec::new(),
            paused: room.pause().is_some(),
        }
    }

    pub fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    pub fn events(self) -> Vec<Event> {
        self.events
    }

    /// The next arrival number.
    pub fn arrival(&mut self) -> BetNo {
        self.arrivals.0 += 1;
        self.arrivals
    }

    /// A bet that a person places, not an order.
    pub fn accept(&mut self, trade: &mut Trade<'_>, by: &Participant, value: Amount) {
        let end = trade.extend(self.room.catalog(), self.now);
        self.record(trade, by.clone(), value, false, end);
    }

    /// Lets the orders of an open lot act.
    pub fn resolve(&mut self, trade: &mut Trade<'_>) {
        if self.paused || !trade.is_open() {
            return;
        }
        let catalog = self.room.catalog();
        for answer in resolve(
            &catalog.ladder(),
            trade.lot.start(),
            trade.leading.as_ref(),
            &trade.book,
        ) {
            self.answer(trade, answer);
        }
        if catalog.is_parallel()
            && let Some(answer) =
                reach_for_reserve(trade.leading.as_ref(), trade.lot.reserve(), &trade.book)
        {
            self.answer(trade, answer);
        }
    }

    /// Opens a lot, or opens it again, and lets its orders act.
    pub fn open(&mut self, id: LotId, lot: &'a Lot) {
        let window = self.announce(id);
        let mut trade = Trade::of(id, lot, Cause::Opening);
        trade.window = Some(window);
        self.resolve(&mut trade);
    }

    /// Opens a lot with a bet that stood before.
    pub fn open_at(&mut self, id: LotId, lot: &'a Lot, bet: &Bet) {
        let window = self.announce(id);
        let mut trade = Trade::of(id, lot, Cause::Bet);
        trade.window = Some(window);
        self.accept(&mut trade, &bet.by, bet.value);
        self.resolve(&mut trade);
    }

    /// Ends the pause of an open lot, whose end is `end` from now on.
    pub fn resume(&mut self, id: LotId, lot: &Lot, end: Option<Timestamp>) {
        self.paused = false;
        let mut trade = Trade::of(id, lot, Cause::Resume);
        if let Some(window) = &mut trade.window {
            window.end = end;
        }
        self.resolve(&mut trade);
    }

    /// Opens a lot that has neither bets nor orders.
    pub fn open_new(&mut self, id: LotId) {
        self.announce(id);
    }

    fn announce(&mut self, id: LotId) -> Window {
        let catalog = self.room.catalog();
        let end = if catalog.is_classic() {
            catalog
                .auto_start
                .then(|| self.now.plus_ms(catalog.sale_timeout_ms()))
        } else {
            catalog
                .end_date
                .map(|end| end.max(self.now.plus_ms(PARALLEL_EXTENSION_MS)))
        };
        self.push(Event::LotOpened {
            at: self.now,
            lot: id,
            end,
        });
        Window {
            end,
            sale_timeout_ms: catalog.sale_timeout_ms(),
        }
    }

    /// The hammer rule. In Classic the leader's order reaches for the reserve just before.
    pub fn hammer(&mut self, id: LotId, lot: &Lot) {
        let trade = self.last_chance(id, lot);
        let sold = trade.meets(self.room.reserve_of(id));
        self.close(id, lot, sold);
    }

    /// Sold, below the reserve too.
    pub fn sell(&mut self, id: LotId, lot: &Lot) {
        self.last_chance(id, lot);
        self.close(id, lot, true);
    }

    /// Closes a lot and, if it leads a group, the others with it. Lots that were not sold as one are each sold by itself:
    /// what was bid for all of them is bid for none, and no order for all of them bids for one.
    pub fn close(&mut self, id: LotId, lot: &Lot, sold: bool) {
        let (at, group) = (self.now, lot.together());
        if !sold && !group.is_empty() {
            self.void(id, lot);
        }
        self.push(Event::LotHammered { at, lot: id, sold });
        if !sold {
            self.part(lot);
            return;
        }
        for other in group.iter().skip(1) {
            self.push(Event::LotHammered {
                at,
                lot: *other,
                sold,
            });
        }
    }

    /// The bets on a lot and its orders count no more.
    pub fn void(&mut self, id: LotId, lot: &Lot) {
        self.take_bets_back(id, lot);
        for (user, _) in lot.orders().iter() {
            self.push(Event::OrderDropped {
                at: self.now,
                lot: id,
                user,
                why: DropReason::Revoked,
            });
        }
    }

    /// Closes a lot of a choice, unsold.
    pub fn pass(&mut self, id: LotId) {
        self.push(Event::LotHammered {
            at: self.now,
            lot: id,
            sold: false,
        });
        self.passed.push(id);
    }

    /// All bets on a lot are void, if it has any.
    pub fn take_bets_back(&mut self, id: LotId, lot: &Lot) {
        if lot.leading().is_some() {
            self.push(Event::BetsRevoked {
                at: self.now,
                lot: id,
                bets: lot.bets().iter().map(|bet| bet.no).collect(),
                by: Revoker::Auctioneer,
                end: None,
            });
        }
    }

    /// Dissolves a group: each lot is sold by itself.
    pub fn part(&mut self, lead: &Lot) {
        self.dissolved = lead.together().first().copied();
        for lot in lead.together() {
            self.push(Event::LotParted {
                at: self.now,
                lot: *lot,
            });
        }
    }

    /// Opens the next lot not over with a greater number, else the first not over at all, else begins WaitForEnd.
    pub fn open_next(&mut self, after: Option<LotId>) {
        match self.next_in_queue(after) {
            Some((id, lot)) => self.open(id, lot),
            None => self.push(Event::WaitForEndBegan { at: self.now }),
        }
    }

    /// The next lot to come up, as [`Room::next_in_queue`]: none that follows in a group, unless that has just dissolved, and none
    /// that has just been passed.
    pub fn next_in_queue(&self, after: Option<LotId>) -> Option<(LotId, &'a Lot)> {
        self.room.next_in_queue(after, |id| {
            let leader = self.room.leader_of(id);
            (leader.is_none() || leader == self.dissolved) && !self.passed.contains(&id)
        })
    }

    /// Lets the leader's order reach for the reserve, in Classic.
    pub fn last_chance<'l>(&mut self, id: LotId, lot: &'l Lot) -> Trade<'l> {
        let mut trade = Trade::of(id, lot, Cause::Lift);
        if self.room.catalog().is_classic()
            && let Some(lift) = reach_for_reserve(
                trade.leading.as_ref(),
                self.room.reserve_of(id),
                &trade.book,
            )
        {
            self.record(
                &mut trade,
                Participant::User(lift.user),
                lift.value,
                true,
                None,
            );
        }
        trade
    }

    fn answer(&mut self, trade: &mut Trade<'_>, answer: Answer) {
        let end = trade.extend(self.room.catalog(), self.now);
        self.record(
            trade,
            Participant::User(answer.user),
            answer.value,
            true,
            end,
        );
    }

    fn record(
        &mut self,
        trade: &mut Trade<'_>,
        by: Participant,
        value: Amount,
        is_absentee: bool,
        end: Option<Timestamp>,
    ) {
        let no = self.arrival();
        let participant_number = by.user().and_then(|user| self.number_if_new(user));
        trade.leading = Some(Leading {
            by: by.clone(),
            value,
            no,
        });
        self.push(Event::BetAccepted {
            at: self.now,
            lot: trade.id,
            no,
            participant_number,
            by,
            value,
            is_absentee,
            cause: trade.cause.take(),
            end,
        });
    }

    fn number_if_new(&mut self, user: UserId) -> Option<u32> {
        if self.room.participant_number(user).is_some() || self.newcomers.contains(&user) {
            return None;
        }
        self.newcomers.push(user);
        u32::try_from(self.room.participants_count() + self.newcomers.len()).ok()
    }
}
