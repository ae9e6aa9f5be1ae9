//! Opens an upload: detects its kind by its bytes, not its name, and finds the table and pictures in it.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;

use crate::archive::{self, Entry, Limits, Zip};
use crate::csv;
use crate::pictures::{self, PictureFile};
use crate::sheet::{Table, Terms};
use crate::unusable::Unusable;
use crate::xlsx;

/// The largest table, in an archive or alone, in bytes.
pub const TABLE_LIMIT: u64 = 200 << 20;
/// The largest archive, in bytes.
pub const ARCHIVE_LIMIT: u64 = 2 << 30;

/// The first bytes of an archive or a spreadsheet.
const ZIP: &[u8] = b"PK\x03\x04";
const EMPTY_ZIP: &[u8] = b"PK\x05\x06";
/// The first bytes of an Excel file from before 2007, or of one with a password.
const OLD_OFFICE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// The first bytes of other archives.
const OTHER_ARCHIVES: &[&[u8]] = &[
    b"Rar!\x1a\x07",
    b"7z\xbc\xaf\x27\x1c",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
];
/// The first bytes of files that people upload by mistake.
const OTHERS: &[&[u8]] = &[b"%PDF-", b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"{\\rtf"];

/// The size limit for an upload with this beginning, in bytes.
pub fn limit(beginning: &[u8]) -> u64 {
    if beginning.starts_with(ZIP) {
        ARCHIVE_LIMIT
    } else {
        TABLE_LIMIT
    }
}

/// A table with its pictures and properties.
#[derive(Debug)]
pub struct Opened {
    pub table: Table,
    pub format: Format,
    /// The name of a spreadsheet's sheet.
    pub sheet: Option<String>,
    /// The encoding of a CSV table.
    pub encoding: Option<&'static str>,
    pub pictures: Vec<PictureFile>,
    /// Files in the archive other than the table and the pictures of lots.
    pub ignored: Vec<String>,
    pub archive: Option<Zip>,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Xlsx,
    Csv,
    Zip,
}

/// Opens an upload of `size` bytes and reads its table. Unpacks to unnamed files in `folder`.
pub fn open(mut file: File, size: u64, terms: &Terms, folder: &Path) -> Result<Opened, Unusable> {
    let beginning = beginning(&mut file)?;
    refuse_others(&beginning)?;
    if !beginning.starts_with(ZIP) {
        return plain(file, terms);
    }
    let copy = file.try_clone().map_err(Unusable::unread)?;
    let (mut zip, entries) = archive::open(copy, &Limits::PICTURES)?;
    if is_spreadsheet(&entries) {
        if size > TABLE_LIMIT {
            return Err(Unusable::too_large("Таблица больше 200 МиБ"));
        }
        return spreadsheet(file, terms);
    }
    let Sorted {
        table,
        pictures,
        ignored,
    } = sort(&mut zip, entries)?;
    let unpacked = archive::unpack(&mut zip, table.index, TABLE_LIMIT, folder)?;
    let read = match table.is_packed {
        true => spreadsheet(unpacked, terms)?,
        false => plain(unpacked, terms)?,
    };
    Ok(Opened {
        format: Format::Zip,
        pictures,
        ignored,
        archive: Some(zip),
        ..read
    })
}

fn beginning(file: &mut File) -> Result<Vec<u8>, Unusable> {
    let mut bytes = Vec::new();
    file.rewind().map_err(Unusable::unread)?;
    file.by_ref()
        .take(16)
        .read_to_end(&mut bytes)
        .map_err(Unusable::unread)?;
    Ok(bytes)
}

fn refuse_others(beginning: &[u8]) -> Result<(), Unusable> {
    let is_one_of = |kinds: &[&[u8]]| kinds.iter().any(|kind| beginning.starts_with(kind));
    if beginning.starts_with(EMPTY_ZIP) {
        return Err(Unusable::broken("Архив пуст"));
    }
    if beginning.starts_with(OLD_OFFICE) {
        return Err(Unusable::wrong_type(
            "Файл XLS или защищённый паролем не читается. Сохраните таблицу как XLSX без пароля",
        ));
    }
    if is_one_of(OTHER_ARCHIVES) {
        return Err(Unusable::wrong_type("Из архивов читается только ZIP"));
    }
    if is_one_of(OTHERS) {
        return Err(Unusable::wrong_type(
            "Нужна таблица XLSX, CSV или архив ZIP с ней",
        ));
    }
    Ok(())
}

fn plain(mut file: File, terms: &Terms) -> Result<Opened, Unusable> {
    let (table, encoding) = csv::read(&mut file, terms)?;
    Ok(Opened {
        table,
        format: Format::Csv,
        sheet: None,
        encoding: Some(encoding),
        pictures: Vec::new(),
        ignored: Vec::new(),
        archive: None,
    })
}

fn spreadsheet(file: File, terms: &Terms) -> Result<Opened, Unusable> {
    let (table, sheet) = xlsx::read(file, terms)?;
    Ok(Opened {
        table,
        format: Format::Xlsx,
        sheet: Some(sheet),
        encoding: None,
        pictures: Vec::new(),
        ignored: Vec::new(),
        archive: None,
    })
}

/// Whether the archive is an office document, which always has this file.
fn is_spreadsheet(entries: &[Entry]) -> bool {
    entries
        .iter()
        .any(|entry| entry.name == "[Content_Types].xml")
}

struct Sorted {
    table: TableFile,
    pictures: Vec<PictureFile>,
    ignored: Vec<String>,
}

struct TableFile {
    index: usize,
    /// XLSX, as opposed to CSV.
    is_packed: bool,
}

/// Separates the table from the pictures and the rest. Requires exactly one table, and no nested archive.
fn sort(zip: &mut Zip, entries: Vec<Entry>) -> Result<Sorted, Unusable> {
    let (mut tables, mut pictures, mut ignored) = (Vec::new(), Vec::new(), Vec::new());
    for entry in entries {
        let extension = entry.extension();
        if pictures::is_picture(&extension) {
            match pictures::PictureFile::of(&entry) {
                Some(picture) => pictures.push(picture),
                None => ignored.push(entry.name),
            }
            continue;
        }
        let beginning = archive::beginning(zip, entry.index)?;
        if beginning.starts_with(ZIP) {
            if extension != "xlsx" && extension != "xlsm" {
                return Err(Unusable::broken(format!(
                    "Вложенные архивы не читаются: «{}»",
                    entry.name
                )));
            }
            tables.push((entry, true));
        } else if extension == "csv" || extension == "tsv" {
            tables.push((entry, false));
        } else {
            // An extra file such as a contract is ignored. An unreadable table is an error.
            match extension.as_str() {
                "xls" | "zip" | "rar" | "7z" | "gz" => refuse_others(&beginning)?,
                "xlsx" | "xlsm" => {
                    refuse_others(&beginning)?;
                    return Err(Unusable::broken(format!(
                        "Файл «{}» в архиве не читается как XLSX",
                        entry.name
                    )));
                }
                _ => {}
            }
            ignored.push(entry.name);
        }
    }
    let mut tables = tables.into_iter();
    match (tables.next(), tables.next()) {
        (Some((entry, is_packed)), None) => Ok(Sorted {
            table: TableFile {
                index: entry.index,
                is_packed,
            },
            pictures,
            ignored,
        }),
        (None, _) => Err(Unusable::broken("В архиве нет таблицы XLSX или CSV")),
        (Some((one, _)), Some((other, _))) => Err(Unusable::broken(format!(
            "В архиве должна быть одна таблица, а есть «{}» и «{}»",
            one.name, other.name
        ))),
    }
}
