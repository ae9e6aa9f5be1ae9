//! A house's lists of people as spreadsheets.

use std::collections::HashMap;
use std::fs::File;

use contract::dto::{
    HouseOrder, HouseOrderStatus, HouseStaff, LotBidder, LotResult, LotState, PriceQuery,
    PriceQueryStatus, SaleResults, Timestamp, UntrustedUser,
};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use texts::money::sign;
use texts::moscow;

/// A list with all its rows.
pub enum Listed {
    Registrations(Vec<HouseOrder>),
    PriceQueries(Vec<PriceQuery>),
    Untrusted(Vec<UntrustedUser>),
    Staff(Vec<HouseStaff>),
    Buyers(SaleResults),
}

impl Listed {
    /// How many rows it has. Hidden lots are none.
    pub fn count(&self) -> usize {
        match self {
            Self::Registrations(orders) => orders.len(),
            Self::PriceQueries(queries) => queries.len(),
            Self::Untrusted(people) => people.len(),
            Self::Staff(staff) => staff.len(),
            Self::Buyers(results) => offered(results).count(),
        }
    }

    fn table(&self) -> Table {
        match self {
            Self::Registrations(orders) => registrations(orders),
            Self::PriceQueries(queries) => price_queries(queries),
            Self::Untrusted(people) => untrusted(people),
            Self::Staff(staff) => staff_of(staff),
            Self::Buyers(results) => buyers(results),
        }
    }
}

enum Cell {
    /// Written as a string, so none is ever evaluated as a formula.
    Text(String),
    Number(i64),
    Instant(Timestamp),
    Empty,
}

impl From<Option<String>> for Cell {
    fn from(text: Option<String>) -> Self {
        text.filter(|text| !text.is_empty())
            .map_or(Self::Empty, Self::Text)
    }
}

impl From<&Option<String>> for Cell {
    fn from(text: &Option<String>) -> Self {
        text.clone().into()
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Some(text.to_owned()).into()
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<Option<Timestamp>> for Cell {
    fn from(at: Option<Timestamp>) -> Self {
        at.map_or(Self::Empty, Self::Instant)
    }
}

struct Table {
    sheet: &'static str,
    /// Headings and widths in characters.
    columns: &'static [(&'static str, f64)],
    rows: Vec<Vec<Cell>>,
}

/// Writes the list to an anonymous temporary file.
pub fn write(listed: &Listed) -> anyhow::Result<File> {
    let Table {
        sheet: name,
        columns,
        rows,
    } = listed.table();
    let mut workbook = Workbook::new();
    let heading = Format::new().set_bold();
    let instant = Format::new().set_num_format("dd.mm.yyyy hh:mm");
    let sheet = workbook.add_worksheet();
    sheet.set_name(name)?;
    sheet.set_freeze_panes(1, 0)?;
    for (place, (title, width)) in (0..).zip(columns) {
        sheet.set_column_width(place, *width)?;
        sheet.write_string_with_format(0, place, *title, &heading)?;
    }
    let count = rows.len();
    for (row, cells) in (1..).zip(rows) {
        for (place, cell) in (0..).zip(cells) {
            match cell {
                Cell::Text(text) => sheet.write_string(row, place, text)?,
                Cell::Number(number) => sheet.write_number(row, place, number as f64)?,
                Cell::Instant(at) => {
                    sheet.write_datetime_with_format(row, place, &shown(at)?, &instant)?
                }
                Cell::Empty => continue,
            };
        }
    }
    if let Ok(last @ 1..) = u32::try_from(count) {
        sheet.autofilter(0, 0, last, columns.len() as u16 - 1)?;
    }
    let file = tempfile::tempfile()?;
    workbook.save_to_writer(std::io::BufWriter::new(&file))?;
    Ok(file)
}

/// Spreadsheets have no time zones and show the number as given.
fn shown(at: Timestamp) -> anyhow::Result<ExcelDateTime> {
    let seconds = at.unix_ms() / 1000 + i64::from(moscow::OFFSET.whole_seconds());
    Ok(ExcelDateTime::from_timestamp(seconds)?)
}

fn yes_no(is: bool) -> Cell {
    if is { "да" } else { "нет" }.into()
}

fn registrations(orders: &[HouseOrder]) -> Table {
    let status = |status| match status {
        HouseOrderStatus::Pending => "ожидает",
        HouseOrderStatus::Accepted => "принята",
        HouseOrderStatus::Rejected => "отклонена",
    };
    let row = |order: &HouseOrder| {
        vec![
            (&order.display_name).into(),
            (&order.phone).into(),
            (&order.e_mail).into(),
            status(order.status).into(),
            yes_no(order.is_trusted),
            yes_no(order.untrusted.is_some()),
            (&order.note).into(),
            Cell::Instant(order.created),
            order.decided.into(),
            (&order.conclusion).into(),
        ]
    };
    Table {
        sheet: "Заявки",
        columns: &[
            ("Имя", 30.0),
            ("Телефон", 18.0),
            ("E-mail", 30.0),
            ("Состояние", 14.0),
            ("Доверенный", 12.0),
            ("Особый список", 14.0),
            ("Пояснение", 50.0),
            ("Подана (МСК)", 18.0),
            ("Решена (МСК)", 18.0),
            ("Заключение", 50.0),
        ],
        rows: orders.iter().map(row).collect(),
    }
}

