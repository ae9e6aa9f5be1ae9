//! Accounts as a spreadsheet.

use std::collections::HashMap;
use std::fs::File;

use contract::dto::{AccountInfo, Timestamp};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use texts::moscow;

/// Headings and widths in characters.
const COLUMNS: [(&str, f64); 11] = [
    ("№", 10.0),
    ("Имя", 30.0),
    ("Телефон", 18.0),
    ("Телефон подтверждён", 12.0),
    ("E-mail", 30.0),
    ("E-mail подтверждён", 12.0),
    ("Права на площадке", 20.0),
    ("Работает в домах", 50.0),
    ("Создана (МСК)", 18.0),
    ("Последний вход (МСК)", 18.0),
    ("Удалена (МСК)", 18.0),
];
/// The flags of roles on the whole site.
const ROLES: [(i32, &str); 2] = [(4096, "администратор"), (8192, "разработчик")];

/// Writes the accounts to an anonymous temporary file. `houses` has the names of houses by id.
pub fn write(accounts: &[AccountInfo], houses: &HashMap<i64, String>) -> anyhow::Result<File> {
    let mut workbook = Workbook::new();
    let heading = Format::new().set_bold();
    let instant = Format::new().set_num_format("dd.mm.yyyy hh:mm");
    let sheet = workbook.add_worksheet();
    sheet.set_name("Пользователи")?;
    sheet.set_freeze_panes(1, 0)?;
    for (place, (title, width)) in (0..).zip(COLUMNS) {
        sheet.set_column_width(place, width)?;
        sheet.write_string_with_format(0, place, title, &heading)?;
    }
    for (row, account) in (1..).zip(accounts) {
        sheet.write_number(row, 0, account.id as f64)?;
        // Texts are written as strings, so none is ever evaluated as a formula.
        let texts = [
            (1, Some(account.display_name.clone())),
            (2, account.login.clone()),
            (3, confirmed(&account.login, account.is_phone_confirmed)),
            (4, account.e_mail.clone()),
            (5, confirmed(&account.e_mail, account.is_e_mail_confirmed)),
            (6, Some(roles(account.roles))),
            (7, Some(posts(account, houses))),
        ];
        for (place, text) in texts {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                sheet.write_string(row, place, text)?;
            }
        }
        let instants = [
            (8, Some(account.created)),
            (9, account.last_seen),
            (10, account.deleted),
        ];
        for (place, at) in instants {
            if let Some(at) = at {
                sheet.write_datetime_with_format(row, place, &shown(at)?, &instant)?;
            }
        }
    }
    if let Ok(last @ 1..) = u32::try_from(accounts.len()) {
        sheet.autofilter(0, 0, last, COLUMNS.len() as u16 - 1)?;
    }
    let file = tempfile::tempfile()?;
    workbook.save_to_writer(std::io::BufWriter::new(&file))?;
    Ok(file)
}

fn confirmed(contact: &Option<String>, is_confirmed: bool) -> Option<String> {
    contact.as_ref()?;
    Some(if is_confirmed { "да" } else { "нет" }.to_owned())
}

fn roles(flags: i32) -> String {
    let held = ROLES.iter().filter(|(flag, _)| flags & flag != 0);
    held.map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

/// «владелец: Дом, Другой дом; менеджер: Третий».
fn posts(account: &AccountInfo, houses: &HashMap<i64, String>) -> String {
    let of = |word: &str, ids: &[i64]| {
        let names: Vec<String> = ids
            .iter()
            .map(|id| houses.get(id).cloned().unwrap_or_else(|| id.to_string()))
            .collect();
        (!names.is_empty()).then(|| format!("{word}: {}", names.join(", ")))
    };
    let posts = [
        of("владелец", &account.owner_of_house_ids),
        of("менеджер", &account.manager_of_house_ids),
        of("редактор новостей", &account.newsmaker_of_house_ids),
    ];
    posts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Spreadsheets have no time zones and show the number as given.
fn shown(at: Timestamp) -> anyhow::Result<ExcelDateTime> {
    let seconds = at.unix_ms() / 1000 + i64::from(moscow::OFFSET.whole_seconds());
    Ok(ExcelDateTime::from_timestamp(seconds)?)
}
