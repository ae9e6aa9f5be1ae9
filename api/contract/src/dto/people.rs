use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::account::UserPhoto;
use super::numbers::ConsentKind;
use super::sort::AccountSort;
use super::timestamp::Timestamp;

/// A change of the caller's phone number.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ChangePhoneRequest {
    /// A phone number in any notation; Russian numbers may begin with 8.
    pub number: String,
    /// The proof: `call` (the default) rings the number, `callback` waits for a call from it.
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

/// A pending change of a contact; valid for 5 minutes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BegunChange {
    pub session_key: String,
    /// For a callback: the id for `/api/auth/callback/check/{id}`; else null.
    pub id: Option<String>,
    /// For a callback: the number to call; else null.
    pub phone: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptChangeRequest {
    pub session_key: String,
    /// The 4 digits of the call or the 6 digits of the letter; none for a callback.
    #[serde(default)]
    pub code: Option<String>,
    /// The proof of a present contact, begun with `/api/accounts/change/{kind}/old`.
    #[serde(default)]
    pub old_session_key: Option<String>,
    /// Its code; none for a callback.
    #[serde(default)]
    pub old_code: Option<String>,
}

/// How the caller proves the contact that guards the change.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct OldContactRequest {
    /// For a number: `call` (the default) rings it, `callback` waits for a call from it.
    #[serde(default)]
    pub kind: PhoneProof,
}

/// A change of a contact that waits, since no present one was proved.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingChange {
    /// `phone` or `email`.
    pub kind: String,
    /// The new contact.
    pub contact: String,
    /// The contact that it replaces.
    pub old: Option<String>,
    /// When the change happens, unless it is stopped.
    pub due: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileRequest {
    /// 1 to 100 characters.
    pub display_name: String,
}

/// An account to create for another person, with a number, an e-mail, or both.
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

/// The created account.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedAccount {
    /// For admins. Null for houses, which must not learn whether the account already existed.
    pub id: Option<i64>,
    pub display_name: String,
    pub login: Option<String>,
    pub e_mail: Option<String>,
}

/// An account, as admins see it. A deleted account shows nothing about its owner.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountInfo {
    pub id: i64,
    pub display_name: String,
    /// Bit flags: User 0, Manager 1024, Admin 4096, Developer 8192.
    pub roles: i32,
    pub login: Option<String>,
    pub e_mail: Option<String>,
    /// Whether the owner has proved the number or e-mail.
    pub is_phone_confirmed: bool,
    pub is_e_mail_confirmed: bool,
    pub photo: UserPhoto,
    pub created: Timestamp,
    /// Activity of the latest session, accurate to a few minutes; null if there was none.
    pub last_seen: Option<Timestamp>,
    pub manager_of_house_ids: Vec<i64>,
    pub owner_of_house_ids: Vec<i64>,
    pub newsmaker_of_house_ids: Vec<i64>,
    pub auctioneer_of_catalog_ids: Vec<i64>,
    /// The same with their titles.
    pub auctioneer_of_catalogs: Vec<CatalogTitle>,
    pub deleted: Option<Timestamp>,
    /// When a deleted account stops being restorable; null if it cannot be restored.
    pub restorable_until: Option<Timestamp>,
    /// The account that a deleted one was merged into, as the same person's.
    pub merged_into: Option<i64>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CatalogTitle {
    pub id: i64,
    pub title: String,
}

/// Two accounts of one person.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AccountsMergeRequest {
    /// The account that stays.
    pub kept_id: i64,
    /// The account that is merged into it.
    pub double_id: i64,
}

/// What merging would do to two accounts.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AccountsMerge {
    pub kept: MergeSide,
    pub double: MergeSide,
    /// Russian texts that say why they cannot be merged now. Empty: they can.
    pub obstacles: Vec<String>,
}

/// An account, and how much it has of what merging moves.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeSide {
    pub account: AccountInfo,
    /// Open logins and access tokens.
    pub sessions: i64,
    pub favourites: i64,
    /// To lots, catalogs and artists.
    pub subscriptions: i64,
    /// Requests to be registered by houses that are pending or accepted.
    pub registrations: i64,
    /// Houses that trust the account.
    pub trusted: i64,
    /// Houses that list the account as untrusted.
    pub untrusted: i64,
    pub price_queries: i64,
    pub notifications: i64,
    /// Standing bets.
    pub bets: i64,
    /// Lots sold to the account.
    pub purchases: i64,
}

/// Which accounts are listed.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AccountsQuery {
    /// Words of a name, number or e-mail, in any order and each perhaps cut, or the id. One or two letters or digits
    /// must begin a word. Finds a deleted account only by its id, or, while it can be restored, by its whole number or
    /// e-mail.
    pub search: Option<String>,
    /// Role flags, all of which an account must have: Manager 1024, Admin 4096, Developer 8192.
    pub role: Option<i32>,
    /// Only this house's staff, auctioneers included.
    pub house_id: Option<i64>,
    /// Only staff of any house, auctioneers included.
    #[serde(default)]
    pub staff: bool,
    /// Only deleted accounts. By default the list excludes them.
    #[serde(default)]
    pub deleted: bool,
    /// Default: the best match of the search first, otherwise newest first.
    #[param(value_type = Option<AccountSort>)]
    pub sort: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AccountIdRequest {
    pub id: i64,
}

