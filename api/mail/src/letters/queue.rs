use sqlx::PgConnection;

use super::content::Content;

/// A letter to be queued.
#[derive(Debug, Clone)]
pub struct NewLetter {
    pub to: Recipient,
    /// Names the event and the person, such as `lot_won.1501.8`: the same key is the same letter. Latin letters, digits,
    /// `.`, `_` and `-`, at most 150 of them. It becomes the left part of the Message-ID, which the recipient can read.
    pub key: String,
    pub content: Content,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// To the e-mail this account has when the letter is sent. Without one, or deleted by then: nobody is written to.
    Account(i64),
    /// To an address that is no account's, as a house's.
    Address(String),
}

/// Queues a letter in the caller's transaction; it goes out after the commit, at least once, always with the Message-ID
/// made of its key. False: a letter with this key is there already (sent or not), and nothing was queued. Whether the
/// person wants the letter is the caller's to judge.
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
