//! XLSX spreadsheets.
//!
//! The `calamine` crate loads shared strings, styles and relations into memory before the first cell, as many as the
//! file claims, so [`examine`] counts them first. Cells are then read one by one.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Seek as _};

use calamine::{DataRef, Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};
use quick_xml::events::{BytesStart, Event};

use crate::archive::{self, Limits};
use crate::sheet::{Cell, MOST_COLUMNS, MOST_TEXT, Sheet, TOO_MUCH_TEXT, Table, Terms};
use crate::unusable::Unusable;

/// The limits for a package. Its parts are texts, which compress well.
const LIMITS: Limits = Limits {
    entries: 2_000,
    unpacked: 256 << 20,
    ratio: archive::HIGHEST_RATIO,
};
/// The most elements held in memory, by kind.
const MOST_OF: &[(&str, usize)] = &[
    ("si", 1_000_000),
    ("xf", 20_000),
    ("font", 20_000),
    ("fill", 20_000),
    ("border", 20_000),
    ("numFmt", 20_000),
    ("Relationship", 4_000),
    ("sheet", 256),
    ("definedName", 20_000),
];
/// Elements whose attributes are copied for each reference to them.
const COPIED: &[&str] = &["name", "rFont", "numFmt", "Relationship", "sheet"];
const LONGEST_COPIED: usize = 1_024;
/// The most cells of a sheet, including empty ones with a style.
const MOST_CELLS: usize = 4_000_000;

const BROKEN: &str = "Файл XLSX повреждён или загружен не полностью";
const TOO_MUCH: &str = "Файл XLSX устроен слишком сложно. Сохраните таблицу как CSV";

/// Reads the first visible sheet that is not empty. Returns it with its name.
pub fn read(mut file: File, terms: &Terms) -> Result<(Table, String), Unusable> {
    examine(file.try_clone().map_err(Unusable::unread)?)?;
    file.rewind().map_err(Unusable::unread)?;
    let mut book: Xlsx<_> = Xlsx::new(BufReader::new(file)).map_err(unread)?;
    let names: Vec<String> = book
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .collect();
    for name in names {
        let mut sheet = Sheet::new(terms);
        if read_cells(&mut book, &name, &mut sheet)? {
            return Ok((sheet.end()?, name));
        }
    }
    Err(Unusable::broken("Таблица пуста"))
}

/// Reads all cells of a sheet. Returns whether any had a value.
fn read_cells(
    book: &mut Xlsx<BufReader<File>>,
    name: &str,
    sheet: &mut Sheet<'_>,
) -> Result<bool, Unusable> {
    let mut cells = book.worksheet_cells_reader(name).map_err(unread)?;
    let (mut row, mut values, mut read, mut anything) = (0, Vec::new(), 0_usize, false);
    // All cells may share one long text. Each reference counts, before the text is copied.
    let mut text = 0;
    while let Some(cell) = cells.next_cell().map_err(unread)? {
        read += 1;
        if read > MOST_CELLS {
            return Err(Unusable::too_large(TOO_MUCH));
        }
        let (at, column) = cell.get_position();
        if at < row {
            return Err(Unusable::broken(BROKEN));
        }
        if at > row {
            sheet.push(row + 1, &values)?;
            values.clear();
            row = at;
        }
        let column = column as usize;
        if column >= MOST_COLUMNS {
            continue;
        }
        text += text_length(cell.get_value());
        if text > MOST_TEXT {
            return Err(Unusable::too_large(TOO_MUCH_TEXT));
        }
        let value = value(cell.get_value());
        if value == Cell::Empty {
            continue;
        }
        anything = true;
        if values.len() <= column {
            values.resize(column + 1, Cell::Empty);
        }
        values[column] = value;
    }
    sheet.push(row + 1, &values)?;
    Ok(anything)
}

/// The length of a cell's text, in bytes.
fn text_length(value: &DataRef<'_>) -> usize {
    match value {
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            text.len()
        }
        DataRef::SharedString(text) => text.len(),
        _ => 0,
    }
}

