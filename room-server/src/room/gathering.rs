//! The commands a room decided since its last batch, as rows to store.

use super::notices::{Leaders, NoticeKind, RoomNotice};
use crate::journal::{
    Batch, BetRow, ChangedBetRow, CommandRow, Head, LeadingRow, LotRow, OrderRow, OutboxJob,
    ParticipantRow, Remembered, Revocation, bet_id,
};
use domain::{
    CatalogState, Command, DropReason, Event, Executed, Lot, LotId, LotView, Outcome, Refusal,
    Room, Timestamp, UserId, next_wake,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Answer, Request, paddle};

/// A bet before a command that may revoke it; afterwards the room no longer knows its bettor.
#[derive(Debug, Clone, Copy)]
struct StandingBet {
    bet_id: i64,
    lot: LotId,
    user: Option<UserId>,
}

/// Facts to read from the room before a command changes it.
#[derive(Debug)]
pub struct Before {
    standing: Vec<StandingBet>,
    listed: Listed,
}

/// Catalog facts that every lot's listing row repeats.
#[derive(Debug, PartialEq, Eq)]
struct Listed {
    state: CatalogState,
    start_date: Option<Timestamp>,
    end_date: Option<Timestamp>,
    hidden: bool,
}

impl Listed {
    fn of(room: &Room) -> Self {
        let catalog = room.catalog_view();
        Self {
            state: catalog.state,
            start_date: catalog.start_date,
            end_date: catalog.end_date,
            hidden: catalog.hidden,
        }
    }
}

impl Before {
    pub fn of(room: &Room, command: &Command) -> Self {
        let catalog_id = room.catalog().id.0;
        let standing = |id: LotId, bets: &[domain::Bet]| {
            bets.iter()
                .map(|bet| StandingBet {
                    bet_id: bet_id(catalog_id, bet.no.0),
                    lot: id,
                    user: bet.by.user(),
                })
                .collect::<Vec<_>>()
        };
        let standing = match command {
            Command::Revoke { lot, .. } => room
                .lot(*lot)
                .map_or_else(Vec::new, |state| standing(*lot, state.last_batch())),
            // A group that is passed loses its bets, as do lots of a choice when the hammer falls or is undone.
            Command::Next { .. }
            | Command::Sell { .. }
            | Command::Skip { .. }
            | Command::Previous
            | Command::Return { .. } => room
                .current_lot()
                .and_then(|id| room.lot(id))
                .into_iter()
                .flat_map(Lot::together)
                .filter_map(|id| Some((*id, room.lot(*id)?)))
                .flat_map(|(id, lot)| standing(id, lot.bets()))
                .collect(),
            Command::Cancel => room
                .lots()
                .flat_map(|(id, lot)| standing(id, lot.bets()))
                .collect(),
            _ => Vec::new(),
        };
        Self {
            standing,
            listed: Listed::of(room),
        }
    }
}

#[derive(Debug, Default)]
pub struct Gathering {
    commands: Vec<CommandRow>,
    bets: Vec<BetRow>,
    /// Stored bets that were revoked or got another paddle.
    changed: BTreeMap<i64, ChangedBetRow>,
    orders: BTreeMap<(LotId, UserId), OrderRow>,
    participants: Vec<ParticipantRow>,
    /// Lots whose public state changed.
    lots: BTreeSet<LotId>,
    /// Lots of which more changed than their trade.
    described: BTreeSet<LotId>,
    lots_gone: BTreeSet<LotId>,
    /// The catalog changed, and so may values derived from it for every lot.
    catalog_changed: bool,
    /// The catalog's state or current lot changed.
    status_changed: bool,
    /// A catalog fact in the lots' listing rows changed; the current lot is not among them.
    listing_changed: bool,
    notices: Vec<RoomNotice>,
    /// Lots on which bidding began, those sold with others included.
    opened: BTreeSet<LotId>,
    /// Bettors whose bets were cancelled with the sale.
    cancelled: BTreeSet<UserId>,
    at: Timestamp,
}

