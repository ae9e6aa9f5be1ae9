//! Turns outbox events into messages and letters: who is notified, and in which words.

use std::collections::{BTreeSet, HashMap};

use outbox::Job;
use serde::Deserialize;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::ahead;
use crate::kind::Kind;
use crate::message::{Message, Subject};
use crate::unsubscribe::UnsubscribeLinks;
use mail::letters::{Content, NewLetter, Recipient};
use outbox::Notice;
use texts::words::{amount, lot as lot_name, quoted, shortened};

/// The longest text of a notification, in characters.
const TEXT_LIMIT: usize = 4000;

/// A notice in the outbox.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum AnyNotice {
    Room(RoomNotice),
    Other(Notice),
}

/// A notice as rooms enqueue it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RoomNotice {
    #[serde(flatten)]
    kind: RoomKind,
    /// The recipient. `None`: the house's staff, or the subscribers if the sale started.
    account_id: Option<i64>,
    catalog_id: i64,
    lot_id: Option<i64>,
    /// The leading value that overtook the recipient, in whole units.
    value: Option<i64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(tag = "kind", content = "why", rename_all = "snake_case")]
enum RoomKind {
    Outbid,
    AbsenteeOvertaken,
    LotWon,
    BetRevoked,
    SaleCancelled,
    OrderCancelled(domain::DropReason),
    SaleStarted,
    StartMissed(domain::MissedStart),
}

/// A decoded job: the key of its event, when it was enqueued, and the notice.
struct Read {
    key: String,
    at: OffsetDateTime,
    notice: AnyNotice,
}

/// The messages and letters that events cause.
pub struct Outgoing {
    pub messages: Vec<Message>,
    /// Letters without a notification on the site.
    pub letters: Vec<NewLetter>,
}

/// Builds the messages and letters for these events.
pub async fn compose(
    conn: &mut PgConnection,
    jobs: Vec<Job>,
    now: OffsetDateTime,
) -> sqlx::Result<Outgoing> {
    let read: Vec<Read> = jobs.into_iter().filter_map(read).collect();
    let facts = Facts::of(conn, &read, now).await?;
    Ok(Outgoing {
        messages: read.iter().flat_map(|read| facts.messages(read)).collect(),
        letters: read.iter().flat_map(|read| facts.letters(read)).collect(),
    })
}

fn read(job: Job) -> Option<Read> {
    match serde_json::from_value(job.payload) {
        Ok(notice) => Some(Read {
            key: match &notice {
                // One event per lot, however often it is enqueued.
                AnyNotice::Other(Notice::LotListed { lot_id }) => format!("lot_listed:{lot_id}"),
                // Every row without a key is a separate event.
                _ if job.key.is_empty() => format!("outbox:{}", job.id),
                _ => job.key,
            },
            at: job.created,
            notice,
        }),
        Err(error) => {
            // A retry would fail the same way.
            tracing::error!(%error, job = job.id, "cannot decode a notice; dropped");
            None
        }
    }
}

/// The data that texts mention, and the recipients that events do not name.
#[derive(Default)]
struct Facts {
    catalogs: HashMap<i64, Catalog>,
    lots: HashMap<i64, Lot>,
    houses: HashMap<i64, House>,
    queries: HashMap<i64, Query>,
    /// Messages about catalogs that begin, by catalog.
    starts: HashMap<i64, Vec<Message>>,
    /// For the people who asked for a price.
    links: UnsubscribeLinks,
}

struct Catalog {
    house_id: i64,
    title: String,
    currency: i16,
    /// Managers and owners of the house, and the catalog's auctioneers.
    staff: Vec<i64>,
}

struct Lot {
    name: String,
    catalog_id: Option<i64>,
    house_id: i64,
    authors: String,
    /// The accounts that were subscribed to an author when the lot first became public, and when each subscription
    /// expires. Empty unless the lot is public.
    subscribers: Vec<(i64, OffsetDateTime)>,
}

struct House {
    name: String,
    /// The address for letters to the house.
    email: Option<String>,
    /// Managers and owners.
    staff: Vec<i64>,
}

struct Query {
    lot_id: i64,
    lot: String,
    house: String,
    message: String,
    /// The asker.
    account_id: i64,
    /// Whether the asker wants letters about it.
    by_letter: bool,
    is_refused: bool,
    answer: Option<String>,
}

