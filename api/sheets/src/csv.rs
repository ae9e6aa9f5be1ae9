//! CSV tables: UTF-8 or windows-1251, with commas, semicolons or tabs.

use std::cell::Cell as Counter;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Seek as _};
use std::rc::Rc;

use encoding_rs::{Decoder, Encoding, UTF_8, WINDOWS_1251};

use crate::headings::{Columns, Field, HEADING_ROWS};
use crate::sheet::{Cell, MOST_COLUMNS, Sheet, Table, Terms};
use crate::unusable::Unusable;

/// The longest row, in bytes. An unclosed quote turns the rest of the file into one cell.
const LONGEST_ROW: usize = 1 << 20;
const DELIMITERS: [u8; 3] = [b';', b',', b'\t'];
const BUFFER: usize = 64 << 10;

/// Reads a table. Returns it with the name of its encoding.
pub fn read(file: &mut File, terms: &Terms) -> Result<(Table, &'static str), Unusable> {
    let encoding = encoding_of(file)?;
    let mut best = ((0, 0), DELIMITERS[0]);
    for delimiter in DELIMITERS {
        let likeness = likeness(file, encoding, delimiter, &terms.edits.columns)?;
        if likeness > best.0 {
            best = (likeness, delimiter);
        }
    }
    if best.0.0 == 0 && is_prose(file, encoding)? {
        return Err(Unusable::wrong_type(
            "Это не таблица. Нужна таблица XLSX, CSV или архив ZIP с ней",
        ));
    }
    let mut sheet = Sheet::new(terms);
    let mut rows = Rows::new(file, encoding, best.1)?;
    while let Some((row, cells)) = rows.next()? {
        sheet.push(row, &cells)?;
    }
    let name = if encoding == UTF_8 {
        "UTF-8"
    } else {
        "windows-1251"
    };
    Ok((sheet.end()?, name))
}

/// Whether there is text, and no delimiter divides any of the first rows.
fn is_prose(file: &mut File, encoding: &'static Encoding) -> Result<bool, Unusable> {
    let mut has_text = false;
    for delimiter in DELIMITERS {
        let mut rows = Rows::new(file, encoding, delimiter)?;
        for _ in 0..HEADING_ROWS {
            match rows.next() {
                Ok(Some((_, cells))) if cells.len() == 1 => {
                    has_text |= !matches!(cells[0], Cell::Empty);
                }
                Ok(None) => break,
                // The reading that follows reports an error.
                _ => return Ok(false),
            }
        }
    }
    Ok(has_text)
}

/// How much a row resembles headings, at most, with this delimiter.
fn likeness(
    file: &mut File,
    encoding: &'static Encoding,
    delimiter: u8,
    chosen: &BTreeMap<String, Option<Field>>,
) -> Result<(usize, usize), Unusable> {
    let mut rows = Rows::new(file, encoding, delimiter)?;
    let mut most = (0, 0);
    for _ in 0..HEADING_ROWS {
        // A row too long with this delimiter may be short enough with another.
        let Ok(Some((_, cells))) = rows.next() else {
            break;
        };
        let headings = cells.iter().map(|cell| match cell {
            Cell::Text(text) => text.as_str(),
            _ => "",
        });
        most = most.max(Columns::of(headings, chosen).likeness());
    }
    Ok(most)
}

/// The rows of the text, numbered as in a spreadsheet.
struct Rows<'a> {
    reader: csv::Reader<Metered<Decoded<&'a mut File>>>,
    record: csv::StringRecord,
    since: Rc<Counter<usize>>,
    row: u64,
    line: u64,
}

impl<'a> Rows<'a> {
    fn new(
        file: &'a mut File,
        encoding: &'static Encoding,
        delimiter: u8,
    ) -> Result<Self, Unusable> {
        file.rewind().map_err(Unusable::unread)?;
        let since = Rc::new(Counter::new(0));
        let metered = Metered {
            source: Decoded::new(file, encoding),
            since: since.clone(),
        };
        let reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(BUFFER)
            .from_reader(metered);
        Ok(Self {
            reader,
            record: csv::StringRecord::new(),
            since,
            row: 0,
            line: 1,
        })
    }

    fn next(&mut self) -> Result<Option<(u32, Vec<Cell>)>, Unusable> {
        self.since.set(0);
        let more =
            self.reader
                .read_record(&mut self.record)
                .map_err(|error| match error.into_kind() {
                    csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::QuotaExceeded => {
                        Unusable::broken(format!(
                            "Строка таблицы {} длиннее 1 МиБ: возможно, в ней не закрыта кавычка",
                            self.row + 1
                        ))
                    }
                    csv::ErrorKind::Io(error) => Unusable::unread(error),
                    _ => Unusable::broken("Файл не читается как CSV"),
                })?;
        if !more {
            return Ok(None);
        }
        // A spreadsheet shows a multi-line cell in one row, and an empty line as a row.
        let line = self.reader.position().line();
        let within: usize = self
            .record
            .iter()
            .map(|cell| cell.matches('\n').count())
            .sum();
        let lines = line.saturating_sub(self.line);
        self.row += 1 + lines.saturating_sub(within as u64 + 1);
        self.line = line;
        let cells = self
            .record
            .iter()
            .take(MOST_COLUMNS)
            .map(Cell::text)
            .collect();
        Ok(Some((u32::try_from(self.row).unwrap_or(u32::MAX), cells)))
    }
}

