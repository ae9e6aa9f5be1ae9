//! The first screen of a list of sales: its first rows, as the client's agenda shows them.

use contract::dto::{CatalogShort, CatalogState, CatalogType};
use texts::markup::escape;
use texts::{money, moscow, words};

/// Rows of the first screen.
const ROWS: usize = 6;

/// `has_states`: the client shows a choice of states above the rows.
pub fn list(heading: &str, has_states: bool, sales: &[CatalogShort]) -> String {
    let rows: String = sales.iter().take(ROWS).map(row).collect();
    let few = if has_states { "" } else { " first-few" };
    format!(
        "<h1>{}</h1><ul class=\"first-sales{few}\">{rows}</ul>",
        escape(heading)
    )
}

fn row(sale: &CatalogShort) -> String {
    format!(
        "<li>{}<span></span><div><small>{}</small><h2>{}</h2><small>{}</small></div><p>{}</p></li>",
        day(sale),
        escape(&sale.house_name_ru),
        super::shown_title(&sale.title),
        escape(&facts(sale)),
        status(sale)
    )
}

/// The day the sale starts; for running parallel sales and finished sales, the day it ends.
fn day(sale: &CatalogShort) -> String {
    let is_until = sale.state.is_running() && sale.catalog_type == CatalogType::Parallel;
    let is_over = sale.state.is_finished();
    let at = sale.end_date.filter(|_| is_until || is_over);
    let Some(at) = at.or(sale.start_date).or(sale.end_date) else {
        return "<time>Без срока</time>".to_owned();
    };
    let (day, month) = moscow::day_month(at.0);
    format!("<time><b>{day}</b> {month}</time>")
}

fn facts(sale: &CatalogShort) -> String {
    let count = usize::try_from(sale.lots_count).unwrap_or_default();
    let noun = words::plural(count, "лот", "лота", "лотов");
    let mut facts = vec![
        super::auction::kind(sale.catalog_type).to_owned(),
        format!("{}\u{a0}{noun}", money::thousands(sale.lots_count)),
    ];
    if sale.commission > 0.0 && !sale.state.is_finished() {
        facts.push(super::auction::commission(sale.commission));
    }
    facts.join(" · ")
}

fn status(sale: &CatalogShort) -> &'static str {
    match sale.state {
        CatalogState::Canceled => "Отменён",
        CatalogState::Completed => "Завершён",
        CatalogState::InProcess | CatalogState::WaitForEnd => "Идут торги",
        _ if sale.catalog_type == CatalogType::Classic => "Принимаются заочные ставки",
        _ => "Скоро",
    }
}
