use domain::{Amount, Caps};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::timestamp::Timestamp;

/// The signed-in person and everything that determines their rights.
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
    /// Whether the person has proved the number or e-mail; false if there is none.
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
    /// Whether a second factor is on.
    pub has_second_factor: bool,
    /// The account's rights require a second factor: until it is on, other calls answer 403 `second_factor_not_set`.
    pub must_set_second_factor: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserPhoto {
    pub icon_id: Option<Uuid>,
}

/// The answer to a successful sign-in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SignIn {
    /// Send it as `X-Token`. Shown only here; the server keeps only its hash.
    pub token: String,
    pub user: User,
}

/// The secret that links the steps of one sign-in attempt; valid for 5 minutes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionKey {
    pub session_key: String,
}

/// A sign-in through a call that the user makes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Callback {
    /// For `/api/auth/callback/check/{id}`.
    pub id: String,
    pub session_key: String,
    /// The number to call.
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
    /// The call has come, but several logins waited for it, so it alone opens none. A code of 8 digits was sent to the number by
    /// SMS; `POST /api/auth/verify` checks it.
    Ambiguous,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NumberRequest {
    /// A phone number in any notation; Russian numbers may begin with 8.
    pub number: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CallbackRequest {
    /// A phone number in any notation; Russian numbers may begin with 8.
    pub number: String,
    /// The `sessionKey` of an earlier request for this number that the user gave up.
    pub replaces: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct EmailRequest {
    pub email: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyRequest {
    pub session_key: String,
    /// The last 4 digits of the number that rang, or the 8 digits of the SMS.
    pub code: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmailVerifyRequest {
    pub session_key: String,
    /// The 6 digits from the letter.
    pub code: String,
    pub email: String,
    /// Like the field of `/api/signin`; used by the call that signs in.
    #[serde(default)]
    pub personal_data_consent: Option<String>,
    /// Like the field of `/api/signin`; used by the call that signs in.
    #[serde(default)]
    pub second_factor: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInRequest {
    pub session_key: String,
    /// The version of the text by which the person now consents to the processing of their personal data.
    #[serde(default)]
    pub personal_data_consent: Option<String>,
    /// A code of the account's authenticator, or a recovery code. Without it, an account with a second factor answers 409
    /// `second_factor_required`, and the attempt stays open.
    #[serde(default)]
    pub second_factor: Option<String>,
}

/// A code of the account's authenticator, or a recovery code.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorCode {
    pub code: String,
}

/// The state of the caller's second factor.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorState {
    pub is_on: bool,
    /// Whether the account's rights require one.
    pub is_obligatory: bool,
    pub recovery_codes_left: i64,
}

/// A second factor that is off until a first code of it is accepted.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BegunSecondFactor {
    /// In base 32, to be typed.
    pub secret: String,
    /// `otpauth://…`, to be scanned as a QR code.
    pub uri: String,
}

/// Codes that each replace one code of the authenticator. Shown only here.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    pub recovery_codes: Vec<String>,
}

/// One of the caller's open sessions.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionInfo {
    pub id: i64,
    pub created: Timestamp,
    /// Accurate to a few minutes.
    pub last_seen: Timestamp,
    pub address: Option<String>,
    pub user_agent: Option<String>,
    /// The purpose of an access token issued by an admin; null: a person's sign-in.
    pub name: Option<String>,
    /// Whether this request came with it.
    pub is_current: bool,
}

/// The client's settings before anyone signs in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    pub brand_name: String,
    pub contacts: Contacts,
    pub social_links: Vec<SocialLink>,
    /// The highest bet of a bidder whom the house does not trust.
    pub untrusted_cap: UntrustedCap,
    /// The currencies shown beside prices, in the operator's order.
    pub exchange_rates: Vec<ExchangeRate>,
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
    /// At most 50 characters.
    pub name: String,
    /// An http(s) address; at most 1000 characters.
    pub url: String,
}

/// How people reach the operator of the site, as the footer shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteContacts {
    /// Shown as it is written.
    #[serde(default)]
    pub phone: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    /// At most 500 characters.
    #[serde(default)]
    pub address: Option<String>,
    /// At most 12, in order.
    #[serde(default)]
    pub social_links: Vec<SocialLink>,
}

/// What a currency costs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExchangeRate {
    /// By ISO 4217: «USD».
    pub code: String,
    /// Rubles for one unit.
    pub rubles: f64,
}

/// Whole units of each currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct UntrustedCap {
    pub rub: i64,
    pub eur: i64,
    pub usd: i64,
}

/// The form in which rooms store the caps.
impl From<UntrustedCap> for Caps {
    fn from(cap: UntrustedCap) -> Self {
        Self {
            rub: Amount(cap.rub),
            eur: Amount(cap.eur),
            usd: Amount(cap.usd),
        }
    }
}

/// A person on a house's list of untrusted bidders.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UntrustedUser {
    pub user_id: i64,
    pub display_name: String,
    pub login: Option<String>,
    pub e_mail: Option<String>,
    pub created: Timestamp,
    /// Why, in the words of the person who put them on the list.
    pub reason: Option<String>,
    /// The name of the person who put them on the list.
    pub added_by: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UntrustedRequest {
    pub house_id: i64,
    /// The person's e-mail. Takes precedence over `login`; one of the two is required.
    #[serde(default)]
    pub email: Option<String>,
    /// The person's phone number or e-mail.
    #[serde(default)]
    pub login: Option<String>,
    /// Why, for the house's staff. The person gets it only with an export of their data. At most 2000 characters.
    #[serde(default)]
    pub reason: Option<String>,
}

/// A message of the development outbox.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OutboxMessage {
    /// For callbacks: the id that `POST /dev/outbox/callback/{id}` takes.
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
    Sms,
    Email,
    Notice,
}