impl Facts {
    async fn of(conn: &mut PgConnection, read: &[Read], now: OffsetDateTime) -> sqlx::Result<Self> {
        let (mut catalogs, mut starts, mut lots, mut houses, mut queries) = (
            BTreeSet::new(),
            BTreeSet::new(),
            BTreeSet::new(),
            BTreeSet::new(),
            BTreeSet::new(),
        );
        for read in read {
            match &read.notice {
                AnyNotice::Room(notice) => {
                    catalogs.insert(notice.catalog_id);
                    lots.extend(notice.lot_id);
                    if matches!(notice.kind, RoomKind::SaleStarted) {
                        starts.insert(notice.catalog_id);
                    }
                }
                AnyNotice::Other(
                    Notice::RegistrationAccepted { house_id, .. }
                    | Notice::RegistrationRejected { house_id, .. }
                    | Notice::Invited { house_id, .. },
                ) => {
                    houses.insert(*house_id);
                }
                AnyNotice::Other(Notice::PriceRequestReceived { house_id, query_id }) => {
                    houses.insert(*house_id);
                    queries.insert(*query_id);
                }
                AnyNotice::Other(Notice::PriceRequestAnswered { query_id, .. }) => {
                    queries.insert(*query_id);
                }
                AnyNotice::Other(Notice::LotListed { lot_id }) => {
                    lots.insert(*lot_id);
                }
                AnyNotice::Other(Notice::NewDevice { .. }) => {}
            }
        }
        let ids = |of: BTreeSet<i64>| of.into_iter().collect::<Vec<_>>();
        let queries = find_queries(conn, &ids(queries)).await?;
        let askers: Vec<i64> = queries.values().map(|query| query.account_id).collect();
        Ok(Self {
            catalogs: find_catalogs(conn, &ids(catalogs)).await?,
            lots: find_lots(conn, &ids(lots)).await?,
            houses: find_houses(conn, &ids(houses)).await?,
            starts: ahead::begun(conn, &ids(starts), now).await?,
            links: UnsubscribeLinks::of(conn, &askers).await?,
            queries,
        })
    }

    fn messages(&self, read: &Read) -> Vec<Message> {
        let messages = match &read.notice {
            AnyNotice::Room(notice) => self.of_room(notice),
            AnyNotice::Other(notice) => self.of_notice(notice, read.at),
        };
        let messages = messages.unwrap_or_default();
        messages
            .into_iter()
            .map(|(account_id, message)| Message {
                // An event about several lots has a key for each.
                event_key: format!("{}{}", read.key, message.event_key),
                account_id,
                created: read.at,
                ..message
            })
            .collect()
    }

    /// A price query goes to the house's address. The asker gets a letter that confirms it was sent.
    fn letters(&self, read: &Read) -> Vec<NewLetter> {
        let AnyNotice::Other(Notice::PriceRequestReceived { house_id, query_id }) = &read.notice
        else {
            return Vec::new();
        };
        let Some(query) = self.queries.get(query_id) else {
            return Vec::new();
        };
        let house = self.houses.get(house_id);
        let to_house = house
            .and_then(|house| house.email.clone())
            .map(|address| NewLetter {
                to: Recipient::Address(address),
                key: format!("price_query.{query_id}.house"),
                content: Content::new("Новый запрос цены")
                    .paragraph(format!(
                        "{}: покупатель спрашивает о наличии и стоимости.",
                        query.lot
                    ))
                    .paragraph(&query.message)
                    .paragraph("Ответьте в кабинете дома: ответ придёт покупателю на e-mail.")
                    .button(
                        "Открыть кабинет дома",
                        format!("/house-account/{house_id}/profile/"),
                    ),
            });
        let to_asker = query.by_letter.then(|| {
            let content = Content::new("Ваш запрос отправлен")
                .paragraph(format!("{}, {}.", query.lot, quoted(&query.house)))
                .paragraph("Ответ может занять некоторое время.")
                .button("Открыть лот", format!("/lot/{}/lot", query.lot_id));
            NewLetter {
                to: Recipient::Account(query.account_id),
                key: format!("price_query.{query_id}.asked"),
                content: self
                    .links
                    .put(content, query.account_id, Kind::PriceRequestAnswered),
            }
        });
        to_house.into_iter().chain(to_asker).collect()
    }

