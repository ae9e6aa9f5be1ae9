//! Lots and catalogs as lists and pages show them: read from the tables that hold the truth, cut to what the viewer may
//! see (protocol.md, «What others may see»).
//!
//! Which lots, in which order and how many is the [`search_indexer::Search`] port's answer; what they look like is read
//! here by id, so a list never shows a price older than its query.

pub mod catalogs;
pub mod houses_of_catalogs;
pub mod lots;

use crate::access::Account;
use crate::dto;
use crate::error::{ApiError, ApiResult};

/// Who looks: `None` is a visitor.
pub type Viewer<'a> = Option<&'a Account>;

/// A number of the database as the enumeration its CHECK promises.
fn numbered<T: TryFrom<i16, Error = dto::UnknownNumber>>(number: i16) -> ApiResult<T> {
    T::try_from(number).map_err(ApiError::internal)
}

/// The houses whose hidden things the viewer sees; `None`: all of them.
pub fn sees_hidden_of(viewer: Viewer<'_>) -> Option<Vec<i64>> {
    let Some(account) = viewer else {
        return Some(Vec::new());
    };
    if account.is_admin() {
        return None;
    }
    let mut houses = [
        account.manager_of.as_slice(),
        &account.owner_of,
        &account.newsmaker_of,
    ]
    .concat();
    houses.extend(account.auctioneer_of.iter().map(|(_, house)| *house));
    Some(houses)
}
