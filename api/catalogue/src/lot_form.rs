use std::ops::Deref;

use domain::Amount;
use serde::Serialize;
use url::Url;

use contract::bounds;
use contract::fields::Faults;

/// Maximum numbers of authors and videos of one lot.
const AUTHORS: usize = 10;
const VIDEOS: usize = 10;
/// The highest value of `top`.
const TOP: i32 = 1_000;

/// An unchecked description of a lot, in the storage or in any catalog. Field names on the wire are those of the lot's
/// calls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LotForm {
    pub title_ru: String,
    /// Plain text; line breaks are kept.
    pub description_ru: Option<String>,
    /// Names, in order.
    pub authors: Vec<String>,
    pub is_attributed_authorship: bool,
    pub category_id: Option<i64>,
    pub period: Option<String>,
    pub materials: Option<String>,
    pub size: Option<String>,
    pub source_country_ru: Option<String>,
    pub weight: Option<String>,
    /// Conditions that a bidder must read before their first bet.
    pub notes: Option<String>,
    /// The house's own remarks, for the auctioneer alone.
    pub auctioneer_note: Option<String>,
    pub video_links: Vec<String>,
    /// 0 means none.
    pub start_price: i64,
    /// Values ≤ 0 mean no reserve.
    pub reserve_price: Option<i64>,
    pub estimated_from: Option<i64>,
    pub estimated_to: Option<i64>,
    pub top: i32,
    pub hidden: bool,
}

/// A checked form: texts trimmed and within their limits, amounts in range, links http(s) only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LotFields(LotForm);

impl Deref for LotFields {
    type Target = LotForm;

    fn deref(&self) -> &LotForm {
        &self.0
    }
}

impl From<LotFields> for LotForm {
    fn from(fields: LotFields) -> Self {
        fields.0
    }
}

impl LotFields {
    /// Sets whether the lot is hidden.
    pub fn hidden(mut self, hidden: bool) -> Self {
        self.0.hidden = hidden;
        self
    }

    /// Clears the lot's place at the top.
    pub fn off_the_top(mut self) -> Self {
        self.0.top = 0;
        self
    }

    /// Wraps stored values, which were checked when they were written.
    pub(super) fn stored(form: LotForm) -> Self {
        Self(form)
    }
}

impl LotForm {
    /// Checks the form and returns it as it may be stored, or every fault. The database checks that the category
    /// exists.
    pub fn check(self) -> Result<LotFields, Faults> {
        let mut faults = Faults::default();
        let title_ru = faults.required_or(
            "titleRu",
            &self.title_ru,
            bounds::LOT_TITLE,
            "Укажите название лота",
        );
        let mut short = |field, text: Option<String>| {
            faults.optional(field, text.as_deref(), bounds::LOT_DETAIL)
        };
        let period = short("period", self.period);
        let materials = short("materials", self.materials);
        let size = short("size", self.size);
        let source_country_ru = short("sourceCountryRu", self.source_country_ru);
        let weight = short("weight", self.weight);
        let estimate = |faults: &mut Faults, field, value: Option<i64>| {
            value.map(|value| faults.amount(field, value))
        };
        let estimated_from = estimate(&mut faults, "price.estimatedFrom", self.estimated_from);
        let estimated_to = estimate(&mut faults, "price.estimatedTo", self.estimated_to);
        if let (Some(from), Some(to)) = (estimated_from, estimated_to)
            && to < from
        {
            faults.add(
                "price.estimatedTo",
                "Верхняя граница эстимейта меньше нижней",
            );
        }
        let reserve_price = self.reserve_price.filter(|reserve| *reserve > 0);
        if reserve_price.is_some_and(|reserve| reserve > Amount::MAX.0) {
            faults.add(
                "price.reserve",
                "Сумма должна быть от 0 до 1 000 000 000 000",
            );
        }
        if !(0..=TOP).contains(&self.top) {
            faults.add("top", format!("Место в топе: от 0 до {TOP}"));
        }
        let form = LotForm {
            title_ru,
            description_ru: faults.optional(
                "descriptionRu",
                self.description_ru.as_deref(),
                bounds::LOT_DESCRIPTION,
            ),
            authors: authors(&mut faults, self.authors),
            is_attributed_authorship: self.is_attributed_authorship,
            category_id: self.category_id,
            period,
            materials,
            size,
            source_country_ru,
            weight,
            notes: faults.optional("notes", self.notes.as_deref(), bounds::LOT_NOTES),
            auctioneer_note: faults.optional(
                "auctioneerNote",
                self.auctioneer_note.as_deref(),
                bounds::LOT_NOTES,
            ),
            video_links: video_links(&mut faults, self.video_links),
            start_price: faults.amount("price.start", self.start_price),
            reserve_price,
            estimated_from,
            estimated_to,
            top: self.top,
            hidden: self.hidden,
        };
        faults.or(LotFields(form))
    }
}

