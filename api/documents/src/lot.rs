//! A lot's PDF: the public content of its page.

use time::OffsetDateTime;

use crate::operator::Operator;
use contract::dto::{CatalogType, Currency, Lot, LotState};
use texts::money;
use texts::moscow;
use texts::pdf::{Flow, PictureBox};
use texts::plain_text;

/// Content of the sheet. The first picture is printed large, the others small.
pub struct Sheet {
    pub lot: Lot,
    /// Address of the lot's page.
    pub address: String,
    pub pictures: Vec<Vec<u8>>,
}

/// The PDF.
pub fn write(operator: &Operator, sheet: Sheet, now: OffsetDateTime) -> anyhow::Result<Vec<u8>> {
    let lot = &sheet.lot;
    let short = &lot.short;
    let title = name(lot);
    let mut flow = Flow::new(&title);
    flow.small(&operator.brand);
    let where_to = [
        short
            .catalog_lot_id
            .filter(|_| lot.catalog.is_some())
            .map(|number| format!("Лот {number}")),
        lot.catalog.as_ref().map(|catalog| catalog.title.clone()),
        Some(short.house_name_ru.clone()),
    ];
    let where_to: Vec<String> = where_to.into_iter().flatten().collect();
    flow.small(&where_to.join(" · "));
    let authors: Vec<&str> = short
        .author
        .iter()
        .map(|author| author.name.as_str())
        .collect();
    flow.heading(&authors.join(", "));
    flow.title(if short.title_ru.is_empty() {
        "Без названия"
    } else {
        &short.title_ru
    });
    let mut pictures = sheet.pictures.into_iter();
    flow.pictures(pictures.by_ref().take(1).collect(), PictureBox::MAIN);
    flow.pictures(pictures.collect(), PictureBox::SMALL);
    for (name, value) in prices(lot) {
        flow.fact(name, &value);
    }
    flow.space(6.0);
    let facts = [
        ("Период", &short.period),
        ("Материалы", &short.materials),
        ("Размер", &short.size),
        ("Вес", &lot.weight),
        ("Регион", &lot.source_country_ru),
    ];
    for (name, value) in facts {
        flow.fact(name, value.as_deref().unwrap_or_default());
    }
    if lot.is_attributed_authorship {
        flow.fact("Авторство", "Приписывается");
    }
    if let Some(catalog) = &lot.catalog
        && let Some(start) = catalog.start_date
    {
        let kind = match catalog.catalog_type {
            CatalogType::Classic => "Начало аукциона",
            CatalogType::Parallel => "Начало торгов",
            _ => "Открытие",
        };
        flow.fact(kind, &moscow::instant(start.0));
    }
    let description = plain_text::lines(lot.description_ru.as_deref().unwrap_or_default());
    if !description.is_empty() {
        flow.heading("Описание");
        flow.text(&description);
    }
    flow.rule();
    flow.link(&sheet.address);
    flow.small(&format!(
        "Составлено {}. Цены и сроки меняются в ходе торгов; действительны те, что указаны на странице лота.",
        moscow::instant(now)
    ));
    flow.finish(&operator.brand, now)
}

/// The authors' names and the title.
pub fn name(lot: &Lot) -> String {
    let authors: Vec<&str> = lot
        .short
        .author
        .iter()
        .map(|author| author.name.as_str())
        .collect();
    let title = match lot.short.title_ru.as_str() {
        "" => "Без названия",
        title => title,
    };
    if authors.is_empty() {
        title.to_owned()
    } else {
        format!("{}. {title}", authors.join(", "))
    }
}

/// The lot's public prices, with the labels of its page.
pub fn prices(lot: &Lot) -> Vec<(&'static str, String)> {
    let price = &lot.short.price;
    let amount = |value: i64| money::amount(value, price.currency);
    let is_shop = matches!(
        lot.short.catalog_type,
        Some(CatalogType::Gallery | CatalogType::PostAuction)
    );
    let mut prices = Vec::new();
    match (lot.short.state, price.value) {
        (LotState::Sold | LotState::Paid, Some(value)) => {
            prices.push(("Цена продажи", amount(value)));
        }
        (_, Some(value)) => prices.push(("Текущая цена", amount(value))),
        _ => {}
    }
    if is_shop {
        let asked = if price.start > 0 {
            amount(price.start)
        } else {
            "по запросу".to_owned()
        };
        prices.push(("Цена", asked));
    } else {
        prices.push(("Стартовая цена", amount(price.start)));
    }
    let estimate = match (price.estimated_from, price.estimated_to) {
        (Some(from), Some(to)) => Some(format!("{} – {}", money::thousands(from), amount(to))),
        (Some(from), None) => Some(format!("от {}", amount(from))),
        (None, Some(to)) => Some(format!("до {}", amount(to))),
        (None, None) => None,
    };
    prices.extend(estimate.map(|estimate| ("Эстимейт", estimate)));
    if lot.short.state == LotState::NotSold {
        prices.push(("Состояние", "Не продан".to_owned()));
    }
    prices
}

/// The ISO 4217 code.
pub fn currency_code(currency: Currency) -> &'static str {
    match currency {
        Currency::Rub => "RUB",
        Currency::Eur => "EUR",
        Currency::Usd => "USD",
    }
}