/// The public changes of a batch, shown once it is stored.
#[derive(Debug, Default)]
pub struct Shown {
    pub lots: Vec<LotView>,
    pub lots_gone: Vec<LotId>,
    pub status: bool,
}

impl Gathering {
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Adds a decided command. `room` is the state after it.
    pub fn record(
        &mut self,
        room: &Room,
        before: &Before,
        request: &Request,
        executed: &Executed,
        answer: &Answer,
        at: Timestamp,
    ) -> serde_json::Result<()> {
        let remembered = match &request.idempotency {
            Some(idempotency) => Some(Remembered {
                key: idempotency.key.clone(),
                request_hash: idempotency.request_hash,
                answer: serde_json::to_string(answer)?,
            }),
            None => None,
        };
        self.commands.push(CommandRow {
            id: request.id,
            at,
            account_id: request.account_id,
            address: request.address.clone(),
            request_id: request.request_id.clone(),
            command: serde_json::to_string(&request.command)?,
            events: serde_json::to_string(&executed.events)?,
            outcome: outcome_name(&executed.result),
            remembered,
        });
        self.at = at;
        for event in &executed.events {
            self.project(room, before, request.account_id, event);
        }
        self.listing_changed |= before.listed != Listed::of(room);
        Ok(())
    }

    fn project(&mut self, room: &Room, before: &Before, by: Option<i64>, event: &Event) {
        let catalog_id = room.catalog().id.0;
        if event.is_public()
            && let Some(lot) = event.lot()
        {
            self.lots.insert(lot);
            self.lots.extend(room.shown_with(lot));
        }
        match event {
            Event::BetAccepted {
                at,
                lot,
                no,
                by,
                value,
                is_absentee,
                participant_number,
                ..
            } => {
                let user = by.user();
                if let (Some(user), Some(number)) = (user, participant_number) {
                    self.participants.push(ParticipantRow {
                        account_id: user.0,
                        number: signed(*number),
                    });
                }
                self.bets.push(BetRow {
                    id: bet_id(catalog_id, no.0),
                    lot_id: lot.0,
                    account_id: user.map(|user| user.0),
                    paddle: paddle(by),
                    participant: user
                        .and_then(|user| room.participant_number(user))
                        .map(signed),
                    value: *value,
                    at: *at,
                    is_absentee: *is_absentee,
                    revoked: None,
                    revoked_by: None,
                });
            }
            Event::OrderPlaced {
                at,
                lot,
                user,
                maximum,
                ..
            } => {
                let row = OrderRow {
                    lot_id: lot.0,
                    account_id: user.0,
                    maximum: Some(*maximum),
                    at: *at,
                };
                self.orders.insert((*lot, *user), row);
            }
            Event::OrderDropped { at, lot, user, why } => {
                let row = OrderRow {
                    lot_id: lot.0,
                    account_id: user.0,
                    maximum: None,
                    at: *at,
                };
                self.orders.insert((*lot, *user), row);
                if *why != DropReason::Withdrawn {
                    self.notices.push(RoomNotice::about(
                        NoticeKind::OrderCancelled(*why),
                        *lot,
                        *user,
                    ));
                }
            }
            Event::BetsRevoked { at, lot, bets, .. } => {
                let ids: Vec<_> = bets.iter().map(|no| bet_id(catalog_id, no.0)).collect();
                for user in self.undo(before, by, *at, |bet| ids.contains(&bet.bet_id)) {
                    self.notices
                        .push(RoomNotice::about(NoticeKind::BetRevoked, *lot, user));
                }
            }
            Event::PaddleCorrected { no, paddle, .. } => {
                let id = bet_id(catalog_id, no.0);
                let paddle = Some(paddle.as_str().to_owned());
                match self.bets.iter_mut().find(|bet| bet.id == id) {
                    Some(bet) => bet.paddle = paddle,
                    None => self.change(id).paddle = paddle,
                }
            }
            Event::LotVoided { at, lot } => {
                let bettors = self.undo(before, by, *at, |bet| bet.lot == *lot);
                self.cancelled.extend(bettors);
            }
            Event::LotHammered {
                lot, sold: true, ..
            } => {
                let leader = room
                    .lot(*lot)
                    .and_then(|lot| lot.leading())
                    .and_then(|bet| bet.by.user());
                if let Some(user) = leader {
                    self.forget_the_choice(room, *lot, user);
                    self.notices
                        .push(RoomNotice::about(NoticeKind::LotWon, *lot, user));
                }
            }
            Event::LotAdded { lot, .. } => {
                self.described.insert(*lot);
                self.lots_gone.remove(lot);
            }
            Event::LotChanged { lot, .. }
            | Event::LotWithdrawn { lot, .. }
            | Event::LotShown { lot, .. } => {
                self.described.insert(*lot);
            }
            Event::LotRemoved { lot, .. } => {
                self.described.insert(*lot);
                self.lots.remove(lot);
                self.lots_gone.insert(*lot);
            }
            Event::LotOpened { lot, .. } => {
                let group = room.lot(*lot).map_or(&[][..], Lot::together);
                self.opened.extend(group.iter().chain([lot]));
            }
            // Lots join one that is open.
            Event::LotJoined { lot, .. } if room.leader_of(*lot).is_some() => {
                self.opened.insert(*lot);
            }
            Event::CatalogStarted { .. } => {
                self.notices
                    .push(RoomNotice::of_sale(NoticeKind::SaleStarted));
            }
            Event::StartMissed { why, .. } => {
                self.notices
                    .push(RoomNotice::of_sale(NoticeKind::StartMissed(*why)));
            }
            Event::CatalogChanged { .. } => self.catalog_changed = true,
            _ => {}
        }
        self.status_changed |= match event {
            // In a Classic, opening a lot changes the current lot.
            Event::LotOpened { .. }
            | Event::LotHammered { .. }
            | Event::LotQueued { .. }
            | Event::CatalogPaused { .. }
            | Event::CatalogResumed { .. } => true,
            event => event.is_public() && event.lot().is_none(),
        };
    }

