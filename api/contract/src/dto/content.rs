use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::lot::Picture;
use super::numbers::{Currency, NewsType};
use super::timestamp::Timestamp;

/// A news item in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsShort {
    pub id: i64,
    pub news_type: NewsType,
    /// Null: the platform itself.
    pub house_id: Option<i64>,
    pub house_name_ru: Option<String>,
    pub title: String,
    /// The readable end of the address: `/news/{id}/{slug}`.
    pub slug: String,
    pub summary: Option<String>,
    pub author: Option<String>,
    pub image: NewsImage,
    pub created: Timestamp,
    /// Public from this instant; null: a draft.
    pub published: Option<Timestamp>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsImage {
    /// A picture's id, for `/api/news/image/{id}`.
    pub preview_id: Option<Uuid>,
}

/// A news item with all details of its page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct News {
    #[serde(flatten)]
    pub short: NewsShort,
    /// Sanitised HTML.
    pub content: String,
    /// The source: words or an address.
    pub source: Option<String>,
    pub info: Option<String>,
    pub keywords: Option<String>,
    /// The account that entered the item.
    pub publisher_id: i64,
}

/// A news item to create or, with an `id`, to replace.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsRequest {
    #[serde(default)]
    pub id: Option<i64>,
    /// Null: the platform itself. It cannot be changed.
    #[serde(default)]
    pub house_id: Option<i64>,
    #[serde(alias = "category")]
    pub news_type: NewsType,
    /// At most 300 characters.
    pub title: String,
    /// Lower-case Latin letters, digits and single hyphens, at most 80; absent: derived from the title.
    #[serde(default)]
    pub slug: Option<String>,
    /// At most 1000 characters.
    #[serde(default)]
    pub summary: Option<String>,
    /// HTML; disallowed elements are removed. At most 100 000 characters.
    pub content: String,
    /// At most 500 characters.
    #[serde(default)]
    pub source: Option<String>,
    /// At most 2000 characters.
    #[serde(default)]
    pub info: Option<String>,
    /// At most 500 characters.
    #[serde(default)]
    pub keywords: Option<String>,
    /// At most 200 characters.
    #[serde(default)]
    pub author: Option<String>,
    /// Null: a draft. A future instant: public from then on.
    #[serde(default)]
    pub published: Option<Timestamp>,
}

/// An artist in a list: an author of lots, with pictures.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistShort {
    pub id: i64,
    pub name: String,
    /// As people write it: «1817–1900».
    pub life_years: Option<String>,
    pub logo: ArtistLogo,
    pub images: Vec<Picture>,
    /// A lot's picture, for an artist who has none of their own.
    pub work: Option<Picture>,
    /// Lots visible to everyone.
    pub lots_count: i64,
    /// Those of them that can still be had.
    pub offered_count: i64,
    /// Those of them that are sold.
    pub sold_count: i64,
}

/// A letter that artists are listed under.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ArtistLetter {
    /// In upper case, «Ё» as «Е»; «#» for names that begin with no letter, «…» for unknown artists.
    pub letter: String,
    pub artists: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistLogo {
    /// One of the artist's pictures, for `/api/artists/image/{id}`.
    pub preview_id: Option<Uuid>,
}

/// An artist with all details of their page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Artist {
    #[serde(flatten)]
    pub short: ArtistShort,
    /// Sanitised HTML.
    pub biography: Option<String>,
}

/// Who follows an artist, and what their works sold for.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ArtistSummary {
    /// People who are notified of new lots.
    pub followers: i64,
    /// The latest thousand, newest first.
    pub sales: Vec<ArtistSale>,
}

/// A work that sold under the hammer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistSale {
    pub lot_id: i64,
    pub title_ru: String,
    /// The hammer price, without commission.
    pub price: i64,
    pub currency: Currency,
    pub sold_at: Timestamp,
}

/// An artist to create or, with an `id`, to replace.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistRequest {
    #[serde(default)]
    pub id: Option<i64>,
    /// At most 300 characters; unique among artists.
    pub name: String,
    /// At most 100 characters.
    #[serde(default)]
    pub life_years: Option<String>,
    /// HTML; disallowed elements are removed. At most 50 000 characters.
    #[serde(default)]
    pub biography: Option<String>,
    /// One of the artist's pictures; null: the first one.
    #[serde(default)]
    pub logo_id: Option<Uuid>,
}