/// An invitation to work for a house.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffInvitation {
    pub id: i64,
    pub house_id: i64,
    pub house_name: String,
    /// `manager`, `owner`, `newsmaker` or `auctioneer`.
    pub role: String,
    /// The catalog of an auctioneer.
    pub catalog_id: Option<i64>,
    pub catalog_name: Option<String>,
    pub created: Timestamp,
    pub expires: Timestamp,
}

/// What a member of a house's staff agrees that visitors see.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffShownRequest {
    /// Name, photo and position.
    #[serde(default)]
    pub is_shown: bool,
    /// The number or the e-mail by which the house invited them.
    #[serde(default)]
    pub is_contact_shown: bool,
}

/// A house that the caller works for.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffPost {
    pub house_id: i64,
    pub house_name: String,
    pub is_manager: bool,
    pub is_owner: bool,
    pub is_newsmaker: bool,
    /// Whether visitors see the caller's name, photo and position.
    pub is_shown: bool,
    /// Whether they also see the contact by which the house invited the caller.
    pub is_contact_shown: bool,
}

/// A member of a house's staff, named by number or e-mail.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffRequest {
    #[serde(default)]
    pub number: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    pub house_id: i64,
}

/// An auctioneer of a catalog, named by number or e-mail.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuctioneerRequest {
    #[serde(default)]
    pub number: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    pub catalog_id: i64,
}

/// A developer, named by number or e-mail, and a house whose drafts and hidden things they may see.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaveRequest {
    #[serde(default)]
    pub number: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    pub house_id: i64,
    /// 1 to 30. 0 ends the leave.
    pub days: i64,
}

/// A person, named by number or e-mail.
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
    /// The token's purpose; 1 to 100 characters.
    pub name: String,
    /// The token's lifetime in days, 1 to 365.
    pub days: i64,
}

/// A newly issued access token.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssuedToken {
    pub id: i64,
    /// Send it as `X-Token`. Shown only here; the server keeps only its hash.
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
    /// The admin who issued it.
    pub issued_by: i64,
    pub created: Timestamp,
    pub expires: Timestamp,
    /// Accurate to a few minutes; null if never used.
    pub last_used: Option<Timestamp>,
    /// When the token was revoked or its account deleted.
    pub revoked: Option<Timestamp>,
}

/// Giving or withdrawing a consent.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ConsentRequest {
    pub kind: ConsentKind,
    /// The version of the text consented to; 1 to 50 characters.
    pub version: String,
    /// False withdraws every standing consent of this kind, regardless of its version.
    pub given: bool,
}

/// One of the caller's consents.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Consent {
    pub kind: ConsentKind,
    pub version: String,
    pub given: Timestamp,
    /// Null: it still stands.
    pub withdrawn: Option<Timestamp>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct JournalRequest {
    /// Only the caller's own actions.
    pub my_records_only: bool,
    /// From this instant on, inclusive; default: 7 days before `endDate`.
    pub start_date: Option<Timestamp>,
    /// Up to this instant, exclusive; default: now.
    pub end_date: Option<Timestamp>,
    /// A number of `/api/dev/journal/events`.
    pub event_id: Option<i16>,
    /// Only this account's actions. For admins.
    pub account_id: Option<i64>,
    /// Only what happened in this catalog's room.
    pub catalog_id: Option<i64>,
    /// Leave out what rooms did by themselves.
    pub except_system: bool,
}

/// A change made by a person, or automatically by a room.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JournalRecord {
    /// Unique together with `catalogId`.
    pub id: i64,
    pub at: Timestamp,
    /// Null: the server's shell, or a room's timer.
    pub account_id: Option<i64>,
    /// For admins, else null.
    pub account_name: Option<String>,
    /// Kept for 90 days.
    pub address: Option<String>,
    pub request_id: Option<String>,
    pub event_id: i16,
    pub event_name: String,
    /// The id of the changed object.
    pub subject_id: Option<i64>,
    /// For a room's command: its catalog.
    pub catalog_id: Option<i64>,
    /// The present title of the room's or the changed catalog. Null for other records, and in exports.
    pub catalog_title: Option<String>,
    /// That catalog's currency. Null as its title.
    pub catalog_currency: Option<i16>,
    /// Whether that catalog is a rehearsal.
    pub is_rehearsal: bool,
    /// The lots that the record names. Empty in exports.
    pub lots: Vec<JournalLot>,
    /// Personal data is masked in both. Null for a missing side.
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
}

/// A lot that a record names, as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JournalLot {
    pub id: i64,
    /// Null: the lot is in no catalog, or by now in another than that of the room.
    pub number: Option<i32>,
    pub title: String,
}

/// An event that the journal can be filtered by.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct JournalEvent {
    pub id: i16,
    pub name: String,
}
