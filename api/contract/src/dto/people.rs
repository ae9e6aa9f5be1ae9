use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account::UserPhoto;
use super::numbers::ConsentKind;
use super::timestamp::Timestamp;

/// A change of the caller's own phone number.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ChangePhoneRequest {
    /// In any writing; Russian numbers may begin with 8.
    pub number: String,
    /// How it is proved: `call` (the default) rings it, `callback` waits for a call from it.
    #[serde(default)]
    pub kind: PhoneProof,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhoneProof {
    #[default]
    Call,
    Callback,
}

/// A change of a contact that was begun; it lives 5 minutes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BegunChange {
    pub session_key: String,
    /// Of a callback: for `/api/auth/callback/check/{id}`; else null.
    pub id: Option<String>,
    /// Of a callback: the number to ring; else null.
    pub phone: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptChangeRequest {
    pub session_key: String,
    /// The 4 digits of the call or the 6 of the letter; none for a callback.
    #[serde(default)]
    pub code: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileRequest {
    /// 1 to 100 characters.
    pub display_name: String,
}

/// An account that is made for somebody else: with a number, an e-mail, or both.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateAccountRequest {
    #[serde(default)]
    pub number: Option<String>,
    #[serde(default)]
    pub e_mail: Option<String>,
    /// 1 to 100 characters.
    pub display_name: String,
}

/// What was made.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedAccount {
    /// For admins; null for houses, which are not told whether there was such an account before.
    pub id: Option<i64>,
    pub display_name: String,
    pub login: Option<String>,
    pub e_mail: Option<String>,
}

/// An account, as admins see it. One that is deleted shows nothing of its owner.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountInfo {
    pub id: i64,
    pub display_name: String,
    /// Bit flags: User 0, Manager 1024, Admin 4096, Developer 8192.
    pub roles: i32,
    pub login: Option<String>,
    pub e_mail: Option<String>,
    /// Whether its holder has proved the number or e-mail.
    pub is_phone_confirmed: bool,
    pub is_e_mail_confirmed: bool,
    pub photo: UserPhoto,
    pub created: Timestamp,
    /// Of its latest login, exact to a few minutes; null if there was none.
    pub last_seen: Option<Timestamp>,
    pub manager_of_house_ids: Vec<i64>,
    pub owner_of_house_ids: Vec<i64>,
    pub newsmaker_of_house_ids: Vec<i64>,
    pub auctioneer_of_catalog_ids: Vec<i64>,
    pub deleted: Option<Timestamp>,
    /// Of a deleted account: until when it can be restored; null if it cannot.
    pub restorable_until: Option<Timestamp>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AccountIdRequest {
    pub id: i64,
}

/// A person of a house's staff, by his number or his e-mail.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffRequest {
    #[serde(default)]
    pub number: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    pub house_id: i64,
}

/// An auctioneer of a catalog, by his number or his e-mail.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuctioneerRequest {
    #[serde(default)]
    pub number: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    pub catalog_id: i64,
}

/// A person, by his number or his e-mail.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ContactRequest {
    #[serde(default)]
    pub number: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AdminChangePhoneRequest {
    /// The account.
    pub id: i64,
    pub number: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AdminChangeEmailRequest {
    /// The account.
    pub id: i64,
    pub email: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct IssueTokenRequest {
    /// What it is for; 1 to 100 characters.
    pub name: String,
    /// How long it holds, 1 to 365.
    pub days: i64,
}

/// An access token that was given out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuedToken {
    pub id: i64,
    /// To be sent as `X-Token`. Shown only here; the server keeps its hash.
    pub token: String,
    pub expires: Timestamp,
}

/// An access token, as admins see it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessToken {
    pub id: i64,
    pub name: String,
    pub account_id: i64,
    pub account_name: String,
    /// The admin who gave it out.
    pub issued_by: i64,
    pub created: Timestamp,
    pub expires: Timestamp,
    /// Exact to a few minutes; null if it was never used.
    pub last_used: Option<Timestamp>,
    /// When it was revoked, or its account was deleted.
    pub revoked: Option<Timestamp>,
}

/// A consent, or that it is withdrawn.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ConsentRequest {
    pub kind: ConsentKind,
    /// Of the text that is agreed to; 1 to 50 characters.
    pub version: String,
    /// False withdraws whatever stands of this kind, whichever its version.
    pub given: bool,
}

/// A consent of the caller's.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Consent {
    pub kind: ConsentKind,
    pub version: String,
    pub given: Timestamp,
    /// Null: it stands.
    pub withdrawn: Option<Timestamp>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JournalRequest {
    /// Only what the caller did.
    pub my_records_only: bool,
    /// From this instant on; default: 7 days before `endDate`.
    pub start_date: Option<Timestamp>,
    /// Until before this instant; default: now.
    pub end_date: Option<Timestamp>,
    /// A number of `/api/dev/journal/events`.
    pub event_id: Option<i16>,
}

/// A change that somebody made, or a room by itself.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JournalRecord {
    /// Unique together with `catalogId`.
    pub id: i64,
    pub at: Timestamp,
    /// Null: the server's shell, or a room's own timer.
    pub account_id: Option<i64>,
    /// For admins, else null.
    pub account_name: Option<String>,
    /// Kept 90 days.
    pub address: Option<String>,
    pub request_id: Option<String>,
    pub event_id: i16,
    pub event_name: String,
    /// What was changed: the id of whatever the event is about.
    pub subject_id: Option<i64>,
    /// Of a command of a room: its catalog.
    pub catalog_id: Option<i64>,
    /// Personal data is masked in both; null where there was nothing.
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
}

/// What can be looked for in the journal.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct JournalEvent {
    pub id: i16,
    pub name: String,
}