/// Which other artist is the same person, and how the one who stays is described.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistMergeRequest {
    /// The artist who is deleted; their lots, subscribers and pictures move.
    pub other_id: i64,
    /// At most 300 characters; unique among the other artists.
    pub name: String,
    /// At most 100 characters.
    #[serde(default)]
    pub life_years: Option<String>,
    /// HTML; disallowed elements are removed. At most 50 000 characters.
    #[serde(default)]
    pub biography: Option<String>,
    /// A picture of either artist; null: the first one.
    #[serde(default)]
    pub logo_id: Option<Uuid>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ArtistSearchRequest {
    /// A name or a part of one, small mistakes allowed; at most 200 characters.
    pub query: String,
}

/// A picture with a link at the top of the home page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Banner {
    pub id: i64,
    pub title: String,
    /// A path on the site, or an http(s) address.
    pub link: Option<String>,
    /// Lower positions come first.
    pub position: i32,
    pub from: Option<Timestamp>,
    /// Hidden from this instant on.
    pub to: Option<Timestamp>,
    pub visible: bool,
    pub image: Option<Picture>,
    pub created: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct BannerRequest {
    /// At most 300 characters.
    pub title: String,
    /// A path on the site, beginning with `/`, or an http(s) address; at most 1000 characters.
    #[serde(default)]
    pub link: Option<String>,
    #[serde(default)]
    pub position: i32,
    #[serde(default)]
    pub from: Option<Timestamp>,
    #[serde(default)]
    pub to: Option<Timestamp>,
    pub visible: bool,
}

/// A partner of the platform.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Partner {
    pub id: i64,
    pub name: String,
    /// Plain text, in lines.
    pub description: Option<String>,
    /// A path on the site, or an http(s) address.
    pub link: Option<String>,
    /// Lower positions come first.
    pub position: i32,
    /// Whether everybody sees them.
    pub visible: bool,
    pub image: Option<Picture>,
    pub created: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PartnerRequest {
    /// At most 300 characters.
    pub name: String,
    /// At most 1000 characters.
    #[serde(default)]
    pub description: Option<String>,
    /// A path on the site, beginning with `/`, or an http(s) address; at most 1000 characters.
    #[serde(default)]
    pub link: Option<String>,
    #[serde(default)]
    pub position: i32,
    pub visible: bool,
}

/// Words and phrases that mean the same to those who search.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SearchSynonym {
    pub id: i64,
    /// What is typed, in any form.
    pub words: Vec<String>,
    /// What it finds as well. Empty: each of `words` finds all the others.
    pub finds: Vec<String>,
    pub changed: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SearchSynonymRequest {
    /// At most 20 words or phrases of at most 4 words, each at most 100 characters; at least two if they find each other.
    pub words: Vec<String>,
    /// As `words`, and none of them. Empty: each of `words` finds all the others.
    #[serde(default)]
    pub finds: Vec<String>,
}

/// A question with its answer, or a term with its definition.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct HelpArticle {
    pub id: i64,
    /// The readable end of the address: `/faq/{id}/{slug}`.
    pub slug: String,
    /// The question or the term.
    pub title: String,
    /// The answer or the definition: sanitised HTML.
    pub content: String,
    /// Lower positions come first.
    pub position: i32,
    pub changed: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct HelpArticleRequest {
    /// At most 300 characters.
    pub title: String,
    /// Lower-case Latin letters, digits and single hyphens, at most 80, unique; absent: derived from the title.
    #[serde(default)]
    pub slug: Option<String>,
    /// HTML; disallowed elements are removed. At most 50 000 characters.
    pub content: String,
    #[serde(default)]
    pub position: i32,
}

/// A subscription to an artist's new lots.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub id: i64,
    pub author_id: i64,
    pub author_name: String,
    pub created: Timestamp,
    pub expires: Timestamp,
    pub is_active: bool,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionRequest {
    pub author_id: i64,
    /// 30, 90, 180, 270 or 360.
    pub duration_days: i64,
}
