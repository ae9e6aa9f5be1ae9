//! A catalog's bets as a spreadsheet, written row by row: neither the rows nor the file are held in memory as a whole.

use std::fs::File;

use domain::{Amount, Commission};
use rust_xlsxwriter::{
    ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError, worksheet::ColNum,
    worksheet::RowNum,
};
use time::OffsetDateTime;
use tokio::sync::mpsc;

use texts::moscow;
use texts::words;

/// Maximum number of bets per sheet; Excel allows 1 048 576 rows.
const BETS_OF_SHEET: RowNum = 1_000_000;

/// A bet with its bettor and lot.
pub struct ReportedBet {
    pub title_ru: String,
    /// The numbers of the lots that are sold as one with this one, its own first.
    pub together: Vec<i32>,
    /// The lot's number in the catalog; None if the lot has left it.
    pub number: Option<i32>,
    pub value: i64,
    pub at: OffsetDateTime,
    pub participant: Option<i32>,
    pub name: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub paddle: Option<String>,
    pub is_absentee: bool,
    pub is_visible: bool,
    pub revoked: Option<OffsetDateTime>,
    pub is_leading: bool,
    pub is_lot_sold: bool,
}

/// Settings common to all bets of the report.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// Currency sign.
    pub currency: &'static str,
    pub commission: Commission,
    /// Whether to mark bets placed by absentee orders; admins only.
    pub tells_absentee: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Number,
    Title,
    Value,
    Time,
    Participant,
    Name,
    Phone,
    Email,
    Paddle,
    State,
    Revoked,
    Hidden,
    Absentee,
    SoldPrice,
    Commission,
    Total,
}

impl Column {
    const ALL: [Self; 16] = [
        Self::Number,
        Self::Title,
        Self::Value,
        Self::Time,
        Self::Participant,
        Self::Name,
        Self::Phone,
        Self::Email,
        Self::Paddle,
        Self::State,
        Self::Revoked,
        Self::Hidden,
        Self::Absentee,
        Self::SoldPrice,
        Self::Commission,
        Self::Total,
    ];

    fn heading(self, terms: &Terms) -> String {
        let currency = terms.currency;
        match self {
            Self::Number => "Номер лота".to_owned(),
            Self::Title => "Название".to_owned(),
            Self::Value => format!("Ставка, {currency}"),
            Self::Time => "Время (МСК)".to_owned(),
            Self::Participant => "Номер участника".to_owned(),
            Self::Name => "Имя".to_owned(),
            Self::Phone => "Телефон".to_owned(),
            Self::Email => "E-mail".to_owned(),
            Self::Paddle => "Карточка в зале".to_owned(),
            Self::State => "Состояние".to_owned(),
            Self::Revoked => "Отменена (МСК)".to_owned(),
            Self::Hidden => "Скрыта из истории".to_owned(),
            Self::Absentee => "Заочная".to_owned(),
            Self::SoldPrice => format!("Цена продажи, {currency}"),
            Self::Commission => "Комиссия, %".to_owned(),
            Self::Total => format!("Цена с комиссией, {currency}"),
        }
    }

    /// Column width in characters.
    fn width(self) -> f64 {
        match self {
            Self::Title => 48.0,
            Self::Name | Self::Email => 28.0,
            Self::Time | Self::Revoked | Self::Phone => 20.0,
            Self::Number | Self::Participant | Self::Absentee | Self::Commission => 12.0,
            _ => 17.0,
        }
    }
}

/// Writes received rows to an anonymous temporary file and returns it. Blocks until the sender closes the channel.
pub fn write(terms: Terms, mut rows: mpsc::Receiver<Vec<ReportedBet>>) -> anyhow::Result<File> {
    let mut writer = Writer::new(terms, BETS_OF_SHEET)?;
    while let Some(rows) = rows.blocking_recv() {
        for row in rows {
            writer.push(&row)?;
        }
    }
    writer.finish()
}

