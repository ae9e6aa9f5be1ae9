//! Searches both journals, of people's changes and of rooms' commands, as one list.
//!
//! Personal data is masked before it is stored in either. Developers see no absentee orders, reserves, addresses or names.
//! Of what is not public they see only the houses that an admin opened to them.

use std::collections::{BTreeSet, HashMap};

use contract::dto::{JournalLot, JournalRecord, JournalRequest, Page, Paging};
use contract::error::{ApiError, ApiResult};
use serde_json::{Value, json};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use crate::journal::{Action, MASK};

/// The default search window; `WIDEST` is the limit.
const WINDOW: Duration = Duration::days(7);
const WIDEST: Duration = Duration::days(92);
/// The first slice of the window to read.
const SLICE: Duration = Duration::hours(1);
/// The most records counted and paged.
const COUNTED: i64 = 10_000;
/// Fields of commands and of journalled changes that bidders must not see.
const SECRET: [&str; 8] = [
    "reserve",
    "reservePrice",
    "maximum",
    "max",
    "auctioneerNote",
    // Of a paddle.
    "limit",
    "deposit",
    // The reason for correcting a paddle may name a bidder.
    "reason",
];
/// The event of a command unknown to this version.
const OTHER: (i16, &str) = (900, "Команда зала");

/// Rooms' commands by their name in the journal, with the number and name of their event.
const COMMANDS: [(&str, i16, &str); 31] = [
    ("place_bet", 901, "Ставка"),
    ("place_order", 902, "Заочная ставка"),
    ("withdraw_order", 903, "Заочная ставка отозвана"),
    ("drop_orders", 904, "Заочные ставки сняты"),
    ("schedule", 905, "Аукцион назначен"),
    ("start", 906, "Аукцион запущен"),
    ("next", 907, "Следующий лот"),
    ("sell", 908, "Лот продан"),
    ("skip", 909, "Лот пропущен"),
    ("previous", 910, "Предыдущий лот"),
    ("revoke", 911, "Ставка отменена"),
    ("return", 912, "Лот возвращён в торги"),
    ("finish", 913, "Аукцион завершён"),
    ("cancel", 914, "Аукцион отменён"),
    ("change_catalog", 915, "Условия аукциона изменены"),
    ("set_hidden", 916, "Аукцион скрыт или показан"),
    ("add_lot", 917, "Лот добавлен в аукцион"),
    ("change_lot", 918, "Условия лота изменены"),
    ("withdraw_lot", 919, "Лот скрыт"),
    ("show_lot", 920, "Лот показан"),
    ("remove_lot", 921, "Лот убран из аукциона"),
    ("mark_paid", 922, "Лот оплачен"),
    ("tick", 923, "Событие по времени"),
    ("recover", 924, "Восстановление после перерыва"),
    ("warn", 925, "Последний раз"),
    ("pause", 926, "Торги приостановлены"),
    ("resume", 927, "Торги продолжены"),
    ("jump", 928, "Переход к лоту"),
    ("correct_paddle", 929, "Номер участника исправлен"),
    ("join", 930, "Лоты объединены в группу"),
    ("part", 931, "Группа лотов разделена"),
];
/// Bettors' commands: a sale has hundreds of thousands of them, and few others.
const OF_BETTORS: [&str; 3] = ["place_bet", "place_order", "withdraw_order"];
/// Fields of commands and of rooms' events that name lots by their ids.
const OF_LOTS: [&str; 4] = ["lot", "lots", "with", "from"];

/// Every event there is, by its number, with its name.
pub fn events() -> impl Iterator<Item = (i16, &'static str)> {
    let people = Action::ALL
        .iter()
        .map(|event| (event.number(), event.name()));
    people.chain(COMMANDS.iter().map(|(_, number, name)| (*number, *name)))
}

/// Records, the earliest or the latest first, at most 10 000; `reader` is an account, and whether it is an admin's.
pub async fn search(
    pool: &PgPool,
    request: &JournalRequest,
    paging: &Paging,
    earliest: bool,
    reader: (i64, bool),
    now: OffsetDateTime,
) -> ApiResult<Page<JournalRecord>> {
    let search = Search::of(request, earliest, reader, now)?;
    let window = paging.window(search.count(pool).await?);
    let mut records = search.read(pool, window.limit, window.offset).await?;
    search.name(pool, &mut records).await?;
    Ok(Page::new(records, window))
}