    /// `None`: nothing to notify of, such as a catalog that no longer exists.
    fn of_room(&self, notice: &RoomNotice) -> Option<Vec<(i64, Message)>> {
        let catalog = self.catalogs.get(&notice.catalog_id)?;
        let lot = notice.lot_id.and_then(|id| self.lots.get(&id));
        let Some((kind, subject, text)) =
            room_words(notice, catalog, lot.map(|lot| lot.name.as_str()))
        else {
            let begun = self.starts.get(&notice.catalog_id)?.iter();
            return Some(
                begun
                    .map(|message| (message.account_id, message.clone()))
                    .collect(),
            );
        };
        let message = Message {
            kind,
            about: match kind {
                Kind::Outbid | Kind::AbsenteeOvertaken | Kind::BetRevoked => Subject::Bet,
                _ if lot.is_some() => Subject::Lot,
                _ => Subject::Catalog,
            },
            house_id: Some(catalog.house_id),
            catalog_id: Some(notice.catalog_id),
            lot_id: notice.lot_id.filter(|_| lot.is_some()),
            subject: subject.to_owned(),
            text,
            ..Message::default()
        };
        Some(match notice.account_id {
            Some(account) => vec![(account, message)],
            None => to_each(&catalog.staff, &message),
        })
    }

    fn of_notice(&self, notice: &Notice, at: OffsetDateTime) -> Option<Vec<(i64, Message)>> {
        Some(match notice {
            Notice::RegistrationAccepted {
                account_id,
                house_id,
                is_trusted,
            } => {
                let house = quoted(&self.houses.get(house_id)?.name);
                let trusted = if *is_trusted {
                    " и оставлять заочные ставки"
                } else {
                    ""
                };
                let text = format!(
                    "{house}: вы можете участвовать в торгах этого аукционного дома{trusted}"
                );
                let message = about_house(
                    Kind::RegistrationAccepted,
                    *house_id,
                    "Ваша заявка одобрена",
                    text,
                );
                vec![(*account_id, message)]
            }
            Notice::RegistrationRejected {
                account_id,
                house_id,
            } => {
                let house = quoted(&self.houses.get(house_id)?.name);
                let text = format!("{house}: аукционный дом отклонил заявку на участие в торгах");
                let message = about_house(
                    Kind::RegistrationRejected,
                    *house_id,
                    "Ваша заявка отклонена",
                    text,
                );
                vec![(*account_id, message)]
            }
            Notice::PriceRequestReceived { house_id, query_id } => {
                let query = self.queries.get(query_id)?;
                let house = self.houses.get(house_id)?;
                let message = Message {
                    subject: "Новый запрос цены".to_owned(),
                    text: format!("{}: покупатель ждёт ответа", query.lot),
                    // A house with an address of its own already gets a letter there.
                    by_letter: house.email.is_none(),
                    ..Message::about_lot(Kind::PriceRequestReceived, *house_id, None, query.lot_id)
                };
                to_each(&house.staff, &message)
            }
            Notice::PriceRequestAnswered {
                account_id,
                query_id,
            } => {
                let query = self.queries.get(query_id)?;
                let subject = if query.is_refused {
                    "В ответе на запрос отказано"
                } else {
                    "Получен ответ на запрос цены"
                };
                let mut text = format!("{}, {}", query.lot, quoted(&query.house));
                if let Some(answer) = &query.answer {
                    text = format!("{text}: {answer}");
                }
                let message = Message {
                    kind: Kind::PriceRequestAnswered,
                    about: Subject::Lot,
                    lot_id: Some(query.lot_id),
                    subject: subject.to_owned(),
                    text: shortened(&text, TEXT_LIMIT),
                    letter: Some(text),
                    ..Message::default()
                };
                vec![(*account_id, message)]
            }
            Notice::NewDevice { account_id } => {
                let message = Message {
                    kind: Kind::NewDevice,
                    subject: "Вход с нового устройства".to_owned(),
                    text: "В вашу учётную запись вошли с нового устройства. Если это были не вы, нажмите \
                           «Выйти везде» в профиле и напишите нам"
                        .to_owned(),
                    ..Message::default()
                };
                vec![(*account_id, message)]
            }
            Notice::Invited {
                account_id,
                house_id,
            } => {
                let house = quoted(&self.houses.get(house_id)?.name);
                let text = format!(
                    "{house} приглашает вас в сотрудники. Ответьте на приглашение в профиле"
                );
                let message = about_house(Kind::StaffInvited, *house_id, "Приглашение", text);
                vec![(*account_id, message)]
            }
            Notice::LotListed { lot_id } => {
                let lot = self.lots.get(lot_id)?;
                let message = Message {
                    subject: "Новый лот художника".to_owned(),
                    text: format!("{}: {}", shortened(&lot.authors, 200), lot.name),
                    ..Message::about_lot(Kind::LotListed, lot.house_id, lot.catalog_id, *lot_id)
                };
                let subscribers: Vec<i64> = lot
                    .subscribers
                    .iter()
                    .filter(|(_, until)| at < *until)
                    .map(|(account, _)| *account)
                    .collect();
                to_each(&subscribers, &message)
            }
        })
    }
}

