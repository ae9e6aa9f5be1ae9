//! ZIP archives: everything is checked before it is trusted, and nothing is unpacked to a path.
//!
//! The `zip` crate loads the whole directory into memory, as large as the archive claims, so [`open`] checks the end of
//! the directory first. The crate holds an entry to its declared size; the readers here hold it to our own limits.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};

use encoding_rs::{IBM866, UTF_8};
use zip::{CompressionMethod, ZipArchive};

use crate::unusable::Unusable;

/// The most entries of an archive, including folders.
const MOST_ENTRIES: u64 = 20_000;
/// The largest directory with all names, in bytes.
const LONGEST_DIRECTORY: u64 = 16 << 20;
/// The most bytes that all entries unpack to.
const MOST_UNPACKED: u64 = 4 << 30;
/// No honest table or picture compresses better. Small entries may.
pub const HIGHEST_RATIO: u64 = 200;
const RATIO_COUNTS_FROM: u64 = 1 << 20;

pub type Zip = ZipArchive<BufReader<File>>;

/// An entry that is neither a folder nor a system file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub index: usize,
    /// The file's name without folders.
    pub name: String,
    /// Unpacked, in bytes.
    pub size: u64,
}

impl Entry {
    /// The extension in lower case, without its dot.
    pub fn extension(&self) -> String {
        match self.name.rsplit_once('.') {
            Some((_, extension)) => extension.to_lowercase(),
            None => String::new(),
        }
    }
}

/// Opens an archive within limits and lists its files.
pub fn open(mut file: File, limits: &Limits) -> Result<(Zip, Vec<Entry>), Unusable> {
    check_directory(&mut file, limits.entries)?;
    let mut zip = ZipArchive::new(BufReader::new(file)).map_err(|_| Unusable::broken(TORN))?;
    if zip.has_duplicate_names() {
        return Err(Unusable::broken("В архиве два файла с одним именем"));
    }
    // Entries that share bytes unpack to far more than the archive's size suggests.
    if zip
        .has_overlapping_entries()
        .map_err(|_| Unusable::broken(TORN))?
    {
        return Err(Unusable::broken(
            "Файлы в архиве накладываются друг на друга. Архив не принят",
        ));
    }
    let mut entries = Vec::new();
    let mut unpacked = 0_u64;
    for index in 0..zip.len() {
        let entry = zip
            .by_index_data(index)
            .map_err(|_| Unusable::broken(TORN))?;
        if entry.is_dir() || entry.is_symlink() {
            continue;
        }
        let name = name_of(entry.name_raw());
        if is_junk(&name) {
            continue;
        }
        if entry.encrypted() {
            return Err(Unusable::broken("Архив защищён паролем"));
        }
        if !matches!(
            entry.compression(),
            CompressionMethod::Stored | CompressionMethod::Deflated
        ) {
            return Err(Unusable::broken(format!(
                "Файл «{name}» в архиве сжат неподдерживаемым способом. Создайте архив средствами системы"
            )));
        }
        let (size, packed) = (entry.size(), entry.compressed_size());
        unpacked = unpacked.saturating_add(size);
        if size > RATIO_COUNTS_FROM && size / packed.max(1) > limits.ratio
            || unpacked > limits.unpacked
        {
            return Err(Unusable::too_large(
                "Содержимое архива слишком велико для его размера. Архив не принят",
            ));
        }
        entries.push(Entry {
            index,
            name: name.rsplit('/').next().unwrap_or_default().to_owned(),
            size,
        });
    }
    Ok((zip, entries))
}

/// The limits for an archive.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub entries: u64,
    pub unpacked: u64,
    pub ratio: u64,
}

impl Limits {
    /// For an archive with pictures.
    pub const PICTURES: Self = Self {
        entries: MOST_ENTRIES,
        unpacked: MOST_UNPACKED,
        ratio: HIGHEST_RATIO,
    };
}

const TORN: &str = "Архив повреждён или загружен не полностью";