fn price_queries(queries: &[PriceQuery]) -> Table {
    let status = |status| match status {
        PriceQueryStatus::Created => "ожидает ответа",
        PriceQueryStatus::Processed => "ответ отправлен",
        PriceQueryStatus::Rejected => "отказано",
    };
    let row = |query: &PriceQuery| {
        vec![
            (&query.lot_title_ru).into(),
            (&query.display_name).into(),
            (&query.number).into(),
            (&query.email).into(),
            (&query.message).into(),
            status(query.status).into(),
            Cell::Instant(query.created),
            (&query.answer).into(),
            query.answered.into(),
        ]
    };
    Table {
        sheet: "Запросы цены",
        columns: &[
            ("Лот", 40.0),
            ("Имя", 30.0),
            ("Телефон", 18.0),
            ("E-mail", 30.0),
            ("Запрос", 50.0),
            ("Состояние", 16.0),
            ("Отправлен (МСК)", 18.0),
            ("Ответ", 50.0),
            ("Отвечен (МСК)", 18.0),
        ],
        rows: queries.iter().map(row).collect(),
    }
}

fn untrusted(people: &[UntrustedUser]) -> Table {
    let row = |person: &UntrustedUser| {
        vec![
            (&person.display_name).into(),
            (&person.login).into(),
            (&person.e_mail).into(),
            (&person.reason).into(),
            (&person.added_by).into(),
            Cell::Instant(person.created),
        ]
    };
    Table {
        sheet: "Особый список",
        columns: &[
            ("Имя", 30.0),
            ("Телефон", 18.0),
            ("E-mail", 30.0),
            ("Причина", 50.0),
            ("Кто добавил", 30.0),
            ("Добавлен (МСК)", 18.0),
        ],
        rows: people.iter().map(row).collect(),
    }
}

fn staff_of(staff: &[HouseStaff]) -> Table {
    let roles = |person: &HouseStaff| {
        let held = [
            (person.is_owner, "владелец"),
            (person.is_manager, "менеджер"),
            (person.is_newsmaker, "редактор новостей"),
        ];
        let held = held.iter().filter(|(holds, _)| *holds);
        held.map(|(_, role)| *role).collect::<Vec<_>>().join(", ")
    };
    let row = |person: &HouseStaff| {
        vec![
            (&person.display_name).into(),
            (&person.phone).into(),
            (&person.e_mail).into(),
            (&roles(person)).into(),
            yes_no(person.is_shown),
        ]
    };
    Table {
        sheet: "Сотрудники",
        columns: &[
            ("Имя", 30.0),
            ("Телефон", 18.0),
            ("E-mail", 30.0),
            ("Роли", 40.0),
            ("На странице дома", 18.0),
        ],
        rows: staff.iter().map(row).collect(),
    }
}

fn offered(results: &SaleResults) -> impl Iterator<Item = &LotResult> {
    results.lots.iter().filter(|lot| !lot.hidden)
}

fn buyers(results: &SaleResults) -> Table {
    let leaders: HashMap<i32, &LotBidder> = results
        .lots
        .iter()
        .filter_map(|lot| Some((lot.catalog_lot_id, lot.leader.as_ref()?)))
        .collect();
    let row = |lot: &LotResult| {
        let is_sold = matches!(lot.state, LotState::Sold | LotState::Paid);
        // Of lots that are sold as one, the first has the bets.
        let first = lot.together.first().unwrap_or(&lot.catalog_lot_id);
        let buyer = leaders
            .get(&lot.catalog_lot_id)
            .or_else(|| leaders.get(first))
            .filter(|_| is_sold || !lot.is_bidding_over);
        let state = match lot.state {
            LotState::Paid => "оплачен",
            LotState::Sold => "продан",
            LotState::NotSold => "не продан",
            LotState::None | LotState::InProcess => "в торгах",
        };
        vec![
            Cell::Number(lot.catalog_lot_id.into()),
            (&lot.title_ru).into(),
            (&lot.author.join(", ")).into(),
            amount((lot.start != 0).then_some(lot.start)),
            amount(
                lot.leader
                    .as_ref()
                    .map(|leader| leader.value)
                    .filter(|_| is_sold),
            ),
            sign(results.currency).into(),
            state.into(),
            buyer.and_then(|buyer| buyer.display_name.clone()).into(),
            buyer.map(|buyer| number(buyer)).into(),
            buyer.and_then(|buyer| buyer.phone.clone()).into(),
            buyer.and_then(|buyer| buyer.e_mail.clone()).into(),
        ]
    };
    Table {
        sheet: "Покупатели",
        columns: &[
            ("Лот", 8.0),
            ("Название", 40.0),
            ("Автор", 30.0),
            ("Старт", 14.0),
            ("Цена", 14.0),
            ("Валюта", 8.0),
            ("Состояние", 14.0),
            ("Покупатель", 30.0),
            ("Номер", 20.0),
            ("Телефон", 18.0),
            ("E-mail", 30.0),
        ],
        rows: offered(results).map(row).collect(),
    }
}

fn amount(value: Option<i64>) -> Cell {
    value.map_or(Cell::Empty, Cell::Number)
}

/// «участник 58», «зал, участник 27», «зал».
fn number(bidder: &LotBidder) -> String {
    match (bidder.participant, &bidder.paddle) {
        (Some(participant), _) => format!("участник {participant}"),
        (None, Some(paddle)) => format!("зал, участник {paddle}"),
        (None, None) => "зал".to_owned(),
    }
}
