//! What happened in a room, in the past tense. Hundreds of thousands are journalled, so names are short on the wire:
//! `{"bet":{"t":1800000000000,"lot":7,"no":12,"by":{"user":5},"v":1500}}`.

use crate::{
    command::{CatalogPatch, LotPatch, LotSetup, Revoker},
    ids::{BetNo, LotId, Paddle, Participant, UserId},
    kinds::Cause,
    money::{Amount, Timestamp},
};
use serde::{Deserialize, Serialize};

/// Why an absentee order is gone. Its owner is notified unless they withdrew it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DropReason {
    Withdrawn,
    /// It set off a batch of bets that was revoked.
    Revoked,
    /// The house no longer trusts or accepts its owner.
    TrustLost,
    /// The new start price is above it.
    BelowMinimum,
    /// Its lot was withdrawn or removed.
    LotWithdrawn,
}

/// Why a room did not start by itself; its staff are notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissedStart {
    NothingToOpen,
    /// The Parallel catalog's end had come already.
    EndPassed,
}

/// Applying never fails and never looks at anything but the room and the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    #[serde(rename = "bet")]
    BetAccepted {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        no: BetNo,
        by: Participant,
        #[serde(rename = "v")]
        value: Amount,
        /// Made by an absentee order.
        #[serde(rename = "abs", default, skip_serializing_if = "is_false")]
        is_absentee: bool,
        /// Set on the first bet of a batch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Cause>,
        /// The number the participant gets with this bet, their first in the catalog («Участник 217»).
        #[serde(rename = "pn", default, skip_serializing_if = "Option::is_none")]
        participant_number: Option<u32>,
        /// The lot's new end time, if the bet moved it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Timestamp>,
    },
    #[serde(rename = "order")]
    OrderPlaced {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        no: BetNo,
        user: UserId,
        #[serde(rename = "max")]
        maximum: Amount,
    },
    OrderDropped {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        user: UserId,
        why: DropReason,
    },
    #[serde(rename = "revoked")]
    BetsRevoked {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        /// The whole last batch, in the order the bets were made.
        bets: Vec<BetNo>,
        by: Revoker,
        /// The lot's new end time, if the revocation moved it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Timestamp>,
    },

    /// The bet counts for another person in the hall; nothing else about it changes.
    #[serde(rename = "paddle")]
    PaddleCorrected {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        no: BetNo,
        paddle: Paddle,
    },

    /// In a Classic room the lot is the current one from now on, and the room in process.
    #[serde(rename = "opened")]
    LotOpened {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Timestamp>,
    },
    #[serde(rename = "hammer")]
    LotHammered {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        sold: bool,
    },
    /// The lot waits (again), keeping its bets: put back by `previous` or `jump`, or returned to the queue.
    #[serde(rename = "queued")]
    LotQueued {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },
    #[serde(rename = "end")]
    LotEndMoved {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        end: Timestamp,
    },
    /// «Последний раз»: announced, and decides nothing.
    #[serde(rename = "warned")]
    LotWarned {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },
    /// The lot is sold as one with others, or on offer with them at the buyer's choice. Each lot of the group has such an event.
    #[serde(rename = "joined")]
    LotJoined {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        /// The whole group, the leading lot first.
        lots: Vec<LotId>,
        #[serde(default, skip_serializing_if = "is_false")]
        choice: bool,
    },
    /// The lot left its group.
    #[serde(rename = "parted")]
    LotParted {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },
    /// The catalog was cancelled: the lot's bets are void, and it is not sold if it was open.
    #[serde(rename = "void")]
    LotVoided {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },
    LotPaid {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },
    LotAdded {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        setup: LotSetup,
    },
    LotChanged {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
        patch: LotPatch,
    },
    /// Hidden: over for the queue, unknown to bidders.
    LotWithdrawn {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },
    /// Shown again.
    LotShown {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },
    /// The lot left the catalog.
    LotRemoved {
        #[serde(rename = "t")]
        at: Timestamp,
        lot: LotId,
    },

    #[serde(rename = "scheduled")]
    CatalogScheduled {
        #[serde(rename = "t")]
        at: Timestamp,
    },
    #[serde(rename = "started")]
    CatalogStarted {
        #[serde(rename = "t")]
        at: Timestamp,
    },
    /// The start by itself failed and is not tried again until the start date changes.
    StartMissed {
        #[serde(rename = "t")]
        at: Timestamp,
        why: MissedStart,
    },
    /// Bidding on the current lot pauses, and a warning is void.
    #[serde(rename = "paused")]
    CatalogPaused {
        #[serde(rename = "t")]
        at: Timestamp,
        /// The current lot.
        lot: LotId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    #[serde(rename = "resumed")]
    CatalogResumed {
        #[serde(rename = "t")]
        at: Timestamp,
        /// The current lot.
        lot: LotId,
        /// The lot's new end time, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        end: Option<Timestamp>,
    },
    /// Also when a WaitForEnd begins again after an outage.
    #[serde(rename = "wait_for_end")]
    WaitForEndBegan {
        #[serde(rename = "t")]
        at: Timestamp,
    },
    #[serde(rename = "completed")]
    CatalogCompleted {
        #[serde(rename = "t")]
        at: Timestamp,
    },
    #[serde(rename = "canceled")]
    CatalogCanceled {
        #[serde(rename = "t")]
        at: Timestamp,
    },
    CatalogChanged {
        #[serde(rename = "t")]
        at: Timestamp,
        patch: Box<CatalogPatch>,
    },
    CatalogHidden {
        #[serde(rename = "t")]
        at: Timestamp,
        hidden: bool,
    },
    /// The room is alive again at `at`; what fell due since `last_alive` happens now, not earlier.
    Recovered {
        #[serde(rename = "t")]
        at: Timestamp,
        last_alive: Timestamp,
    },
}