/// Fails when one row reads more than [`LONGEST_ROW`].
struct Metered<R> {
    source: R,
    since: Rc<Counter<usize>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since.get() > LONGEST_ROW {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        let read = self.source.read(buffer)?;
        self.since.set(self.since.get() + read);
        Ok(read)
    }
}

/// Decodes the text to UTF-8 and drops a byte order mark.
struct Decoded<R> {
    source: BufReader<R>,
    decoder: Decoder,
    is_over: bool,
}

impl<R: Read> Decoded<R> {
    fn new(source: R, encoding: &'static Encoding) -> Self {
        Self {
            source: BufReader::with_capacity(BUFFER, source),
            decoder: encoding.new_decoder_with_bom_removal(),
            is_over: false,
        }
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_over {
            let input = self.source.fill_buf()?;
            let last = input.is_empty();
            let (_, taken, written, _) = self.decoder.decode_to_utf8(input, buffer, last);
            self.source.consume(taken);
            self.is_over = last;
            if written > 0 {
                return Ok(written);
            }
            if taken == 0 && !last {
                return Err(io::Error::other("the buffer is too small for a character"));
            }
        }
        Ok(0)
    }
}

/// Detects the encoding: UTF-8 if the text is valid UTF-8, else windows-1251 if it statistics Russian.
fn encoding_of(file: &mut File) -> Result<&'static Encoding, Unusable> {
    file.rewind().map_err(Unusable::unread)?;
    let mut reader = BufReader::with_capacity(BUFFER, file);
    let mut statistics = ByteStatistics::default();
    let mut chunk = vec![0; BUFFER];
    let mut first = true;
    loop {
        let read = reader.read(&mut chunk).map_err(Unusable::unread)?;
        if read == 0 {
            break;
        }
        let bytes = &chunk[..read];
        if first && (bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")) {
            return Err(Unusable::broken(
                "Файл в кодировке UTF-16. Сохраните его как «CSV UTF-8» или XLSX",
            ));
        }
        first = false;
        statistics.add(bytes);
    }
    if first {
        return Err(Unusable::broken("Файл пуст"));
    }
    statistics.encoding()
}

/// Statistics about the bytes of a text.
#[derive(Default)]
struct ByteStatistics {
    no_utf8: bool,
    /// The beginning of a character that the next chunk completes.
    cut: Vec<u8>,
    /// Contains control characters.
    binary: bool,
    /// Contains a byte that windows-1251 does not assign.
    unassigned: bool,
    /// Bytes above 127.
    high: usize,
    /// Letters, vowels and capitals, read as windows-1251.
    letters: usize,
    vowels: usize,
    capitals: usize,
    /// Characters that do not occur in Russian texts.
    odd: usize,
}

impl ByteStatistics {
    fn add(&mut self, bytes: &[u8]) {
        if !self.no_utf8 {
            let mut joined = std::mem::take(&mut self.cut);
            joined.extend_from_slice(bytes);
            match std::str::from_utf8(&joined) {
                Ok(_) => {}
                Err(error) if error.error_len().is_none() => {
                    self.cut = joined.split_off(error.valid_up_to());
                }
                Err(_) => self.no_utf8 = true,
            }
        }
        for byte in bytes {
            match byte {
                b'\t' | b'\n' | b'\r' => {}
                // Vertical tab, form feed, and the end-of-file mark of DOS.
                0x0b | 0x0c | 0x1a => {}
                0..0x20 => self.binary = true,
                0x20..0x80 => {}
                _ => self.add_high(*byte),
            }
        }
    }

    fn add_high(&mut self, byte: u8) {
        const VOWELS: &[u8] =
            b"\xe0\xe5\xb8\xe8\xee\xf3\xfb\xfd\xfe\xff\xc0\xc5\xa8\xc8\xce\xd3\xdb\xdd\xde\xdf";
        const SIGNS: &[u8] =
            b"\x82\x84\x85\x88\x8b\x91\x92\x93\x94\x95\x96\x97\x99\x9b\xa0\xa7\xa9\xab\xad\xae\xb0\xb1\xb2\xb3\xb7\xb9\xbb";
        self.high += 1;
        match byte {
            0xc0.. | 0xa8 | 0xb8 => {
                self.letters += 1;
                self.vowels += usize::from(VOWELS.contains(&byte));
                self.capitals += usize::from(matches!(byte, 0xc0..0xe0 | 0xa8));
            }
            byte if SIGNS.contains(&byte) => {}
            0x98 => self.unassigned = true,
            _ => self.odd += 1,
        }
    }

