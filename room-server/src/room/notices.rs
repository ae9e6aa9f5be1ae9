//! Notices to the people of a sale. The rows are stored with the batch; outbox readers store and send the notices.

use crate::journal::{BetRow, OutboxJob};
use domain::{Amount, DropReason, LotId, LotView, MissedStart, Room, Timestamp, UserId};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use wire::instant::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeKind {
    /// Another bettor leads now.
    Outbid,
    /// Like `Outbid`, and the person's absentee order is exhausted.
    AbsenteeOvertaken,
    LotWon,
    BetRevoked,
    /// The whole sale: sent once to each bettor, regardless of how many lots they bid on.
    SaleCancelled,
    OrderCancelled(DropReason),
    /// For subscribers of the sale.
    SaleStarted,
    /// For subscribers of these lots.
    LotsOpened,
    /// For the house's staff: the automatic start did not happen.
    StartMissed(MissedStart),
}

impl NoticeKind {
    /// The kind as spelled in the payload.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outbid => "outbid",
            Self::AbsenteeOvertaken => "absentee_overtaken",
            Self::LotWon => "lot_won",
            Self::BetRevoked => "bet_revoked",
            Self::SaleCancelled => "sale_cancelled",
            Self::OrderCancelled(_) => "order_cancelled",
            Self::SaleStarted => "sale_started",
            Self::LotsOpened => "lots_opened",
            Self::StartMissed(_) => "start_missed",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomNotice {
    kind: NoticeKind,
    lot: Option<LotId>,
    /// The lots that opened.
    lots: Vec<LotId>,
    user: Option<UserId>,
    /// The leading value that outbid the person.
    value: Option<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NoticePayload {
    kind: &'static str,
    /// `null`: the recipients are the house's staff or the subscribers.
    account_id: Option<i64>,
    catalog_id: i64,
    lot_id: Option<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lot_ids: Vec<i64>,
    value: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
    at: Instant,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Why {
    Dropped(DropReason),
    Missed(MissedStart),
}

impl RoomNotice {
    pub fn about(kind: NoticeKind, lot: LotId, user: UserId) -> Self {
        Self {
            kind,
            lot: Some(lot),
            user: Some(user),
            ..Self::of_sale(kind)
        }
    }

    pub fn sale_cancelled(user: UserId) -> Self {
        Self {
            user: Some(user),
            ..Self::of_sale(NoticeKind::SaleCancelled)
        }
    }

    pub fn opened(lots: impl IntoIterator<Item = LotId>) -> Self {
        Self {
            lots: lots.into_iter().collect(),
            ..Self::of_sale(NoticeKind::LotsOpened)
        }
    }

    /// A notice without a named recipient.
    pub fn of_sale(kind: NoticeKind) -> Self {
        Self {
            kind,
            lot: None,
            lots: Vec::new(),
            user: None,
            value: None,
        }
    }

    /// The job for the outbox. Its key is deterministic and unique to the notice: it contains the batch's position in the
    /// journal, which advances with every event, including non-public ones.
    pub fn job(
        &self,
        catalog_id: i64,
        seq_before: i64,
        at: Timestamp,
    ) -> serde_json::Result<OutboxJob> {
        let number = |of: Option<i64>| of.map_or_else(|| "-".to_owned(), |of| of.to_string());
        let (lot_id, account_id) = (self.lot.map(|lot| lot.0), self.user.map(|user| user.0));
        let kind = self.kind.name();
        let why = match self.kind {
            NoticeKind::OrderCancelled(why) => Some(Why::Dropped(why)),
            NoticeKind::StartMissed(why) => Some(Why::Missed(why)),
            _ => None,
        };
        let payload = NoticePayload {
            kind,
            account_id,
            catalog_id,
            lot_id,
            lot_ids: self.lots.iter().map(|lot| lot.0).collect(),
            value: self.value,
            why,
            at: at.into(),
        };
        Ok(OutboxJob {
            topic: "notify",
            key: format!(
                "{kind}:{catalog_id}:after{seq_before}:{}:{}",
                number(lot_id),
                number(account_id)
            ),
            payload: serde_json::to_string(&payload)?,
        })
    }
}

/// The leader of each lot at the last batch. A leader who lost the lead is notified once per batch, however often they
/// were overtaken within it.
#[derive(Debug, Clone, Default)]
pub struct Leaders(BTreeMap<LotId, UserId>);

impl Leaders {
    pub fn of(room: &Room) -> Self {
        let leader = |(id, lot): (LotId, &domain::Lot)| Some((id, lot.leading()?.by.user()?));
        Self(room.lots().filter_map(leader).collect())
    }

    /// Adds the notices of a batch and records the current leaders. A bettor who is already notified that their bet was
    /// revoked gets no second notice about the new leader.
    pub fn overtaken(
        &mut self,
        room: &Room,
        lots: &[LotView],
        bets: &[BetRow],
        notices: &mut Vec<RoomNotice>,
    ) {
        for lot in lots {
            let now = lot.leading.as_ref().and_then(|leading| leading.by.user());
            let before = match now {
                Some(user) => self.0.insert(lot.id, user),
                None => self.0.remove(&lot.id),
            };
            let new_bets = || {
                bets.iter()
                    .filter(|bet| bet.lot_id == lot.id.0 && bet.revoked.is_none())
            };
            let Some(leading) = &lot.leading else {
                continue;
            };
            if new_bets().next().is_none() {
                continue;
            }
            let bettors = new_bets().filter_map(|bet| bet.account_id).map(UserId);
            let before = before.filter(|user| {
                !notices.contains(&RoomNotice::about(NoticeKind::BetRevoked, lot.id, *user))
            });
            let overtaken: BTreeSet<_> = bettors
                .chain(before)
                .filter(|user| Some(*user) != now)
                .collect();
            for user in overtaken {
                let is_order = room
                    .lot(lot.id)
                    .is_some_and(|lot| is_order_overtaken(lot, user, leading.value));
                let kind = if is_order {
                    NoticeKind::AbsenteeOvertaken
                } else {
                    NoticeKind::Outbid
                };
                notices.push(RoomNotice {
                    value: Some(leading.value.0),
                    ..RoomNotice::about(kind, lot.id, user)
                });
            }
        }
    }
}

/// Whether a new leading bet of `price` overtakes the user's absentee order. It doesn't if the order is not exhausted, since
/// orders only act on open lots, or if it was overtaken earlier: then it stays on the lot, below what its owner has bet since.
fn is_order_overtaken(lot: &domain::Lot, user: UserId, price: Amount) -> bool {
    let last = lot
        .bets()
        .iter()
        .rev()
        .find(|bet| bet.by.user() == Some(user));
    lot.orders().get(user).is_some_and(|order| {
        let maximum = order.maximum();
        maximum <= price && last.is_none_or(|bet| bet.value <= maximum)
    })
}
