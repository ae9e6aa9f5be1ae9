//! Storing what is told, once an event and person, and queueing the letters that go with it.

use std::collections::{BTreeMap, HashMap, HashSet};

use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use super::words::plural;
use crate::dto::NotificationSettings;
use crate::letters::{self, Content, NewLetter, Recipient};

/// Of the letters that say that somebody bids higher on a lot, one in this time is enough.
const OUTBID_LETTER_EVERY: Duration = Duration::minutes(15);
/// New lots that one letter names.
const LOTS_OF_A_LETTER: usize = 20;

/// What a notification tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    System,
    Outbid,
    AbsenteeOvertaken,
    LotWon,
    BetRevoked,
    SaleCancelled,
    OrderCancelled,
    StartMissed,
    RegistrationAccepted,
    RegistrationRejected,
    PriceRequestReceived,
    PriceRequestAnswered,
    LotListed,
    LotStarting,
    LotEnding,
    CatalogStarting,
}

impl Kind {
    /// As the database and the wire spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Outbid => "outbid",
            Self::AbsenteeOvertaken => "absentee_overtaken",
            Self::LotWon => "lot_won",
            Self::BetRevoked => "bet_revoked",
            Self::SaleCancelled => "sale_cancelled",
            Self::OrderCancelled => "order_cancelled",
            Self::StartMissed => "start_missed",
            Self::RegistrationAccepted => "registration_accepted",
            Self::RegistrationRejected => "registration_rejected",
            Self::PriceRequestReceived => "price_request_received",
            Self::PriceRequestAnswered => "price_request_answered",
            Self::LotListed => "lot_listed",
            Self::LotStarting => "lot_starting",
            Self::LotEnding => "lot_ending",
            Self::CatalogStarting => "catalog_starting",
        }
    }

    const fn is_outbid(self) -> bool {
        matches!(self, Self::Outbid | Self::AbsenteeOvertaken)
    }
}

/// What a notification is about, by the specification's numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Subject {
    #[default]
    None = 0,
    House = 1,
    Catalog = 2,
    Lot = 3,
    Bet = 4,
}

/// What one person is to be told of one event.
#[derive(Debug, Clone)]
pub struct Message {
    /// Names the event: the same whenever it is told again.
    pub event_key: String,
    pub account_id: i64,
    pub kind: Kind,
    pub about: Subject,
    pub house_id: Option<i64>,
    pub catalog_id: Option<i64>,
    pub lot_id: Option<i64>,
    /// At most 300 characters.
    pub subject: String,
    /// At most 4000 characters.
    pub text: String,
    pub created: OffsetDateTime,
    /// Whether a letter goes with it, if the person wants it.
    pub by_letter: bool,
}

impl Default for Message {
    fn default() -> Self {
        Self {
            event_key: String::new(),
            account_id: 0,
            kind: Kind::System,
            about: Subject::None,
            house_id: None,
            catalog_id: None,
            lot_id: None,
            subject: String::new(),
            text: String::new(),
            created: OffsetDateTime::UNIX_EPOCH,
            by_letter: true,
        }
    }
}

/// Stores the messages that are not stored yet, and queues their letters.
pub async fn store(
    conn: &mut PgConnection,
    mut messages: Vec<Message>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    if messages.is_empty() {
        return Ok(());
    }
    // In one order, whoever stores them: who finds another's row waits for it, and two may not wait for each other.
    messages.sort_by(|a, b| (&a.event_key, a.account_id).cmp(&(&b.event_key, b.account_id)));
    messages.dedup_by(|a, b| (&a.event_key, a.account_id) == (&b.event_key, b.account_id));
    let rows = sqlx::query!(
        r#"insert into notification (event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text,
            created, awaits_completion)
         select m.event_key, m.account_id, m.kind, m.subject_kind, m.house_id, m.catalog_id, m.lot_id, m.subject, m.text,
            m.created, m.awaits_completion
         from unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
                $8::text[], $9::text[], $10::timestamptz[], $11::boolean[])
            as m (event_key, account_id, kind, subject_kind, house_id, catalog_id, lot_id, subject, text, created,
                awaits_completion)
         join account a on a.id = m.account_id and a.deleted is null
         order by m.event_key, m.account_id
         on conflict on constraint notification_once do nothing
         returning id, event_key, account_id as "account_id!""#,
        &column(&messages, |message| message.event_key.clone()),
        &column(&messages, |message| message.account_id),
        &column(&messages, |message| message.kind.name().to_owned()),
        &column(&messages, |message| message.about as i16),
        &column(&messages, |message| message.house_id) as &[Option<i64>],
        &column(&messages, |message| message.catalog_id) as &[Option<i64>],
        &column(&messages, |message| message.lot_id) as &[Option<i64>],
        &column(&messages, |message| message.subject.clone()),
        &column(&messages, |message| message.text.clone()),
        &column(&messages, |message| message.created),
        &column(&messages, |message| message.kind == Kind::LotWon),
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: HashMap<(&str, i64), i64> = rows
        .iter()
        .map(|row| ((row.event_key.as_str(), row.account_id), row.id))
        .collect();
    let stored: Vec<(i64, &Message)> = messages
        .iter()
        .filter_map(|message| {
            let id = ids.get(&(message.event_key.as_str(), message.account_id))?;
            Some((*id, message))
        })
        .collect();
    write_letters(conn, &stored, now).await
}

