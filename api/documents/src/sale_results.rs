//! The public results of a sale: what was sold and at which price. It says nothing of bidders.

use time::OffsetDateTime;

use crate::operator::Operator;
use contract::dto::{CatalogShort, LotPrice, LotShort};
use domain::{Amount, Commission};
use texts::money;
use texts::moscow;
use texts::pdf::Flow;
use texts::words;

/// The content of the PDF.
pub struct Results {
    pub sale: CatalogShort,
    pub commission: Commission,
    /// The lots that everyone may see, by number.
    pub lots: Vec<LotShort>,
    /// Address of the sale's page.
    pub address: String,
}

/// The PDF.
pub fn write(
    operator: &Operator,
    results: &Results,
    now: OffsetDateTime,
) -> anyhow::Result<Vec<u8>> {
    let sale = &results.sale;
    let mut flow = Flow::new(&format!("Результаты аукциона. {}", sale.title));
    flow.small(&operator.brand);
    flow.title("Результаты аукциона");
    flow.heading(&sale.title);
    for (name, value) in facts(results) {
        flow.fact(name, &value);
    }
    flow.rule();
    for lot in &results.lots {
        let title = match lot.title_ru.as_str() {
            "" => "Без названия",
            title => title,
        };
        let authors: String = lot
            .author
            .iter()
            .map(|author| format!("{}. ", author.name))
            .collect();
        let number = lot
            .catalog_lot_id
            .map(|number| format!("Лот {number}. "))
            .unwrap_or_default();
        flow.text(&format!("{number}{authors}{title}"));
        flow.small(&outcome(results, lot));
    }
    flow.rule();
    flow.link(&results.address);
    flow.small(&format!("Составлено {}", moscow::instant(now)));
    flow.finish(&operator.brand, now)
}

fn facts(results: &Results) -> Vec<(&'static str, String)> {
    let sale = &results.sale;
    let amount = |value| money::amount(value, sale.currency);
    let is_sold = |lot: &&LotShort| lot.state.is_sold();
    let sold: Vec<&LotShort> = results.lots.iter().filter(is_sold).collect();
    let prices = || sold.iter().filter_map(|lot| lot.price.value);
    let mut facts = vec![("Организатор", sale.house_name_ru.clone())];
    facts.extend(sale.start_date.map(|at| ("Начало", moscow::instant(at.0))));
    facts.extend(sale.end_date.map(|at| ("Окончание", moscow::instant(at.0))));
    facts.push((
        "Продано",
        format!("{} из {}", sold.len(), results.lots.len()),
    ));
    facts.push(("Сумма продаж", amount(prices().sum())));
    if results.commission != Commission::NONE {
        let whole = prices().map(|price| results.commission.price_with(Amount(price)).0);
        facts.push(("С комиссией", amount(whole.sum())));
        facts.push((
            "Комиссия",
            format!(
                "{}\u{a0}%",
                results.commission.to_string().replace('.', ",")
            ),
        ));
    }
    let estimated: Vec<bool> = sold.iter().filter_map(|lot| is_above(&lot.price)).collect();
    if !estimated.is_empty() {
        let above = estimated.iter().filter(|above| **above).count();
        facts.push((
            "Выше эстимейта",
            format!("{above} из {} проданных с эстимейтом", estimated.len()),
        ));
    }
    facts
}

/// Whether a sold lot went above its estimate; `None` without a price or an estimate.
fn is_above(price: &LotPrice) -> Option<bool> {
    Some(price.value? > price.estimated_to.or(price.estimated_from)?)
}

fn outcome(results: &Results, lot: &LotShort) -> String {
    let amount = |value| money::amount(value, lot.price.currency);
    let estimate = match (lot.price.estimated_from, lot.price.estimated_to) {
        (Some(from), Some(to)) if from != to => {
            Some(format!("{} – {}", money::thousands(from), amount(to)))
        }
        (Some(one), _) | (None, Some(one)) => Some(amount(one)),
        (None, None) => None,
    };
    let estimate = estimate
        .map(|estimate| format!("Эстимейт {estimate}. "))
        .unwrap_or_default();
    let said = match (lot.state.is_sold(), lot.price.value) {
        (true, Some(price)) if results.commission == Commission::NONE => {
            format!("Продан за {}", amount(price))
        }
        (true, Some(price)) => format!(
            "Продан за {}, с комиссией {}",
            amount(price),
            amount(results.commission.price_with(Amount(price)).0)
        ),
        // Its price is that of the lot it was sold with.
        (true, None) => match &*lot.together {
            [leader, ..] => format!("Продан {}", words::with_lots(&[*leader])),
            [] => "Продан".to_owned(),
        },
        (false, _) => "Не продан".to_owned(),
    };
    format!("{estimate}{said}")
}
