//! The journal of changes that people make outside the rooms: who, when, from where, before and after.
//!
//! A record is written in the transaction of its change, so that one never exists without the other. Records refer to
//! people by id only: personal values are masked here, for every caller.

use domain::Command;
use room_server::Request;
use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::origin::Origin;

/// Replaces a personal value. The field's presence still shows that it changed.
pub const MASK: &str = "•••";
/// Fields that identify a person or hold what they wrote in confidence.
const PERSONAL: [&str; 10] = [
    "displayName",
    "phone",
    "email",
    "eMail",
    "login",
    "number",
    "message",
    "note",
    "conclusion",
    "answer",
];

macro_rules! events {
    ($($action:ident = $number:literal $name:literal,)+) => {
        /// A kind of change. The numbers are the journal's `eventId`; each block of a hundred is one kind of subject.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(i16)]
        pub enum Action { $($action = $number),+ }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$action),+];

            /// The name shown to people.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$action => $name),+ }
            }
        }
    };
}

events! {
    AccountCreated = 101 "Учётная запись создана",
    AccountChanged = 102 "Учётная запись изменена",
    AccountDeleted = 103 "Учётная запись удалена",
    AccountRestored = 104 "Учётная запись восстановлена",
    AccountErased = 105 "Данные удалённой учётной записи стёрты",
    PhoneChanged = 106 "Телефон изменён",
    EmailChanged = 107 "E-mail изменён",
    PhotoChanged = 108 "Фотография изменена",
    SessionEnded = 109 "Вход завершён",
    TokenIssued = 110 "Токен доступа выдан",
    TokenRevoked = 111 "Токен доступа отозван",
    RolesChanged = 112 "Права на площадке изменены",
    StaffRegistered = 113 "Сотрудник дома назначен",
    StaffUnregistered = 114 "Сотрудник дома снят",
    AuctioneerRegistered = 115 "Аукционист назначен",
    AuctioneerUnregistered = 116 "Аукционист снят",
    // Far more wrong codes than usual, over the whole site. The subject is none.
    LoginAlarm = 117 "Слишком много неверных кодов входа на площадке",
    LoggedIn = 118 "Вход выполнен",
    // The subject is the owner of the contact, or 0.
    WrongCode = 119 "Введён неверный код входа",
    // The subject is a person's request to be registered by a house as a bidder.
    OrderSent = 120 "Заявка на регистрацию отправлена",
    OrderDecided = 121 "Решение по заявке на регистрацию",
    UntrustedAdded = 123 "Внесён в особый список",
    UntrustedRemoved = 124 "Исключён из особого списка",
    SecondFactorChanged = 127 "Двухэтапный вход включён или отключён",
    SteppedUp = 128 "Действие подтверждено вторым фактором",
    ContactChangeRequested = 129 "Запрошена смена контакта",
    ContactChangeStopped = 130 "Смена контакта остановлена",
    // The subject is who invited, declined or withdrew: the invited person may have no account.
    StaffInvited = 131 "Сотрудник дома приглашён",
    StaffInvitationEnded = 132 "Приглашение отклонено или отозвано",
    StaffShownChanged = 133 "Показ сотрудника посетителям изменён",
    // The subject is the developer.
    LeaveGranted = 134 "Разработчику открыты черновики дома",
    LeaveEnded = 135 "Доступ разработчика к черновикам дома закрыт",
    // The subject is the account that stays.
    AccountsMerged = 136 "Учётные записи объединены",
    // The subject is the account that asked.
    RightRefused = 125 "Отказано в доступе",
    // The subject is the account whose data they are, or the catalog or house whose people they name.
    DataExported = 126 "Личные данные выгружены",

    HouseCreated = 201 "Дом создан",
    HouseChanged = 202 "Дом изменён",
    HouseDeleted = 203 "Дом удалён",

    CatalogCreated = 301 "Каталог создан",
    CatalogChanged = 302 "Каталог изменён",
    CatalogDeleted = 303 "Каталог удалён",
    // Records the number of lots; each lot has a record of its own as well.
    CatalogImported = 311 "Лоты импортированы",
    // Records the number of lots. Nothing else remains of a rehearsal.
    RehearsalStarted = 312 "Начата репетиция аукциона",
    // The subject is the catalog.
    PaddleAdded = 321 "Номер участника выдан",
    PaddleChanged = 322 "Данные номера участника изменены",
    PaddleDeleted = 323 "Номер участника изъят",
    CatalogSubscribed = 331 "Подписка на аукцион оформлена",
    CatalogUnsubscribed = 332 "Подписка на аукцион снята",

    // The subject is the message, or one of the author's.
    ChatMessageHidden = 341 "Сообщение чата скрыто или показано",
    ChatAuthorMuted = 342 "Участнику чата отключены или возвращены сообщения",

    LotCreated = 401 "Лот создан",
    LotChanged = 402 "Лот изменён",
    LotDeleted = 403 "Лот удалён",
    BetVisibilityChanged = 411 "Ставка показана или скрыта",
    LotSubscribed = 431 "Подписка на лот оформлена",
    LotUnsubscribed = 432 "Подписка на лот снята",

    NewsCreated = 501 "Новость создана",
    NewsChanged = 502 "Новость изменена",
    NewsDeleted = 503 "Новость удалена",
    ArtistCreated = 511 "Художник создан",
    ArtistChanged = 512 "Художник изменён",
    ArtistDeleted = 513 "Художник удалён",
    // The subject is the artist who stays; the record has both, and the lots that moved.
    ArtistsMerged = 514 "Художники объединены",
    BannerCreated = 521 "Баннер создан",
    BannerChanged = 522 "Баннер изменён",
    BannerDeleted = 523 "Баннер удалён",
    QuestionCreated = 531 "Вопрос создан",
    QuestionChanged = 532 "Вопрос изменён",
    QuestionDeleted = 533 "Вопрос удалён",
    TermCreated = 541 "Термин создан",
    TermChanged = 542 "Термин изменён",
    TermDeleted = 543 "Термин удалён",
    SubscriptionCreated = 551 "Подписка оформлена",
    SubscriptionRenewed = 552 "Подписка продлена",
    SubscriptionDeleted = 553 "Подписка удалена",
    SearchSaved = 554 "Поиск сохранён",
    SavedSearchChanged = 555 "Сохранённый поиск изменён",
    SavedSearchDeleted = 556 "Сохранённый поиск удалён",
    SystemMessagePublished = 561 "Системное сообщение опубликовано",
    SystemMessageWithdrawn = 562 "Системное сообщение снято",
    NotificationSettingsChanged = 571 "Настройки уведомлений изменены",
    // The subject is the account.
    PushSwitchedOn = 572 "Уведомления в браузере включены",
    PushSwitchedOff = 573 "Уведомления в браузере выключены",
    PartnerCreated = 581 "Партнёр добавлен",
    PartnerChanged = 582 "Партнёр изменён",
    PartnerDeleted = 583 "Партнёр удалён",
    // The subject is none.
    SiteContactsChanged = 584 "Контакты площадки изменены",
    // The subject is none: who sent it got it.
    TestLetterSent = 585 "Отправлено пробное письмо",
    SynonymsCreated = 591 "Синонимы поиска добавлены",
    SynonymsChanged = 592 "Синонимы поиска изменены",
    SynonymsDeleted = 593 "Синонимы поиска удалены",

    PriceAsked = 601 "Запрос цены отправлен",
    PriceAnswered = 602 "Ответ на запрос цены",
    PriceRefused = 603 "Запрос цены отклонён",
    PriceQueryDeleted = 604 "Запрос цены удалён",
    // The subject is the house whose staff share them.
    SharedAnswerChanged = 605 "Изменён общий ответ на запросы цены",

    // A bid passed on to the art-investment service, with its outcome. The subject is that service's lot.
    ExternalBid = 701 "Ставка передана сервису арт-инвестиций",
}

