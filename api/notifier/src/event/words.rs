//! Who is notified of an event, and in which words.

use time::OffsetDateTime;

use super::facts::{Catalog, Facts};
use super::notice::{AnyNotice, Read, RoomKind, RoomNotice};
use crate::kind::Kind;
use crate::message::{Message, Subject};
use mail::letters::{Content, NewLetter, Recipient};
use outbox::Notice;
use texts::money::amount;
use texts::words::{quoted, shortened};

/// The longest text of a notification, in characters.
const TEXT_LIMIT: usize = 4000;

impl Facts {
    pub fn messages(&self, read: &Read) -> Vec<Message> {
        let messages = match &read.notice {
            AnyNotice::Room(notice) => self.of_room(notice),
            AnyNotice::Other(notice) => self.of_notice(notice, read.at),
        };
        let messages = messages.unwrap_or_default();
        messages
            .into_iter()
            .map(|(account_id, message)| Message {
                event_key: match message.event_key.is_empty() {
                    true => read.key.clone(),
                    // An event about several lots has a key for each.
                    false => message.event_key,
                },
                account_id,
                created: read.at,
                ..message
            })
            .collect()
    }

    /// A price query goes to the house's address. The asker gets a letter that confirms it was sent.
    pub fn letters(&self, read: &Read) -> Vec<NewLetter> {
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
                        format!("/house-account/{house_id}/queries"),
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
            let told: Vec<&Message> = match notice.kind {
                RoomKind::SaleStarted => self.starts.get(&notice.catalog_id)?.iter().collect(),
                _ => {
                    let of_lots = notice
                        .lot_ids
                        .iter()
                        .filter_map(|lot| self.openings.get(lot));
                    of_lots.flatten().collect()
                }
            };
            let each = told
                .into_iter()
                .map(|message| (message.account_id, message.clone()));
            return Some(each.collect());
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
                    subject: "Новый лот автора".to_owned(),
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

/// Kind, subject and text. `None` for a start and for lots that opened, whose recipients are subscribers.
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
        RoomKind::SaleStarted | RoomKind::LotsOpened => return None,
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

#[cfg(test)]
mod tests {
    use domain::Currency;
    use serde_json::{Value, json};

    use super::*;

    fn said(payload: Value) -> (Kind, &'static str, String) {
        let AnyNotice::Room(notice) = serde_json::from_value(payload).unwrap() else {
            panic!("a room's notice is decoded as another one");
        };
        let catalog = Catalog {
            house_id: 1,
            title: "Весенний".to_owned(),
            currency: Currency::Rub,
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
}