struct Writer {
    terms: Terms,
    columns: Vec<Column>,
    workbook: Workbook,
    sheet: Worksheet,
    /// The last row written; 0 is the heading.
    row: RowNum,
    sheets: u32,
    bets_of_sheet: RowNum,
    money: Format,
    instant: Format,
}

impl Writer {
    fn new(terms: Terms, bets_of_sheet: RowNum) -> Result<Self, XlsxError> {
        let columns: Vec<Column> = Column::ALL
            .into_iter()
            .filter(|column| terms.tells_absentee || *column != Column::Absentee)
            .collect();
        let mut workbook = Workbook::new();
        let sheet = Self::sheet(&mut workbook, &terms, &columns, 1)?;
        Ok(Self {
            terms,
            columns,
            workbook,
            sheet,
            row: 0,
            sheets: 1,
            bets_of_sheet,
            money: Format::new().set_num_format("#,##0"),
            instant: Format::new().set_num_format("dd.mm.yyyy hh:mm:ss"),
        })
    }

    /// Adds a sheet with frozen headings. Rows go to a temporary file one at a time.
    fn sheet(
        workbook: &mut Workbook,
        terms: &Terms,
        columns: &[Column],
        number: u32,
    ) -> Result<Worksheet, XlsxError> {
        let heading = Format::new()
            .set_bold()
            .set_text_wrap()
            .set_align(FormatAlign::Top);
        let mut sheet = workbook.new_worksheet_with_constant_memory()?;
        sheet.set_name(match number {
            1 => "Ставки".to_owned(),
            number => format!("Ставки {number}"),
        })?;
        sheet.set_freeze_panes(1, 0)?;
        for (place, column) in (0..).zip(columns) {
            sheet.set_column_width(place, column.width())?;
            sheet.write_string_with_format(0, place, column.heading(terms), &heading)?;
        }
        Ok(sheet)
    }

    fn push(&mut self, row: &ReportedBet) -> Result<(), XlsxError> {
        if self.row == self.bets_of_sheet {
            self.next_sheet()?;
        }
        self.row += 1;
        for (place, column) in (0..).zip(self.columns.clone()) {
            self.cell(place, column, row)?;
        }
        Ok(())
    }

    /// Writes texts as strings, so none is ever evaluated as a formula.
    fn cell(&mut self, place: ColNum, column: Column, bet: &ReportedBet) -> Result<(), XlsxError> {
        let won = bet.is_leading && bet.is_lot_sold;
        let price = won.then_some(bet.value);
        match column {
            Column::Number => self.number(place, bet.number.map(i64::from)),
            Column::Title => match &*bet.together {
                [_, others @ ..] => {
                    let title = format!("{}, {}", bet.title_ru, words::with_lots(others));
                    self.text(place, Some(&title))
                }
                [] => self.text(place, Some(&bet.title_ru)),
            },
            Column::Value => self.amount(place, Some(bet.value)),
            Column::Time => self.instant(place, Some(bet.at)),
            Column::Participant => self.number(place, bet.participant.map(i64::from)),
            Column::Name => self.text(place, bet.name.as_deref()),
            Column::Phone => self.text(place, bet.phone.as_deref()),
            Column::Email => self.text(place, bet.email.as_deref()),
            Column::Paddle => self.text(place, bet.paddle.as_deref()),
            Column::State => {
                let state = match bet {
                    ReportedBet {
                        revoked: Some(_), ..
                    } => "Отменена",
                    _ if won => "Выиграла",
                    ReportedBet {
                        is_leading: true, ..
                    } => "Лидирует",
                    _ => "Перебита",
                };
                self.text(place, Some(state))
            }
            Column::Revoked => self.instant(place, bet.revoked),
            Column::Hidden => self.text(place, (!bet.is_visible).then_some("Да")),
            Column::Absentee => self.text(place, bet.is_absentee.then_some("Да")),
            Column::SoldPrice => self.amount(place, price),
            Column::Commission => {
                let percent = f64::from(self.terms.commission.hundredths()) / 100.0;
                if won {
                    self.sheet.write_number(self.row, place, percent)?;
                }
                Ok(())
            }
            Column::Total => {
                let total = price.map(|price| self.terms.commission.price_with(Amount(price)).0);
                self.amount(place, total)
            }
        }
    }