/// Reads an entry. Returns `None` if it exceeds `limit` bytes.
pub fn read(zip: &mut Zip, index: usize, limit: u64) -> Result<Option<Vec<u8>>, Unusable> {
    let entry = zip.by_index(index).map_err(|_| Unusable::broken(TORN))?;
    if entry.size() > limit {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(entry.size()).unwrap_or_default());
    entry
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|_| Unusable::broken(TORN))?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Reads the first bytes of an entry, at most 16.
pub fn beginning(zip: &mut Zip, index: usize) -> Result<Vec<u8>, Unusable> {
    let entry = zip.by_index(index).map_err(|_| Unusable::broken(TORN))?;
    let mut bytes = Vec::new();
    entry
        .take(16)
        .read_to_end(&mut bytes)
        .map_err(|_| Unusable::broken(TORN))?;
    Ok(bytes)
}

/// Unpacks an entry of at most `limit` bytes into an unnamed file in `folder`.
pub fn unpack(
    zip: &mut Zip,
    index: usize,
    limit: u64,
    folder: &std::path::Path,
) -> Result<File, Unusable> {
    let entry = zip.by_index(index).map_err(|_| Unusable::broken(TORN))?;
    let too_large = || Unusable::too_large("Таблица в архиве больше 200 МиБ");
    if entry.size() > limit {
        return Err(too_large());
    }
    let mut file = tempfile::tempfile_in(folder).map_err(Unusable::unread)?;
    let mut entry = entry.take(limit + 1);
    let mut chunk = vec![0; 64 << 10];
    let mut written = 0;
    loop {
        // A failed read means a broken archive, a failed write an error on our side.
        let read = entry.read(&mut chunk).map_err(|_| Unusable::broken(TORN))?;
        if read == 0 {
            break;
        }
        written += read as u64;
        file.write_all(&chunk[..read]).map_err(Unusable::unread)?;
    }
    if written > limit {
        return Err(too_large());
    }
    Ok(file)
}

/// Checks the directory's size in the archive's last record. The directory must end where the record begins.
fn check_directory(file: &mut File, most_entries: u64) -> Result<(), Unusable> {
    let directory = directory(file).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Unusable::broken(TORN),
        _ => Unusable::unread(error),
    })?;
    file.rewind().map_err(Unusable::unread)?;
    if directory.entries > most_entries || directory.size > LONGEST_DIRECTORY {
        return Err(Unusable::too_large(format!(
            "В архиве больше {most_entries} файлов"
        )));
    }
    Ok(())
}

struct Directory {
    entries: u64,
    size: u64,
}

fn directory(file: &mut File) -> io::Result<Directory> {
    const END: &[u8] = b"PK\x05\x06";
    const END_LENGTH: usize = 22;
    let torn = || io::Error::from(io::ErrorKind::InvalidData);
    let length = file.seek(SeekFrom::End(0))?;
    let tail_length = length.min((END_LENGTH + usize::from(u16::MAX)) as u64);
    let tail_begins = length - tail_length;
    file.seek(SeekFrom::Start(tail_begins))?;
    let mut tail = vec![0; tail_length as usize];
    file.read_exact(&mut tail)?;
    // The last record, whose comment ends with the file, so no reader can find another one after it.
    let at = tail
        .windows(END.len())
        .rposition(|bytes| bytes == END)
        .ok_or_else(torn)?;
    let end = &tail[at..];
    if end.len() < END_LENGTH || end.len() != END_LENGTH + usize::from(two(end, 20)) {
        return Err(torn());
    }
    let at = tail_begins + at as u64;
    let (entries, size, begins) = (two(end, 10), four(end, 12), four(end, 16));
    let (directory, begins, ends) = if entries == u16::MAX || size == u32::MAX || begins == u32::MAX
    {
        large_directory(file, at)?
    } else {
        let directory = Directory {
            entries: entries.into(),
            size: size.into(),
        };
        (directory, begins.into(), at)
    };
    if begins.checked_add(directory.size) != Some(ends) {
        return Err(torn());
    }
    Ok(directory)
}