impl Event {
    /// When it happened.
    pub fn at(&self) -> Timestamp {
        match self {
            Self::BetAccepted { at, .. }
            | Self::OrderPlaced { at, .. }
            | Self::OrderDropped { at, .. }
            | Self::BetsRevoked { at, .. }
            | Self::PaddleCorrected { at, .. }
            | Self::LotOpened { at, .. }
            | Self::LotHammered { at, .. }
            | Self::LotQueued { at, .. }
            | Self::LotEndMoved { at, .. }
            | Self::LotWarned { at, .. }
            | Self::LotJoined { at, .. }
            | Self::LotParted { at, .. }
            | Self::LotVoided { at, .. }
            | Self::LotPaid { at, .. }
            | Self::LotAdded { at, .. }
            | Self::LotChanged { at, .. }
            | Self::LotWithdrawn { at, .. }
            | Self::LotShown { at, .. }
            | Self::LotRemoved { at, .. }
            | Self::CatalogScheduled { at }
            | Self::CatalogStarted { at }
            | Self::StartMissed { at, .. }
            | Self::CatalogPaused { at, .. }
            | Self::CatalogResumed { at, .. }
            | Self::WaitForEndBegan { at }
            | Self::CatalogCompleted { at }
            | Self::CatalogCanceled { at }
            | Self::CatalogChanged { at, .. }
            | Self::CatalogHidden { at, .. }
            | Self::Recovered { at, .. } => *at,
        }
    }

    /// The lot it is about, if it is about one.
    pub fn lot(&self) -> Option<LotId> {
        match self {
            Self::BetAccepted { lot, .. }
            | Self::OrderPlaced { lot, .. }
            | Self::OrderDropped { lot, .. }
            | Self::BetsRevoked { lot, .. }
            | Self::PaddleCorrected { lot, .. }
            | Self::LotOpened { lot, .. }
            | Self::LotHammered { lot, .. }
            | Self::LotQueued { lot, .. }
            | Self::LotEndMoved { lot, .. }
            | Self::LotWarned { lot, .. }
            | Self::LotJoined { lot, .. }
            | Self::LotParted { lot, .. }
            | Self::LotVoided { lot, .. }
            | Self::LotPaid { lot, .. }
            | Self::LotAdded { lot, .. }
            | Self::LotChanged { lot, .. }
            | Self::LotWithdrawn { lot, .. }
            | Self::LotShown { lot, .. }
            | Self::LotRemoved { lot, .. }
            | Self::CatalogPaused { lot, .. }
            | Self::CatalogResumed { lot, .. } => Some(*lot),
            Self::CatalogScheduled { .. }
            | Self::CatalogStarted { .. }
            | Self::StartMissed { .. }
            | Self::WaitForEndBegan { .. }
            | Self::CatalogCompleted { .. }
            | Self::CatalogCanceled { .. }
            | Self::CatalogChanged { .. }
            | Self::CatalogHidden { .. }
            | Self::Recovered { .. } => None,
        }
    }

    /// Whether the event is public; public events increment the catalog's version.
    pub fn is_public(&self) -> bool {
        !matches!(
            self,
            Self::OrderPlaced { .. }
                | Self::OrderDropped { .. }
                | Self::StartMissed { .. }
                | Self::Recovered { .. }
        )
    }
}

fn is_false(value: &bool) -> bool {
    !value
}