fn column<T>(messages: &[Message], of: impl FnMut(&Message) -> T) -> Vec<T> {
    messages.iter().map(of).collect()
}

/// The letters that go with what was just stored.
async fn write_letters(
    conn: &mut PgConnection,
    stored: &[(i64, &Message)],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let accounts: Vec<i64> = stored
        .iter()
        .map(|(_, message)| message.account_id)
        .collect();
    let settings = settings_of(conn, &accounts).await?;
    let mut warned = warned_lately(conn, &accounts, now).await?;
    let mut mailed = Vec::new();
    let mut listed: BTreeMap<i64, Vec<(i64, &Message)>> = BTreeMap::new();
    for (id, message) in stored {
        let Some(settings) = settings.get(&message.account_id) else {
            continue;
        };
        // Who won hears of it by letter when the sale is over.
        if !message.by_letter
            || message.kind == Kind::LotWon
            || !wants(settings, message.kind)
            || message.kind.is_outbid() && !warned.insert((message.account_id, message.lot_id))
        {
            continue;
        }
        mailed.push(*id);
        if message.kind == Kind::LotListed {
            let of_person = listed.entry(message.account_id).or_default();
            of_person.push((*id, message));
        } else {
            letters::queue(conn, &of_message(*id, message)).await?;
        }
    }
    for (account_id, lots) in listed {
        letters::queue(conn, &of_new_lots(account_id, &lots)).await?;
    }
    if !mailed.is_empty() {
        sqlx::query!(
            "update notification set mailed = true where id = any($1)",
            &mailed
        )
        .execute(conn)
        .await?;
    }
    Ok(())
}

/// Who was written to a short while ago that somebody bids higher, and on which lot.
async fn warned_lately(
    conn: &mut PgConnection,
    accounts: &[i64],
    now: OffsetDateTime,
) -> sqlx::Result<HashSet<(i64, Option<i64>)>> {
    let rows = sqlx::query!(
        r#"select distinct account_id as "account_id!", lot_id from notification
         where mailed and account_id = any($1) and kind in ('outbid', 'absentee_overtaken') and created > $2"#,
        accounts,
        now - OUTBID_LETTER_EVERY
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.account_id, row.lot_id))
        .collect())
}

/// What every letter about a notification ends with: where such letters are switched off.
pub const SETTINGS_PATH: &str = "/account/profile?p=notifications";

fn of_message(id: i64, message: &Message) -> NewLetter {
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
    NewLetter {
        to: Recipient::Account(message.account_id),
        key: format!("notification.{id}"),
        content: Content::new(&message.subject)
            .paragraph(&message.text)
            .button(label, path)
            .unsubscribe(SETTINGS_PATH),
    }
}

/// However many lots come at once, with an import say, it is one letter.
fn of_new_lots(account_id: i64, lots: &[(i64, &Message)]) -> NewLetter {
    let subject = match lots {
        [_] => "Новый лот художника, на которого вы подписаны",
        _ => "Новые лоты художников, на которых вы подписаны",
    };
    let mut content = lots
        .iter()
        .take(LOTS_OF_A_LETTER)
        .fold(Content::new(subject), |content, (_, message)| {
            content.paragraph(&message.text)
        });
    if let Some(rest @ 1..) = lots.len().checked_sub(LOTS_OF_A_LETTER) {
        let noun = plural(rest, "лот", "лота", "лотов");
        content = content.paragraph(format!("И ещё {rest} {noun}"));
    }
    let (label, path) = match lots {
        [
            (
                _,
                Message {
                    lot_id: Some(lot), ..
                },
            ),
        ] => ("Открыть лот", format!("/lot/{lot}/lot")),
        _ => ("Открыть уведомления", "/account".to_owned()),
    };
    NewLetter {
        to: Recipient::Account(account_id),
        key: format!("notification.{}", lots[0].0),
        content: content.button(label, path).unsubscribe(SETTINGS_PATH),
    }
}

/// Whether somebody with these settings hears of it by e-mail too.
pub fn wants(settings: &NotificationSettings, kind: Kind) -> bool {
    match kind {
        Kind::System => false,
        Kind::Outbid | Kind::AbsenteeOvertaken => settings.outbid,
        Kind::LotWon => settings.lot_won,
        Kind::BetRevoked | Kind::SaleCancelled | Kind::OrderCancelled => settings.bet_cancelled,
        Kind::StartMissed | Kind::PriceRequestReceived => settings.house,
        Kind::RegistrationAccepted | Kind::RegistrationRejected => settings.registration,
        Kind::PriceRequestAnswered => settings.price_request,
        Kind::LotListed => settings.artist_lots,
        Kind::LotStarting | Kind::LotEnding | Kind::CatalogStarting => settings.lot_starting,
    }
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
