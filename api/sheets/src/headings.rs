//! Recognizes the columns of a table by their Russian or English headings, in any order.

use std::collections::BTreeMap;

use domain::Currency;
use serde::Serialize;

use crate::unusable::Unusable;
use crate::values;

/// The number of first rows searched for the headings. A title may be above them.
pub const HEADING_ROWS: usize = 20;

/// The content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    Number,
    Title,
    Author,
    Attributed,
    Description,
    Start,
    Reserve,
    /// Both ends in one cell: «1000–2000».
    Estimate,
    EstimatedFrom,
    EstimatedTo,
    Currency,
    Materials,
    Size,
    Period,
    Country,
    Weight,
    Category,
    Notes,
    AuctioneerNote,
    Videos,
}

/// The headings of each field, normalized by [`normal`].
const HEADINGS: &[(Field, &[&str])] = &[
    (
        Field::Number,
        &[
            "номер",
            "номер лота",
            "лот",
            "лот номер",
            "n",
            "n лота",
            "no",
            "lot",
            "lot no",
            "lot номер",
            "lot number",
            "number",
            "lot id",
            "lotnumber",
            "cataloglotid",
            "catalog lot id",
        ],
    ),
    (
        Field::Title,
        &[
            "название",
            "название лота",
            "наименование",
            "наименование лота",
            "заголовок",
            "название произведения",
            "title",
            "lot title",
            "name",
            "titleru",
            "title ru",
            "название рус",
        ],
    ),
    (
        Field::Author,
        &[
            "автор",
            "авторы",
            "художник",
            "фио автора",
            "имя автора",
            "мастер",
            "author",
            "authors",
            "artist",
            "artists",
            "автор художник",
            "maker",
        ],
    ),
    (
        Field::Attributed,
        &[
            "приписывается",
            "авторство приписывается",
            "атрибуция",
            "attributed",
            "isattributedauthorship",
            "is attributed authorship",
        ],
    ),
    (
        Field::Description,
        &[
            "описание",
            "описание лота",
            "подробное описание",
            "аннотация",
            "текст",
            "description",
            "lot description",
            "descriptionru",
            "description ru",
            "details",
        ],
    ),
    (
        Field::Start,
        &[
            "стартовая цена",
            "начальная цена",
            "старт",
            "старт цена",
            "цена старта",
            "цена",
            "стартовая",
            "начальная",
            "start price",
            "starting price",
            "start",
            "price",
            "startprice",
            "price start",
            "opening price",
            "starting bid",
        ],
    ),
    (
        Field::Reserve,
        &[
            "резерв",
            "резервная цена",
            "резервная",
            "минимальная цена продажи",
            "reserve",
            "reserve price",
            "reserveprice",
            "price reserve",
        ],
    ),
    (
        Field::Estimate,
        &[
            "эстимейт",
            "оценка",
            "эстимэйт",
            "estimate",
            "эстимейт от до",
        ],
    ),
    (
        Field::EstimatedFrom,
        &[
            "эстимейт от",
            "эстимейт мин",
            "нижний эстимейт",
            "оценка от",
            "estimate from",
            "estimate low",
            "low estimate",
            "estimatedfrom",
            "estimated from",
            "price estimatedfrom",
            "estimate min",
            "эстимейт нижний",
        ],
    ),
    (
        Field::EstimatedTo,
        &[
            "эстимейт до",
            "эстимейт макс",
            "верхний эстимейт",
            "оценка до",
            "estimate to",
            "estimate high",
            "high estimate",
            "estimatedto",
            "estimated to",
            "price estimatedto",
            "estimate max",
            "эстимейт верхний",
        ],
    ),
    (Field::Currency, &["валюта", "currency", "price currency"]),
    (
        Field::Materials,
        &[
            "материал",
            "материалы",
            "техника",
            "материал техника",
            "материалы техника",
            "материалы и техника",
            "материал и техника",
            "техника материал",
            "materials",
            "material",
            "medium",
            "technique",
        ],
    ),
    (
        Field::Size,
        &[
            "размер",
            "размеры",
            "габариты",
            "размер лота",
            "size",
            "sizes",
            "dimensions",
            "dimension",
        ],
    ),
    (
        Field::Period,
        &[
            "период",
            "датировка",
            "дата",
            "год",
            "дата создания",
            "год создания",
            "время создания",
            "век",
            "эпоха",
            "period",
            "date",
            "year",
            "dating",
            "date of creation",
        ],
    ),
    (
        Field::Country,
        &[
            "страна",
            "регион",
            "место создания",
            "страна происхождения",
            "страна регион",
            "происхождение",
            "country",
            "region",
            "country of origin",
            "origin",
            "sourcecountryru",
            "source country",
            "source country ru",
        ],
    ),
    (Field::Weight, &["вес", "масса", "weight"]),
    (
        Field::Category,
        &[
            "категория",
            "категория лота",
            "рубрика",
            "раздел",
            "код категории",
            "вид искусства",
            "category",
            "category code",
            "class code",
            "classcode",
            "category name",
        ],
    ),
    (
        Field::Notes,
        &[
            "примечания",
            "примечание",
            "заметки",
            "состояние и примечания",
            "комментарий",
            "особые отметки",
            "notes",
            "note",
            "remarks",
        ],
    ),
    (
        Field::AuctioneerNote,
        &[
            "аукционисту",
            "заметка аукционисту",
            "для аукциониста",
            "заметка для аукциониста",
            "заметки для аукциониста",
            "комментарий для аукциониста",
            "замечания для аукциониста",
            "auctioneer note",
            "auctioneer notes",
            "auctioneernote",
            "for the auctioneer",
        ],
    ),
    (
        Field::Videos,
        &[
            "видео",
            "ссылка на видео",
            "ссылки на видео",
            "video",
            "videos",
            "video link",
            "video links",
            "videolinks",
        ],
    ),
];

