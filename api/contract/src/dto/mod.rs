//! The bodies of requests and answers, under their names in the OpenAPI document.
//!
//! Names are camelCase on the wire. Enumerations are the specification's numbers. Instants are RFC 3339 in UTC with
//! milliseconds. Money is a whole number of units of the accompanying currency. A field without a value is null. A
//! field that the caller may not see is null or absent, by the rule stated at the field.

mod account;
mod catalog;
mod content;
mod evening;
mod external;
mod grid;
mod hall;
mod house;
mod import;
mod lot;
mod notification;
mod numbers;
mod page;
mod people;
mod price_query;
mod rehearsal;
mod results;
mod saved_search;
mod sort;
mod staff_setting;
mod suggestion;
mod system;
mod timestamp;
mod trade;

pub use account::*;
pub use catalog::*;
pub use content::*;
pub use evening::*;
pub use external::*;
pub use grid::*;
pub use hall::*;
pub use house::*;
pub use import::*;
pub use lot::*;
pub use notification::*;
pub use numbers::*;
pub use page::*;
pub use people::*;
pub use price_query::*;
pub use rehearsal::*;
pub use results::*;
pub use saved_search::*;
pub use sort::*;
pub use staff_setting::*;
pub use suggestion::*;
pub use system::*;
pub use timestamp::Timestamp;
pub use trade::*;
