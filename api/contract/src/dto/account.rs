use domain::{Amount, Caps};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::timestamp::Timestamp;

/// The logged-in person, with all that decides what he may do.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: i64,
    pub display_name: String,
    /// Bit flags: User 0, Manager 1024, Admin 4096, Developer 8192.
    pub roles: i32,
    /// The phone number, `+79000000001`.
    pub login: Option<String>,
    pub e_mail: Option<String>,
    /// Whether he has proved to hold the number and the e-mail; false where there is none.
    pub is_phone_confirmed: bool,
    pub is_e_mail_confirmed: bool,
    pub photo: UserPhoto,
    pub manager_of_house_ids: Vec<i64>,
    pub owner_of_house_ids: Vec<i64>,
    pub newsmaker_of_house_ids: Vec<i64>,
    pub auctioneer_of_catalog_ids: Vec<i64>,
    pub trusted_in_house_ids: Vec<i64>,
    pub accepted_in_house_ids: Vec<i64>,
    pub is_admin: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserPhoto {
    pub icon_id: Option<Uuid>,
}

/// The answer to a successful login.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SignIn {
    /// To be sent as `X-Token`. Shown only here; the server keeps its hash.
    pub token: String,
    pub user: User,
}

/// The secret that ties the steps of one login attempt together; it lives 5 minutes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionKey {
    pub session_key: String,
}

/// A login by the user's own outgoing call.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Callback {
    /// For `/api/auth/callback/check/{id}`.
    pub id: String,
    pub session_key: String,
    /// The number to ring.
    pub phone: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CallbackStatus {
    pub status: CallbackState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CallbackState {
    Pending,
    Confirmed,
    Expired,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NumberRequest {
    /// A phone number in any writing; Russian numbers may begin with 8.
    pub number: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct EmailRequest {
    pub email: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyRequest {
    pub session_key: String,
    /// The last 4 digits of the number that rang.
    pub code: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailVerifyRequest {
    pub session_key: String,
    /// The 6 digits of the letter.
    pub code: String,
    pub email: String,
    /// As that of `/api/signin`; looked at by the call that logs in.
    #[serde(default)]
    pub personal_data_consent: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInRequest {
    pub session_key: String,
    /// The version of the text by which the person agrees to the processing of his personal data, if he does so now.
    #[serde(default)]
    pub personal_data_consent: Option<String>,
}

/// One of the caller's open logins.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionInfo {
    pub id: i64,
    pub created: Timestamp,
    /// Exact to a few minutes.
    pub last_seen: Timestamp,
    pub address: Option<String>,
    pub user_agent: Option<String>,
    /// Of an access token given out by an admin: what it is for; null: a login.
    pub name: Option<String>,
    /// Whether this very request came with it.
    pub is_current: bool,
}

/// What the client must know before anybody has logged in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    pub brand_name: String,
    pub contacts: Contacts,
    pub social_links: Vec<SocialLink>,
    /// The greatest bet of a bidder whom the house does not trust.
    pub untrusted_cap: UntrustedCap,
    /// Whether the site shows demonstration data.
    pub is_demo: bool,
    /// Whether codes are delivered to `/dev/outbox` instead of to people.
    pub dev_outbox: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Contacts {
    pub phone: Option<String>,
    pub email: Option<String>,
    pub address: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SocialLink {
    pub name: String,
    pub url: String,
}

/// Whole units of each currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UntrustedCap {
    pub rub: i64,
    pub eur: i64,
    pub usd: i64,
}

/// As rooms keep them.
impl From<UntrustedCap> for Caps {
    fn from(cap: UntrustedCap) -> Self {
        Self {
            rub: Amount(cap.rub),
            eur: Amount(cap.eur),
            usd: Amount(cap.usd),
        }
    }
}

/// A person on a house's list of those it does not trust.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UntrustedUser {
    pub user_id: i64,
    pub display_name: String,
    pub login: Option<String>,
    pub e_mail: Option<String>,
    pub created: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UntrustedRequest {
    pub house_id: i64,
    /// The e-mail or
    #[serde(default)]
    pub email: Option<String>,
    /// the phone number of the person.
    #[serde(default)]
    pub login: Option<String>,
}

/// A message of the development outbox.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OutboxMessage {
    /// For callbacks: what `POST /dev/outbox/callback/{id}` takes.
    pub id: String,
    pub channel: OutboxChannel,
    /// The phone number or e-mail.
    pub to: String,
    pub code: Option<String>,
    pub text: String,
    pub at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutboxChannel {
    Call,
    Callback,
    Email,
    Notice,
}
