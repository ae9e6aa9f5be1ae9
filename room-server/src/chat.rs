//! The chat of a sale. A message is stored before anybody is sent it; who may write, and how often, was judged before.

use crate::instant::{Instant, timestamp};
use domain::Timestamp;
use serde::Serialize;
use sqlx::PgPool;

/// A message as everybody sees it. The API reads the history in the same shape.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    pub id: i64,
    pub catalog_id: i64,
    pub user_id: i64,
    /// The account's name when the message was written.
    pub user_name: String,
    pub is_controller: bool,
    pub text: String,
    pub date: Instant,
    /// `date` in Unix milliseconds.
    pub timestamp: Timestamp,
}

/// Stores a message under its author's own name. `text` has 1 to 1000 characters. `None` if there is no such account.
pub async fn store(
    pool: &PgPool,
    catalog_id: i64,
    account_id: i64,
    is_controller: bool,
    text: &str,
) -> sqlx::Result<Option<ChatMessage>> {
    let row = sqlx::query!(
        "insert into chat_message (catalog_id, account_id, name, is_controller, text)
         select $1, a.id, a.display_name, $3, $4 from account a where a.id = $2 and a.deleted is null
         returning id, name, at",
        catalog_id,
        account_id,
        is_controller,
        text,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| {
        let at = timestamp(row.at);
        ChatMessage {
            id: row.id,
            catalog_id,
            user_id: account_id,
            user_name: row.name,
            is_controller,
            text: text.to_owned(),
            date: at.into(),
            timestamp: at,
        }
    }))
}
