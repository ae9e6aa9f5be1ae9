//! The report of an import.

use std::collections::HashMap;

use crate::import::plan::{Plan, Planned, What};
use crate::import::staging::{AttachedPicture, CheckedPictures, PictureFault, Ready, arrange};
use contract::dto::{
    ImportChangedRow, ImportFieldError, ImportPictureCounts, ImportReadCounts,
    ImportRefusedPicture, ImportRefusedRow, ImportReport,
};
use sheets::file::Opened;
use sheets::headings::{Columns, Field};
use sheets::sheet::RowFault;

/// Maximum entries per list; the counts stay exact.
const MOST: usize = 1_000;
/// Maximum characters of a quoted heading or file name.
const LONGEST: usize = 100;

/// The result of an import once every row and picture is checked.
pub struct CheckedImport<'a> {
    pub opened: &'a Opened,
    pub plan: &'a Plan,
    pub attached: &'a HashMap<i32, Vec<AttachedPicture>>,
    pub checked: &'a CheckedPictures,
    /// Pictures whose lot is not in the table.
    pub unmatched: &'a [String],
}

impl CheckedImport<'_> {
    /// New pictures by lot number.
    pub fn ready(&self) -> HashMap<i32, Vec<&Ready>> {
        let mut ready: HashMap<i32, Vec<&Ready>> = HashMap::new();
        for picture in &self.checked.ready {
            ready.entry(picture.lot_number).or_default().push(picture);
        }
        ready
    }

    /// The numbers of refused rows and refused pictures.
    pub fn refusals(&self) -> (usize, usize) {
        let pictures = self.checked.faults.len() + self.pictures().1.len();
        (self.plan.refused.len(), pictures)
    }

    /// The number of pictures added per lot, and the pictures that turned out not to fit.
    fn pictures(&self) -> (HashMap<i32, usize>, Vec<PictureFault>) {
        let (mut added, mut dropped) = (HashMap::new(), Vec::new());
        let none = Vec::new();
        for (number, ready) in self.ready() {
            let attached = self.attached.get(&number).unwrap_or(&none);
            let arranged = arrange(attached, ready.iter().copied());
            added.insert(number, arranged.added);
            dropped.extend(arranged.dropped.into_iter().map(|name| PictureFault {
                name: name.to_owned(),
                lot_number: number,
                reason: crate::import::staging::too_many(),
            }));
        }
        (added, dropped)
    }

    pub fn report(&self, dry_run: bool, applied: bool) -> ImportReport {
        let (added, dropped) = self.pictures();
        let columns = &self.opened.table.columns;
        let pictures_of = |lot: &Planned| added.get(&lot.number).copied().unwrap_or_default();
        let new = self.plan.lots.iter().filter(|lot| lot.is_new()).count();
        let changed: Vec<ImportChangedRow> = self
            .plan
            .lots
            .iter()
            .filter_map(|lot| changed_row(lot, pictures_of(lot) > 0))
            .collect();
        let added: usize = added.values().sum();
        let faults: Vec<&PictureFault> = self.checked.faults.iter().chain(&dropped).collect();
        // A picture that someone added since the check counts as unchanged.
        let found_later = self.checked.ready.len() - added - dropped.len();
        ImportReport {
            dry_run,
            applied,
            format: self.opened.format,
            sheet: self.opened.sheet.clone(),
            encoding: self.opened.encoding.map(str::to_owned),
            columns: columns.understood_columns(),
            unknown_columns: first(columns.unknown().iter().map(|name| short(name))),
            rows_read: self.opened.table.rows,
            new,
            unchanged: self.plan.lots.len() - new - changed.len(),
            changed: changed.len(),
            refused: self.plan.refused.len(),
            changed_rows: first(changed),
            refused_rows: first(
                self.plan
                    .refused
                    .iter()
                    .map(|fault| refused_row(fault, columns)),
            ),
            read_from_descriptions: read_counts(&self.plan.lots),
            pictures: ImportPictureCounts {
                found: self.checked.ready.len()
                    + self.checked.unchanged
                    + self.checked.faults.len()
                    + self.unmatched.len(),
                added,
                unchanged: self.checked.unchanged + found_later,
                refused: faults.len(),
                unmatched: self.unmatched.len(),
            },
            refused_pictures: first(faults.into_iter().map(|fault| ImportRefusedPicture {
                name: short(&fault.name),
                catalog_lot_id: fault.lot_number,
                reason: fault.reason.clone(),
            })),
            unmatched_pictures: first(self.unmatched.iter().map(|name| short(name))),
            ignored_files: first(self.opened.ignored.iter().map(|name| short(name))),
        }
    }
}

fn first<T>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    all.into_iter().take(MOST).collect()
}

fn short(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

fn changed_row(lot: &Planned, pictures: bool) -> Option<ImportChangedRow> {
    let What::Known { changed, .. } = &lot.what else {
        return None;
    };
    let fields: Vec<String> = changed
        .iter()
        .copied()
        .chain(pictures.then_some("images"))
        .map(str::to_owned)
        .collect();
    (!fields.is_empty()).then_some(ImportChangedRow {
        row: lot.row,
        catalog_lot_id: lot.number,
        fields,
    })
}

fn refused_row(fault: &RowFault, columns: &Columns) -> ImportRefusedRow {
    let heading = |field: &str| columns.heading(Field::of_wire(field)?).map(short);
    ImportRefusedRow {
        row: fault.row,
        number: fault.number.clone(),
        errors: fault
            .faults
            .iter()
            .map(|(field, message)| ImportFieldError {
                field: field.clone(),
                column: heading(field),
                message: message.clone(),
            })
            .collect(),
        cells: fault.cells.iter().cloned().collect(),
    }
}

fn read_counts(lots: &[Planned]) -> ImportReadCounts {
    let mut counts = ImportReadCounts::default();
    for lot in lots.iter().filter(|lot| lot.changes_fields()) {
        counts.title += usize::from(lot.said.title);
        counts.author += usize::from(lot.said.author);
        counts.period += usize::from(lot.said.period);
        counts.size += usize::from(lot.said.size);
    }
    counts
}
