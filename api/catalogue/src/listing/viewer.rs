//! The viewer and what they may see.

use contract::error::{ApiError, ApiResult};
use people::account::Account;

/// The account that views; `None` is a visitor.
pub type Viewer<'a> = Option<&'a Account>;

/// Converts a database number to the enumeration that its CHECK constraint guarantees.
pub fn numbered<T: TryFrom<i16, Error = domain::UnknownNumber>>(number: i16) -> ApiResult<T> {
    T::try_from(number).map_err(ApiError::internal)
}

/// The houses whose hidden items the viewer sees; `None` means all houses.
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
