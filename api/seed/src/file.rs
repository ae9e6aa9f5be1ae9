//! The seed file: houses, people, catalogs and lots, with times relative to loading. `ops/demo/README.md` describes the
//! format.

use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};
use time::{Duration, OffsetDateTime};

use contract::dto::StepRow;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seed {
    #[serde(default)]
    pub categories: Vec<Category>,
    #[serde(default)]
    pub people: Vec<Person>,
    #[serde(default)]
    pub houses: Vec<House>,
    #[serde(default)]
    pub catalogs: Vec<Catalog>,
    #[serde(default)]
    pub lots: Vec<Lot>,
    #[serde(default)]
    pub artists: Vec<Artist>,
    #[serde(default)]
    pub news: Vec<News>,
    #[serde(default)]
    pub banners: Vec<Banner>,
    #[serde(default)]
    pub partners: Vec<Partner>,
}

#[derive(Debug, Deserialize)]
pub struct Category {
    pub id: i64,
    pub code: String,
    pub name: String,
    #[serde(default)]
    pub items: Vec<Category>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub key: String,
    pub display_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    #[serde(default)]
    pub roles: Vec<Role>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Manager,
    Admin,
    Developer,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct House {
    pub key: String,
    pub id: i64,
    pub name_ru: String,
    pub description_ru: Option<String>,
    pub address: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub site: Option<String>,
    pub whatsup_phone: Option<String>,
    pub gallery_type: Option<i16>,
    #[serde(default)]
    pub commission: f64,
    #[serde(default)]
    pub is_gallery: bool,
    #[serde(default)]
    pub is_post_auction: bool,
    #[serde(default)]
    pub is_storage: bool,
    pub steps_table: Option<Vec<StepRow>>,
    #[serde(default)]
    pub staff: Staff,
    #[serde(default)]
    pub registrations: Vec<Registration>,
    pub photo: Option<String>,
}

/// Keys of people, by role.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Staff {
    pub manager: Vec<String>,
    pub owner: Vec<String>,
    pub newsmaker: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Registration {
    pub person: String,
    /// 0 pending, 1 accepted, 2 rejected.
    pub status: i16,
    #[serde(default)]
    pub trusted: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Catalog {
    pub key: String,
    pub title: String,
    pub description_ru: Option<String>,
    pub house: String,
    pub catalog_type: i16,
    /// 0 Scheduled, 1 InProcess, 2 Completed, 4 Temporary.
    pub state: i16,
    pub start_date: Option<Moment>,
    pub end_date: Option<Moment>,
    #[serde(default)]
    pub is_auto_start: bool,
    #[serde(default)]
    pub commission: f64,
    #[serde(default)]
    pub calculation_type: i16,
    pub steps_table: Option<Vec<StepRow>>,
    #[serde(default = "thirty")]
    pub lot_sale_timeout_in_seconds: i32,
    #[serde(default)]
    pub auctioneer: Vec<String>,
    pub logo: Option<String>,
    /// Whether an ended sale is replaced with a new one.
    #[serde(default)]
    pub keep_alive: bool,
    pub history: Option<History>,
    /// Keys of the people who asked to be notified of its start.
    #[serde(default)]
    pub subscribers: Vec<String>,
}

fn thirty() -> i32 {
    30
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct History {
    /// Number of leading lots of a classic that are over.
    pub played: usize,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lot {
    /// None: not in a catalog (storage).
    pub catalog: Option<String>,
    pub house: String,
    pub catalog_lot_id: Option<i32>,
    pub title_ru: String,
    pub description_ru: Option<String>,
    #[serde(default)]
    pub authors: Vec<String>,
    #[serde(default)]
    pub is_attributed_authorship: bool,
    pub category_id: Option<i64>,
    pub period: Option<String>,
    pub materials: Option<String>,
    pub size: Option<String>,
    pub source_country_ru: Option<String>,
    pub weight: Option<String>,
    pub notes: Option<String>,
    #[serde(default)]
    pub top: i32,
    pub price: Price,
    /// Files, relative to the seed's folder.
    #[serde(default)]
    pub images: Vec<String>,
    #[serde(default)]
    pub bets: Vec<Bet>,
    /// Absentee orders; `value` is the maximum.
    #[serde(default)]
    pub limits: Vec<Bet>,
    pub result: Option<Outcome>,
    /// Keys of the people whose favourite it is.
    #[serde(default)]
    pub favourite_of: Vec<String>,
    #[serde(default)]
    pub price_queries: Vec<PriceQuery>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Price {
    pub start: i64,
    pub reserve: Option<i64>,
    pub estimated_from: Option<i64>,
    pub estimated_to: Option<i64>,
    #[serde(default)]
    pub currency: i16,
}

#[derive(Debug, Deserialize)]
pub struct Bet {
    pub person: String,
    pub value: i64,
    pub at: Moment,
}

/// A question about the price of a lot that is sold without bidding.
#[derive(Debug, Deserialize)]
pub struct PriceQuery {
    pub person: String,
    pub message: String,
    pub at: Moment,
    /// None: the house has not answered.
    pub answer: Option<Answer>,
}

#[derive(Debug, Deserialize)]
pub struct Answer {
    pub person: String,
    pub text: String,
    pub at: Moment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Sold,
    NotSold,
    Paid,
}

/// A lot author with a biography.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Artist {
    pub name: String,
    pub life_years: Option<String>,
    pub biography: String,
    #[serde(default)]
    pub images: Vec<String>,
    /// Keys of the people who are notified of new lots by the artist, for half a year from loading.
    #[serde(default)]
    pub subscribers: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct News {
    /// None: published by the platform.
    pub house: Option<String>,
    pub news_type: i16,
    pub title: String,
    pub summary: Option<String>,
    pub content: String,
    /// Key of the person who published it.
    pub publisher: String,
    /// None: a draft.
    pub published: Option<Moment>,
    pub image: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Banner {
    pub title: String,
    pub link: Option<String>,
    pub image: String,
}

/// A partner of the platform.
#[derive(Debug, Deserialize)]
pub struct Partner {
    pub name: String,
    pub description: Option<String>,
    pub link: Option<String>,
    pub image: Option<String>,
}

/// A time relative to loading: `now`, `-45s`, `+10m`, `-2h`, `+3d`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(Duration);

impl Moment {
    pub fn after(self, now: OffsetDateTime) -> OffsetDateTime {
        now + self.0
    }
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "«{text}» is not a time: expected now or an offset such as -45s, +10m, -2h, +3d"
            )
        };
        if text == "now" {
            return Ok(Self(Duration::ZERO));
        }
        let unit = text.chars().last().ok_or_else(wrong)?;
        let number: i64 = text[..text.len() - unit.len_utf8()]
            .parse()
            .map_err(|_| wrong())?;
        let signed = text.starts_with(['+', '-']);
        let duration = match unit {
            's' => Duration::seconds(number),
            'm' => Duration::minutes(number),
            'h' => Duration::hours(number),
            'd' => Duration::days(number),
            _ => return Err(wrong()),
        };
        if signed {
            Ok(Self(duration))
        } else {
            Err(wrong())
        }
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_relative() {
        for (text, seconds) in [
            ("now", 0),
            ("-45s", -45),
            ("+10m", 600),
            ("-2h", -7200),
            ("+3d", 259_200),
        ] {
            assert_eq!(
                text.parse(),
                Ok(Moment(Duration::seconds(seconds))),
                "{text}"
            );
        }
        for text in ["", "5m", "+m", "+5w", "-5ч", "tomorrow"] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }
}