impl Field {
    /// The field's name on the wire, used in faults.
    pub fn wire(self) -> &'static str {
        match self {
            Self::Number => "catalogLotId",
            Self::Title => "titleRu",
            Self::Author => "author",
            Self::Attributed => "isAttributedAuthorship",
            Self::Description => "descriptionRu",
            Self::Start => "price.start",
            Self::Reserve => "price.reserve",
            Self::Estimate => "price.estimate",
            Self::EstimatedFrom => "price.estimatedFrom",
            Self::EstimatedTo => "price.estimatedTo",
            Self::Currency => "price.currency",
            Self::Materials => "materials",
            Self::Size => "size",
            Self::Period => "period",
            Self::Country => "sourceCountryRu",
            Self::Weight => "weight",
            Self::Category => "categoryId",
            Self::Notes => "notes",
            Self::AuctioneerNote => "auctioneerNote",
            Self::Videos => "videoLinks",
        }
    }

    /// The field with this wire name, if it has a column.
    pub fn of_wire(name: &str) -> Option<Self> {
        Self::all().find(|field| field.wire() == name)
    }

    /// Every field that a column may have.
    pub fn all() -> impl Iterator<Item = Self> {
        HEADINGS.iter().map(|(field, _)| *field)
    }

    /// The field of a normalised heading.
    fn of_normal(heading: &str) -> Option<Self> {
        HEADINGS
            .iter()
            .find(|(_, names)| names.contains(&heading))
            .map(|(field, _)| *field)
    }

    #[cfg(test)]
    fn of_heading(heading: &str) -> Option<Self> {
        Self::of_normal(&normal(heading))
    }

    fn is_money(self) -> bool {
        matches!(
            self,
            Self::Start | Self::Reserve | Self::Estimate | Self::EstimatedFrom | Self::EstimatedTo
        )
    }
}

/// Normalizes a heading: lower case, «№» written out, without punctuation, units and bracketed text.
pub fn normal(heading: &str) -> String {
    const UNITS: &[&str] = &[
        "руб",
        "рублей",
        "рубли",
        "р",
        "rub",
        "rur",
        "eur",
        "usd",
        "евро",
        "доллар",
        "долл",
        "см",
        "cm",
        "мм",
        "г",
        "гр",
        "кг",
        "шт",
    ];
    let mut bare = String::new();
    let mut depth = 0_u32;
    for letter in heading.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            '№' | '#' => bare.push_str(" номер "),
            'ё' | 'Ё' => bare.push('е'),
            letter if letter.is_alphanumeric() => bare.extend(letter.to_lowercase()),
            _ => bare.push(' '),
        }
    }
    let words: Vec<&str> = bare.split_whitespace().collect();
    let mut words: Vec<&str> = match words.as_slice() {
        [first, rest @ ..] => std::iter::once(*first)
            .chain(rest.iter().copied().filter(|word| !UNITS.contains(word)))
            .collect(),
        [] => Vec::new(),
    };
    // «№ номер», «лот № лота».
    words.dedup();
    words.join(" ")
}

