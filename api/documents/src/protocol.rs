//! The protocol of a sale: what was offered, sold and at which price. It names no one.

use time::OffsetDateTime;

use crate::operator::Operator;
use contract::dto::{LotBidder, LotResult, LotState, SaleResults};
use texts::money;
use texts::moscow;
use texts::pdf::Flow;
use texts::words;

/// What the protocol states.
pub struct Protocol {
    pub title: String,
    pub house: String,
    pub is_over: bool,
    pub start: Option<OffsetDateTime>,
    pub end: Option<OffsetDateTime>,
    pub results: SaleResults,
}

/// The PDF. Hidden lots were not offered and are left out.
pub fn write(
    operator: &Operator,
    protocol: &Protocol,
    now: OffsetDateTime,
) -> anyhow::Result<Vec<u8>> {
    let title = format!("Протокол торгов. {}", protocol.title);
    let mut flow = Flow::new(&title);
    flow.small(&operator.brand);
    flow.title("Протокол торгов");
    flow.heading(&protocol.title);
    let results = &protocol.results;
    let amount = |value: i64| money::amount(value, results.currency);
    for (name, value) in facts(protocol) {
        flow.fact(name, &value);
    }
    flow.rule();
    for lot in offered(results) {
        let authors = lot.author.join(", ");
        let name = match authors.as_str() {
            "" => lot.title_ru.clone(),
            authors => format!("{authors}. {}", lot.title_ru),
        };
        flow.text(&format!("Лот {}. {name}", lot.catalog_lot_id));
        let start = match lot.start {
            0 => "по запросу".to_owned(),
            start => amount(start),
        };
        flow.small(&format!(
            "Старт {start}. Ставок: {}. {}",
            lot.bets_count,
            outcome(lot, &amount)
        ));
    }
    flow.rule();
    flow.small(&format!("Составлено {}", moscow::instant(now)));
    flow.finish(&operator.brand, now)
}

fn facts(protocol: &Protocol) -> Vec<(&'static str, String)> {
    let results = &protocol.results;
    let sold: Vec<i64> = offered(results).filter_map(price).collect();
    let total = sold.iter().sum();
    let amount = |value: i64| money::amount(value, results.currency);
    let mut facts = vec![("Организатор", protocol.house.clone())];
    facts.extend(protocol.start.map(|at| ("Начало", moscow::instant(at))));
    facts.extend(
        protocol
            .end
            .filter(|_| protocol.is_over)
            .map(|at| ("Окончание", moscow::instant(at))),
    );
    if !protocol.is_over {
        facts.push(("Состояние", "Торги не завершены".to_owned()));
    }
    facts.push(("Лотов", offered(results).count().to_string()));
    let is_sold = |lot: &&LotResult| price(lot).is_some() || follows_sold(lot).is_some();
    facts.push((
        "Продано",
        offered(results).filter(is_sold).count().to_string(),
    ));
    facts.push(("Сумма продаж", amount(total)));
    facts.push((
        "Комиссия",
        format!("{} %", results.commission.to_string().replace('.', ",")),
    ));
    facts
}

fn offered(results: &SaleResults) -> impl Iterator<Item = &LotResult> {
    results.lots.iter().filter(|lot| !lot.hidden)
}

fn price(lot: &LotResult) -> Option<i64> {
    let is_sold = lot.state.is_sold();
    lot.leader
        .as_ref()
        .filter(|_| is_sold)
        .map(|leader| leader.value)
}

/// The number of the lot whose price is for this one too.
fn follows_sold(lot: &LotResult) -> Option<i32> {
    let leader = lot.together.first().copied()?;
    let is_sold = lot.state.is_sold();
    (is_sold && leader != lot.catalog_lot_id).then_some(leader)
}