    fn encoding(self) -> Result<&'static Encoding, Unusable> {
        if self.binary {
            return Err(Unusable::broken(WRONG_ENCODING));
        }
        if !self.no_utf8 && self.cut.is_empty() {
            return Ok(UTF_8);
        }
        // KOI8-R read as windows-1251 gives mostly capitals and few vowels. CP866 and MacCyrillic give many characters
        // that do not occur in Russian.
        let koi8 = self.vowels * 3 < self.letters && self.capitals * 2 > self.letters;
        let foreign = self.odd >= 3 && self.odd * 50 > self.high;
        if koi8 || foreign || self.unassigned {
            return Err(Unusable::broken(WRONG_ENCODING));
        }
        Ok(WINDOWS_1251)
    }
}

const WRONG_ENCODING: &str = "Кодировка файла не распознана: нужна UTF-8 или windows-1251. Сохраните таблицу как «CSV UTF-8» или XLSX";

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use domain::Currency;
    use encoding_rs::{IBM866, KOI8_R, X_MAC_CYRILLIC};

    use super::*;
    use crate::sheet::{Categories, Edits};

    const TABLE: &str = "№;Название;Описание;Цена\r\n\
        1;Морской вид;\"Айвазовский И.К. (1817–1900) «Морской вид». Холст, масло.\r\nПодпись справа внизу\";1 500\r\n\
        \r\n\
        2;Ваза;Фарфор, роспись. Высота 32 см. Без сколов и реставрации;200\r\n";

    fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    fn terms() -> Terms {
        Terms {
            currency: Currency::Rub,
            on_request: false,
            categories: Categories::default(),
            edits: Edits::default(),
        }
    }

    fn table(bytes: &[u8]) -> Result<(Table, &'static str), String> {
        read(&mut file(bytes), &terms()).map_err(|refused| refused.to_string())
    }

    #[test]
    fn both_encodings_and_all_delimiters_are_recognised() {
        let marked = [b"\xef\xbb\xbf".as_slice(), TABLE.as_bytes()].concat();
        let windows = WINDOWS_1251.encode(TABLE).0.into_owned();
        for (bytes, encoding) in [
            (TABLE.as_bytes().to_vec(), "UTF-8"),
            (marked, "UTF-8"),
            (windows, "windows-1251"),
            (
                TABLE
                    .replace(';', ",")
                    .replace("1 500", "\"1,500\"")
                    .replace("Холст, ", "Холст; ")
                    .replace("Фарфор, ", "")
                    .into_bytes(),
                "UTF-8",
            ),
            (TABLE.replace(';', "\t").into_bytes(), "UTF-8"),
            (b"lot,title,price\n1,Vase,1500\n".to_vec(), "UTF-8"),
        ] {
            let (table, found) = table(&bytes).unwrap();
            assert_eq!(found, encoding);
            assert_eq!((table.drafts[0].number, table.drafts[0].start), (1, 1500));
            assert!(table.faults.is_empty(), "{:?}", table.faults);
        }
    }

    #[test]
    fn rows_are_numbered_as_a_spreadsheet_shows_them() {
        let (table, _) = table(TABLE.as_bytes()).unwrap();
        // The second row has two lines, the third is empty.
        assert_eq!(
            table
                .drafts
                .iter()
                .map(|draft| draft.row)
                .collect::<Vec<_>>(),
            [2, 4]
        );
        assert!(
            table.drafts[0]
                .description
                .as_ref()
                .unwrap()
                .contains("масло.\nПодпись")
        );
    }

    #[test]
    fn other_encodings_are_refused() {
        for encoding in [KOI8_R, IBM866, X_MAC_CYRILLIC] {
            let bytes = encoding.encode(TABLE).0;
            let refused = table(&bytes).unwrap_err();
            assert_eq!(refused, WRONG_ENCODING, "{}", encoding.name());
        }
        let wide: Vec<u8> = std::iter::once(0xfeff)
            .chain(TABLE.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        assert!(table(&wide).unwrap_err().contains("UTF-16"));
        assert_eq!(table(&wide[2..]).unwrap_err(), WRONG_ENCODING);
    }

    #[test]
    fn files_that_are_not_text_are_refused() {
        assert_eq!(table(b"").unwrap_err(), "Файл пуст");
        let mut noise: Vec<u8> = (0..=255).collect();
        noise.rotate_left(128);
        assert_eq!(table(&noise).unwrap_err(), WRONG_ENCODING);
        assert!(
            table("просто текст без столбцов".as_bytes())
                .unwrap_err()
                .starts_with("Это не таблица")
        );
        assert_eq!(table(b" \n \n").unwrap_err(), "Таблица пуста");
        for of_other_columns in ["Имя;Телефон", "Название", "Имя\n1,2"] {
            assert!(
                table(of_other_columns.as_bytes())
                    .unwrap_err()
                    .contains("не хватает столбцов")
            );
        }
    }

    #[test]
    fn an_open_quote_does_not_swallow_the_file() {
        let open = format!(
            "№;Название;Цена\n1;\"Ваза;100\n{}",
            "2;Ложка;50\n".repeat(200_000)
        );
        let refused = table(open.as_bytes()).unwrap_err();
        assert!(refused.contains("не закрыта кавычка"), "{refused}");
    }
}