/// The earliest or the latest 10 000 records, for an admin's file.
pub async fn all(
    pool: &PgPool,
    request: &JournalRequest,
    earliest: bool,
    admin_id: i64,
    now: OffsetDateTime,
) -> ApiResult<Vec<JournalRecord>> {
    let search = Search::of(request, earliest, (admin_id, true), now)?;
    search.read(pool, COUNTED, 0).await
}

/// A validated request.
struct Search {
    start: OffsetDateTime,
    end: OffsetDateTime,
    /// Whether the earliest records come first.
    earliest: bool,
    wanted: Wanted,
    /// Only this account's actions.
    by: Option<i64>,
    catalog_id: Option<i64>,
    except_system: bool,
    /// Who reads, and whether they are an admin; a developer sees only what an admin has opened to them at `now`.
    account_id: i64,
    is_admin: bool,
    now: OffsetDateTime,
}

impl Search {
    fn of(
        request: &JournalRequest,
        earliest: bool,
        (account_id, is_admin): (i64, bool),
        now: OffsetDateTime,
    ) -> ApiResult<Self> {
        let end = request.end_date.map_or(now, |end| end.0);
        let start = match request.start_date {
            Some(start) => start.0,
            None => end
                .checked_sub(WINDOW)
                .ok_or_else(|| ApiError::invalid("endDate", "Неверная дата"))?,
        };
        if start >= end {
            return Err(ApiError::invalid("endDate", "Не раньше начала периода"));
        }
        if end - start > WIDEST {
            return Err(ApiError::invalid("startDate", "Период не больше 92 дней"));
        }
        let by = match request.my_records_only {
            true => Some(account_id),
            false if request.account_id.is_some() && !is_admin => return Err(ApiError::forbidden()),
            false => request.account_id,
        };
        Ok(Self {
            start,
            end,
            earliest,
            wanted: Wanted::of(request.event_id)?,
            by,
            catalog_id: request.catalog_id,
            except_system: request.except_system,
            account_id,
            is_admin,
            now,
        })
    }

    async fn count(&self, pool: &PgPool) -> sqlx::Result<i64> {
        sqlx::query_file_scalar!(
            "queries/journal/count.sql",
            self.start,
            self.end,
            self.by,
            self.wanted.event,
            self.wanted.command,
            self.wanted.records,
            self.wanted.commands,
            self.wanted.acts,
            self.is_admin,
            self.account_id,
            self.now,
            self.catalog_id,
            COUNTED,
            self.except_system
        )
        .fetch_one(pool)
        .await
    }

    async fn read(&self, pool: &PgPool, limit: i64, offset: i64) -> ApiResult<Vec<JournalRecord>> {
        // Read in growing slices from where the order begins: most pages are in the window's first or last hour, and the
        // rooms' journal is indexed by time only per block range.
        let mut slice = SLICE;
        let rows = loop {
            let (since, until) = if self.earliest {
                let until = self.start.checked_add(slice).unwrap_or(self.end);
                (self.start, self.end.min(until))
            } else {
                let since = self.end.checked_sub(slice).unwrap_or(self.start);
                (self.start.max(since), self.end)
            };
            let rows = sqlx::query_file_as!(
                JournalRow,
                "queries/journal/search.sql",
                since,
                until,
                self.by,
                self.wanted.event,
                self.wanted.command,
                self.wanted.records,
                self.wanted.commands,
                self.wanted.acts,
                self.is_admin,
                self.account_id,
                self.now,
                self.catalog_id,
                limit,
                offset,
                self.earliest,
                self.except_system
            )
            .fetch_all(pool)
            .await?;
            if (since, until) == (self.start, self.end) || rows.len() as i64 == limit {
                break rows;
            }
            slice *= 8;
        };
        let records = rows.into_iter().map(|row| row.record(self.is_admin));
        Ok(records.collect())
    }

