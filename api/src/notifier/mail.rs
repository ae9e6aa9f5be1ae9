//! The letters that go with notifications.

use std::collections::{BTreeMap, HashMap};

use sqlx::PgConnection;
use time::OffsetDateTime;

use super::ends::Ends;
use super::kind::Kind;
use super::outbid;
use super::store::Message;
use crate::dto::NotificationSettings;
use crate::letters::{self, Content, NewLetter, Recipient};
use texts::words::plural;

/// Lots that one letter names.
const LOTS_OF_A_LETTER: usize = 20;

/// Queues the letters that go with what was just stored.
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
    let mut warned = outbid::written_to_lately(conn, &accounts, now).await?;
    let (mut single, mut held) = (Vec::new(), Vec::new());
    let mut gathered: BTreeMap<(i64, Kind), Vec<(i64, &Message)>> = BTreeMap::new();
    for (id, message) in stored {
        let (account_id, kind) = (message.account_id, message.kind);
        let is_wanted = settings
            .get(&account_id)
            .is_some_and(|settings| wants(settings, kind));
        // Who won hears of it by letter when the sale is over.
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
    let ends = Ends::of(conn, &written_to).await?;
    for (id, message) in single {
        letters::queue(conn, &of_message(id, message, &ends)).await?;
    }
    for ((account_id, kind), messages) in gathered {
        letters::queue(conn, &of_many(account_id, kind, &messages, &ends)).await?;
    }
    if !mailed.is_empty() || !held.is_empty() {
        sqlx::query!(
            "update notification set mailed = (id = any($1)), letter_held = (id = any($2))
             where id = any($1) or id = any($2)",
            &mailed,
            &held
        )
        .execute(conn)
        .await?;
    }
    Ok(())
}

/// The letter of one notification.
pub fn of_message(id: i64, message: &Message, ends: &Ends) -> NewLetter {
    let (label, path) = match (message.lot_id, message.catalog_id, message.house_id) {
        (_, _, Some(house)) if message.kind == Kind::PriceRequestReceived => (
            "Открыть кабинет дома",
            format!("/house-account/{house}/profile/"),
        ),
        (Some(lot), ..) => ("Открыть лот", format!("/lot/{lot}/lot")),
        (None, Some(catalog), _) => ("Открыть аукцион", format!("/auction/{catalog}/auction")),
        (None, None, Some(house)) => (
            "Открыть страницу дома",
            format!("/auction-house/{house}/house"),
        ),
        (None, None, None) => ("Открыть личный кабинет", "/account".to_owned()),
    };
    let content = Content::new(&message.subject)
        .paragraph(message.letter.as_ref().unwrap_or(&message.text))
        .button(label, path);
    NewLetter {
        to: Recipient::Account(message.account_id),
        key: format!("notification.{id}"),
        content: ends.put(content, message.account_id, message.kind),
    }
}

/// The subject of one letter about several lots; none for what is always told of one.
fn title_of_many(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::LotListed => Some("Новые лоты художников, на которых вы подписаны"),
        Kind::LotStarting => Some("Торги по лотам, на которые вы подписаны"),
        Kind::LotEnding => Some("Скоро закончатся торги по лотам, на которые вы подписаны"),
        Kind::OrderCancelled => Some("Ваши заочные ставки отменены"),
        _ => None,
    }
}

/// However many lots there are of a kind at once (an import, a sale that opens all of its lots), it is one letter.
fn of_many(account_id: i64, kind: Kind, messages: &[(i64, &Message)], ends: &Ends) -> NewLetter {
    if let [(id, only)] = messages {
        return of_message(*id, only, ends);
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
        content: ends.put(content.button(label, path), account_id, kind),
    }
}

/// Whether somebody with these settings hears of it by e-mail too.
pub fn wants(settings: &NotificationSettings, kind: Kind) -> bool {
    kind.setting().is_some_and(|setting| setting.of(settings))
}

/// What those of these accounts want to hear of by e-mail who have proved one.
pub async fn settings_of(
    conn: &mut PgConnection,
    accounts: &[i64],
) -> sqlx::Result<HashMap<i64, NotificationSettings>> {
    let rows = sqlx::query!(
        r#"select a.id, coalesce(s.outbid, true) as "outbid!", coalesce(s.bet_cancelled, true) as "bet_cancelled!",
            coalesce(s.lot_starting, true) as "lot_starting!", coalesce(s.lot_won, true) as "lot_won!",
            coalesce(s.registration, true) as "registration!", coalesce(s.price_request, true) as "price_request!",
            coalesce(s.artist_lots, true) as "artist_lots!", coalesce(s.house, true) as "house!"
         from account a left join notification_setting s on s.account_id = a.id
         where a.id = any($1) and a.email is not null and not a.unproved_email and a.deleted is null"#,
        accounts
    )
    .fetch_all(conn)
    .await?;
    let settings = rows.into_iter().map(|row| {
        let settings = NotificationSettings {
            outbid: row.outbid,
            bet_cancelled: row.bet_cancelled,
            lot_starting: row.lot_starting,
            lot_won: row.lot_won,
            registration: row.registration,
            price_request: row.price_request,
            artist_lots: row.artist_lots,
            house: row.house,
        };
        (row.id, settings)
    });
    Ok(settings.collect())
}