    /// The winner of a choice is not told that their bet on the leading lot is void: they took another.
    fn forget_the_choice(&mut self, room: &Room, lot: LotId, winner: UserId) {
        let Some(lead) = room.leader_of(lot) else {
            return;
        };
        let void = [
            NoticeKind::BetRevoked,
            NoticeKind::OrderCancelled(DropReason::Revoked),
        ]
        .map(|kind| RoomNotice::about(kind, lead, winner));
        self.notices.retain(|notice| !void.contains(notice));
    }

    /// What this batch changes about a bet of an earlier one.
    fn change(&mut self, bet_id: i64) -> &mut ChangedBetRow {
        self.changed.entry(bet_id).or_insert(ChangedBetRow {
            id: bet_id,
            revoked: None,
            paddle: None,
        })
    }

    /// Marks bets as revoked, both in this batch and stored ones; returns their bettors.
    fn undo(
        &mut self,
        before: &Before,
        by: Option<i64>,
        at: Timestamp,
        which: impl Fn(&StandingBet) -> bool,
    ) -> BTreeSet<UserId> {
        let mut bettors = BTreeSet::new();
        let mut here = BTreeSet::new();
        for bet in self.bets.iter_mut().filter(|bet| bet.revoked.is_none()) {
            let user = bet.account_id.map(UserId);
            if which(&StandingBet {
                bet_id: bet.id,
                lot: LotId(bet.lot_id),
                user,
            }) {
                (bet.revoked, bet.revoked_by) = (Some(at), by);
                here.insert(bet.id);
                bettors.extend(user);
            }
        }
        for bet in before
            .standing
            .iter()
            .filter(|bet| which(bet) && !here.contains(&bet.bet_id))
        {
            self.change(bet.bet_id).revoked = Some(Revocation { at, by });
            bettors.extend(bet.user);
        }
        bettors
    }

