use sqlx::PgConnection;

use super::content::Content;

/// A letter to enqueue.
#[derive(Debug, Clone)]
pub struct NewLetter {
    pub to: Recipient,
    /// Identifies the event and the person, such as `lot_won.1501.8`. The same key means the same letter. At most 150
    /// Latin letters, digits, `.`, `_` and `-`. Becomes the left part of the Message-ID, which the recipient can see.
    pub key: String,
    pub content: Content,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// The e-mail that the account has when the letter is sent. If it has none or is deleted by then, nothing is sent.
    Account(i64),
    /// An address that belongs to no account, such as a house's.
    Address(String),
}

/// Enqueues a letter in the caller's transaction. It is sent at least once after the commit, always with the Message-ID
/// derived from its key. Returns false and enqueues nothing if a letter with this key exists, sent or not. The caller
/// checks whether the person wants the letter.
///
/// ```ignore
/// let content = Content::new("Вы выиграли лот")
///     .paragraph("Лот 12 «Ваза» продан вам на аукционе «Весенний».")
///     .button("Открыть лот", "/lot/1501")
///     .one_click_unsubscribe("/unsubscribe/5f0c/lotWon");
/// let to = Recipient::Account(8);
/// letters::queue(&mut tx, &NewLetter { to, key: "lot_won.1501.8".into(), content }).await?;
/// ```
pub async fn queue(conn: &mut PgConnection, letter: &NewLetter) -> sqlx::Result<bool> {
    let (account, address) = match &letter.to {
        Recipient::Account(id) => (Some(*id), None),
        Recipient::Address(address) => (None, Some(address.as_str())),
    };
    let content = serde_json::to_value(&letter.content)
        .map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    let queued = sqlx::query!(
        "insert into letter (key, account_id, address, content) values ($1, $2, $3, $4) on conflict (key) do nothing",
        letter.key,
        account,
        address,
        content
    )
    .execute(conn)
    .await?;
    Ok(queued.rows_affected() > 0)
}
