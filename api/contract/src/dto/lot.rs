use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::catalog::CatalogShort;
use super::numbers::{CatalogState, CatalogType, Currency, LotSorting, LotState};
use super::timestamp::Timestamp;

/// A lot's prices.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotPrice {
    pub start: i64,
    /// For admins, else null.
    pub reserve: Option<i64>,
    pub reserve_price_state: Option<ReservePriceState>,
    pub estimated_from: Option<i64>,
    pub estimated_to: Option<i64>,
    pub currency: Currency,
    /// The value of the leading bet, if there is one.
    pub value: Option<i64>,
    /// The lowest bet that would be accepted now.
    pub min_bet: i64,
}

pub use domain::ReserveState as ReservePriceState;
pub use wire::LeadingBet;

/// A picture with the addresses of its sizes. The parameter `size` also takes `320` and `original`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Picture {
    pub id: Uuid,
    /// 160 px on the longer side.
    pub icon: String,
    /// 640 px.
    pub preview: String,
    /// 1280 px.
    pub full: String,
    /// The original's size in pixels.
    pub width: i32,
    pub height: i32,
    /// What the picture shows, for those who do not see it; null if nobody has described it.
    pub alt: Option<String>,
}

impl Picture {
    /// A picture of the given kind (`lots`, `house`, `catalog`, `accounts`).
    pub fn new(kind: &str, id: Uuid, width: i32, height: i32) -> Self {
        let url = |size| format!("/api/{kind}/image/{id}/?size={size}");
        Self {
            id,
            icon: url("icon"),
            preview: url("preview"),
            full: url("full"),
            width,
            height,
            alt: None,
        }
    }

    /// The picture of an outer join: its three columns are null where there is none.
    pub fn of_columns(
        kind: &str,
        id: Option<Uuid>,
        width: Option<i32>,
        height: Option<i32>,
    ) -> Option<Self> {
        Some(Self::new(kind, id?, width?, height?))
    }

    /// The picture with its description.
    pub fn described(self, alt: Option<String>) -> Self {
        Self { alt, ..self }
    }
}

/// What a picture shows.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PictureAltRequest {
    /// At most 500 characters; null or empty: no description.
    #[serde(default)]
    pub alt: Option<String>,
}

/// A rectangle within a picture, in parts of its width and height.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PicturePart {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// What is made of a picture as it was uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PictureCut {
    /// Quarters to the right, 0 to 3.
    pub turns: u8,
    /// Of the turned picture; null: the whole.
    #[serde(default)]
    pub part: Option<PicturePart>,
}

/// A picture as it was uploaded, and what is shown of it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CutPicture {
    pub source: Picture,
    pub cut: PictureCut,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Author {
    pub name: String,
}

/// A lot in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotShort {
    pub id: i64,
    /// The same as `id`, under the name that older clients read.
    #[serde(rename = "lotid")]
    pub lot_id: i64,
    pub catalog_id: Option<i64>,
    /// Its number in the catalog.
    pub catalog_lot_id: Option<i32>,
    pub house_id: i64,
    pub house_name_ru: String,
    pub catalog_type: Option<CatalogType>,
    pub catalog_state: Option<CatalogState>,
    pub catalog_title: Option<String>,
    pub title_ru: String,
    pub author: Vec<Author>,
    /// The artist id of the first author.
    pub author_id: Option<i64>,
    pub period: Option<String>,
    pub size: Option<String>,
    pub materials: Option<String>,
    pub state: LotState,
    pub is_bidding_over: bool,
    pub start_trade_time: Option<Timestamp>,
    pub end_trade_time: Option<Timestamp>,
    /// When the auctioneer said «Последний раз», while that stands. It decides nothing.
    pub warned_at: Option<Timestamp>,
    /// The numbers of the lots that are sold as one with this one, or on offer with it at the buyer's choice, its own included; the
    /// bets are on the first. Empty if the lot is sold by itself.
    pub together: Vec<i32>,
    /// They are on offer at the buyer's choice, who takes one or several of them, each for the price. Once the hammer has fallen,
    /// those taken are sold; the group stays until the sale goes on.
    pub is_choice: bool,
    /// When the auctioneer paused the sale; null while it goes on.
    pub catalog_paused_at: Option<Timestamp>,
    pub catalog_start_date: Option<Timestamp>,
    pub catalog_end_date: Option<Timestamp>,
    pub top: i32,
    /// What the buyer pays on top of the price, in per cent: by the catalog, in a post-auction sale by the house, 0 elsewhere.
    pub commission: f64,
    pub price: LotPrice,
    pub leading_bet: Option<LeadingBet>,
    /// The caller's number in the catalog: where `leadingBet` has it, the caller leads. Null before the first bet there.
    pub my_participant: Option<i32>,
    pub bets_count: i32,
    pub img: Option<Picture>,
    /// Whether it is one of the caller's favourites.
    pub is_favourite: bool,
    /// Whether the caller is notified before it begins and ends.
    pub is_subscribed: bool,
    pub version: i64,
    pub created: Timestamp,
    pub hidden: bool,
    pub category_id: Option<i64>,
    pub class_code: Option<String>,
}

