use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::numbers::{NotificationSubject, NotificationType};
use super::timestamp::Timestamp;

/// Something that somebody, or everybody, was told.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    pub id: i64,
    #[serde(rename = "type")]
    pub notification_type: NotificationType,
    /// What happened: `outbid`, `lot_won`, `registration_accepted`…; `system` to everybody.
    pub kind: String,
    /// What it is about.
    pub subject_kind: NotificationSubject,
    pub house_id: Option<i64>,
    pub catalog_id: Option<i64>,
    pub lot_id: Option<i64>,
    pub subject: String,
    pub text: String,
    pub created: Timestamp,
    /// Of what everybody was told always true.
    pub is_read: bool,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SystemMessageRequest {
    /// At most 300 characters.
    pub subject: String,
    /// At most 4000 characters.
    pub text: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ReadNotificationsRequest {
    /// At most 1000; absent or null: all of them.
    #[serde(default)]
    pub ids: Option<Vec<i64>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UnreadNotifications {
    /// The caller's own that he has not read.
    pub unread: i64,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotSubscriptionRequest {
    pub lot_id: i64,
}

/// Of what a person hears by e-mail too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationSettings {
    /// Somebody bids higher, or above his absentee bet.
    pub outbid: bool,
    /// A bet, an absentee bet or a whole sale was cancelled.
    pub bet_cancelled: bool,
    /// A lot or catalog he subscribed to is about to begin or end.
    pub lot_starting: bool,
    /// What he won, once the sale is over.
    pub lot_won: bool,
    /// A house decided on his registration.
    pub registration: bool,
    /// A house answered what he asked.
    pub price_request: bool,
    /// New lots of artists he subscribed to.
    pub artist_lots: bool,
    /// What concerns the houses he works for.
    pub house: bool,
}

impl Default for NotificationSettings {
    /// Of everything, until somebody says otherwise.
    fn default() -> Self {
        Self {
            outbid: true,
            bet_cancelled: true,
            lot_starting: true,
            lot_won: true,
            registration: true,
            price_request: true,
            artist_lots: true,
            house: true,
        }
    }
}