/// A recognized column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize, utoipa::ToSchema)]
pub struct Column {
    /// The heading in the table.
    pub heading: String,
    /// The wire name of the lot field that it fills.
    pub field: String,
}

/// The recognized columns of a table.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// Fields by position in the row.
    places: Vec<Option<Field>>,
    headings: Vec<String>,
    unknown: Vec<String>,
    twice: Option<String>,
    /// Headings of amounts that name a currency, with the currency.
    currencies: Vec<(String, Currency)>,
}

impl Columns {
    /// Reads a row as headings. `chosen` holds what people decided about normalised headings; `None` skips a column.
    pub fn of<'a>(
        cells: impl Iterator<Item = &'a str>,
        chosen: &BTreeMap<String, Option<Field>>,
    ) -> Self {
        let mut columns = Self::default();
        for heading in cells.map(str::trim) {
            let name = normal(heading);
            let field = match chosen.get(&name) {
                Some(field) => *field,
                None => Field::of_normal(&name),
            };
            match field {
                Some(field) if columns.places.contains(&Some(field)) => {
                    columns.twice.get_or_insert_with(|| heading.to_owned());
                }
                Some(field) if field.is_money() => {
                    if let Some(currency) = values::currency_in(heading) {
                        columns.currencies.push((heading.to_owned(), currency));
                    }
                }
                None if !heading.is_empty() => columns.unknown.push(heading.to_owned()),
                _ => {}
            }
            columns.places.push(field);
            columns.headings.push(heading.to_owned());
        }
        columns
    }

    /// How much the row resembles headings: recognized ones count most.
    pub fn likeness(&self) -> (usize, usize) {
        let named = self.headings.iter().filter(|heading| !heading.is_empty());
        (self.understood(), named.count())
    }

    /// The number of recognized columns.
    pub fn understood(&self) -> usize {
        self.places.iter().flatten().count()
    }

    pub fn has(&self, field: Field) -> bool {
        self.places.contains(&Some(field))
    }

    /// Whether this looks like the row of headings: it has a number, and a title or a description.
    pub fn is_heading(&self) -> bool {
        self.has(Field::Number) && (self.has(Field::Title) || self.has(Field::Description))
    }

    /// The recognized columns with their positions.
    pub fn fields(&self) -> impl Iterator<Item = (usize, Field)> {
        self.places
            .iter()
            .enumerate()
            .filter_map(|(place, field)| Some((place, (*field)?)))
    }

    /// The heading of a field's column.
    pub fn heading(&self, field: Field) -> Option<&str> {
        let place = self.places.iter().position(|of| *of == Some(field))?;
        Some(&self.headings[place])
    }

    pub fn understood_columns(&self) -> Vec<Column> {
        self.fields()
            .map(|(place, field)| Column {
                heading: self.headings[place].clone(),
                field: field.wire().to_owned(),
            })
            .collect()
    }

    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }

    /// Refuses a table that lacks a required column, has a column twice, or has prices in another currency.
    pub fn check(&self, currency: Currency) -> Result<(), Unusable> {
        let mut missing = Vec::new();
        if !self.has(Field::Number) {
            missing.push("«Номер лота»");
        }
        if !self.has(Field::Title) && !self.has(Field::Description) {
            missing.push("«Название» или «Описание»");
        }
        if !self.has(Field::Start) {
            missing.push("«Стартовая цена»");
        }
        if !missing.is_empty() {
            let headings = self.headings.iter().filter(|heading| !heading.is_empty());
            return Err(Unusable::MissingColumns {
                text: format!(
                    "В таблице не хватает столбцов: {}. Заголовки столбцов должны быть в одной из первых {} строк",
                    missing.join(", "),
                    HEADING_ROWS
                ),
                headings: headings.cloned().collect(),
            });
        }
        if let Some(heading) = &self.twice {
            return Err(Unusable::broken(format!(
                "Столбец «{heading}» встречается дважды"
            )));
        }
        let foreign = self.currencies.iter().find(|(_, named)| *named != currency);
        if let Some((heading, _)) = foreign {
            return Err(Unusable::broken(format!(
                "Столбец «{heading}» не в валюте аукциона ({})",
                values::currency_name(currency)
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_recognized_in_both_languages_and_any_spelling() {
        for (heading, field) in [
            ("№", Some(Field::Number)),
            (" Лот № ", Some(Field::Number)),
            ("№ лота", Some(Field::Number)),
            ("Lot #", Some(Field::Number)),
            ("lot_number", Some(Field::Number)),
            ("НАЗВАНИЕ", Some(Field::Title)),
            ("Title (RU)", Some(Field::Title)),
            ("Автор/художник", Some(Field::Author)),
            ("Стартовая цена, руб.", Some(Field::Start)),
            ("Start price (RUB)", Some(Field::Start)),
            ("Эстимейт", Some(Field::Estimate)),
            ("Эстимейт от, ₽", Some(Field::EstimatedFrom)),
            ("High estimate", Some(Field::EstimatedTo)),
            ("Материалы, техника", Some(Field::Materials)),
            ("Размер, см", Some(Field::Size)),
            ("Вес, г", Some(Field::Weight)),
            ("Датировка", Some(Field::Period)),
            ("Код категории", Some(Field::Category)),
            ("Примечания", Some(Field::Notes)),
            ("Заметки для аукциониста", Some(Field::AuctioneerNote)),
            ("titleRu", Some(Field::Title)),
            ("price.start", Some(Field::Start)),
            ("Полка на складе", None),
            ("", None),
        ] {
            assert_eq!(Field::of_heading(heading), field, "{heading}");
        }
    }

    #[test]
    fn every_heading_is_normalized_and_unique() {
        let mut all = std::collections::BTreeSet::new();
        for (field, names) in HEADINGS {
            assert_eq!(Field::of_wire(field.wire()), Some(*field));
            for name in *names {
                assert_eq!(Field::of_heading(name), Some(*field), "{name}");
                assert!(all.insert(*name), "{name} means two fields");
            }
        }
    }

    #[test]
    fn people_decide_about_headings() {
        let chosen = BTreeMap::from([
            (normal("Инв. №"), Some(Field::Number)),
            (normal("Название"), None),
            (normal("Как зовётся"), Some(Field::Title)),
        ]);
        let headings = ["Инв. №", "Название", "Как зовётся", "Цена"];
        let columns = Columns::of(headings.into_iter(), &chosen);
        assert_eq!(columns.heading(Field::Title), Some("Как зовётся"));
        assert_eq!(columns.unknown(), ["Название"]);
        assert!(columns.check(Currency::Rub).is_ok());
    }

    #[test]
    fn a_table_without_required_columns_is_refused_with_their_names() {
        let check = |headings: &[&str], currency| {
            let columns = Columns::of(headings.iter().copied(), &BTreeMap::new());
            columns
                .check(currency)
                .map_err(|refused| refused.to_string())
        };
        assert_eq!(check(&["Номер", "Описание", "Цена"], Currency::Rub), Ok(()));
        for (headings, says) in [
            (["Название", "Цена", ""], "«Номер лота»."),
            (["Номер", "Цена", "Автор"], "«Название» или «Описание»."),
            (["Номер", "Название", "Резерв"], "«Стартовая цена»."),
            (
                ["а", "б", "в"],
                "«Номер лота», «Название» или «Описание», «Стартовая цена»",
            ),
        ] {
            let refused = check(&headings, Currency::Rub).unwrap_err();
            assert!(refused.contains(says), "{refused}");
        }
        let twice = check(&["№", "Название", "Цена", "Стартовая цена"], Currency::Rub);
        assert_eq!(
            twice.unwrap_err(),
            "Столбец «Стартовая цена» встречается дважды"
        );
        assert_eq!(
            check(&["№", "Название", "Цена, EUR"], Currency::Eur),
            Ok(())
        );
        let foreign = check(&["№", "Название", "Цена, EUR"], Currency::Rub);
        assert_eq!(
            foreign.unwrap_err(),
            "Столбец «Цена, EUR» не в валюте аукциона (RUB)"
        );
    }
}