/// What a search found of a lot that lists do not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FoundIn {
    Category,
    Materials,
    Period,
    Region,
    Description,
}

/// A lot that a search found.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundLot {
    #[serde(flatten)]
    pub lot: LotShort,
    /// Where the words are that were searched for. Null if the title or an author's name has one of them, and for synonyms.
    pub found_in: Option<FoundIn>,
}

/// A lot with all details of its page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Lot {
    #[serde(flatten)]
    pub short: LotShort,
    pub description_ru: Option<String>,
    pub is_attributed_authorship: bool,
    pub source_country_ru: Option<String>,
    pub weight: Option<String>,
    pub notes: Option<String>,
    /// The house's own remarks for the auctioneer. For the house's staff and admins, else null.
    pub auctioneer_note: Option<String>,
    pub video_links: Vec<String>,
    pub gallery: LotGallery,
    pub counters: LotCounters,
    /// Of these three, the one for the catalog's type equals `leadingBet`; the others are null.
    pub parallel_leading_bet: Option<LeadingBet>,
    pub classic_leading_bet: Option<LeadingBet>,
    pub gallery_leading_bet: Option<LeadingBet>,
    pub catalog: Option<CatalogShort>,
    /// The caller's standing secret maximum.
    pub my_absentee: Option<i64>,
    pub my_last_bet: Option<i64>,
    pub prev_lot_id: Option<i64>,
    pub next_lot_id: Option<i64>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct LotGallery {
    pub images: Vec<Picture>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct LotCounters {
    pub views: i64,
    pub favourites: i64,
    pub subscriptions: i64,
}

/// A lot's description, sent in full: an edit replaces every field unless the field says otherwise.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotDescription {
    /// At most 500 characters.
    pub title_ru: String,
    /// Plain text, at most 20 000 characters.
    #[serde(default)]
    pub description_ru: Option<String>,
    /// At most 10. Unknown names are added to the authors.
    #[serde(default)]
    pub author: Vec<Author>,
    #[serde(default)]
    pub is_attributed_authorship: bool,
    #[serde(default)]
    pub category_id: Option<i64>,
    /// At most 300 characters, like the fields up to `weight`.
    #[serde(default)]
    pub period: Option<String>,
    #[serde(default)]
    pub materials: Option<String>,
    #[serde(default)]
    pub size: Option<String>,
    #[serde(default)]
    pub source_country_ru: Option<String>,
    #[serde(default)]
    pub weight: Option<String>,
    /// At most 2000 characters.
    #[serde(default)]
    pub notes: Option<String>,
    /// At most 2000 characters, never public. Null keeps the current remarks, empty ones remove them.
    #[serde(default)]
    pub auctioneer_note: Option<String>,
    /// http(s) addresses, at most 10.
    #[serde(default)]
    pub video_links: Vec<String>,
    /// Null: a new lot has no start price, and an edited one keeps its prices.
    #[serde(default)]
    pub price: Option<LotPriceRequest>,
    /// 0 to 1000; only admins may change it. Null: keeps the current value.
    #[serde(default)]
    pub top: Option<i32>,
    /// Null: unchanged.
    #[serde(default)]
    pub hidden: Option<bool>,
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotPriceRequest {
    /// 0: no start price. Null: that of an edited lot, else 0.
    #[serde(default)]
    pub start: Option<i64>,
    /// Null keeps the current reserve, which only admins can see; 0 removes it.
    #[serde(default)]
    pub reserve: Option<i64>,
    #[serde(default)]
    pub estimated_from: Option<i64>,
    #[serde(default)]
    pub estimated_to: Option<i64>,
    /// In a catalog it must equal the catalog's. Null: the catalog's; in the storage the lot's own, else RUB.
    #[serde(default)]
    pub currency: Option<Currency>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateLotRequest {
    pub house_id: i64,
    /// Null: the house's storage.
    #[serde(default)]
    pub catalog_id: Option<i64>,
    /// Its number in the catalog; null: the number after the greatest.
    #[serde(default)]
    pub catalog_lot_id: Option<i32>,
    #[serde(flatten)]
    pub lot: LotDescription,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditLotRequest {
    pub id: i64,
    /// A new number in its catalog; null: unchanged.
    #[serde(default)]
    pub catalog_lot_id: Option<i32>,
    #[serde(flatten)]
    pub lot: LotDescription,
}

/// All pictures of a lot in their new order.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ImageOrderRequest {
    pub images: Vec<Uuid>,
}

/// The sales that a search covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuctionState {
    Past,
    Future,
    Current,
    Galleries,
    Postauction,
}

/// A search for lots. An absent or null filter does not restrict the result. Numbers and names are read leniently, so
/// that a refusal can name the field with an unknown one.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotSearchRequest {
    /// Words of the title, author, description; a lot's number.
    pub search_query: Option<String>,
    pub catalog_id: Option<i64>,
    pub house_id: Option<i64>,
    #[schema(value_type = Option<LotState>)]
    pub lot_state: Option<i64>,
    /// Default: Relevant with a query, else CreatedDesc (in a catalog LotNumberAsc).
    #[schema(value_type = Option<LotSorting>)]
    pub sorting: Option<i64>,
    #[schema(value_type = Option<Vec<LotState>>)]
    pub states: Option<Vec<i64>>,
    pub is_bidding_over: Option<bool>,
    /// With (true) or without (false) bets.
    pub has_bets: Option<bool>,
    #[schema(value_type = Option<Vec<CatalogType>>)]
    pub catalog_types: Option<Vec<i64>>,
    /// At most 1000, each including its subcategories.
    #[schema(max_items = 1000)]
    pub category_ids: Option<Vec<i64>>,
    #[schema(value_type = Option<AuctionState>)]
    pub auction_state: Option<String>,
    /// At most 100; lots of any of them.
    #[schema(max_items = 100)]
    pub house_ids: Option<Vec<i64>>,
    /// First years of half centuries, as counts give them; lots of any of them.
    #[schema(max_items = 20)]
    pub periods: Option<Vec<i64>>,
    /// Materials as counts give them; lots of any of them.
    #[schema(max_items = 40)]
    pub materials: Option<Vec<String>>,
    /// The lowest price, the leading bet's or the start price.
    pub price_from: Option<i64>,
    /// The highest price.
    pub price_to: Option<i64>,
    /// The currency of these prices and of counted ones: rubles unless stated.
    #[schema(value_type = Option<Currency>)]
    pub currency: Option<i64>,
    /// Ignored for viewers who may not see hidden lots.
    pub show_hidden_lots: Option<bool>,
}