impl Action {
    pub fn number(self) -> i16 {
        self as i16
    }

    /// The label in the metrics of an event that concerns the security of accounts.
    fn security_label(self) -> Option<&'static str> {
        Some(match self {
            Self::LoggedIn => "login",
            Self::WrongCode => "wrong_code",
            Self::LoginAlarm => "login_alarm",
            Self::RightRefused => "right_refused",
            Self::DataExported => "data_exported",
            Self::SecondFactorChanged => "second_factor_changed",
            Self::SteppedUp => "step_up",
            Self::TokenIssued => "token_issued",
            Self::RolesChanged | Self::StaffRegistered => "right_granted",
            Self::PhoneChanged | Self::EmailChanged => "contact_changed",
            Self::ContactChangeRequested => "contact_change_requested",
            Self::ContactChangeStopped => "contact_change_stopped",
            _ => return None,
        })
    }

    /// Counts an event of security in the metrics.
    pub fn count(self) {
        if let Some(event) = self.security_label() {
            metrics::counter!("security_events_total", "event" => event).increment(1);
        }
    }

    /// Contacts of houses and of the operator are public.
    fn has_public_contacts(self) -> bool {
        self.number() / 100 == 2 || self == Self::SiteContactsChanged
    }
}

/// The author of a change, with its time and origin.
#[derive(Debug, Clone)]
pub struct By {
    pub account_id: Option<i64>,
    pub address: Option<String>,
    pub request_id: Option<String>,
    pub at: OffsetDateTime,
}