fn outcome(lot: &LotResult, amount: &impl Fn(i64) -> String) -> String {
    match (lot.state, &lot.leader) {
        (LotState::Sold | LotState::Paid, Some(buyer)) => {
            let others = match &*lot.together {
                [_, others @ ..] => format!("{} ", words::with_lots(others)),
                [] => String::new(),
            };
            format!(
                "Продан {others}за {}, {}",
                amount(buyer.value),
                number(buyer)
            )
        }
        (LotState::Sold | LotState::Paid, None) => match follows_sold(lot) {
            Some(leader) => format!("Продан {}", words::with_lots(&[leader])),
            None => "Продан".to_owned(),
        },
        (LotState::NotSold, _) => "Не продан".to_owned(),
        (LotState::InProcess, _) => "В торгах".to_owned(),
        (LotState::None, _) => "Не выставлялся".to_owned(),
    }
}

fn number(bidder: &LotBidder) -> String {
    match (bidder.participant, &bidder.paddle) {
        (Some(number), _) => format!("участник {number}"),
        (None, Some(paddle)) if !paddle.is_empty() => format!("зал, участник {paddle}"),
        (None, _) => "зал".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use contract::dto::Currency;

    use super::*;

    fn lot(number: i32, state: LotState, value: Option<i64>, hidden: bool) -> LotResult {
        LotResult {
            id: i64::from(number),
            catalog_lot_id: number,
            title_ru: "Ваза".to_owned(),
            author: Vec::new(),
            img: None,
            hidden,
            has_left: false,
            is_deleted: false,
            state,
            is_bidding_over: true,
            start: 100,
            estimated_from: None,
            estimated_to: None,
            bets_count: 1,
            together: Vec::new(),
            leader: value.map(|value| LotBidder {
                bet_id: 1,
                value,
                participant: Some(58),
                paddle: None,
                display_name: Some("Анна Иванова".to_owned()),
                phone: None,
                e_mail: None,
            }),
            underbidder: None,
        }
    }

    #[test]
    fn only_offered_lots_count_and_no_one_is_named() {
        let protocol = Protocol {
            title: "Осень".to_owned(),
            house: "Дом".to_owned(),
            is_over: false,
            start: None,
            end: None,
            results: SaleResults {
                currency: Currency::Rub,
                commission: 12.5,
                lots: vec![
                    lot(1, LotState::Paid, Some(500), false),
                    lot(2, LotState::NotSold, Some(200), false),
                    lot(3, LotState::Sold, Some(900), true),
                ],
            },
        };
        let facts = facts(&protocol);
        let fact = |name| &facts.iter().find(|(of, _)| *of == name).unwrap().1;
        assert_eq!(
            (fact("Лотов").as_str(), fact("Продано").as_str()),
            ("2", "1")
        );
        assert_eq!(fact("Сумма продаж"), &money::amount(500, Currency::Rub));
        assert_eq!(fact("Комиссия"), "12,5 %");
        let said = outcome(&protocol.results.lots[0], &|value| value.to_string());
        assert_eq!(said, "Продан за 500, участник 58");
    }

    #[test]
    fn lots_sold_as_one_have_one_price() {
        let joined = |number, value| LotResult {
            together: vec![1, 2, 5],
            ..lot(number, LotState::Sold, value, false)
        };
        let results = SaleResults {
            currency: Currency::Rub,
            commission: 0.0,
            lots: vec![
                joined(1, Some(900)),
                joined(2, None),
                joined(5, None),
                lot(6, LotState::Sold, Some(100), false),
            ],
        };
        let said: Vec<_> = results.lots[..2]
            .iter()
            .map(|lot| outcome(lot, &|value| value.to_string()))
            .collect();
        assert_eq!(
            said,
            [
                "Продан вместе с лотами 2 и 5 за 900, участник 58",
                "Продан вместе с лотом 1"
            ]
        );
        let facts = facts(&Protocol {
            title: "Осень".to_owned(),
            house: "Дом".to_owned(),
            is_over: true,
            start: None,
            end: None,
            results,
        });
        let fact = |name| facts.iter().find(|(of, _)| *of == name).unwrap().1.as_str();
        assert_eq!(fact("Продано"), "4");
        assert_eq!(fact("Сумма продаж"), money::amount(1000, Currency::Rub));
    }
}