fn to_each(accounts: &[i64], message: &Message) -> Vec<(i64, Message)> {
    accounts
        .iter()
        .map(|account| (*account, message.clone()))
        .collect()
}

fn about_house(kind: Kind, house_id: i64, subject: &str, text: String) -> Message {
    Message {
        kind,
        about: Subject::House,
        house_id: Some(house_id),
        subject: subject.to_owned(),
        text,
        ..Message::default()
    }
}

/// Kind, subject and text. `None` for a start, whose words differ by recipient.
fn room_words(
    notice: &RoomNotice,
    catalog: &Catalog,
    lot: Option<&str>,
) -> Option<(Kind, &'static str, String)> {
    use domain::{DropReason, MissedStart};
    let title = quoted(&shortened(&catalog.title, 200));
    let lot = lot.unwrap_or("Лот");
    let price = notice
        .value
        .map(|value| amount(value, catalog.currency))
        .unwrap_or_default();
    Some(match notice.kind {
        RoomKind::SaleStarted => return None,
        RoomKind::Outbid => (
            Kind::Outbid,
            "Ваша ставка перебита",
            format!("{lot}: текущая ставка {price}"),
        ),
        RoomKind::AbsenteeOvertaken => (
            Kind::AbsenteeOvertaken,
            "Ваша заочная ставка перекрыта",
            format!("{lot}: текущая ставка {price}"),
        ),
        RoomKind::LotWon => (
            Kind::LotWon,
            "Вы выиграли лот",
            format!("{lot} продан вам на аукционе {title}"),
        ),
        RoomKind::BetRevoked => (
            Kind::BetRevoked,
            "Ваша ставка отменена",
            format!("{lot}: ставка отменена аукционистом"),
        ),
        RoomKind::SaleCancelled => (
            Kind::SaleCancelled,
            "Аукцион отменён",
            format!("{title}: аукцион отменён, ставки аннулированы"),
        ),
        RoomKind::OrderCancelled(why) => {
            let why = match why {
                DropReason::Withdrawn => "вы её отозвали",
                DropReason::Revoked => "ставка отменена аукционистом",
                DropReason::TrustLost => "аукционный дом отозвал доверие",
                DropReason::BelowMinimum => "начальная цена лота теперь выше",
                DropReason::LotWithdrawn => "лот снят с торгов",
            };
            (
                Kind::OrderCancelled,
                "Ваша заочная ставка отменена",
                format!("{lot}: {why}"),
            )
        }
        RoomKind::StartMissed(why) => {
            let why = match why {
                MissedStart::NothingToOpen => "нет лотов для торгов",
                MissedStart::EndPassed => "дата окончания уже прошла",
            };
            (
                Kind::StartMissed,
                "Аукцион не начался",
                format!("{title}: {why}"),
            )
        }
    })
}

async fn find_catalogs(
    conn: &mut PgConnection,
    ids: &[i64],
) -> sqlx::Result<HashMap<i64, Catalog>> {
    let rows = sqlx::query!(
        r#"select id, house_id, title, currency, array(
               select account_id from house_staff
               where house_staff.house_id = catalog.house_id and (is_manager or is_owner)
               union select account_id from catalog_auctioneer where catalog_auctioneer.catalog_id = catalog.id
           ) as "staff!"
           from catalog where id = any($1) and rehearsal_of is null"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let catalogs = rows.into_iter().map(|row| {
        let catalog = Catalog {
            house_id: row.house_id,
            title: row.title,
            currency: row.currency,
            staff: row.staff,
        };
        (row.id, catalog)
    });
    Ok(catalogs.collect())
}

async fn find_lots(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<HashMap<i64, Lot>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        r#"select l.id, l.title_ru, l.catalog_lot_id, l.catalog_id, l.house_id,
            array(select a.name from lot_author x join author a on a.id = x.author_id
                where x.lot_id = l.id order by x.position) as "authors!"
         from lot l where l.id = any($1)"#,
        ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut lots: HashMap<i64, Lot> = rows
        .into_iter()
        .map(|row| {
            let lot = Lot {
                name: lot_name(row.catalog_lot_id, &row.title_ru),
                catalog_id: row.catalog_id,
                house_id: row.house_id,
                authors: row.authors.join(", "),
                subscribers: Vec::new(),
            };
            (row.id, lot)
        })
        .collect();
    let rows = sqlx::query!(
        "select x.lot_id, s.account_id, s.expires from lot_author x
         join lot_listing l on l.lot_id = x.lot_id and not l.is_hidden
         join lot_first_seen f on f.lot_id = x.lot_id
         join artist_subscription s on s.author_id = x.author_id and s.created <= f.at
         where x.lot_id = any($1)",
        ids
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        if let Some(lot) = lots.get_mut(&row.lot_id) {
            lot.subscribers.push((row.account_id, row.expires));
        }
    }
    Ok(lots)
}

