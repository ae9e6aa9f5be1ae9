//! Records of the journal as a spreadsheet.

use std::fs::File;

use contract::dto::JournalRecord;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::Value;
use texts::moscow;

/// Headings and widths in characters.
const COLUMNS: [(&str, f64); 9] = [
    ("Время (МСК)", 20.0),
    ("Кто", 28.0),
    ("Учётная запись", 15.0),
    ("Событие", 36.0),
    ("Объект", 12.0),
    ("Каталог", 12.0),
    ("Было", 60.0),
    ("Стало", 60.0),
    ("Адрес", 18.0),
];
/// A cell of a spreadsheet holds at most 32 767 characters.
const CELL: usize = 32_000;

/// Writes the records to an anonymous temporary file.
pub fn write(records: &[JournalRecord]) -> anyhow::Result<File> {
    let mut workbook = Workbook::new();
    let heading = Format::new().set_bold();
    let instant = Format::new().set_num_format("dd.mm.yyyy hh:mm:ss");
    let sheet = workbook.add_worksheet();
    sheet.set_name("Журнал")?;
    sheet.set_freeze_panes(1, 0)?;
    for (place, (title, width)) in (0..).zip(COLUMNS) {
        sheet.set_column_width(place, width)?;
        sheet.write_string_with_format(0, place, title, &heading)?;
    }
    for (row, record) in (1..).zip(records) {
        // Spreadsheets have no time zones and show the number as given.
        let shown = record.at.unix_ms() / 1000 + i64::from(moscow::OFFSET.whole_seconds());
        let shown = ExcelDateTime::from_timestamp(shown)?;
        sheet.write_datetime_with_format(row, 0, &shown, &instant)?;
        // Texts are written as strings, so none is ever evaluated as a formula.
        let texts = [
            (1, record.account_name.clone()),
            (3, Some(record.event_name.clone())),
            (6, record.before.as_ref().map(side)),
            (7, record.after.as_ref().map(side)),
            (8, record.address.clone()),
        ];
        for (place, text) in texts {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                sheet.write_string(row, place, text)?;
            }
        }
        let numbers = [
            (2, record.account_id),
            (4, record.subject_id),
            (5, record.catalog_id),
        ];
        for (place, number) in numbers {
            if let Some(number) = number {
                sheet.write_number(row, place, number as f64)?;
            }
        }
    }
    if let Ok(last @ 1..) = u32::try_from(records.len()) {
        sheet.autofilter(0, 0, last, COLUMNS.len() as u16 - 1)?;
    }
    let file = tempfile::tempfile()?;
    workbook.save_to_writer(std::io::BufWriter::new(&file))?;
    Ok(file)
}

fn side(side: &Value) -> String {
    side.to_string().chars().take(CELL).collect()
}
