//! The letters that accompany notifications.

use std::collections::BTreeMap;

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::kind::Kind;
use crate::letter::of_message;
use crate::message::Message;
use crate::outbid;
use crate::settings::{settings_of, wants};
use crate::unsubscribe::UnsubscribeLinks;
use mail::letters::{self, Content, NewLetter, Recipient};
use texts::words::plural;

/// The most lots listed in one letter.
const LOTS_OF_A_LETTER: usize = 20;

/// What becomes of a message's letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letter {
    /// There is none, or it is written later for another reason: winners get theirs when the sale is over.
    None,
    Now,
    /// It would follow the last one about the lot too soon.
    Held,
}

/// Decides on the letters of these messages, one for each, in order.
pub async fn plan(
    conn: &mut PgConnection,
    messages: &[Message],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Letter>> {
    let accounts: Vec<i64> = messages.iter().map(|message| message.account_id).collect();
    let settings = settings_of(conn, &accounts).await?;
    let mut warned = outbid::written_to_lately(conn, &accounts, now).await?;
    let letter_of = |message: &Message| {
        let (account_id, kind) = (message.account_id, message.kind);
        let is_wanted = settings
            .get(&account_id)
            .is_some_and(|settings| wants(settings, kind));
        if !message.by_letter || kind == Kind::LotWon || !is_wanted {
            Letter::None
        } else if !kind.is_outbid() || warned.insert((account_id, message.lot_id)) {
            Letter::Now
        } else if message.lot_id.is_some() {
            Letter::Held
        } else {
            Letter::None
        }
    };
    Ok(messages.iter().map(letter_of).collect())
}

/// Enqueues the letters of stored messages. Of some kinds all messages to a person are one letter.
pub async fn write(conn: &mut PgConnection, stored: &[(i64, &Message)]) -> sqlx::Result<()> {
    let accounts: Vec<i64> = stored
        .iter()
        .map(|(_, message)| message.account_id)
        .collect();
    let links = UnsubscribeLinks::of(conn, &accounts).await?;
    let mut gathered: BTreeMap<(i64, Kind), Vec<(i64, &Message)>> = BTreeMap::new();
    for (id, message) in stored {
        if title_of_many(message.kind).is_some() {
            let of_person = gathered.entry((message.account_id, message.kind));
            of_person.or_default().push((*id, message));
        } else {
            letters::queue(conn, &of_message(*id, message, &links)).await?;
        }
    }
    for ((account_id, kind), messages) in gathered {
        letters::queue(conn, &of_many(account_id, kind, &messages, &links)).await?;
    }
    Ok(())
}

/// The subject of one letter or notice about several lots. `None` for kinds whose letters are always about one.
pub fn title_of_many(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::LotListed => Some("Новые лоты авторов, на которых вы подписаны"),
        Kind::LotStarting => Some("Торги по лотам, на которые вы подписаны"),
        Kind::LotEnding => Some("Скоро закончатся торги по лотам, на которые вы подписаны"),
        Kind::OrderCancelled => Some("Ваши заочные ставки отменены"),
        _ => None,
    }
}

/// Builds one letter for all messages of a kind, however many there are (an import, a sale that opens all its lots).
fn of_many(
    account_id: i64,
    kind: Kind,
    messages: &[(i64, &Message)],
    links: &UnsubscribeLinks,
) -> NewLetter {
    if let [(id, only)] = messages {
        return of_message(*id, only, links);
    }
    let subject = title_of_many(kind).unwrap_or_default();
    let mut content = messages
        .iter()
        .take(LOTS_OF_A_LETTER)
        .fold(Content::new(subject), |content, (_, message)| {
            content.paragraph(&message.text)
        });
    if let Some(rest @ 1..) = messages.len().checked_sub(LOTS_OF_A_LETTER) {
        let noun = plural(rest, "лот", "лота", "лотов");
        content = content.paragraph(format!("И ещё {rest} {noun}"));
    }
    let (first, one) = messages[0];
    let is_of_one_sale = messages
        .iter()
        .all(|(_, message)| message.catalog_id == one.catalog_id);
    let (label, path) = match one.catalog_id.filter(|_| is_of_one_sale) {
        Some(catalog) => ("Открыть аукцион", format!("/auction/{catalog}/auction")),
        None => ("Открыть уведомления", "/account".to_owned()),
    };
    NewLetter {
        to: Recipient::Account(account_id),
        key: format!("notification.{first}"),
        content: links.put(content.button(label, path), account_id, kind),
    }
}
