//! What was uploaded, told by its bytes and not by its name, and the table and pictures in it.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;

use crate::archive::{self, Entry, Limits, Zip};
use crate::csv;
use crate::pictures::{self, PictureFile};
use crate::sheet::{Table, Terms};
use crate::unusable::Unusable;
use crate::xlsx;

/// Of a table, in an archive or alone.
pub const TABLE_LIMIT: u64 = 200 << 20;
/// Of an archive.
pub const ARCHIVE_LIMIT: u64 = 2 << 30;

/// How a file begins that is packed: an archive or a spreadsheet.
const ZIP: &[u8] = b"PK\x03\x04";
const EMPTY_ZIP: &[u8] = b"PK\x05\x06";
/// Of what Excel wrote before 2007, and of what is protected by a password.
const OLD_OFFICE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// Archives of other kinds.
const OTHER_ARCHIVES: &[&[u8]] = &[
    b"Rar!\x1a\x07",
    b"7z\xbc\xaf\x27\x1c",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
];
/// What people take for a table by mistake.
const OTHERS: &[&[u8]] = &[b"%PDF-", b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"{\\rtf"];

/// How much of an upload that begins so may come.
pub fn limit(beginning: &[u8]) -> u64 {
    if beginning.starts_with(ZIP) {
        ARCHIVE_LIMIT
    } else {
        TABLE_LIMIT
    }
}

/// A table with what belongs to it.
#[derive(Debug)]
pub struct Opened {
    pub table: Table,
    pub format: Format,
    /// The sheet of a spreadsheet.
    pub sheet: Option<String>,
    /// The encoding of a text.
    pub encoding: Option<&'static str>,
    pub pictures: Vec<PictureFile>,
    /// Files of the archive that are neither the table nor pictures of lots.
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

/// Opens an upload of `size` bytes and reads its table. What is unpacked for that lies in `folder`, without a name.
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

/// Packages of office programs list what is in them under this name.
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

/// Tells the table from the pictures and the rest. Exactly one table is there, and no archive.
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
            // A contract beside the table harms nobody; a table that cannot be read is missed.
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
