//! Applies events to the state. Nothing is checked here: events have already happened.

use super::{
    catalog::{Catalog, Pause, Phase},
    lot::{Bet, Lot, LotPhase, LotResult},
    state::Room,
};
use crate::{command::CatalogPatch, event::Event, ids::Participant, money::Timestamp};

/// Applies one event. Cannot fail; an event that names a lot the room does not have changes nothing but the clock and
/// the version. O(log n) in lots, bets and orders (but for a change of the whole catalog's dates, which is rare).
pub fn apply(room: &mut Room, event: &Event) {
    room.now = room.now.max(event.at());
    if event.is_public() {
        room.version += 1;
        let version = room.version;
        if let Some(lot) = event.lot() {
            room.change(lot, |lot| lot.version = version);
            for other in room.shown_with(lot).collect::<Vec<_>>() {
                room.change(other, |lot| lot.version = version);
            }
        }
    }
    match event {
        Event::BetAccepted {
            at,
            lot,
            no,
            by,
            value,
            is_absentee,
            cause,
            participant_number,
            end,
        } => {
            room.arrivals = room.arrivals.max(*no);
            if let (Some(user), Some(number)) = (by.user(), participant_number) {
                room.participants.insert(user, *number);
            }
            room.change(*lot, |lot| {
                lot.bets.push(Bet {
                    no: *no,
                    by: by.clone(),
                    value: *value,
                    at: *at,
                    is_absentee: *is_absentee,
                    cause: *cause,
                });
                lot.move_end(*end);
                lot.warn(None);
            });
        }
        Event::OrderPlaced {
            lot,
            no,
            user,
            maximum,
            ..
        } => {
            room.arrivals = room.arrivals.max(*no);
            room.change(*lot, |lot| {
                let open = lot.is_open();
                lot.orders.put(*user, *maximum, *no, open);
            });
        }
        Event::OrderDropped { lot, user, .. } => room.change(*lot, |lot| lot.orders.drop(*user)),
        Event::BetsRevoked { lot, bets, end, .. } => room.change(*lot, |lot| {
            while lot.bets.last().is_some_and(|bet| bets.contains(&bet.no)) {
                lot.bets.pop();
            }
            lot.move_end(*end);
            lot.warn(None);
        }),

        Event::PaddleCorrected {
            lot, no, paddle, ..
        } => room.change(*lot, |lot| {
            if let Some(bet) = lot.bets.iter_mut().find(|bet| bet.no == *no) {
                bet.by = Participant::Hall(Some(paddle.clone()));
            }
        }),

        Event::LotOpened { at, lot, end } => {
            let sale_timeout_ms = room.catalog.sale_timeout_ms();
            room.change(*lot, |lot| {
                lot.phase = LotPhase::Open {
                    since: *at,
                    end: *end,
                    sale_timeout_ms,
                    warned: None,
                }
            });
            if room.catalog.is_classic() {
                room.phase = Phase::InProcess {
                    current: Some(*lot),
                    pause: None,
                };
            }
        }
        Event::LotHammered { at, lot, sold } => {
            let result = if *sold {
                LotResult::Sold
            } else {
                LotResult::NotSold
            };
            room.change(*lot, |lot| lot.close(result, *at));
        }
        Event::LotQueued { lot, .. } => room.change(*lot, |lot| lot.phase = LotPhase::Waiting),
        Event::LotEndMoved { lot, end, .. } => room.change(*lot, |lot| lot.move_end(Some(*end))),
        Event::LotWarned { at, lot } => room.change(*lot, |lot| lot.warn(Some(*at))),
        Event::LotJoined {
            lot, lots, choice, ..
        } => {
            room.change(*lot, |lot| {
                lot.together.clone_from(lots);
                lot.choice = *choice;
            });
        }
        Event::LotParted { lot, .. } => room.change(*lot, |lot| {
            lot.together.clear();
            lot.choice = false;
        }),
        Event::LotVoided { at, lot } => room.change(*lot, |lot| {
            lot.bets.clear();
            if lot.is_open() {
                lot.close(LotResult::NotSold, *at);
            }
        }),
        Event::LotPaid { lot, .. } => room.change(*lot, |lot| {
            let (opened, closed) = (lot.start_trade_time(), lot.end_trade_time());
            lot.phase = LotPhase::Over {
                result: LotResult::Paid,
                opened,
                closed,
            };
        }),
        Event::LotAdded { lot, setup, .. } => {
            let mut added = Lot::new(*setup);
            added.version = room.version;
            room.remove(*lot);
            room.insert(*lot, added);
        }
        Event::LotChanged { lot, patch, .. } => room.change(*lot, |lot| {
            lot.number = patch.number.unwrap_or(lot.number);
            lot.start = patch.start.unwrap_or(lot.start);
            lot.reserve = patch.new_reserve().unwrap_or(lot.reserve);
        }),
        Event::LotWithdrawn { lot, .. } => room.change(*lot, |lot| {
            lot.hidden = true;
            if lot.is_open() {
                lot.phase = LotPhase::Waiting;
            }
        }),
        Event::LotShown { lot, .. } => room.change(*lot, |lot| lot.hidden = false),
        Event::LotRemoved { lot, .. } => {
            room.remove(*lot);
        }

        Event::CatalogScheduled { .. } => {
            room.phase = Phase::Scheduled {
                start_missed: false,
            }
        }
        Event::CatalogStarted { .. } => {
            room.phase = Phase::InProcess {
                current: None,
                pause: None,
            }
        }
        Event::CatalogPaused { at, lot, reason } => {
            room.set_pause(Some(Pause {
                since: *at,
                reason: reason.clone(),
            }));
            room.change(*lot, |lot| lot.warn(None));
        }
        Event::CatalogResumed { lot, end, .. } => {
            room.set_pause(None);
            room.change(*lot, |lot| lot.move_end(*end));
        }
        Event::StartMissed { .. } => room.phase = Phase::Scheduled { start_missed: true },
        Event::WaitForEndBegan { at } => room.phase = Phase::WaitForEnd { since: *at },
        Event::CatalogCompleted { .. } => room.phase = Phase::Completed,
        Event::CatalogCanceled { .. } => room.phase = Phase::Canceled,
        Event::CatalogChanged { patch, .. } => {
            if let (Phase::Scheduled { .. }, true) = (&room.phase, patch.moves_start()) {
                room.phase = Phase::Scheduled {
                    start_missed: false,
                };
            }
            patch.apply_to(&mut room.catalog);
            if patch.changes_how_bets_count() {
                room.touch_every_lot();
            }
        }
        Event::CatalogHidden { hidden, .. } => room.catalog.hidden = *hidden,
        Event::Recovered { .. } => {}
    }
}