    /// Builds the batch to store and the changes to publish. `room` is the state after the last command. The previous
    /// `leaders` are notified of bets that overtook them; without `leaders` there are no notices, because history is
    /// not news.
    pub fn into_batch(
        mut self,
        room: &Room,
        epoch: i64,
        seq_before: i64,
        leaders: Option<&mut Leaders>,
    ) -> serde_json::Result<(Batch, Shown)> {
        let catalog_id = room.catalog().id.0;
        if self.catalog_changed {
            self.lots.extend(room.lots().map(|(id, _)| id));
        }
        let views: Vec<_> = self
            .lots
            .iter()
            .filter_map(|lot| room.lot_view(*lot))
            .collect();
        let catalog = room.catalog_view();
        let mut outbox = Vec::new();
        if self.listing_changed || self.catalog_changed {
            outbox.push(OutboxJob {
                topic: "catalog",
                key: catalog_id.to_string(),
                payload: "{}".into(),
            });
        }
        if !self.catalog_changed {
            let refresh = |lot: &LotId| OutboxJob {
                topic: "lot",
                key: lot.to_string(),
                payload: if self.described.contains(lot) {
                    "{}".into()
                } else {
                    r#"{"only":"trade"}"#.into()
                },
            };
            outbox.extend(self.lots.iter().chain(&self.lots_gone).map(refresh));
        }
        if let Some(leaders) = leaders {
            leaders.overtaken(room, &views, &self.bets, &mut self.notices);
            let cancelled = self.cancelled.into_iter().map(RoomNotice::sale_cancelled);
            let opened = (!self.opened.is_empty()).then(|| RoomNotice::opened(self.opened));
            for notice in self.notices.into_iter().chain(cancelled).chain(opened) {
                outbox.push(notice.job(catalog_id, seq_before, self.at)?);
            }
        }
        let batch = Batch {
            catalog_id,
            epoch,
            seq_before,
            head: Head {
                version: catalog.version,
                state: catalog.state,
                current_lot_id: catalog.current_lot.map(|lot| lot.0),
                start_date: catalog.start_date,
                end_date: catalog.end_date,
                pause: catalog.pause,
                next_wake: next_wake(room),
                at: self.at,
            },
            commands: self.commands,
            bets: self.bets,
            changed: self.changed.into_values().collect(),
            orders: self.orders.into_values().collect(),
            participants: self.participants,
            lots: views.iter().map(|lot| lot_row(catalog_id, lot)).collect(),
            lots_gone: self.lots_gone.iter().map(|lot| lot.0).collect(),
            outbox,
        };
        let shown = Shown {
            lots: views,
            lots_gone: self.lots_gone.into_iter().collect(),
            status: self.status_changed || self.catalog_changed,
        };
        Ok((batch, shown))
    }
}

/// A lot's public state as its `lot_trade` row.
pub fn lot_row(catalog_id: i64, lot: &LotView) -> LotRow {
    LotRow {
        lot_id: lot.id.0,
        version: lot.version,
        state: lot.state,
        is_bidding_over: lot.is_bidding_over,
        start_trade_time: lot.start_trade_time,
        end_trade_time: lot.end_trade_time,
        warned_at: lot.warned_at,
        leading: lot.leading.as_ref().map(|leading| LeadingRow {
            bet_id: bet_id(catalog_id, leading.no.0),
            value: leading.value,
            account_id: leading.by.user().map(|user| user.0),
            paddle: paddle(&leading.by),
            participant: leading.participant_number.map(signed),
            at: leading.at,
            is_absentee: leading.is_absentee,
        }),
        bets_count: i32::try_from(lot.bets_count).unwrap_or(i32::MAX),
        min_bet: lot.min_bet,
        reserve_state: lot.reserve_state,
        together: lot.together.iter().map(|number| number.0).collect(),
        is_choice: lot.is_choice,
    }
}

fn signed(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The name of an outcome in the journal and in metrics.
pub fn outcome_name(result: &Result<Outcome, Refusal>) -> &'static str {
    match result {
        Ok(outcome) => outcome.name(),
        Err(refusal) => refusal.name(),
    }
}
