//! Suggestions while a search is typed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::catalog::CatalogShort;
use super::content::{ArtistLogo, NewsShort};
use super::house::HouseShort;
use super::lot::LotShort;

/// A part of a text. All parts in order are the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TextPiece {
    pub text: String,
    /// Whether it is a word searched for, or the typed beginning of one.
    pub is_marked: bool,
}

/// What a search finds, a few of each kind, best match first. Only what everyone may see.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestions {
    pub lots: Vec<SuggestedLot>,
    /// The number of lots that `POST /api/lots/search` finds for the same words; exact to 10 000, capped there.
    pub lots_count: i64,
    pub artists: Vec<SuggestedArtist>,
    pub categories: Vec<SuggestedCategory>,
    pub houses: Vec<SuggestedHouse>,
    pub auctions: Vec<SuggestedAuction>,
    pub news: Vec<SuggestedNews>,
    /// The words that were searched for, if they are not the typed ones: misspelt words corrected, or read in the Russian
    /// keyboard layout.
    pub meant: Option<String>,
    /// If no lot is found: searches with similar or fewer words that find some.
    pub near: Vec<NearSearch>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedLot {
    #[serde(flatten)]
    pub lot: LotShort,
    /// The parts of `titleRu`.
    pub title_pieces: Vec<TextPiece>,
    /// The parts of each author's name.
    pub author_pieces: Vec<Vec<TextPiece>>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedArtist {
    pub id: i64,
    pub name: String,
    pub life_years: Option<String>,
    pub logo: ArtistLogo,
    /// Lots visible to everyone; exact to 1 000, capped there.
    pub lots_count: i64,
    /// The parts of `name`.
    pub name_pieces: Vec<TextPiece>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedCategory {
    pub id: i64,
    pub code: String,
    pub name: String,
    /// The names of the categories that it is in, outermost first.
    pub parents: Vec<String>,
    /// Lots visible to everyone, those of subcategories included; exact to 1 000, capped there.
    pub lots_count: i64,
    /// The parts of `name`.
    pub name_pieces: Vec<TextPiece>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedHouse {
    #[serde(flatten)]
    pub house: HouseShort,
    /// The parts of `nameRu`.
    pub name_pieces: Vec<TextPiece>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedAuction {
    #[serde(flatten)]
    pub auction: CatalogShort,
    /// The parts of `title`.
    pub title_pieces: Vec<TextPiece>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedNews {
    #[serde(flatten)]
    pub news: NewsShort,
    /// The parts of `title`.
    pub title_pieces: Vec<TextPiece>,
}

/// Another search, and how many lots it finds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearSearch {
    pub text: String,
    /// Exact to 10 000, capped there.
    pub lots_count: i64,
}
