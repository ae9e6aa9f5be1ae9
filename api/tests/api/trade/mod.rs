//! Bidding, and running a sale.

mod absentee;
mod auctioneer;
mod bet_lists;
mod bets;
mod evening;
mod ladder;
mod paddles;
mod report;
mod results;
mod visibility;

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};

use crate::support::*;

type Sheet = Vec<Vec<Data>>;

async fn report(app: &App, who: Who, catalog: i64) -> Sheet {
    let path = format!("/api/trade/report/bets/{catalog}");
    let reply = app.get(who, &path).await;
    reply.expect(200);
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(reply.bytes)).unwrap();
    assert_eq!(book.sheet_names(), ["Ставки"]);
    let sheet = book.worksheet_range("Ставки").unwrap();
    sheet.rows().map(<[Data]>::to_vec).collect()
}

/// A column's values, by its heading.
fn column<'a>(sheet: &'a Sheet, heading: &str) -> Option<Vec<&'a Data>> {
    let place = sheet[0]
        .iter()
        .position(|cell| matches!(cell, Data::String(text) if text == heading))?;
    Some(sheet[1..].iter().map(|row| &row[place]).collect())
}

fn text(text: &str) -> Data {
    Data::String(text.to_owned())
}

fn number(number: i64) -> Data {
    Data::Float(number as f64)
}

#[track_caller]
fn has(sheet: &Sheet, heading: &str, values: &[Data]) {
    let values: Vec<&Data> = values.iter().collect();
    assert_eq!(
        column(sheet, heading).as_deref(),
        Some(values.as_slice()),
        "{heading}"
    );
}
