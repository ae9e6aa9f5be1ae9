//! The answers that a first HTML brings, under the names that the client knows them by (`client/src/app/firstAnswers.ts`).

use serde::Serialize;
use serde_json::{Map, Value};

use contract::dto::{CatalogShort, CatalogState};
use contract::error::{ApiError, ApiResult};

/// The lots on a page of the client's list.
pub const LIST_LOTS: i64 = 20;

/// Adds an answer.
pub fn put(answers: &mut Map<String, Value>, name: &str, answer: &impl Serialize) -> ApiResult<()> {
    let answer = serde_json::to_value(answer).map_err(ApiError::internal)?;
    answers.insert(name.to_owned(), answer);
    Ok(())
}

pub fn is_running(sale: &CatalogShort) -> bool {
    matches!(
        sale.state,
        CatalogState::InProcess | CatalogState::WaitForEnd
    )
}
