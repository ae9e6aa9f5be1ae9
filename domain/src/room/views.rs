//! What the server shows of a room.

use super::{catalog::Pause, state::Room};
use crate::{
    ids::{BetNo, CatalogId, LotId, LotNumber, Participant},
    kinds::{CatalogState, LotState, ReserveState},
    money::{Amount, Timestamp},
};
use serde::{Deserialize, Serialize};

/// A lot's whole public trading state; no reserve and no maximum is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LotView {
    pub id: LotId,
    pub number: LotNumber,
    /// The catalog's version at this lot's last public change.
    pub version: i64,
    pub hidden: bool,
    pub state: LotState,
    pub is_bidding_over: bool,
    pub start: Amount,
    /// The leading bet's value, else the start price.
    pub price: Amount,
    pub leading: Option<LeadingView>,
    pub min_bet: Amount,
    pub reserve_state: Option<ReserveState>,
    /// Standing bets.
    pub bets_count: usize,
    pub start_trade_time: Option<Timestamp>,
    pub end_trade_time: Option<Timestamp>,
    pub warned_at: Option<Timestamp>,
    /// The numbers of the lots of its group, its own included, the leading lot's first.
    pub together: Vec<LotNumber>,
    /// They are on offer at the buyer's choice; otherwise they are or were sold as one.
    pub is_choice: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadingView {
    pub no: BetNo,
    pub by: Participant,
    /// «Участник 217»; hall bets have a paddle instead.
    pub participant_number: Option<u32>,
    pub value: Amount,
    pub at: Timestamp,
    /// Shown only to admins and the bettor.
    pub is_absentee: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogView {
    pub id: CatalogId,
    pub version: i64,
    pub state: CatalogState,
    pub current_lot: Option<LotId>,
    pub start_date: Option<Timestamp>,
    pub end_date: Option<Timestamp>,
    pub pause: Option<Pause>,
    pub hidden: bool,
}

impl Room {
    /// The lot's state; hidden lots too, which the caller shows to staff alone.
    pub fn lot_view(&self, id: LotId) -> Option<LotView> {
        let lot = self.lots.get(&id)?;
        let ladder = self.catalog.ladder();
        let leading = lot.leading().map(|bet| LeadingView {
            no: bet.no,
            participant_number: bet.by.user().and_then(|user| self.participant_number(user)),
            by: bet.by.clone(),
            value: bet.value,
            at: bet.at,
            is_absentee: bet.is_absentee,
        });
        Some(LotView {
            id,
            number: lot.number,
            version: lot.version,
            hidden: lot.hidden,
            state: lot.state(),
            is_bidding_over: lot.is_over(),
            start: lot.start,
            price: leading.as_ref().map_or(lot.start, |leading| leading.value),
            leading,
            min_bet: lot.minimum(&ladder),
            reserve_state: self
                .bid_for_by(id)
                .unwrap_or(lot)
                .reserve_state(self.reserve_of(id), &ladder),
            bets_count: lot.bets.len(),
            start_trade_time: lot.start_trade_time(),
            end_trade_time: lot.end_trade_time(),
            warned_at: lot.warned_at(),
            together: lot
                .together()
                .iter()
                .filter_map(|id| Some(self.lots.get(id)?.number))
                .collect(),
            is_choice: lot.choice,
        })
    }

    pub fn catalog_view(&self) -> CatalogView {
        CatalogView {
            id: self.catalog.id,
            version: self.version,
            state: self.state(),
            current_lot: self.current_lot(),
            start_date: self.catalog.start_date,
            end_date: self.catalog.end_date,
            pause: self.pause().cloned(),
            hidden: self.catalog.hidden,
        }
    }
}