    /// Adds the names of the catalogs and lots of a page of records.
    async fn name(&self, pool: &PgPool, records: &mut [JournalRecord]) -> sqlx::Result<()> {
        let catalogs: BTreeSet<i64> = records.iter().filter_map(catalog_of).collect();
        let catalogs: Vec<i64> = catalogs.into_iter().collect();
        let catalogs: HashMap<i64, _> = sqlx::query!(
            "select id, title, currency, rehearsal_of from catalog where id = any($1) and ($2 or developer_sees_catalog($3, id, $4))",
            &catalogs,
            self.is_admin,
            self.account_id,
            self.now
        )
        .fetch_all(pool)
        .await?
        .into_iter()
        .map(|row| (row.id, row))
        .collect();
        let lots: BTreeSet<i64> = records.iter().flat_map(lots_of).collect();
        let lots: Vec<i64> = lots.into_iter().collect();
        let lots: HashMap<i64, _> = sqlx::query!(
            "select id, catalog_id, catalog_lot_id, title_ru from lot
            where id = any($1) and ($2 or developer_sees_lot($3, id, $4))",
            &lots,
            self.is_admin,
            self.account_id,
            self.now
        )
        .fetch_all(pool)
        .await?
        .into_iter()
        .map(|row| (row.id, row))
        .collect();
        for record in records {
            if let Some(catalog) = catalog_of(record).and_then(|id| catalogs.get(&id)) {
                record.catalog_title = Some(catalog.title.clone());
                record.catalog_currency = Some(catalog.currency);
                record.is_rehearsal = catalog.rehearsal_of.is_some();
            }
            let named = lots_of(record).into_iter().filter_map(|id| {
                let lot = lots.get(&id)?;
                let is_there = record.catalog_id.is_none() || record.catalog_id == lot.catalog_id;
                Some(JournalLot {
                    id,
                    number: lot.catalog_lot_id.filter(|_| is_there),
                    title: lot.title_ru.clone(),
                })
            });
            record.lots = named.collect();
        }
        Ok(())
    }
}

/// The catalog that a record is about: that of its room, or the changed one.
fn catalog_of(record: &JournalRecord) -> Option<i64> {
    let is_changed = matches!(record.event_id, 300..=399)
        && record.event_id != Action::ChatMessageHidden.number()
        && record.event_id != Action::ChatAuthorMuted.number();
    record
        .catalog_id
        .or(record.subject_id.filter(|_| is_changed))
}

/// The lots that a record names: those of a room's command and its events, or the changed one.
fn lots_of(record: &JournalRecord) -> BTreeSet<i64> {
    let mut lots = BTreeSet::new();
    if record.catalog_id.is_some() {
        if let Some(after) = &record.after {
            find_lots(after, &mut lots);
        }
    } else if matches!(record.event_id, 400..=499)
        && record.event_id != Action::BetVisibilityChanged.number()
    {
        lots.extend(record.subject_id);
    }
    lots
}

fn find_lots(value: &Value, lots: &mut BTreeSet<i64>) {
    match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                match value {
                    Value::Number(id) if OF_LOTS.contains(&field.as_str()) => {
                        lots.extend(id.as_i64())
                    }
                    Value::Array(ids) if OF_LOTS.contains(&field.as_str()) => {
                        lots.extend(ids.iter().filter_map(Value::as_i64));
                    }
                    value => find_lots(value, lots),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| find_lots(item, lots)),
        _ => {}
    }
}

/// The sources to search, and what for.
struct Wanted {
    event: Option<i16>,
    command: Option<&'static str>,
    /// Include people's changes.
    records: bool,
    /// Include every room command.
    commands: bool,
    /// Include the few room commands that are not bettors'.
    acts: bool,
}

