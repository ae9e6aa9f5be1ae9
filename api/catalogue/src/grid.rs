//! Cells of a house's grid of lots: the texts they show, and edits of them.

use std::collections::BTreeMap;

use crate::lot_form::LotForm;
use crate::lots::{LotChange, StoredLot};
use contract::dto::{GridCell, GridField, GridRefusal};
use contract::fields::Faults;

/// A lot's edit as its cells describe it, or why it cannot be made. A cell that changed after the caller read it is a
/// conflict; only `sees_reserve` callers can have read the reserve.
pub fn edit(
    lot: StoredLot,
    cells: &[GridCell],
    sees_reserve: bool,
) -> Result<LotChange, Vec<GridRefusal>> {
    let mut refused = Vec::new();
    let refusal = |cell: &GridCell, message: String| GridRefusal {
        lot_id: lot.id,
        field: Some(cell.field),
        is_conflict: false,
        stored: None,
        message,
    };
    let mut number = None;
    let mut form = LotForm::from(lot.fields.clone());
    for cell in cells {
        let stored = shown(&lot, cell.field);
        let now = filled(cell.now.as_deref());
        if stored.as_deref() == now {
            continue;
        }
        let is_read = cell.field != GridField::Reserve || sees_reserve;
        if is_read && stored.as_deref() != filled(cell.was.as_deref()) {
            refused.push(GridRefusal {
                is_conflict: true,
                stored,
                ..refusal(cell, "Значение уже изменил другой сотрудник".to_owned())
            });
            continue;
        }
        if let Err(message) = set(&mut form, &mut number, cell.field, now) {
            refused.push(refusal(cell, message.to_owned()));
        }
    }
    if number.is_some() && lot.catalog_id.is_none() {
        refused.extend(
            cells
                .iter()
                .filter(|cell| cell.field == GridField::CatalogLotId)
                .map(|cell| refusal(cell, "В хранилище у лота нет номера".to_owned())),
        );
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    match form.check() {
        Ok(fields) => Ok(LotChange {
            number,
            is_blind_to_reserve: !sees_reserve
                && cells.iter().any(|cell| cell.field == GridField::Reserve),
            ..LotChange::of(lot, fields)
        }),
        Err(faults) => Err(of_faults(lot.id, &faults)),
    }
}

fn of_faults(lot_id: i64, faults: &Faults) -> Vec<GridRefusal> {
    faults
        .iter()
        .map(|(field, message)| GridRefusal {
            lot_id,
            field: field_named(field),
            is_conflict: false,
            stored: None,
            message: message.to_owned(),
        })
        .collect()
}

/// The cell that shows a field of the lot's calls.
pub fn field_named(field: &str) -> Option<GridField> {
    Some(match field {
        "catalogLotId" => GridField::CatalogLotId,
        "titleRu" => GridField::TitleRu,
        "descriptionRu" => GridField::DescriptionRu,
        "author" => GridField::Author,
        "categoryId" => GridField::CategoryId,
        "period" => GridField::Period,
        "materials" => GridField::Materials,
        "size" => GridField::Size,
        "sourceCountryRu" => GridField::SourceCountryRu,
        "weight" => GridField::Weight,
        "notes" => GridField::Notes,
        "auctioneerNote" => GridField::AuctioneerNote,
        "videoLinks" => GridField::VideoLinks,
        "price.start" => GridField::Start,
        "price.reserve" => GridField::Reserve,
        "price.estimatedFrom" => GridField::EstimatedFrom,
        "price.estimatedTo" => GridField::EstimatedTo,
        _ => return None,
    })
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// The text of a cell; `None` if it is empty.
fn shown(lot: &StoredLot, field: GridField) -> Option<String> {
    let fields = &lot.fields;
    let yes = |is: bool| is.then(|| "true".to_owned());
    let number = |number: Option<i64>| number.map(|number| number.to_string());
    let list = |texts: &[String], by: &str| (!texts.is_empty()).then(|| texts.join(by));
    match field {
        GridField::CatalogLotId => lot.number.map(|number| number.to_string()),
        GridField::TitleRu => Some(fields.title_ru.clone()),
        GridField::DescriptionRu => fields.description_ru.clone(),
        GridField::Author => list(&fields.authors, "; "),
        GridField::IsAttributedAuthorship => yes(fields.is_attributed_authorship),
        GridField::CategoryId => number(fields.category_id),
        GridField::Period => fields.period.clone(),
        GridField::Materials => fields.materials.clone(),
        GridField::Size => fields.size.clone(),
        GridField::SourceCountryRu => fields.source_country_ru.clone(),
        GridField::Weight => fields.weight.clone(),
        GridField::Notes => fields.notes.clone(),
        GridField::AuctioneerNote => fields.auctioneer_note.clone(),
        GridField::VideoLinks => list(&fields.video_links, "\n"),
        GridField::Start => number(Some(fields.start_price).filter(|start| *start > 0)),
        GridField::Reserve => number(fields.reserve_price),
        GridField::EstimatedFrom => number(fields.estimated_from),
        GridField::EstimatedTo => number(fields.estimated_to),
        GridField::Hidden => yes(fields.hidden),
    }
}

fn set(
    form: &mut LotForm,
    number: &mut Option<i32>,
    field: GridField,
    text: Option<&str>,
) -> Result<(), &'static str> {
    let owned = || text.map(str::to_owned);
    let amount = || {
        let amount = text.map(str::parse::<i64>).transpose();
        amount.map_err(|_| "Нужно целое число")
    };
    let yes = || match text {
        Some("true") => Ok(true),
        Some("false") | None => Ok(false),
        Some(_) => Err("Нужно true или false"),
    };
    let list = |by: char| -> Vec<String> {
        let parts = text.unwrap_or_default().split(by);
        parts.map(|part| part.trim().to_owned()).collect()
    };
    match field {
        GridField::CatalogLotId => {
            let text = text.ok_or("Укажите номер лота")?;
            *number = Some(text.parse().map_err(|_| "Нужно целое число")?);
        }
        GridField::TitleRu => form.title_ru = owned().unwrap_or_default(),
        GridField::DescriptionRu => form.description_ru = owned(),
        GridField::Author => form.authors = list(';'),
        GridField::IsAttributedAuthorship => form.is_attributed_authorship = yes()?,
        GridField::CategoryId => form.category_id = amount()?,
        GridField::Period => form.period = owned(),
        GridField::Materials => form.materials = owned(),
        GridField::Size => form.size = owned(),
        GridField::SourceCountryRu => form.source_country_ru = owned(),
        GridField::Weight => form.weight = owned(),
        GridField::Notes => form.notes = owned(),
        GridField::AuctioneerNote => form.auctioneer_note = owned(),
        GridField::VideoLinks => form.video_links = list('\n'),
        GridField::Start => form.start_price = amount()?.unwrap_or(0),
        GridField::Reserve => form.reserve_price = amount()?,
        GridField::EstimatedFrom => form.estimated_from = amount()?,
        GridField::EstimatedTo => form.estimated_to = amount()?,
        GridField::Hidden => form.hidden = yes()?,
    }
    Ok(())
}

/// The steps from the numbers that lots have to those wanted, in an order in which no two lots ever share one. A lot
/// whose number is still taken waits; one lot of a circle is parked above all numbers first. `None` if a wanted number
/// stays with another lot.
pub fn renumbering(
    taken: &BTreeMap<i64, i32>,
    wanted: &BTreeMap<i64, i32>,
) -> Option<Vec<(i64, i32)>> {
    let mut left: BTreeMap<i64, i32> = wanted
        .iter()
        .filter(|(lot, number)| taken.get(lot) != Some(number))
        .map(|(lot, number)| (*lot, *number))
        .collect();
    let holders: BTreeMap<i32, i64> = taken.iter().map(|(lot, number)| (*number, *lot)).collect();
    let waiting: BTreeMap<i32, i64> = left.iter().map(|(lot, number)| (*number, *lot)).collect();
    let mut ready = Vec::new();
    for (lot, number) in &left {
        match holders.get(number) {
            None => ready.push(*lot),
            Some(holder) if left.contains_key(holder) => {}
            Some(_) => return None,
        }
    }
    if waiting.len() < left.len() {
        return None;
    }
    let mut highest = taken.values().chain(wanted.values()).max().copied()?;
    let mut now = taken.clone();
    let mut steps = Vec::new();
    let mut step = |lot: i64, number: i32| {
        steps.push((lot, number));
        let freed = now.insert(lot, number);
        freed.and_then(|freed| waiting.get(&freed).copied())
    };
    loop {
        while let Some(lot) = ready.pop() {
            if let Some(number) = left.remove(&lot) {
                ready.extend(step(lot, number));
            }
        }
        let Some(lot) = left.first_key_value().map(|(lot, _)| *lot) else {
            return Some(steps);
        };
        highest = highest.checked_add(1)?;
        ready.extend(step(lot, highest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lot() -> StoredLot {
        let form = LotForm {
            title_ru: "Ваза".to_owned(),
            authors: vec!["Репин".to_owned(), "Серов".to_owned()],
            start_price: 100,
            reserve_price: Some(500),
            ..LotForm::default()
        };
        StoredLot {
            id: 7,
            house_id: 1,
            catalog_id: Some(2),
            number: Some(3),
            currency: 0,
            fields: form.check().unwrap(),
        }
    }

    fn cell(field: GridField, was: &str, now: &str) -> GridCell {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        GridCell {
            field,
            was: text(was),
            now: text(now),
        }
    }

    #[test]
    fn cells_change_what_they_show() {
        let cells = [
            cell(GridField::TitleRu, "Ваза", " Кувшин "),
            cell(GridField::Author, "Репин; Серов", "Серов"),
            cell(GridField::Start, "100", "200"),
            cell(GridField::Hidden, "", "true"),
            cell(GridField::CatalogLotId, "3", "9"),
        ];
        let change = edit(lot(), &cells, false).unwrap();
        assert_eq!(change.number, Some(9));
        assert_eq!(change.fields.title_ru, "Кувшин");
        assert_eq!(change.fields.authors, ["Серов"]);
        assert_eq!(
            (change.fields.start_price, change.fields.hidden),
            (200, true)
        );
        assert_eq!(change.fields.reserve_price, Some(500));
    }

    #[test]
    fn a_cell_that_changed_meanwhile_is_a_conflict_that_shows_it() {
        let refused = edit(lot(), &[cell(GridField::Start, "90", "120")], false).unwrap_err();
        assert_eq!(refused.len(), 1);
        assert!(refused[0].is_conflict);
        assert_eq!(refused[0].stored.as_deref(), Some("100"));
        // Typing the value that is already stored does not conflict.
        assert!(edit(lot(), &[cell(GridField::Start, "90", "100")], false).is_ok());
    }

    #[test]
    fn a_reserve_is_compared_only_for_those_who_see_it() {
        let cells = [cell(GridField::Reserve, "", "400")];
        let change = edit(lot(), &cells, false).unwrap();
        assert_eq!(change.fields.reserve_price, Some(400));
        let refused = edit(lot(), &cells, true).unwrap_err();
        assert_eq!(refused[0].stored.as_deref(), Some("500"));
    }

    #[test]
    fn faults_name_their_cells() {
        let cells = [
            cell(GridField::Start, "100", "сто"),
            cell(GridField::CatalogLotId, "3", ""),
        ];
        let refused = edit(lot(), &cells, false).unwrap_err();
        let fields: Vec<_> = refused.iter().map(|refused| refused.field).collect();
        assert_eq!(
            fields,
            [Some(GridField::Start), Some(GridField::CatalogLotId)]
        );
        let refused = edit(lot(), &[cell(GridField::TitleRu, "Ваза", "")], false).unwrap_err();
        assert_eq!(refused[0].field, Some(GridField::TitleRu));
    }

    #[test]
    fn no_number_in_the_storage() {
        let stored = lot().in_storage();
        let refused = edit(stored, &[cell(GridField::CatalogLotId, "", "4")], false).unwrap_err();
        assert_eq!(refused[0].field, Some(GridField::CatalogLotId));
    }

    #[test]
    fn renumbering_never_gives_a_number_twice() {
        let taken = BTreeMap::from([(1, 1), (2, 2), (3, 3), (4, 4)]);
        let cases: [&[(i64, i32)]; 5] = [
            &[(1, 2), (2, 1)],
            &[(1, 4), (2, 1), (3, 2), (4, 3)],
            &[(4, 1), (1, 2), (2, 3), (3, 4)],
            &[(1, 9), (2, 1)],
            &[(1, 1), (2, 3), (3, 2), (4, 7)],
        ];
        for wanted in cases {
            let wanted: BTreeMap<i64, i32> = wanted.iter().copied().collect();
            let mut now = taken.clone();
            for (lot, number) in renumbering(&taken, &wanted).unwrap() {
                assert!(!now.values().any(|other| *other == number), "{wanted:?}");
                now.insert(lot, number);
            }
            for (lot, number) in &wanted {
                assert_eq!(now[lot], *number, "{wanted:?}");
            }
        }
        assert_eq!(renumbering(&taken, &BTreeMap::from([(1, 2)])), None);
        assert_eq!(renumbering(&taken, &BTreeMap::from([(1, 9), (2, 9)])), None);
    }
}
