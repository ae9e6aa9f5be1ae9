use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::lot::Picture;
use super::numbers::NewsType;
use super::timestamp::Timestamp;

/// A piece of news in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsShort {
    pub id: i64,
    pub news_type: NewsType,
    /// Null: the platform's own.
    pub house_id: Option<i64>,
    pub house_name_ru: Option<String>,
    pub title: String,
    /// The readable end of its address: `/news/{id}/{slug}`.
    pub slug: String,
    pub summary: Option<String>,
    pub author: Option<String>,
    pub image: NewsImage,
    pub created: Timestamp,
    /// From when on everybody reads it; null: a draft.
    pub published: Option<Timestamp>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsImage {
    /// A picture's id, for `/api/news/image/{id}`.
    pub preview_id: Option<Uuid>,
}

/// A piece of news with all that its page shows.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct News {
    #[serde(flatten)]
    pub short: NewsShort,
    /// HTML, cleaned.
    pub content: String,
    /// Where it was taken from: words, or an address.
    pub source: Option<String>,
    pub info: Option<String>,
    pub keywords: Option<String>,
    /// Who wrote it down here.
    pub publisher_id: i64,
}

/// A piece of news to be made, or, with an `id`, to be changed as a whole.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsRequest {
    #[serde(default)]
    pub id: Option<i64>,
    /// Null: the platform's own. It cannot be changed.
    #[serde(default)]
    pub house_id: Option<i64>,
    #[serde(alias = "category")]
    pub news_type: NewsType,
    /// At most 300 characters.
    pub title: String,
    /// Lower-case Latin letters, digits and single hyphens, at most 80; absent: made of the title.
    #[serde(default)]
    pub slug: Option<String>,
    /// At most 1000 characters.
    #[serde(default)]
    pub summary: Option<String>,
    /// HTML; what is not allowed in it is taken out. At most 100 000 characters.
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
    /// Null: a draft. An instant to come: shown from then on.
    #[serde(default)]
    pub published: Option<Timestamp>,
}

/// An artist in a list: an author of lots, with pictures.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistShort {
    pub id: i64,
    pub name: String,
    /// As people write them: «1817–1900».
    pub life_years: Option<String>,
    pub logo: ArtistLogo,
    pub images: Vec<Picture>,
    /// Lots everybody may see.
    pub lots_count: i64,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistLogo {
    /// One of his pictures, for `/api/artists/image/{id}`.
    pub preview_id: Option<Uuid>,
}

/// An artist with all that his page shows.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Artist {
    #[serde(flatten)]
    pub short: ArtistShort,
    /// HTML, cleaned.
    pub biography: Option<String>,
}

/// An artist to be made, or, with an `id`, to be changed as a whole.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtistRequest {
    #[serde(default)]
    pub id: Option<i64>,
    /// At most 300 characters; nobody else has it.
    pub name: String,
    /// At most 100 characters.
    #[serde(default)]
    pub life_years: Option<String>,
    /// HTML; what is not allowed in it is taken out. At most 50 000 characters.
    #[serde(default)]
    pub biography: Option<String>,
    /// One of his pictures; null: the first of them.
    #[serde(default)]
    pub logo_id: Option<Uuid>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ArtistSearchRequest {
    /// A name or a part of it, small mistakes included; at most 200 characters.
    pub query: String,
}

/// A picture with a link, at the head of the home page.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Banner {
    pub id: i64,
    pub title: String,
    /// A path of the site, or http(s).
    pub link: Option<String>,
    /// Lower ones come first.
    pub position: i32,
    pub from: Option<Timestamp>,
    /// From this instant on it is shown no longer.
    pub to: Option<Timestamp>,
    pub visible: bool,
    pub image: Option<Picture>,
    pub created: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct BannerRequest {
    /// At most 300 characters.
    pub title: String,
    /// A path of the site that begins with `/`, or an http(s) address; at most 1000 characters.
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

/// A question with its answer, or a term with its meaning.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct HelpArticle {
    pub id: i64,
    /// The readable end of its address: `/faq/{id}/{slug}`.
    pub slug: String,
    /// The question, or the term.
    pub title: String,
    /// The answer, or the meaning: HTML, cleaned.
    pub content: String,
    /// Lower ones come first.
    pub position: i32,
    pub changed: Timestamp,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct HelpArticleRequest {
    /// At most 300 characters.
    pub title: String,
    /// Lower-case Latin letters, digits and single hyphens, at most 80, and nobody else's; absent: made of the title.
    #[serde(default)]
    pub slug: Option<String>,
    /// HTML; what is not allowed in it is taken out. At most 50 000 characters.
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
