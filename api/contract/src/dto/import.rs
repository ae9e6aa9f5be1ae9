use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::Problem;
pub use sheets::file::Format as ImportFormat;
pub use sheets::headings::Column as ImportColumn;

/// A line of the answer to an import: how far it is, again and again, and at last what became of it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ImportLine {
    Progress(ImportProgress),
    End(Box<ImportEnd>),
}

/// What an import is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Rows are compared with the lots there are.
    Rows,
    /// Pictures are judged, and stored if it is no dry run.
    Pictures,
    /// Lots are stored.
    Saving,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportProgress {
    pub stage: Stage,
    pub done: usize,
    /// Of the stage.
    pub total: usize,
}

/// The last line. A `problem`: nothing was changed; with a `result` it says why in every row, without one the import failed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportEnd {
    pub result: Option<ImportReport>,
    pub problem: Option<Problem>,
}

/// What an import read and did, or would do. Lists hold their first 1000 entries; the counts are exact.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    pub dry_run: bool,
    /// Whether anything was stored.
    pub applied: bool,
    pub format: ImportFormat,
    /// The sheet that was read, of a spreadsheet.
    pub sheet: Option<String>,
    /// UTF-8 or windows-1251, of a text.
    pub encoding: Option<String>,
    pub columns: Vec<ImportColumn>,
    /// Headings that say nothing to us; their columns were left aside.
    pub unknown_columns: Vec<String>,
    /// Rows below the headings with anything in them: the sum of the next four.
    pub rows_read: usize,
    pub new: usize,
    /// Lots that were there, with other fields or pictures now.
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
    /// As a spreadsheet numbers them.
    pub row: u32,
    pub catalog_lot_id: i32,
    /// The wire's names of the fields that differ; `images` for pictures.
    pub fields: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRefusedRow {
    pub row: u32,
    /// What stands in the cell of the lot's number.
    pub number: Option<String>,
    pub errors: Vec<ImportFieldError>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ImportFieldError {
    /// The wire's name of the lot's field.
    pub field: String,
    /// The heading of its column, if there is one.
    pub column: Option<String>,
    /// In Russian, fit to show.
    pub message: String,
}

/// How many new and changed lots got a field that their description says and the table does not.
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
    /// Those that take the place of an older one of the same name included.
    pub added: usize,
    /// There already.
    pub unchanged: usize,
    pub refused: usize,
    /// Of lots that are not in the table.
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
