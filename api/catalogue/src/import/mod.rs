//! Import of a table of lots, with pictures, into a catalog.
//!
//! An import runs in stages, and any of them may end it: the caller uploads to an unnamed file; the table is read row
//! by row ([`sheets`]); its rows are compared with the stored lots ([`plan`]); pictures are decoded and stored, a few at
//! a time ([`checking`], [`staging`]); one transaction, decided by the catalog's room, holds every change ([`run`]). A dry run takes the
//! same path and stores nothing, so its counts are those of the run that follows.
//!
//! Memory: the table's text (at most 64 MiB) and a few pictures; nothing else of the file.

mod checking;
mod plan;
mod progress;
mod report;
mod run;
pub mod runs;
mod staging;
mod turns;

pub use progress::Progress;
pub use run::{Import, not_in_this_state, takes_lots};
pub use staging::sweep;
pub use turns::{Turn, Turns};
