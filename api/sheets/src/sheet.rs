//! Turns the rows of a table into drafts of lots. Checks each row, without a look at stored lots.

use std::collections::{BTreeMap, HashMap};

use domain::Currency;

use crate::headings::{Columns, Field, HEADING_ROWS};
use crate::unusable::Unusable;
use crate::values::{self, Read};

/// The most rows of a table, without headings.
pub const MOST_ROWS: usize = 20_000;
/// The most columns of a table. Further ones are ignored.
pub const MOST_COLUMNS: usize = 256;
/// The most text of a table, in bytes. A table is held in memory until it is stored.
pub const MOST_TEXT: usize = 64 << 20;
/// The most characters of a refused row's cell that are shown.
const LONGEST: usize = 300;
pub const TOO_MUCH_TEXT: &str = "В таблице больше 64 МиБ текста. Разделите её на несколько";

/// A cell of the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Cell {
    #[default]
    Empty,
    Text(String),
    Number(f64),
    /// Formatted for people: «21.11.2026».
    Date(String),
    Flag(bool),
    /// A spreadsheet's error: «#N/A».
    Fault(String),
}

/// The values of a row for its lot. `None`: the column is missing or the cell is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The row's number in the file, from 1.
    pub row: u32,
    pub number: i32,
    pub title: Option<String>,
    pub authors: Option<Vec<String>>,
    pub is_attributed: Option<bool>,
    pub description: Option<String>,
    pub start: i64,
    pub reserve: Option<i64>,
    pub estimated_from: Option<i64>,
    pub estimated_to: Option<i64>,
    pub materials: Option<String>,
    pub size: Option<String>,
    pub period: Option<String>,
    pub country: Option<String>,
    pub weight: Option<String>,
    pub category_id: Option<i64>,
    pub notes: Option<String>,
    pub auctioneer_note: Option<String>,
    pub video_links: Option<Vec<String>>,
    /// Fields that a correction fills although the table has no column for them.
    pub beside_columns: Vec<Field>,
}

/// A refused row, with the reasons: wire names of fields with Russian texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFault {
    pub row: u32,
    /// The text of the number's cell.
    pub number: Option<String>,
    pub faults: Vec<(String, String)>,
    /// The understood cells: wire names of fields with their texts, shortened.
    pub cells: Vec<(String, String)>,
}

/// Categories by code and by name.
#[derive(Debug, Default)]
pub struct Categories {
    by_code: HashMap<String, i64>,
    /// `None`: several categories have this name.
    by_name: HashMap<String, Option<i64>>,
}

impl Categories {
    pub fn new(all: impl IntoIterator<Item = (i64, String, String)>) -> Self {
        let mut categories = Self::default();
        for (id, code, name) in all {
            categories.by_code.insert(code, id);
            categories
                .by_name
                .entry(name.trim().to_lowercase())
                .and_modify(|known| *known = None)
                .or_insert(Some(id));
        }
        categories
    }

    fn find(&self, text: &str) -> Read<i64> {
        let text = text.trim();
        if let Some(id) = self.by_code.get(text) {
            return Ok(*id);
        }
        match self.by_name.get(&text.to_lowercase()) {
            Some(Some(id)) => Ok(*id),
            Some(None) => Err(format!(
                "Категорий с названием «{text}» несколько, укажите код"
            )),
            None => Err(format!(
                "Нет категории «{}»",
                text.chars().take(60).collect::<String>()
            )),
        }
    }
}

/// The parameters for reading a table.
#[derive(Debug)]
pub struct Terms {
    pub currency: Currency,
    /// Lots are sold without bids, so a price may be missing.
    pub on_request: bool,
    pub categories: Categories,
    pub edits: Edits,
}

/// What people changed about a table without touching the file.
#[derive(Debug, Default)]
pub struct Edits {
    /// What normalised headings mean; `None` skips a column.
    pub columns: BTreeMap<String, Option<Field>>,
    /// Corrected cells, by row and field.
    pub cells: HashMap<(u32, Field), String>,
}

/// Reads a table row by row.
#[derive(Debug)]
pub struct Sheet<'a> {
    terms: &'a Terms,
    columns: Option<Columns>,
    /// Before the headings are found, the row that resembles them most.
    nearest: Columns,
    looked_at: usize,
    text: usize,
    read: usize,
    drafts: Vec<Draft>,
    faults: Vec<RowFault>,
}