    fn text(&mut self, place: ColNum, text: Option<&str>) -> Result<(), XlsxError> {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.sheet.write_string(self.row, place, text)?;
        }
        Ok(())
    }

    fn number(&mut self, place: ColNum, number: Option<i64>) -> Result<(), XlsxError> {
        if let Some(number) = number {
            self.sheet.write_number(self.row, place, number as f64)?;
        }
        Ok(())
    }

    /// Amounts are at most 10^12, which a spreadsheet number holds exactly.
    fn amount(&mut self, place: ColNum, amount: Option<i64>) -> Result<(), XlsxError> {
        if let Some(amount) = amount {
            self.sheet
                .write_number_with_format(self.row, place, amount as f64, &self.money)?;
        }
        Ok(())
    }

    fn instant(&mut self, place: ColNum, at: Option<OffsetDateTime>) -> Result<(), XlsxError> {
        if let Some(at) = at {
            // Spreadsheets have no time zones and show the number as given.
            let shown = at.unix_timestamp() + i64::from(moscow::OFFSET.whole_seconds());
            let shown = ExcelDateTime::from_timestamp(shown)?;
            self.sheet
                .write_datetime_with_format(self.row, place, &shown, &self.instant)?;
        }
        Ok(())
    }

    fn next_sheet(&mut self) -> Result<(), XlsxError> {
        self.sheets += 1;
        let next = Self::sheet(&mut self.workbook, &self.terms, &self.columns, self.sheets)?;
        self.close(next)?;
        self.row = 0;
        Ok(())
    }

    /// Moves the current sheet into the workbook and continues with `next`.
    fn close(&mut self, next: Worksheet) -> Result<(), XlsxError> {
        let mut done = std::mem::replace(&mut self.sheet, next);
        if self.row > 0 {
            done.autofilter(0, 0, self.row, self.columns.len() as ColNum - 1)?;
        }
        self.workbook.push_worksheet(done);
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<File> {
        self.close(Worksheet::new())?;
        let file = tempfile::tempfile()?;
        self.workbook
            .save_to_writer(std::io::BufWriter::new(&file))?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use calamine::{Data, Reader as _, Xlsx};
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_full_sheet_is_followed_by_another() {
        let terms = Terms {
            currency: "₽",
            commission: Commission::NONE,
            tells_absentee: false,
        };
        let mut writer = Writer::new(terms, 2).unwrap();
        for value in 1..=5 {
            let bet = ReportedBet {
                title_ru: "Ваза".to_owned(),
                together: Vec::new(),
                number: None,
                value: value * 10,
                at: datetime!(2026-11-21 10:00 UTC),
                participant: None,
                name: None,
                phone: None,
                email: None,
                paddle: None,
                is_absentee: false,
                is_visible: true,
                revoked: None,
                is_leading: false,
                is_lot_sold: false,
            };
            writer.push(&bet).unwrap();
        }
        let file = writer.finish().unwrap();
        let mut book: Xlsx<_> =
            calamine::open_workbook_from_rs(std::io::BufReader::new(file)).unwrap();
        let names = book.sheet_names();
        assert_eq!(names, ["Ставки", "Ставки 2", "Ставки 3"]);
        let mut values = Vec::new();
        for name in names {
            let sheet = book.worksheet_range(&name).unwrap();
            assert_eq!(
                sheet.get((0, 2)),
                Some(&Data::String("Ставка, ₽".to_owned()))
            );
            values.extend(sheet.rows().skip(1).map(|row| row[2].clone()));
        }
        let expected: Vec<Data> = (1..=5)
            .map(|value| Data::Float(f64::from(value) * 10.0))
            .collect();
        assert_eq!(values, expected);
    }
}
