use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::account::UserPhoto;
use super::numbers::{CatalogType, Currency, GalleryType, HouseOrderStatus};
use super::timestamp::Timestamp;

/// An auction house or gallery in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseShort {
    pub id: i64,
    pub name_ru: String,
    pub photo: HousePhoto,
    pub is_gallery: bool,
    pub is_post_auction: bool,
    pub gallery_type: Option<GalleryType>,
}

/// A house in the list of houses, with what it trades.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseListed {
    #[serde(flatten)]
    pub short: HouseShort,
    pub address: Option<String>,
    /// The kinds of its catalogs that everyone may see.
    pub catalog_types: Vec<CatalogType>,
    /// Classic and parallel sales that run, and that are announced.
    pub running_count: i64,
    pub planned_count: i64,
    /// Lots visible to everyone that can still be had.
    pub offered_count: i64,
}

/// The columns of `house` that a [`HouseShort`] shows.
#[derive(Debug)]
pub struct HouseShortRow {
    pub id: i64,
    pub name_ru: String,
    pub photo: Option<Uuid>,
    pub is_gallery: bool,
    pub is_post_auction: bool,
    pub gallery_type: Option<i16>,
}

impl From<HouseShortRow> for HouseShort {
    fn from(row: HouseShortRow) -> Self {
        Self {
            id: row.id,
            name_ru: row.name_ru,
            photo: HousePhoto {
                preview_id: row.photo,
            },
            is_gallery: row.is_gallery,
            is_post_auction: row.is_post_auction,
            gallery_type: row
                .gallery_type
                .and_then(|number| GalleryType::try_from(number).ok()),
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HousePhoto {
    /// A picture's id, for `/api/house/image/{id}`.
    pub preview_id: Option<Uuid>,
}

/// An auction house or gallery with all details of its page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct House {
    #[serde(flatten)]
    pub short: HouseShort,
    pub description_ru: Option<String>,
    pub address: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub site: Option<String>,
    pub whatsup_phone: Option<String>,
    pub payment_and_delivery: PaymentAndDelivery,
    /// The house's own steps; null: the default table.
    pub steps_table: Option<Vec<StepRow>>,
    /// Whether the house may keep lots outside catalogs.
    pub is_storage: bool,
    /// Whether `/api/house/{id}/info` has a PDF.
    pub has_info: bool,
    /// Lots and catalogs visible to everyone.
    pub lots_count: i64,
    pub catalogs_count: i64,
    /// Counts the changes of the fields of the profile. A form sends it back.
    pub revision: i64,
    /// The caller's latest registration request, if they are signed in and sent one.
    pub my_order: Option<HouseOrder>,
}

/// A house to create (without `id`) or change.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseRequest {
    #[serde(default)]
    pub id: Option<i64>,
    /// The revision that the change was made to: 409 `changed_meanwhile`, with nothing changed, if it is no longer the
    /// stored one. Without it the stored fields are replaced unseen.
    #[serde(default)]
    pub revision: Option<i64>,
    /// At most 300 characters.
    pub name_ru: String,
    /// Rich text, at most 200 000 characters.
    #[serde(default)]
    pub description_ru: Option<String>,
    /// At most 500 characters.
    #[serde(default)]
    pub address: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
    #[serde(default)]
    pub phone: Option<String>,
    /// An address without a scheme gets `http://`.
    #[serde(default)]
    pub site: Option<String>,
    #[serde(default)]
    pub whatsup_phone: Option<String>,
    #[serde(default)]
    pub gallery_type: Option<GalleryType>,
    #[serde(default)]
    pub payment_and_delivery: Option<PaymentAndDelivery>,
    /// Starts must rise strictly and steps must be positive; null: the default table.
    #[serde(default)]
    pub steps_table: Option<Vec<StepRow>>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct PaymentAndDelivery {
    /// Per cent, at most two decimals.
    #[serde(default)]
    pub commission: f64,
    /// Rich text, at most 200 000 characters.
    #[serde(default)]
    pub text: Option<String>,
}

/// A member of a house's staff.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseStaff {
    /// For the house's staff and admins, else null.
    pub user_id: Option<i64>,
    pub display_name: String,
    pub photo: UserPhoto,
    pub is_manager: bool,
    pub is_owner: bool,
    pub is_newsmaker: bool,
    /// Whether visitors see this person, who agreed to it.
    pub is_shown: bool,
    /// The contacts that the person agreed to show; the house's staff see those by which the house named the person, and
    /// admins all.
    pub phone: Option<String>,
    pub e_mail: Option<String>,
}

/// A person invited to work for a house, who has not answered yet.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseInvitation {
    pub id: i64,
    /// `manager`, `owner`, `newsmaker` or `auctioneer`.
    pub role: String,
    /// The catalog of an auctioneer.
    pub catalog_id: Option<i64>,
    /// The number or the e-mail by which the house invited.
    pub number: Option<String>,
    pub email: Option<String>,
    pub created: Timestamp,
    pub expires: Timestamp,
}