/// How many lots of a search have each value of a filter.
///
/// The counts of one filter are of the lots that pass all the others. A value without lots is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LotCounts {
    /// A category's lots include those of its subcategories.
    pub categories: Vec<CategoryCount>,
    pub catalog_types: Vec<CatalogTypeCount>,
    pub houses: Vec<HouseCount>,
    /// In the order of time. A lot may be of several periods.
    pub periods: Vec<PeriodCount>,
    /// The most frequent ones.
    pub materials: Vec<MaterialCount>,
    /// Prices above 0 in the currency asked for, in rising order; steps without lots are left out.
    pub prices: Vec<PriceCount>,
    /// The states of lots, counted as if none were asked for.
    pub states: StateCounts,
    /// False: only some of very many lots were counted, so there are at least as many, and values that are left out may have lots, too.
    /// Then `houses` names all houses, those without a counted lot last. `states` are counted apart from this.
    pub is_exact: bool,
    /// The words that are searched for, if they are not those of `searchQuery`: misspelt words corrected, or read in the Russian
    /// keyboard layout.
    pub meant: Option<String>,
}

/// How many lots of a search are in trade, sold or not. Each exact to 10 000, capped there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StateCounts {
    pub all: i64,
    /// Open for bets.
    pub trading: i64,
    /// Paid ones included.
    pub sold: i64,
    pub not_sold: i64,
    /// In any state.
    pub with_bets: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryCount {
    pub id: i64,
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CatalogTypeCount {
    pub catalog_type: CatalogType,
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HouseCount {
    pub id: i64,
    pub name_ru: String,
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeriodCount {
    /// The first year of the half century. 1650 stands for everything before 1700.
    pub from: i64,
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaterialCount {
    /// In lower case.
    pub name: String,
    pub count: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PriceCount {
    /// The lowest price of the step.
    pub from: i64,
    /// The highest price of the step.
    pub to: i64,
    pub count: i64,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FavouriteRequest {
    pub lot_id: i64,
}