impl Wanted {
    fn of(event_id: Option<i16>) -> ApiResult<Self> {
        let mut wanted = Self {
            event: event_id,
            command: None,
            records: false,
            commands: false,
            acts: false,
        };
        let Some(number) = event_id else {
            wanted.records = true;
            wanted.commands = true;
            return Ok(wanted);
        };
        if let Some((command, ..)) = COMMANDS.iter().find(|(_, event, _)| *event == number) {
            wanted.command = Some(command);
            wanted.commands = OF_BETTORS.contains(command);
            wanted.acts = !wanted.commands;
        } else if Action::ALL.iter().any(|event| event.number() == number) {
            wanted.records = true;
        } else {
            return Err(ApiError::invalid("eventId", "Неизвестное событие"));
        }
        Ok(wanted)
    }
}

/// A record from either source.
struct JournalRow {
    id: i64,
    catalog_id: Option<i64>,
    at: OffsetDateTime,
    account_id: Option<i64>,
    account_name: Option<String>,
    address: Option<String>,
    request_id: Option<String>,
    event: Option<i16>,
    subject_id: Option<i64>,
    before: Option<Value>,
    after: Option<Value>,
    command: Option<Value>,
    events: Option<Value>,
    outcome: Option<String>,
}

impl JournalRow {
    fn record(self, is_admin: bool) -> JournalRecord {
        let (number, name, subject_id, before, after) = match (self.command, self.event) {
            (Some(command), _) => {
                let (name, fields) = named(command);
                let known = COMMANDS.iter().find(|(command, ..)| *command == name);
                let (number, title) = known.map_or(OTHER, |(_, number, title)| (*number, *title));
                let lot = fields.get("lot").and_then(Value::as_i64);
                let mut after = json!({"command": fields, "outcome": self.outcome});
                if is_admin {
                    after["events"] = self.events.unwrap_or_default();
                }
                (number, title, lot.or(self.catalog_id), None, Some(after))
            }
            (None, number) => {
                let number = number.unwrap_or_default();
                let event = Action::ALL.iter().find(|event| event.number() == number);
                let title = event.map_or("", |event| event.name());
                (number, title, self.subject_id, self.before, self.after)
            }
        };
        let shown = |side: Option<Value>| match is_admin {
            true => side,
            false => side.map(without_secrets),
        };
        JournalRecord {
            id: self.id,
            at: self.at.into(),
            account_id: self.account_id,
            account_name: self.account_name.filter(|_| is_admin),
            address: self.address.filter(|_| is_admin),
            request_id: self.request_id,
            event_id: number,
            event_name: name.to_owned(),
            subject_id,
            catalog_id: self.catalog_id,
            catalog_title: None,
            catalog_currency: None,
            is_rehearsal: false,
            lots: Vec::new(),
            before: shown(before),
            after: shown(after),
        }
    }
}

/// A command's name and fields, parsed from `"start"` or `{"next": {"lot": 5}}`.
fn named(command: Value) -> (String, Value) {
    match command {
        Value::String(name) => (name, json!({})),
        Value::Object(fields) => fields.into_iter().next().unwrap_or_default(),
        _ => (String::new(), Value::Null),
    }
}