impl Room {
    fn set_pause(&mut self, to: Option<Pause>) {
        if let Phase::InProcess { pause, .. } = &mut self.phase {
            *pause = to;
        }
    }

    /// Every lot's minimum bet may have changed.
    fn touch_every_lot(&mut self) {
        for lot in self.lots.values_mut() {
            lot.version = self.version;
        }
    }
}

impl Lot {
    fn move_end(&mut self, to: Option<Timestamp>) {
        if let (LotPhase::Open { end, .. }, Some(to)) = (&mut self.phase, to) {
            *end = Some(to);
        }
    }

    fn warn(&mut self, at: Option<Timestamp>) {
        if let LotPhase::Open { warned, .. } = &mut self.phase {
            *warned = at;
        }
    }

    fn close(&mut self, result: LotResult, at: Timestamp) {
        self.phase = LotPhase::Over {
            result,
            opened: self.start_trade_time(),
            closed: Some(at),
        };
    }
}

impl CatalogPatch {
    /// Whether to retry an automatic start that failed.
    fn moves_start(&self) -> bool {
        self.start_date.is_some() || self.auto_start.is_some()
    }

    pub(crate) fn apply_to(&self, catalog: &mut Catalog) {
        let patch = self.clone();
        catalog.catalog_type = patch.catalog_type.unwrap_or(catalog.catalog_type);
        catalog.calculation = patch.calculation.unwrap_or(catalog.calculation);
        catalog.currency = patch.currency.unwrap_or(catalog.currency);
        catalog.auto_start = patch.auto_start.unwrap_or(catalog.auto_start);
        catalog.sale_timeout_s = patch.sale_timeout_s.unwrap_or(catalog.sale_timeout_s);
        catalog.start_date = patch.start_date.unwrap_or(catalog.start_date);
        catalog.end_date = patch.end_date.unwrap_or(catalog.end_date);
        if let Some(steps) = patch.steps {
            catalog.steps = steps;
        }
        if let Some(steps) = patch.house_steps {
            catalog.house_steps = steps;
        }
    }
}