/// The record of archives above 4 GiB or 65 535 files, which a locator before the last record points to.
fn large_directory(file: &mut File, end: u64) -> io::Result<(Directory, u64, u64)> {
    const LOCATOR_LENGTH: u64 = 20;
    let torn = || io::Error::from(io::ErrorKind::InvalidData);
    let mut locator = [0; LOCATOR_LENGTH as usize];
    let locator_at = end.checked_sub(LOCATOR_LENGTH).ok_or_else(torn)?;
    file.seek(SeekFrom::Start(locator_at))?;
    file.read_exact(&mut locator)?;
    let at = eight(&locator, 8);
    if !locator.starts_with(b"PK\x06\x07") || at >= locator_at {
        return Err(torn());
    }
    let mut record = [0; 56];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut record)?;
    let ends = at.checked_add(12 + eight(&record, 4));
    if !record.starts_with(b"PK\x06\x06") || ends != Some(locator_at) {
        return Err(torn());
    }
    let directory = Directory {
        entries: eight(&record, 32),
        size: eight(&record, 40),
    };
    Ok((directory, eight(&record, 48), at))
}

fn two(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn four(bytes: &[u8], at: usize) -> u32 {
    u32::from(two(bytes, at)) | u32::from(two(bytes, at + 2)) << 16
}

fn eight(bytes: &[u8], at: usize) -> u64 {
    u64::from(four(bytes, at)) | u64::from(four(bytes, at + 4)) << 32
}

/// Decodes a name from UTF-8, or from CP866, which Russian Windows writes. Turns backslashes into slashes.
fn name_of(raw: &[u8]) -> String {
    let (name, _) = match std::str::from_utf8(raw) {
        Ok(_) => UTF_8.decode_without_bom_handling(raw),
        Err(_) => IBM866.decode_without_bom_handling(raw),
    };
    name.replace('\\', "/")
        .chars()
        .filter(|letter| !letter.is_control())
        .collect()
}

/// Whether operating systems or office programs left this file.
fn is_junk(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    path.starts_with("__MACOSX/")
        || path.contains("/__MACOSX/")
        || name.is_empty()
        || name.starts_with("._")
        // The lock file of an open spreadsheet.
        || name.starts_with("~$")
        || matches!(name.to_lowercase().as_str(), ".ds_store" | "thumbs.db" | "desktop.ini")
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn opened(bytes: &[u8]) -> Result<(Zip, Vec<Entry>), String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        open(file, &Limits::PICTURES).map_err(|refused| refused.to_string())
    }

    #[test]
    fn folders_and_system_files_are_not_listed() {
        let bytes = archive(&[
            ("фото/27.jpg", b"1"),
            ("__MACOSX/фото/._27.jpg", b"2"),
            ("Thumbs.db", b"3"),
            ("../../etc/лоты.csv", b"4"),
            ("~$лоты.xlsx", b"5"),
            ("a\\b\\28.png", b"6"),
        ]);
        let (mut zip, entries) = opened(&bytes).unwrap();
        let names: Vec<_> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["27.jpg", "лоты.csv", "28.png"]);
        assert_eq!(entries[0].extension(), "jpg");
        assert_eq!(read(&mut zip, entries[0].index, 1).unwrap().unwrap(), b"1");
        assert_eq!(read(&mut zip, entries[0].index, 0).unwrap(), None);
    }

    #[test]
    fn names_from_russian_windows_are_decoded() {
        let name = IBM866.encode("Лот 27А.jpg").0.into_owned();
        let placeholder = "x".repeat(name.len());
        let mut bytes = archive(&[(placeholder.as_str(), b"1")]);
        let places: Vec<usize> = (0..bytes.len() - name.len())
            .filter(|at| bytes[*at..].starts_with(placeholder.as_bytes()))
            .collect();
        for at in places {
            bytes[at..at + name.len()].copy_from_slice(&name);
        }
        assert_eq!(opened(&bytes).unwrap().1[0].name, "Лот 27А.jpg");
    }

    #[test]
    fn torn_archives_are_refused() {
        let bytes = archive(&[
            ("a.csv", b"something that is stored"),
            ("b.jpg", &[7; 1000]),
        ]);
        for length in 0..bytes.len() {
            assert_eq!(opened(&bytes[..length]).unwrap_err(), TORN, "{length}");
        }
        // Reading detects a flipped byte.
        let mut turned = bytes.clone();
        turned[40] ^= 0xff;
        if let Ok((mut zip, entries)) = opened(&turned) {
            assert!(read(&mut zip, entries[0].index, 1000).is_err());
        }
    }

    #[test]
    fn an_archive_that_lies_about_its_directory_is_refused_before_memory_is_allocated() {
        let bytes = archive(&[("a.csv", b"1")]);
        let end = bytes.len() - 22;
        for (at, value) in [
            (10, [0xfe, 0xff]),
            (12, [0xff, 0xff]),
            (16, [0xff, 0xff]),
            (20, [1, 0]),
        ] {
            let mut lying = bytes.clone();
            lying[end + at..end + at + 2].copy_from_slice(&value);
            assert!(opened(&lying).is_err(), "{at}");
        }
        // A ZIP64 record that claims more entries than memory can hold, in a missing directory.
        let mut large = bytes[..end].to_vec();
        let at = large.len() as u64;
        large.extend(b"PK\x06\x06");
        large.extend(44_u64.to_le_bytes());
        large.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        large.extend((1_u64 << 40).to_le_bytes());
        large.extend((1_u64 << 40).to_le_bytes());
        large.extend((1_u64 << 47).to_le_bytes());
        large.extend(0_u64.to_le_bytes());
        large.extend(b"PK\x06\x07\0\0\0\0");
        large.extend(at.to_le_bytes());
        large.extend(1_u32.to_le_bytes());
        large.extend(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\0\0");
        assert_eq!(opened(&large).unwrap_err(), TORN);
    }

    #[test]
    fn bombs_are_refused_by_their_declared_sizes() {
        let bomb = archive(&[("27.jpg", &vec![0; 8 << 20])]);
        assert!(bomb.len() < 16 << 10);
        assert!(opened(&bomb).unwrap_err().contains("слишком велико"));
        let many: Vec<String> = (0..=MOST_ENTRIES).map(|n| format!("{n}.jpg")).collect();
        let many: Vec<(&str, &[u8])> = many
            .iter()
            .map(|name| (name.as_str(), b"".as_slice()))
            .collect();
        assert_eq!(
            opened(&archive(&many)).unwrap_err(),
            "В архиве больше 20000 файлов"
        );
    }

    /// The offset of the nth directory entry.
    fn nth_of_directory(bytes: &[u8], n: usize) -> usize {
        let mut places = bytes
            .windows(4)
            .enumerate()
            .filter(|(_, bytes)| *bytes == b"PK\x01\x02");
        places.nth(n).unwrap().0
    }

    #[test]
    fn entries_that_share_their_bytes_or_their_name_are_refused() {
        let bytes = archive(&[("27.jpg", &[7; 1000]), ("28.jpg", &[8; 1000])]);
        opened(&bytes).unwrap();
        // The second entry points to the bytes of the first.
        let mut overlapping = bytes.clone();
        let at = nth_of_directory(&bytes, 1);
        overlapping[at + 42..at + 46].fill(0);
        assert!(opened(&overlapping).unwrap_err().contains("накладываются"));
        // The second entry has the name of the first.
        let mut twice = bytes.clone();
        for (place, _) in bytes
            .windows(6)
            .enumerate()
            .filter(|(_, name)| *name == b"28.jpg")
        {
            twice[place..place + 6].copy_from_slice(b"27.jpg");
        }
        assert_eq!(
            opened(&twice).unwrap_err(),
            "В архиве два файла с одним именем"
        );
    }

    #[test]
    fn an_entry_larger_than_declared_is_refused() {
        let mut bytes = archive(&[("27.jpg", &vec![7; 100_000])]);
        // The declared size in the directory.
        let at = nth_of_directory(&bytes, 0) + 24;
        bytes[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
        let (mut zip, entries) = opened(&bytes).unwrap();
        assert_eq!(entries[0].size, 10);
        assert!(read(&mut zip, entries[0].index, 1 << 20).is_err());
    }
}