async fn find_houses(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<HashMap<i64, House>> {
    let rows = sqlx::query!(
        r#"select id, name_ru, email, array(select distinct account_id from house_staff
               where house_staff.house_id = house.id and (is_manager or is_owner)) as "staff!"
           from house where id = any($1)"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let houses = rows.into_iter().map(|row| {
        let house = House {
            name: row.name_ru,
            email: row.email,
            staff: row.staff,
        };
        (row.id, house)
    });
    Ok(houses.collect())
}

/// Queries that were not withdrawn, including those that one side has archived.
async fn find_queries(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<HashMap<i64, Query>> {
    let rows = sqlx::query!(
        r#"select q.id, q.lot_id, q.message, q.status, q.answer, l.title_ru, l.catalog_lot_id, h.name_ru, q.account_id,
            coalesce(s.price_request, true) as "by_letter!"
         from price_query q join lot l on l.id = q.lot_id join house h on h.id = l.house_id
         left join notification_setting s on s.account_id = q.account_id
         where q.id = any($1) and q.deleted is null"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let queries = rows.into_iter().map(|row| {
        let query = Query {
            lot_id: row.lot_id,
            lot: lot_name(row.catalog_lot_id, &row.title_ru),
            house: row.name_ru,
            message: row.message,
            account_id: row.account_id,
            by_letter: row.by_letter,
            is_refused: row.status == 2,
            answer: row.answer,
        };
        (row.id, query)
    });
    Ok(queries.collect())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn said(payload: Value) -> (Kind, &'static str, String) {
        let AnyNotice::Room(notice) = serde_json::from_value(payload).unwrap() else {
            panic!("a room's notice is decoded as another one");
        };
        let catalog = Catalog {
            house_id: 1,
            title: "Весенний".to_owned(),
            currency: 0,
            staff: vec![],
        };
        room_words(&notice, &catalog, Some("Лот 12 «Ваза»")).unwrap()
    }

    #[test]
    fn room_notices_are_decoded_and_worded() {
        let notice = |kind: &str, why: Value| {
            let mut notice = json!({
                "kind": kind, "accountId": 5, "catalogId": 1, "lotId": 12, "value": 1_234_500,
                "at": "2026-11-21T10:05:00.000Z",
            });
            if !why.is_null() {
                notice["why"] = why;
            }
            let (_, subject, text) = said(notice);
            format!("{subject}. {text}")
        };
        for (kind, why, words) in [
            (
                "outbid",
                Value::Null,
                "Ваша ставка перебита. Лот 12 «Ваза»: текущая ставка 1\u{a0}234\u{a0}500\u{a0}₽",
            ),
            (
                "absentee_overtaken",
                Value::Null,
                "Ваша заочная ставка перекрыта. Лот 12 «Ваза»: текущая ставка 1\u{a0}234\u{a0}500\u{a0}₽",
            ),
            (
                "lot_won",
                Value::Null,
                "Вы выиграли лот. Лот 12 «Ваза» продан вам на аукционе «Весенний»",
            ),
            (
                "bet_revoked",
                Value::Null,
                "Ваша ставка отменена. Лот 12 «Ваза»: ставка отменена аукционистом",
            ),
            (
                "sale_cancelled",
                Value::Null,
                "Аукцион отменён. «Весенний»: аукцион отменён, ставки аннулированы",
            ),
            (
                "order_cancelled",
                json!("trust_lost"),
                "Ваша заочная ставка отменена. Лот 12 «Ваза»: аукционный дом отозвал доверие",
            ),
            (
                "start_missed",
                json!("nothing_to_open"),
                "Аукцион не начался. «Весенний»: нет лотов для торгов",
            ),
        ] {
            assert_eq!(notice(kind, why), words);
        }
    }

    #[test]
    fn other_notices_are_decoded_as_they_were_enqueued() {
        for notice in [
            Notice::RegistrationAccepted {
                account_id: 1,
                house_id: 2,
                is_trusted: true,
            },
            Notice::PriceRequestReceived {
                house_id: 1,
                query_id: 2,
            },
            Notice::LotListed { lot_id: 3 },
        ] {
            let AnyNotice::Other(read) =
                serde_json::from_value(serde_json::to_value(&notice).unwrap()).unwrap()
            else {
                panic!("{notice:?} is decoded as a room's");
            };
            assert_eq!(read, notice);
        }
    }
}
