//! Entry points for fuzzers: one function for each kind of input, from bytes in memory.

use std::fs::File;
use std::io::Write as _;

use crate::archive::{self, Entry, Limits};
use crate::descriptions::{self, Parsed};
use crate::file::{self, Opened};
use crate::sheet::{Table, Terms};
use crate::unusable::Unusable;
use crate::{csv, xlsx};

/// Reads an upload of any kind.
pub fn upload(bytes: &[u8], terms: &Terms) -> Result<Opened, Unusable> {
    file::open(
        stored(bytes)?,
        bytes.len() as u64,
        terms,
        &std::env::temp_dir(),
    )
}

pub fn csv(bytes: &[u8], terms: &Terms) -> Result<Table, Unusable> {
    csv::read(&mut stored(bytes)?, terms).map(|(table, _)| table)
}

pub fn xlsx(bytes: &[u8], terms: &Terms) -> Result<Table, Unusable> {
    xlsx::read(stored(bytes)?, terms).map(|(table, _)| table)
}

pub fn archive(bytes: &[u8]) -> Result<Vec<Entry>, Unusable> {
    archive::open(stored(bytes)?, &Limits::PICTURES).map(|(_, entries)| entries)
}

pub fn description(bytes: &[u8]) -> Result<Parsed, std::str::Utf8Error> {
    std::str::from_utf8(bytes).map(descriptions::parse)
}

/// An unnamed file with these bytes.
fn stored(bytes: &[u8]) -> Result<File, Unusable> {
    let mut file = tempfile::tempfile().map_err(Unusable::unread)?;
    file.write_all(bytes).map_err(Unusable::unread)?;
    Ok(file)
}
