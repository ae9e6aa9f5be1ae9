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

/// Enqueues the letters that accompany the messages just stored.
pub async fn write(
    conn: &mut PgConnection,
    stored: &[(i64, &Message)],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let accounts: Vec<i64> = stored
        .iter()
        .map(|(_, message)| message.account_id)
        .collect();
    let settings = settings_of(conn, &accounts).await?;
    if stored.iter().any(|(_, message)| message.kind.is_outbid()) {
        outbid::one_writer(conn).await?;
    }
    let mut warned = outbid::written_to_lately(conn, &accounts, now).await?;
    let (mut single, mut held) = (Vec::new(), Vec::new());
    let mut gathered: BTreeMap<(i64, Kind), Vec<(i64, &Message)>> = BTreeMap::new();
    for (id, message) in stored {
        let (account_id, kind) = (message.account_id, message.kind);
        let is_wanted = settings
            .get(&account_id)
            .is_some_and(|settings| wants(settings, kind));
        // Winners get their letter when the sale is over.
        if !message.by_letter || kind == Kind::LotWon || !is_wanted {
            continue;
        }
        if kind.is_outbid() && !warned.insert((account_id, message.lot_id)) {
            held.extend(message.lot_id.map(|_| *id));
        } else if title_of_many(kind).is_some() {
            let of_person = gathered.entry((account_id, kind)).or_default();
            of_person.push((*id, message));
        } else {
            single.push((*id, *message));
        }
    }
    let mailed: Vec<i64> = single
        .iter()
        .chain(gathered.values().flatten())
        .map(|(id, _)| *id)
        .collect();
    let written_to: Vec<i64> = single
        .iter()
        .map(|(_, message)| message.account_id)
        .chain(gathered.keys().map(|(account_id, _)| *account_id))
        .collect();
    let links = UnsubscribeLinks::of(conn, &written_to).await?;
    for (id, message) in single {
        letters::queue(conn, &of_message(id, message, &links)).await?;
    }
    for ((account_id, kind), messages) in gathered {
        letters::queue(conn, &of_many(account_id, kind, &messages, &links)).await?;
    }
    if !mailed.is_empty() || !held.is_empty() {
        sqlx::query!(
            "update notification set mailed = (id = any($1)), letter_held = (id = any($2)),
                letter_at = case when id = any($1) then $3::timestamptz end
             where id = any($1) or id = any($2)",
            &mailed,
            &held,
            now
        )
        .execute(conn)
        .await?;
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