impl By {
    /// A signed-in person, or a visitor (`None`).
    pub fn of(account_id: Option<i64>, origin: &Origin, at: OffsetDateTime) -> Self {
        Self {
            account_id,
            address: Some(origin.address.to_string()),
            request_id: Some(origin.request_id.clone()),
            at,
        }
    }

    /// The server, or an operator at its shell.
    pub fn server(at: OffsetDateTime) -> Self {
        Self {
            account_id: None,
            address: None,
            request_id: None,
            at,
        }
    }

    /// Records a creation, or a right given, in its transaction.
    pub async fn record_creation(
        &self,
        conn: &mut PgConnection,
        action: Action,
        subject_id: i64,
        after: &(impl Serialize + Sync),
    ) -> sqlx::Result<()> {
        record(conn, self, action, subject_id, NOTHING, Some(after)).await
    }

    /// Records a change in its transaction, unless both sides are equal.
    pub async fn record_change(
        &self,
        conn: &mut PgConnection,
        action: Action,
        subject_id: i64,
        before: &(impl Serialize + Sync),
        after: &(impl Serialize + Sync),
    ) -> sqlx::Result<()> {
        record(conn, self, action, subject_id, Some(before), Some(after)).await
    }

    /// Records a deletion, or a right withdrawn, in its transaction.
    pub async fn record_deletion(
        &self,
        conn: &mut PgConnection,
        action: Action,
        subject_id: i64,
        before: &(impl Serialize + Sync),
    ) -> sqlx::Result<()> {
        record(conn, self, action, subject_id, Some(before), NOTHING).await
    }

    /// A command for a room, with the sender's details for the rooms' journal.
    pub fn request(&self, command: Command) -> Request {
        let request = Request {
            address: self.address.clone(),
            request_id: self.request_id.clone(),
            ..Request::new(command)
        };
        match self.account_id {
            Some(id) => request.by(id),
            None => request,
        }
    }
}

/// Records a change in its transaction. `before` and `after` serialise to JSON objects with the wire's field names, of
/// which the journal keeps those that differ. Without `before` the change is a creation, without `after` a deletion. A
/// change with no difference is not recorded.
pub async fn record(
    conn: &mut PgConnection,
    by: &By,
    action: Action,
    subject_id: i64,
    before: Option<&(impl Serialize + Sync)>,
    after: Option<&(impl Serialize + Sync)>,
) -> sqlx::Result<()> {
    let Some(row) = RecordRow::of(action, subject_id, object(before)?, object(after)?) else {
        return Ok(());
    };
    action.count();
    write(conn, by, &[row]).await
}

/// Records changes of one kind with many subjects in their transaction, each as [`record`] does.
pub async fn record_all<B: Serialize + Send, A: Serialize + Send>(
    conn: &mut PgConnection,
    by: &By,
    action: Action,
    changes: impl Iterator<Item = (i64, Option<B>, Option<A>)> + Send,
) -> sqlx::Result<()> {
    let mut rows = Vec::new();
    for (subject_id, before, after) in changes {
        rows.extend(RecordRow::of(
            action,
            subject_id,
            object(before.as_ref())?,
            object(after.as_ref())?,
        ));
        if rows.len() == CHUNK {
            write(conn, by, &rows).await?;
            rows.clear();
        }
    }
    write(conn, by, &rows).await
}

