//! What producers enqueue, decoded.

use outbox::{Job, Notice};
use serde::Deserialize;
use time::OffsetDateTime;

/// A notice in the outbox.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum AnyNotice {
    Room(RoomNotice),
    Other(Notice),
}

/// A notice as rooms enqueue it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RoomNotice {
    #[serde(flatten)]
    pub kind: RoomKind,
    /// The recipient. `None`: the house's staff, or the subscribers if the sale started or lots opened.
    pub account_id: Option<i64>,
    pub catalog_id: i64,
    pub lot_id: Option<i64>,
    /// The lots that opened.
    #[serde(default)]
    pub lot_ids: Vec<i64>,
    /// The leading value that overtook the recipient, in whole units.
    pub value: Option<i64>,
    /// When it happened in the room.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(tag = "kind", content = "why", rename_all = "snake_case")]
pub enum RoomKind {
    Outbid,
    AbsenteeOvertaken,
    LotWon,
    BetRevoked,
    SaleCancelled,
    OrderCancelled(domain::DropReason),
    SaleStarted,
    LotsOpened,
    StartMissed(domain::MissedStart),
}

/// A decoded job: the key of its event, when it was enqueued, and the notice.
pub struct Read {
    pub key: String,
    pub at: OffsetDateTime,
    pub notice: AnyNotice,
}

impl Read {
    /// The lot and the bidder, if the notice tells a bidder of a higher bet.
    pub fn overtaken(&self) -> Option<(i64, i64)> {
        match &self.notice {
            AnyNotice::Room(RoomNotice {
                kind: RoomKind::Outbid | RoomKind::AbsenteeOvertaken,
                account_id: Some(account),
                lot_id: Some(lot),
                ..
            }) => Some((*lot, *account)),
            _ => None,
        }
    }

    pub fn is_outbid(&self) -> bool {
        matches!(
            self.notice,
            AnyNotice::Room(RoomNotice {
                kind: RoomKind::Outbid,
                ..
            })
        )
    }

    /// `None`: the payload is no notice. A retry would fail the same way.
    pub fn of(job: Job) -> Option<Self> {
        match serde_json::from_value(job.payload) {
            Ok(notice) => Some(Self {
                key: match &notice {
                    // One event per lot, however often it is enqueued.
                    AnyNotice::Other(Notice::LotListed { lot_id }) => {
                        format!("lot_listed:{lot_id}")
                    }
                    // Every job with an empty key is a separate event. Those of a row with several have keys.
                    _ if job.key.is_empty() => format!("outbox:{}", job.id),
                    _ => job.key,
                },
                at: job.created,
                notice,
            }),
            Err(error) => {
                tracing::error!(%error, job = job.id, "cannot decode a notice; dropped");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_notices_are_decoded_as_they_were_enqueued() {
        for notice in [
            Notice::RegistrationAccepted {
                account_id: 1,
                house_id: 2,
                is_trusted: true,
            },
            Notice::PriceRequestReceived {
                house_id: 1,
                query_id: 2,
            },
            Notice::LotListed { lot_id: 3 },
        ] {
            let AnyNotice::Other(read) =
                serde_json::from_value(serde_json::to_value(&notice).unwrap()).unwrap()
            else {
                panic!("{notice:?} is decoded as a room's");
            };
            assert_eq!(read, notice);
        }
    }
}