/// A completely read table.
#[derive(Debug)]
pub struct Table {
    pub columns: Columns,
    /// The number of non-empty rows below the headings.
    pub rows: usize,
    /// In the order of the table, with unique numbers.
    pub drafts: Vec<Draft>,
    /// In the order of the table.
    pub faults: Vec<RowFault>,
}

impl<'a> Sheet<'a> {
    pub fn new(terms: &'a Terms) -> Self {
        Self {
            terms,
            columns: None,
            nearest: Columns::default(),
            looked_at: 0,
            text: 0,
            read: 0,
            drafts: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Adds the next row. `row` counts from 1.
    pub fn push(&mut self, row: u32, cells: &[Cell]) -> Result<(), Unusable> {
        if cells.iter().all(Cell::is_empty) {
            return Ok(());
        }
        self.text += cells.iter().map(Cell::text_length).sum::<usize>();
        if self.text > MOST_TEXT {
            return Err(Unusable::too_large(TOO_MUCH_TEXT));
        }
        let Some(columns) = &self.columns else {
            return self.look_for_headings(cells);
        };
        self.read += 1;
        if self.read > MOST_ROWS {
            return Err(Unusable::too_large(format!(
                "В таблице больше {MOST_ROWS} строк. Разделите её на несколько"
            )));
        }
        match draft(row, cells, columns, self.terms) {
            Ok(draft) => self.drafts.push(draft),
            Err(fault) => self.faults.push(fault),
        }
        Ok(())
    }

    fn look_for_headings(&mut self, cells: &[Cell]) -> Result<(), Unusable> {
        let headings = cells.iter().map(|cell| match cell {
            Cell::Text(text) => text.as_str(),
            _ => "",
        });
        let columns = Columns::of(headings, &self.terms.edits.columns);
        if columns.is_heading() {
            columns.check(self.terms.currency)?;
            self.columns = Some(columns);
            return Ok(());
        }
        if columns.likeness() > self.nearest.likeness() {
            self.nearest = columns;
        }
        self.looked_at += 1;
        if self.looked_at == HEADING_ROWS {
            self.nearest.check(self.terms.currency)?;
        }
        Ok(())
    }

    /// The number of recognized columns in the headings, or in the row that resembles them most.
    pub fn understood(&self) -> usize {
        self.columns.as_ref().unwrap_or(&self.nearest).understood()
    }

    /// Finishes the table and refuses one without lots.
    pub fn end(mut self) -> Result<Table, Unusable> {
        let Some(columns) = self.columns.take() else {
            if self.looked_at == 0 {
                return Err(Unusable::broken("Таблица пуста"));
            }
            self.nearest.check(self.terms.currency)?;
            return Err(Unusable::broken("Таблица пуста"));
        };
        if self.read == 0 {
            return Err(Unusable::broken("В таблице нет строк с лотами"));
        }
        self.refuse_duplicates();
        self.faults.sort_by_key(|fault| fault.row);
        Ok(Table {
            columns,
            rows: self.read,
            drafts: self.drafts,
            faults: self.faults,
        })
    }

    /// Refuses all rows that share a number, because it is unclear which one is meant.
    fn refuse_duplicates(&mut self) {
        let mut rows: HashMap<i32, Vec<u32>> = HashMap::new();
        for draft in &self.drafts {
            rows.entry(draft.number).or_default().push(draft.row);
        }
        let faults = &mut self.faults;
        self.drafts.retain(|draft| {
            let other = rows[&draft.number].iter().find(|row| **row != draft.row);
            if let Some(other) = other {
                faults.push(RowFault {
                    row: draft.row,
                    number: Some(draft.number.to_string()),
                    faults: vec![(
                        Field::Number.wire().to_owned(),
                        format!("Номер {} есть и в строке {other}", draft.number),
                    )],
                    cells: draft.cells(),
                });
            }
            other.is_none()
        });
    }
}

impl Cell {
    /// A text cell without control characters, which cannot be stored or shown. Keeps line breaks.
    pub fn text(text: &str) -> Self {
        if text.trim().is_empty() {
            return Self::Empty;
        }
        let is_clean = |letter: char| !letter.is_control() || letter == '\n';
        if text.chars().all(is_clean) {
            return Self::Text(text.to_owned());
        }
        let text = text
            .replace("\r\n", "\n")
            .replace('\r', "\n")
            .replace('\t', " ");
        Self::Text(text.chars().filter(|letter| is_clean(*letter)).collect())
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }

    fn text_length(&self) -> usize {
        match self {
            Self::Text(text) | Self::Date(text) | Self::Fault(text) => text.len(),
            _ => 0,
        }
    }

    /// The text for people. `None` for an empty cell.
    fn shown(&self) -> Read<Option<String>> {
        Ok(match self {
            Self::Empty => None,
            Self::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Self::Number(number) => Some(shown_number(*number)),
            Self::Date(date) => Some(date.clone()),
            Self::Flag(true) => Some("да".to_owned()),
            Self::Flag(false) => Some("нет".to_owned()),
            Self::Fault(fault) => return Err(format!("Ошибка в ячейке: {fault}")),
        })
    }

    fn amount(&self, currency: Currency) -> Read<Option<i64>> {
        match self {
            Self::Number(number) => values::amount_of_number(*number).map(Some),
            Self::Date(date) => Err(format!("Вместо суммы дата: {date}")),
            Self::Flag(_) => Err("Вместо суммы «да» или «нет»".to_owned()),
            _ => self
                .shown()?
                .map(|text| values::amount(&text, currency))
                .transpose(),
        }
    }
}

/// «12» for 12.0, «12,5» for 12.5.
fn shown_number(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    // Rounds like a spreadsheet, which shows 0.3 for 0.1 + 0.2.
    let rounded = format!("{number:.10}");
    rounded.trim_end_matches('0').replace('.', ",")
}

fn draft(row: u32, cells: &[Cell], columns: &Columns, terms: &Terms) -> Result<Draft, RowFault> {
    let mut draft = Draft {
        row,
        ..Draft::default()
    };
    let mut faults: Vec<(String, String)> = Vec::new();
    let mut number = None;
    let mut shown = Vec::new();
    let corrected = |field| {
        let text = terms.edits.cells.get(&(row, field));
        text.map(|text| Cell::text(text))
    };
    let of_columns = columns.fields().map(|(place, field)| {
        let cell = || cells.get(place).cloned().unwrap_or_default();
        (field, corrected(field).unwrap_or_else(cell))
    });
    let beside: Vec<(Field, Cell)> = Field::all()
        .filter(|field| !columns.has(*field))
        .filter_map(|field| Some((field, corrected(field)?)))
        .collect();
    draft.beside_columns = beside.iter().map(|(field, _)| *field).collect();
    for (field, cell) in of_columns.chain(beside) {
        if field == Field::Number {
            number = cell.shown().ok().flatten();
        }
        if let Err(fault) = draft.fill(field, &cell, terms) {
            faults.push((field.wire().to_owned(), fault));
        }
        shown.push((field, cell));
    }
    if draft.title.is_none() && draft.description.is_none() && faults.is_empty() {
        // Neither is given. Where only the description is missing, a stored one may give the title.
        faults.push((
            Field::Title.wire().to_owned(),
            "Укажите название или описание".to_owned(),
        ));
    }
    if faults.is_empty() {
        Ok(draft)
    } else {
        Err(RowFault {
            row,
            number: number.map(|number| number.chars().take(40).collect()),
            faults,
            cells: texts_of(&shown),
        })
    }
}

/// The texts of cells by wire name, shortened.
fn texts_of(cells: &[(Field, Cell)]) -> Vec<(String, String)> {
    let texts = cells.iter().filter_map(|(field, cell)| {
        let text = match cell {
            Cell::Fault(fault) => fault.clone(),
            cell => cell.shown().ok().flatten()?,
        };
        Some((
            field.wire().to_owned(),
            text.chars().take(LONGEST).collect(),
        ))
    });
    texts.collect()
}

impl Draft {
    /// What identifies the row to people: wire names of fields with their texts.
    pub fn cells(&self) -> Vec<(String, String)> {
        let title = self.title.as_deref().or(self.description.as_deref());
        let authors = self.authors.as_ref().map(|authors| authors.join("; "));
        let cells = [
            (Field::Number, Some(self.number.to_string())),
            (Field::Title, title.map(str::to_owned)),
            (Field::Author, authors),
            (Field::Start, Some(self.start.to_string())),
        ];
        let texts = cells.into_iter().filter_map(|(field, text)| {
            let text: String = text?.chars().take(LONGEST).collect();
            Some((field.wire().to_owned(), text))
        });
        texts.collect()
    }

    fn fill(&mut self, field: Field, cell: &Cell, terms: &Terms) -> Read<()> {
        let text = || cell.shown();
        let amount = || cell.amount(terms.currency);
        match field {
            Field::Number => {
                self.number = match cell {
                    Cell::Date(date) => return Err(format!("Вместо номера дата: {date}")),
                    cell => values::lot_number(&cell.shown()?.ok_or("Укажите номер лота")?)?,
                };
            }
            Field::Title => self.title = text()?,
            Field::Author => self.authors = text()?.map(|text| values::names(&text)),
            Field::Attributed => {
                self.is_attributed = text()?.map(|text| values::flag(&text)).transpose()?;
            }
            Field::Description => self.description = text()?,
            Field::Start => {
                let asked = text()?.is_none_or(|text| text.to_lowercase().contains("запрос"));
                self.start = match terms.on_request && asked {
                    true => 0,
                    false => amount()?.ok_or("Укажите стартовую цену")?,
                };
            }
            Field::Reserve => self.reserve = amount()?.filter(|reserve| *reserve > 0),
            Field::Estimate => {
                let (from, to) = match cell {
                    Cell::Text(text) => values::estimate(text, terms.currency)?,
                    _ => (amount()?, amount()?),
                };
                self.estimated_from = self.estimated_from.or(from);
                self.estimated_to = self.estimated_to.or(to);
            }
            Field::EstimatedFrom => self.estimated_from = amount()?.or(self.estimated_from),
            Field::EstimatedTo => self.estimated_to = amount()?.or(self.estimated_to),
            Field::Currency => {
                if let Some(text) = text()?
                    && values::currency(&text)? != terms.currency
                {
                    return Err(format!(
                        "Валюта лота — это валюта аукциона ({})",
                        values::currency_name(terms.currency)
                    ));
                }
            }
            Field::Materials => self.materials = text()?,
            Field::Size => self.size = text()?,
            Field::Period => self.period = text()?,
            Field::Country => self.country = text()?,
            Field::Weight => self.weight = text()?,
            Field::Category => {
                self.category_id = text()?
                    .map(|text| terms.categories.find(&text))
                    .transpose()?;
            }
            Field::Notes => self.notes = text()?,
            Field::AuctioneerNote => self.auctioneer_note = text()?,
            Field::Videos => self.video_links = text()?.map(|text| values::links(&text)),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> Terms {
        let category = |id, code: &str, name: &str| (id, code.to_owned(), name.to_owned());
        Terms {
            currency: Currency::Rub,
            on_request: false,
            categories: Categories::new([
                category(1, "10", "Живопись"),
                category(2, "10.1", "Пейзаж"),
                category(3, "11.1", "Пейзаж"),
            ]),
            edits: Edits::default(),
        }
    }

    fn read(terms: &Terms, rows: &[&[&str]]) -> Result<Table, Unusable> {
        let mut sheet = Sheet::new(terms);
        for (row, cells) in rows.iter().enumerate() {
            let cells: Vec<Cell> = cells.iter().map(|text| Cell::text(text)).collect();
            sheet.push(row as u32 + 1, &cells)?;
        }
        sheet.end()
    }

    #[test]
    fn rows_become_drafts_with_any_text_above_the_headings() {
        let table = read(
            &terms(),
            &[
                &["Весенние торги"],
                &[],
                &[
                    "Цена",
                    "Категория",
                    "№",
                    "Название",
                    "Склад",
                    "Видео",
                    "Эстимейт",
                ],
                &[
                    "1 500",
                    "живопись",
                    "27",
                    " Ваза ",
                    "А-1",
                    "a.example",
                    "2000-3000",
                ],
                &["", ""],
                &["100", "10.1", "28", "Ложка"],
            ],
        )
        .unwrap();
        assert_eq!((table.rows, table.faults.as_slice()), (2, [].as_slice()));
        assert_eq!(table.columns.unknown(), ["Склад"]);
        assert_eq!(
            table.drafts[0],
            Draft {
                row: 4,
                number: 27,
                title: Some("Ваза".into()),
                start: 1500,
                estimated_from: Some(2000),
                estimated_to: Some(3000),
                category_id: Some(1),
                video_links: Some(vec!["http://a.example".into()]),
                ..Draft::default()
            }
        );
        assert_eq!(
            (table.drafts[1].row, table.drafts[1].category_id),
            (6, Some(2))
        );
    }

    #[test]
    fn a_refused_row_gives_reasons_field_by_field() {
        let table = read(
            &terms(),
            &[
                &["№", "Название", "Цена", "Категория", "Валюта"],
                &["", "Ваза", "10"],
                &["2", "", "10"],
                &["3", "Ваза", ""],
                &["4", "Ваза", "дорого", "Пейзаж", "EUR"],
                &["5", "Ваза", "1,5", "Мебель", "руб."],
                &["6", "Ваза", "10"],
                &["6", "Чаша", "20"],
                &["7", "Чаша", "20"],
            ],
        )
        .unwrap();
        let faults: Vec<_> = table
            .faults
            .iter()
            .map(|fault| {
                let texts: Vec<_> = fault
                    .faults
                    .iter()
                    .map(|(field, text)| format!("{field}: {text}"))
                    .collect();
                format!("{} {:?} {}", fault.row, fault.number, texts.join("; "))
            })
            .collect();
        assert_eq!(
            faults,
            [
                "2 None catalogLotId: Укажите номер лота",
                "3 Some(\"2\") titleRu: Укажите название или описание",
                "4 Some(\"3\") price.start: Укажите стартовую цену",
                "5 Some(\"4\") price.start: Не сумма: «дорого»; categoryId: Категорий с названием «Пейзаж» несколько, \
                 укажите код; price.currency: Валюта лота — это валюта аукциона (RUB)",
                "6 Some(\"5\") price.start: Сумма должна быть целой; categoryId: Нет категории «Мебель»",
                "7 Some(\"6\") catalogLotId: Номер 6 есть и в строке 8",
                "8 Some(\"6\") catalogLotId: Номер 6 есть и в строке 7",
            ]
        );
        assert_eq!((table.rows, table.drafts.len()), (8, 1));
    }

    #[test]
    fn a_price_may_be_on_request_where_lots_are_sold_without_bids() {
        let rows: &[&[&str]] = &[
            &["№", "Название", "Цена"],
            &["1", "Ваза", ""],
            &["2", "Ваза", "По запросу"],
            &["3", "Ваза", "100"],
        ];
        let gallery = Terms {
            on_request: true,
            ..terms()
        };
        let starts = |table: Table| {
            table
                .drafts
                .iter()
                .map(|draft| draft.start)
                .collect::<Vec<_>>()
        };
        assert_eq!(starts(read(&gallery, rows).unwrap()), [0, 0, 100]);
        assert_eq!(read(&terms(), rows).unwrap().faults.len(), 2);
    }

    #[test]
    fn spreadsheet_cells_are_read_as_shown() {
        let terms = terms();
        let mut sheet = Sheet::new(&terms);
        let texts = |texts: &[&str]| {
            texts
                .iter()
                .map(|text| Cell::text(text))
                .collect::<Vec<_>>()
        };
        sheet
            .push(
                1,
                &texts(&["№", "Название", "Цена", "Период", "Вес", "Резерв"]),
            )
            .unwrap();
        let row = |last: Cell| {
            vec![
                Cell::Number(1.0),
                Cell::text("Ваза"),
                Cell::Number(1500.0),
                Cell::Date("21.11.1912".into()),
                Cell::Number(12.5),
                last,
            ]
        };
        sheet.push(2, &row(Cell::Empty)).unwrap();
        sheet.push(3, &row(Cell::Fault("#N/A".into()))).unwrap();
        sheet
            .push(4, &row(Cell::Date("01.02.2026".into())))
            .unwrap();
        sheet.push(5, &row(Cell::Number(0.5))).unwrap();
        let table = sheet.end().unwrap();
        let first = &table.drafts[0];
        assert_eq!(
            (first.period.as_deref(), first.weight.as_deref()),
            (Some("21.11.1912"), Some("12,5"))
        );
        let faults: Vec<_> = table
            .faults
            .iter()
            .map(|fault| fault.faults[0].1.as_str())
            .collect();
        assert_eq!(
            faults,
            [
                "Ошибка в ячейке: #N/A",
                "Вместо суммы дата: 01.02.2026",
                "Сумма должна быть целой"
            ]
        );
    }

    #[test]
    fn a_table_without_lots_is_refused() {
        let refused = |rows: &[&[&str]]| read(&terms(), rows).unwrap_err().to_string();
        assert_eq!(refused(&[]), "Таблица пуста");
        assert_eq!(
            refused(&[&["№", "Название", "Цена"]]),
            "В таблице нет строк с лотами"
        );
        assert!(refused(&[&["№", "Название"], &["1", "Ваза"]]).contains("«Стартовая цена»"));
        assert!(refused(&[&["Ваза", "10"], &["Ложка", "5"]]).contains("«Номер лота»"));
        let mut sheet = Vec::new();
        sheet.resize(HEADING_ROWS, ["что-то"].as_slice());
        assert!(refused(&sheet).contains("одной из первых 20 строк"));
    }
}