/// Records per statement.
const CHUNK: usize = 500;

/// A record without its author.
#[derive(Serialize)]
struct RecordRow {
    event: i16,
    subject_id: i64,
    before: Option<Value>,
    after: Option<Value>,
}

impl RecordRow {
    /// `None` if nothing changed.
    fn of(
        action: Action,
        subject_id: i64,
        before: Option<Value>,
        after: Option<Value>,
    ) -> Option<Self> {
        let (before, after) = difference(before, after);
        let masked = |value: Option<Value>| value.map(|value| masked(value, action));
        (before != after).then(|| Self {
            event: action.number(),
            subject_id,
            before: masked(before),
            after: masked(after),
        })
    }
}

async fn write(conn: &mut PgConnection, by: &By, rows: &[RecordRow]) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "insert into journal_record (at, account_id, address, request_id, event, subject_id, before, after)
         select $1, $2, $3, $4, r.event, r.subject_id, r.before, r.after
         from jsonb_to_recordset($5) as r (event smallint, subject_id bigint, before jsonb, after jsonb)",
        by.at,
        by.account_id,
        by.address,
        by.request_id,
        Json(rows) as _,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The missing side of a creation or deletion.
pub const NOTHING: Option<&()> = None;

fn object(side: Option<&impl Serialize>) -> sqlx::Result<Option<Value>> {
    side.map(serde_json::to_value)
        .transpose()
        .map_err(|error| sqlx::Error::Encode(error.into()))
}

/// Drops the fields that are equal on both sides.
fn difference(before: Option<Value>, after: Option<Value>) -> (Option<Value>, Option<Value>) {
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            let only = |side: &Map<String, Value>, other: &Map<String, Value>| {
                let kept = side
                    .iter()
                    .filter(|(field, value)| other.get(*field) != Some(*value))
                    .map(|(field, value)| (field.clone(), value.clone()));
                Some(Value::Object(kept.collect()))
            };
            (only(&before, &after), only(&after, &before))
        }
        sides => sides,
    }
}

fn masked(value: Value, action: Action) -> Value {
    if action.has_public_contacts() {
        return value;
    }
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(field, value)| {
                    let value = if PERSONAL.contains(&field.as_str()) && !value.is_null() {
                        MASK.into()
                    } else {
                        masked(value, action)
                    };
                    (field, value)
                })
                .collect(),
        ),
        Value::Array(items) => {
            Value::Array(items.into_iter().map(|item| masked(item, action)).collect())
        }
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_changed_fields_are_kept() {
        let sides = difference(
            Some(json!({"a": 1, "b": [1], "c": null})),
            Some(json!({"a": 2, "b": [1], "c": null, "d": 4})),
        );
        assert_eq!(
            sides,
            (Some(json!({"a": 1})), Some(json!({"a": 2, "d": 4})))
        );
        assert_eq!(
            difference(None, Some(json!({"a": 1}))),
            (None, Some(json!({"a": 1})))
        );
    }

    #[test]
    fn every_event_has_a_unique_number_and_a_name() {
        let mut numbers: Vec<i16> = Action::ALL.iter().map(|action| action.number()).collect();
        let all = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), all);
        // Numbers from 900 belong to the rooms.
        assert!(numbers.iter().all(|number| (100..900).contains(number)));
        assert!(Action::ALL.iter().all(|action| !action.name().is_empty()));
    }

    #[test]
    fn personal_fields_are_masked_except_those_of_houses() {
        let change = json!({"phone": "+79161234567", "email": null, "roles": 1024, "orders": [{"note": "тайна"}]});
        assert_eq!(
            masked(change.clone(), Action::AccountChanged),
            json!({"phone": "•••", "email": null, "roles": 1024, "orders": [{"note": "•••"}]})
        );
        assert_eq!(masked(change.clone(), Action::HouseChanged), change);
    }
}