fn without_secrets(value: Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .map(|(field, value)| {
                let value = match SECRET.contains(&field.as_str()) && !value.is_null() {
                    true => MASK.into(),
                    false => without_secrets(value),
                };
                (field, value)
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(without_secrets).collect(),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        Amount, BetNo, Command, Eligibility, LotId, LotNumber, LotPatch, LotSetup, LotState,
        Paddle, Participant, Revoker, Timestamp, UserId,
    };

    use super::*;

    #[test]
    fn commands_are_read_as_rooms_write_them() {
        let read = |command: &Command| named(serde_json::to_value(command).unwrap());
        assert_eq!(read(&Command::Start), ("start".to_owned(), json!({})));
        let (name, fields) = read(&Command::Next {
            lot: Some(LotId(5)),
        });
        assert_eq!((name.as_str(), &fields["lot"]), ("next", &json!(5)));
        let (name, _) = read(&Command::ChangeLot {
            lot: LotId(5),
            patch: LotPatch::default(),
        });
        assert_eq!(name, "change_lot");
    }

    #[test]
    fn secrets_are_masked_wherever_they_are() {
        let command = json!({"lot": 1, "patch": {"reserve": 5000, "start": 100}, "setups": [{"reserve": null}]});
        assert_eq!(
            without_secrets(command),
            json!({"lot": 1, "patch": {"reserve": MASK, "start": 100}, "setups": [{"reserve": null}]})
        );
    }

    /// The number of a command's event. A new command does not compile without one.
    fn number(command: &Command) -> i16 {
        match command {
            Command::PlaceBet { .. } => 901,
            Command::PlaceOrder { .. } => 902,
            Command::WithdrawOrder { .. } => 903,
            Command::DropOrders { .. } => 904,
            Command::Schedule => 905,
            Command::Start => 906,
            Command::Next { .. } => 907,
            Command::Sell { .. } => 908,
            Command::Skip { .. } => 909,
            Command::Previous => 910,
            Command::Revoke { .. } => 911,
            Command::Return { .. } => 912,
            Command::Finish => 913,
            Command::Cancel => 914,
            Command::ChangeCatalog(_) => 915,
            Command::SetHidden { .. } => 916,
            Command::AddLot { .. } => 917,
            Command::ChangeLot { .. } => 918,
            Command::WithdrawLot { .. } => 919,
            Command::ShowLot { .. } => 920,
            Command::RemoveLot { .. } => 921,
            Command::MarkPaid { .. } => 922,
            Command::Tick => 923,
            Command::Recover { .. } => 924,
            Command::Warn { .. } => 925,
            Command::Pause { .. } => 926,
            Command::Resume => 927,
            Command::Jump { .. } => 928,
            Command::CorrectPaddle { .. } => 929,
            Command::Join { .. } => 930,
            Command::Part { .. } => 931,
        }
    }

    #[test]
    fn every_command_of_a_room_has_a_name() {
        let (lot, user) = (LotId(5), UserId(6));
        let eligibility = Eligibility {
            accepted: true,
            trusted: true,
            controller: false,
        };
        let setup = LotSetup {
            number: LotNumber(1),
            start: Amount(10),
            reserve: None,
            hidden: false,
            state: LotState::None,
        };
        let (by, value) = (Participant::User(user), Amount(100));
        let all = [
            Command::PlaceBet {
                lot,
                by,
                value,
                eligibility,
            },
            Command::PlaceOrder {
                lot,
                user,
                maximum: value,
                eligibility,
            },
            Command::WithdrawOrder {
                lot,
                user,
                eligibility,
            },
            Command::DropOrders { user },
            Command::Schedule,
            Command::Start,
            Command::Next { lot: None },
            Command::Sell {
                lot: None,
                take: Vec::new(),
                bet: None,
            },
            Command::Skip { lot: None },
            Command::Previous,
            Command::Revoke {
                lot,
                by: Revoker::Admin,
                entitled: true,
            },
            Command::Return { lot },
            Command::Finish,
            Command::Cancel,
            Command::ChangeCatalog(Box::default()),
            Command::SetHidden { hidden: true },
            Command::AddLot { lot, setup },
            Command::ChangeLot {
                lot,
                patch: LotPatch::default(),
            },
            Command::WithdrawLot { lot },
            Command::ShowLot { lot },
            Command::RemoveLot { lot },
            Command::MarkPaid { lot },
            Command::Tick,
            Command::Recover {
                last_alive: Timestamp(0),
            },
            Command::Warn { lot: None },
            Command::Pause { reason: None },
            Command::Resume,
            Command::Jump { lot, from: None },
            Command::CorrectPaddle {
                lot,
                bet: BetNo(1),
                paddle: Paddle::typed("41").unwrap(),
                reason: None,
            },
            Command::Join {
                lot,
                with: vec![LotId(6)],
                choice: false,
            },
            Command::Part { lot },
        ];
        assert_eq!(all.len(), COMMANDS.len());
        for command in &all {
            let (name, _) = named(serde_json::to_value(command).unwrap());
            let known = COMMANDS.iter().find(|(known, ..)| *known == name);
            assert_eq!(
                known.map(|(_, event, _)| *event),
                Some(number(command)),
                "{name}"
            );
        }
    }

    #[test]
    fn numbers_are_the_rooms_own() {
        let mut numbers = COMMANDS.map(|(_, number, _)| number);
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(numbers.iter().all(|number| *number > OTHER.0));
    }
}