/// Removes duplicate names and keeps the order.
fn authors(faults: &mut Faults, names: Vec<String>) -> Vec<String> {
    let mut authors: Vec<String> = Vec::new();
    for name in names {
        // One name beyond the limit is enough for the fault; comparing thousands would be slow.
        if authors.len() > AUTHORS {
            break;
        }
        if let Some(name) = faults.optional("author", Some(&name), bounds::LOT_DETAIL)
            && !authors.contains(&name)
        {
            authors.push(name);
        }
    }
    if authors.len() > AUTHORS {
        faults.add("author", format!("Не более {AUTHORS} авторов"));
    }
    authors
}

fn video_links(faults: &mut Faults, links: Vec<String>) -> Vec<String> {
    let links: Vec<String> = links
        .iter()
        .filter_map(|link| faults.optional("videoLinks", Some(link), bounds::LINK))
        .collect();
    if links.len() > VIDEOS {
        faults.add("videoLinks", format!("Не более {VIDEOS} ссылок на видео"));
    }
    if !links.iter().all(|link| is_web_address(link)) {
        faults.add(
            "videoLinks",
            "Укажите адрес, который начинается с http:// или https://",
        );
    }
    links
}

/// Whether a text is an http(s) address. Nothing else may become a link.
pub fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> LotForm {
        LotForm {
            title_ru: " Ваза ".to_owned(),
            start_price: 100,
            ..LotForm::default()
        }
    }

    #[test]
    fn checked_fields_are_trimmed_and_free_of_duplicates() {
        let fields = LotForm {
            authors: vec![
                " Репин ".into(),
                String::new(),
                "Репин".into(),
                "Серов".into(),
            ],
            reserve_price: Some(0),
            period: Some("  ".into()),
            video_links: vec![" https://video.example/1 ".into()],
            ..good()
        }
        .check()
        .unwrap();
        assert_eq!(fields.title_ru, "Ваза");
        assert_eq!(fields.authors, ["Репин", "Серов"]);
        assert_eq!((fields.reserve_price, &fields.period), (None, &None));
        assert_eq!(fields.video_links, ["https://video.example/1"]);
    }

    #[test]
    fn every_fault_names_its_field() {
        let long = |length| Some("я".repeat(length));
        let faulty: Vec<(LotForm, &[&str])> = vec![
            (
                LotForm {
                    title_ru: " ".into(),
                    ..good()
                },
                &["titleRu"],
            ),
            (
                LotForm {
                    title_ru: "я".repeat(501),
                    ..good()
                },
                &["titleRu"],
            ),
            (
                LotForm {
                    description_ru: long(20_001),
                    ..good()
                },
                &["descriptionRu"],
            ),
            (
                LotForm {
                    period: long(301),
                    weight: long(301),
                    ..good()
                },
                &["period", "weight"],
            ),
            (
                LotForm {
                    notes: long(2_001),
                    auctioneer_note: long(2_001),
                    ..good()
                },
                &["auctioneerNote", "notes"],
            ),
            (
                LotForm {
                    authors: vec!["я".repeat(301)],
                    ..good()
                },
                &["author"],
            ),
            (
                LotForm {
                    authors: (0..11).map(|n| n.to_string()).collect(),
                    ..good()
                },
                &["author"],
            ),
            (
                LotForm {
                    start_price: -1,
                    ..good()
                },
                &["price.start"],
            ),
            (
                LotForm {
                    start_price: 1_000_000_000_001,
                    ..good()
                },
                &["price.start"],
            ),
            (
                LotForm {
                    reserve_price: Some(1_000_000_000_001),
                    ..good()
                },
                &["price.reserve"],
            ),
            (
                LotForm {
                    estimated_from: Some(-1),
                    ..good()
                },
                &["price.estimatedFrom"],
            ),
            (
                LotForm {
                    estimated_from: Some(20),
                    estimated_to: Some(10),
                    ..good()
                },
                &["price.estimatedTo"],
            ),
            (
                LotForm {
                    top: 1_001,
                    ..good()
                },
                &["top"],
            ),
            (
                LotForm {
                    video_links: vec!["javascript:alert(1)".into()],
                    ..good()
                },
                &["videoLinks"],
            ),
            (
                LotForm {
                    video_links: vec!["//video.example".into()],
                    ..good()
                },
                &["videoLinks"],
            ),
        ];
        for (form, expected) in faulty {
            let faults = form.clone().check().unwrap_err();
            let fields: Vec<_> = faults.iter().map(|(field, _)| field).collect();
            assert_eq!(fields, expected, "{form:?}");
        }
    }
}
