use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::numbers::{NotificationSubject, NotificationType};
use super::timestamp::Timestamp;

/// A notification to one person or to everyone.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    pub id: i64,
    #[serde(rename = "type")]
    pub notification_type: NotificationType,
    /// The event: `outbid`, `lot_won`, `registration_accepted`…; `system` for a message to everyone.
    pub kind: String,
    /// The kind of the subject.
    pub subject_kind: NotificationSubject,
    pub house_id: Option<i64>,
    pub catalog_id: Option<i64>,
    pub lot_id: Option<i64>,
    pub subject: String,
    pub text: String,
    /// The page it is about, if there is one that the caller may see. Null in messages to everyone.
    pub place: Option<NotificationPlace>,
    pub created: Timestamp,
    /// Always true for messages to everyone.
    pub is_read: bool,
}

/// A page of the site.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NotificationPlace {
    /// The path with its query.
    pub path: String,
    /// What a link to it says.
    pub label: String,
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
    /// At most 1000; absent or null: all.
    #[serde(default)]
    pub ids: Option<Vec<i64>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UnreadNotifications {
    /// The caller's own unread notifications.
    pub unread: i64,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotSubscriptionRequest {
    pub lot_id: i64,
}

/// Whether this login's browser gets notices (Web Push).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushState {
    /// The site's key, with which a browser subscribes: a point of P-256 in base64url. Null: the site sends no notices to
    /// browsers.
    pub public_key: Option<String>,
    /// Whether the browser of this login is subscribed.
    pub is_on: bool,
}

/// A browser's subscription, as `PushSubscription.toJSON()` gives it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushSubscriptionRequest {
    /// An https address on a public host and the standard port.
    pub endpoint: String,
    /// `keys.p256dh`.
    pub p256dh: String,
    /// `keys.auth`.
    pub auth: String,
}

/// The notifications that a person also receives by e-mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationSettings {
    /// Another bidder bids higher, or above the person's absentee bet.
    pub outbid: bool,
    /// A bet, an absentee bet or a whole sale was cancelled.
    pub bet_cancelled: bool,
    /// A lot or catalog that the person subscribed to is about to begin or end.
    pub lot_starting: bool,
    /// The person's won lots, once the sale is over.
    pub lot_won: bool,
    /// A house decided on the person's registration.
    pub registration: bool,
    /// A house answered the person's price query.
    pub price_request: bool,
    /// New lots of artists that the person subscribed to.
    pub artist_lots: bool,
    /// Events in the houses that the person works for.
    pub house: bool,
}

impl Default for NotificationSettings {
    /// Everything, until the person changes the settings.
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