/// A house's PDF.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseInfo {
    pub size_bytes: i64,
    pub uploaded: Timestamp,
}

/// Bids rise by `step` from the price `start` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StepRow {
    pub start: i64,
    pub step: i64,
}

/// A request to be registered as a bidder of a house.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseOrder {
    pub order_id: i64,
    pub house_id: i64,
    pub house_name_ru: String,
    pub user_id: i64,
    /// The person's name and contacts; for the house's staff and admins, else null.
    pub display_name: Option<String>,
    pub phone: Option<String>,
    pub e_mail: Option<String>,
    pub note: Option<String>,
    pub conclusion: Option<String>,
    pub status: HouseOrderStatus,
    /// Whether the house trusts the person now.
    pub is_trusted: bool,
    /// For the house's staff and admins: the person's entry on the untrusted list. Null if they are not on it.
    pub untrusted: Option<UntrustedMark>,
    /// In the lists of the house's staff and admins: what the person has done in the house before. Null elsewhere.
    pub record: Option<ApplicantRecord>,
    pub created: Timestamp,
    pub decided: Option<Timestamp>,
    /// Incremented by every decision. Send it with a decision to detect a concurrent one.
    pub revision: i64,
}

/// What a person has done in a house before, in short.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicantRecord {
    /// Lots bought and paid.
    pub paid: i64,
    /// Rejections, without the request itself.
    pub rejections: i64,
    /// The first request to the house, of a person who has not bid there.
    pub is_new: bool,
}

/// How many requests there are in each state.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OrderCounts {
    pub pending: i64,
    pub accepted: i64,
    pub rejected: i64,
}

/// A house's list of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum HouseList {
    Registrations,
    PriceQueries,
    Untrusted,
    Staff,
    Buyers,
}

/// An entry on a house's untrusted list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UntrustedMark {
    pub reason: Option<String>,
    /// The name of the person who put them on the list.
    pub added_by: Option<String>,
    pub created: Timestamp,
}

/// What a person who asks to be registered has done in the house before.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicantHistory {
    /// Sales of the house in which the person has bet.
    pub sales: i64,
    /// Their bets that were not revoked.
    pub bets: i64,
    /// Lots they won, and those of them that are paid.
    pub won: i64,
    pub paid: i64,
    /// Requests of theirs that the house has rejected.
    pub rejections: i64,
    /// The latest lots they won, at most 10.
    pub purchases: Vec<Purchase>,
}

/// A lot that a person won.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Purchase {
    pub lot_id: i64,
    pub title_ru: String,
    pub value: i64,
    pub currency: Currency,
    /// When the winning bet was placed.
    pub at: Timestamp,
    pub is_paid: bool,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendOrderRequest {
    pub house_id: i64,
    /// At most 2000 characters.
    #[serde(default)]
    pub note: Option<String>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecideOrderRequest {
    /// The address names the order. Older clients name it here too.
    #[serde(default)]
    #[schema(ignore)]
    pub order_id: Option<i64>,
    /// Shown to the person; at most 2000 characters.
    #[serde(default)]
    pub conclusion: Option<String>,
    /// 1 accepts, 2 rejects.
    pub status: HouseOrderStatus,
    /// The revision the decision is based on. If it is out of date, the call fails with 409 `changed_meanwhile`, changes
    /// nothing and notifies nobody. Without it, the decision replaces any earlier one.
    #[serde(default)]
    pub revision: Option<i64>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptAndTrustRequest {
    pub order_id: i64,
    #[serde(default)]
    pub conclusion: Option<String>,
    /// The revision the decision is based on; 409 `changed_meanwhile` if it is out of date.
    #[serde(default)]
    pub revision: Option<i64>,
}

/// A category and its subcategories.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Category {
    pub id: i64,
    /// Dotted: `2.1` is under `2`.
    pub code: String,
    pub name: String,
    #[schema(no_recursion)]
    pub items: Vec<Category>,
}
