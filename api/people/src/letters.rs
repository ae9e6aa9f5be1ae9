//! Letters about an account, sent to its owner.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::contact::Contact;
use crate::staff::{Post, Role};
use crate::token;
use mail::letters::{self, Content, NewLetter, Recipient};
use texts::moscow;
use texts::words::quoted;

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

/// Notifies the account's e-mail of a change that waits, and how to stop it.
pub async fn contact_change_requested(
    tx: &mut PgConnection,
    account_id: i64,
    new: &Contact,
    due: OffsetDateTime,
    secret: &str,
) -> sqlx::Result<()> {
    let what = match new {
        Contact::Phone(_) => "номера телефона",
        Contact::Email(_) => "e-mail",
    };
    let content = Content::new(format!("Запрошена смена {what}"))
        .paragraph(format!(
            "В вашей учётной записи запрошена смена {what}. Она произойдёт {}.",
            moscow::instant(due)
        ))
        .paragraph(
            "Если это сделали не вы, остановите смену: все входы в учётную запись завершатся.",
        )
        .button("Остановить смену", format!("/contact-change/{secret}"));
    let key = format!("contact_change.{}", Uuid::new_v4());
    let to = Recipient::Account(account_id);
    letters::queue(tx, &NewLetter { to, key, content }).await?;
    Ok(())
}

/// Invites the holder of a contact to work for a house: by the e-mail invited, or by the e-mail of the account that has the
/// number. At most one letter a day goes to a contact for a house. Enqueues nothing for a number without an account.
pub async fn invited(
    tx: &mut PgConnection,
    post: Post,
    house: &str,
    contact: &Contact,
    owner: Option<i64>,
    at: OffsetDateTime,
) -> sqlx::Result<()> {
    let to = match (contact, owner) {
        (Contact::Email(address), _) => Recipient::Address(address.clone()),
        (Contact::Phone(_), Some(account_id)) => Recipient::Account(account_id),
        (Contact::Phone(_), None) => return Ok(()),
    };
    let position = match post {
        Post::Staff { role, .. } => match role {
            Role::Manager => "менеджером",
            Role::Owner => "владельцем",
            Role::Newsmaker => "редактором новостей",
        },
        Post::Auctioneer { .. } => "аукционистом",
    };
    let house = quoted(house);
    let content = Content::new(format!("Приглашение от {house}"))
        .paragraph(format!("{house} приглашает вас стать {position}."))
        .paragraph(
            "Примите или отклоните приглашение в профиле. Сотрудники дома не делают ставок на его торгах: если вы примете \
             приглашение, ваши заочные ставки там будут сняты.",
        )
        .paragraph("Если вы не знаете этого дома, ничего не делайте.")
        .button("Открыть профиль", "/account/profile/");
    let contact = token::hash(contact.text());
    let contact = contact[..8].iter().map(|byte| format!("{byte:02x}"));
    let key = format!(
        "invited.{}.{}.{}",
        post.house_id(),
        contact.collect::<String>(),
        at.date()
    );
    letters::queue(tx, &NewLetter { to, key, content }).await?;
    Ok(())
}

/// Notifies the owner of a login from a device that has not logged in to the account before.
pub async fn new_device(
    tx: &mut PgConnection,
    account_id: i64,
    at: OffsetDateTime,
) -> sqlx::Result<()> {
    let content = Content::new("Вход с нового устройства")
        .paragraph(format!(
            "{}: в вашу учётную запись вошли с нового устройства.",
            moscow::instant(at)
        ))
        .paragraph("Если это были не вы, нажмите «Выйти везде» в профиле и напишите нам.")
        .button("Открыть профиль", "/account/profile/");
    let key = format!("new_device.{}", Uuid::new_v4());
    let to = Recipient::Account(account_id);
    letters::queue(tx, &NewLetter { to, key, content }).await?;
    Ok(())
}

/// Notifies the owner that the second factor was turned on or off.
pub async fn second_factor_changed(
    tx: &mut PgConnection,
    account_id: i64,
    is_on: bool,
) -> sqlx::Result<()> {
    let what = if is_on {
        "Двухэтапный вход включён"
    } else {
        "Двухэтапный вход отключён"
    };
    let content = Content::new(what)
        .paragraph(format!("{what} в вашей учётной записи."))
        .paragraph("Если это сделали не вы, сразу напишите нам.");
    let key = format!("second_factor.{}", Uuid::new_v4());
    let to = Recipient::Account(account_id);
    letters::queue(tx, &NewLetter { to, key, content }).await?;
    Ok(())
}