fn value(value: &DataRef<'_>) -> Cell {
    match value {
        DataRef::Empty => Cell::Empty,
        DataRef::Int(number) => Cell::Number(*number as f64),
        DataRef::Float(number) => Cell::Number(*number),
        DataRef::String(text) => Cell::text(text),
        DataRef::SharedString(text) => Cell::text(text),
        DataRef::Bool(flag) => Cell::Flag(*flag),
        DataRef::DateTime(instant) if instant.is_duration() => Cell::Number(instant.as_f64()),
        DataRef::DateTime(instant) => {
            let (year, month, day, ..) = instant.to_ymd_hms_milli();
            Cell::Date(format!("{day:02}.{month:02}.{year}"))
        }
        DataRef::DateTimeIso(text) => Cell::Date(iso_date(text)),
        DataRef::DurationIso(text) => Cell::text(text),
        DataRef::Error(fault) => Cell::Fault(fault.to_string()),
    }
}

/// «1912-11-21T00:00:00» as «21.11.1912».
fn iso_date(text: &str) -> String {
    let date = text.split('T').next().unwrap_or_default();
    match date.split('-').collect::<Vec<_>>().as_slice() {
        [year, month, day] => format!("{day}.{month}.{year}"),
        _ => text.to_owned(),
    }
}

fn unread(error: XlsxError) -> Unusable {
    match error {
        XlsxError::Io(error) if error.raw_os_error().is_some() => Unusable::unread(error),
        XlsxError::Password => Unusable::broken("Таблица защищена паролем"),
        _ => Unusable::broken(BROKEN),
    }
}

/// Refuses a package whose parts would take more memory than a table may. Recognizes parts by their content, because
/// the file chooses their names. Reads a part that is not XML up to the first error, like the reader itself.
fn examine(file: File) -> Result<(), Unusable> {
    let (mut zip, entries) = archive::open(file, &LIMITS)?;
    let mut counts: HashMap<&'static str, usize> = HashMap::new();
    for entry in entries {
        let part = zip
            .by_index(entry.index)
            .map_err(|_| Unusable::broken(BROKEN))?;
        let mut xml = quick_xml::Reader::from_reader(BufReader::new(part));
        let config = xml.config_mut();
        config.check_end_names = false;
        config.check_comments = false;
        config.expand_empty_elements = false;
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            match xml.read_event_into(&mut buffer) {
                Ok(Event::Start(element) | Event::Empty(element)) => count(&element, &mut counts)?,
                Ok(Event::Eof) | Err(_) => break,
                Ok(_) => {}
            }
        }
    }
    Ok(())
}

fn count(
    element: &BytesStart<'_>,
    counts: &mut HashMap<&'static str, usize>,
) -> Result<(), Unusable> {
    let name = element.local_name();
    let name = name.as_ref();
    let too_much = || Unusable::too_large(TOO_MUCH);
    if COPIED.contains(&name) && element.len() > LONGEST_COPIED {
        return Err(too_much());
    }
    if name == "sst" && strings_announced(element) > MOST_OF[0].1 {
        return Err(too_much());
    }
    if let Some((kind, most)) = MOST_OF.iter().find(|(kind, _)| *kind == name) {
        let count = counts.entry(*kind).or_default();
        *count += 1;
        if *count > *most {
            return Err(too_much());
        }
    }
    Ok(())
}

/// The number of shared strings announced. The reader allocates memory for them before it reads the first.
fn strings_announced(element: &str) -> usize {
    const ATTRIBUTE: &str = "uniqueCount";
    let announced = element.match_indices(ATTRIBUTE).map(|(at, _)| {
        let value = element[at + ATTRIBUTE.len()..]
            .trim_start_matches(|letter: char| letter.is_whitespace() || "=\"'".contains(letter));
        let digits = value.find(|letter: char| !letter.is_ascii_digit());
        match &value[..digits.unwrap_or(value.len())] {
            "" => 0,
            digits => digits.parse().unwrap_or(usize::MAX),
        }
    });
    announced.max().unwrap_or(0)
}
