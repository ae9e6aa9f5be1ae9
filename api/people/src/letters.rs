//! Letters about an account, sent to its owner.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::contact::Contact;
use mail::letters::{self, Content, NewLetter, Recipient};

/// Notifies the owner that a contact of the account changed, at the e-mail in use before the change. Enqueues nothing
/// if there was none or the contact is unchanged.
pub async fn contact_changed(
    tx: &mut PgConnection,
    account_id: i64,
    new: &Contact,
    before: Option<&str>,
) -> sqlx::Result<()> {
    if before == Some(new.text()) {
        return Ok(());
    }
    let (what, to) = match (new, before) {
        (Contact::Phone(_), _) => ("номер телефона", Recipient::Account(account_id)),
        (Contact::Email(_), Some(before)) => ("e-mail", Recipient::Address(before.to_owned())),
        (Contact::Email(_), None) => return Ok(()),
    };
    let content = Content::new(format!("В вашей учётной записи изменён {what}"))
        .paragraph(format!("В вашей учётной записи изменён {what}."))
        .paragraph("Если это сделали не вы, сразу напишите нам.");
    let key = format!("contact_changed.{}", Uuid::new_v4());
    letters::queue(tx, &NewLetter { to, key, content }).await?;
    Ok(())
}
