//! The bodies of requests and answers, under the names the OpenAPI document gives them.
//!
//! camelCase on the wire; enumerations are the specification's numbers; instants are RFC 3339 UTC with milliseconds;
//! money is a whole number of units of the currency at its side; a field without a value is sent as null. What a
//! caller may not see is null or absent by the rule named at the field.

mod account;
mod catalog;
mod content;
mod external;
mod house;
mod import;
mod lot;
mod notification;
mod numbers;
mod page;
mod people;
mod price_query;
mod timestamp;
mod trade;

pub use account::*;
pub use catalog::*;
pub use content::*;
pub use external::*;
pub use house::*;
pub use import::*;
pub use lot::*;
pub use notification::*;
pub use numbers::*;
pub use page::*;
pub use people::*;
pub use price_query::*;
pub use timestamp::Timestamp;
pub use trade::*;
