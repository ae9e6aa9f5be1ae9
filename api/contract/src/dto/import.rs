use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::timestamp::Timestamp;
use crate::error::Problem;
pub use sheets::file::Format as ImportFormat;
pub use sheets::headings::Column as ImportColumn;

/// How much of an upload in parts has arrived.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct UploadState {
    /// In bytes.
    pub length: u64,
    /// Bytes that have arrived.
    pub offset: u64,
    pub expires: Timestamp,
}

/// A line of the answer to an import: repeated progress, then the outcome.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ImportLine {
    Progress(ImportProgress),
    End(Box<ImportEnd>),
}

/// The stage of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Rows are compared with the existing lots.
    Rows,
    /// Pictures are checked and, except in a dry run, stored.
    Pictures,
    /// Lots are stored.
    Saving,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportProgress {
    pub stage: Stage,
    pub done: usize,
    /// The total of this stage.
    pub total: usize,
}

/// The last line. A `problem` means that nothing was changed. With a `result`, every row states the reason; without
/// one, the import failed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportEnd {
    pub result: Option<ImportReport>,
    pub problem: Option<Problem>,
}

/// What an import read and changed, or would change. Lists hold their first 1000 entries; counts are exact.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    pub dry_run: bool,
    /// Whether anything was stored.
    pub applied: bool,
    pub format: ImportFormat,
    /// The sheet that was read; for spreadsheets.
    pub sheet: Option<String>,
    /// UTF-8 or windows-1251; for text files.
    pub encoding: Option<String>,
    pub columns: Vec<ImportColumn>,
    /// Unknown headings; their columns were ignored.
    pub unknown_columns: Vec<String>,
    /// Non-empty rows below the headings: the sum of the next four.
    pub rows_read: usize,
    pub new: usize,
    /// Existing lots whose fields or pictures changed.
    pub changed: usize,
    pub unchanged: usize,
    pub refused: usize,
    pub changed_rows: Vec<ImportChangedRow>,
    pub refused_rows: Vec<ImportRefusedRow>,
    pub read_from_descriptions: ImportReadCounts,
    pub pictures: ImportPictureCounts,
    pub refused_pictures: Vec<ImportRefusedPicture>,
    /// Pictures whose lot is not in the table.
    pub unmatched_pictures: Vec<String>,
    /// Files of the archive that are neither the table nor pictures of lots.
    pub ignored_files: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportChangedRow {
    /// The row's number as spreadsheets show it.
    pub row: u32,
    pub catalog_lot_id: i32,
    /// The wire names of the fields that differ; `images` for pictures.
    pub fields: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRefusedRow {
    pub row: u32,
    /// The content of the lot number's cell.
    pub number: Option<String>,
    pub errors: Vec<ImportFieldError>,
    /// The understood cells: the wire names of the lot's fields with their texts, at most 300 characters each.
    pub cells: BTreeMap<String, String>,
}

/// The form's field `options`: what people changed about the table without touching the file.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ImportOptions {
    /// Headings with the wire name of the lot's field that they fill, or null to skip the column. The house's next imports
    /// read these headings alike.
    pub columns: BTreeMap<String, Option<String>>,
    /// At most 5000.
    pub corrections: Vec<ImportCorrection>,
    /// What the house calls the file; shown among its recent imports.
    pub file_name: Option<String>,
}

/// What came of an import or a dry run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportRunState {
    Running,
    /// A dry run has its report.
    Checked,
    /// The lots are stored.
    Stored,
    /// Something was refused, and nothing was changed.
    Refused,
    /// It ended without a report, and nothing was changed.
    Failed,
    /// The server stopped before it ended.
    Broken,
}

/// An import or a dry run, as a house's list shows it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRunShort {
    pub id: i64,
    pub state: ImportRunState,
    pub catalog_id: i64,
    pub catalog_title: String,
    /// Who ran it.
    pub account_name: String,
    pub file_name: Option<String>,
    pub dry_run: bool,
    pub started: Timestamp,
    pub ended: Option<Timestamp>,
    /// Null without a report.
    pub counts: Option<ImportRunCounts>,
    /// Why nothing was stored, in Russian, ready to show.
    pub problem: Option<String>,
}

/// Numbers of rows, and of refused pictures.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRunCounts {
    pub new: usize,
    pub changed: usize,
    pub unchanged: usize,
    pub refused: usize,
    pub refused_pictures: usize,
}

/// An import or a dry run with its report, if it came to one.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportRun {
    pub run: ImportRunShort,
    pub report: Option<ImportReport>,
}

/// A cell to read as if it held this text.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportCorrection {
    /// The row's number as spreadsheets show it.
    pub row: u32,
    /// The wire name of the lot's field.
    pub field: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportFieldError {
    /// The wire name of the lot's field.
    pub field: String,
    /// The heading of the column, if there is one.
    pub column: Option<String>,
    /// In Russian, ready to show.
    pub message: String,
}

/// Numbers of new and changed lots with a field read from the description because the table lacks it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct ImportReadCounts {
    pub title: usize,
    pub author: usize,
    pub period: usize,
    pub size: usize,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct ImportPictureCounts {
    /// Pictures of lots in the archive: the sum of the others.
    pub found: usize,
    /// Includes those that replace an older one of the same name.
    pub added: usize,
    /// Already attached.
    pub unchanged: usize,
    pub refused: usize,
    /// Pictures whose lot is not in the table.
    pub unmatched: usize,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRefusedPicture {
    /// The file's name.
    pub name: String,
    pub catalog_lot_id: i32,
    pub reason: String,
}
