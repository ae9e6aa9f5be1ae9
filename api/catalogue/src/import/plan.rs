//! The changes that a table makes to a catalog: compares each row with the lot of its number.

use std::collections::HashMap;

use domain::{Command, LotId};

use crate::lot_form::{LotFields, LotForm};
use crate::lots::{LotChange, NewLot, StoredLot, add_command};
use sheets::descriptions::{self, Parsed};
use sheets::headings::{Columns, Field};
use sheets::sheet::{Draft, RowFault, Table};
use sheets::text;

/// The accepted and refused rows of a table.
#[derive(Debug, Default)]
pub struct Plan {
    /// In the order of the table.
    pub lots: Vec<Planned>,
    /// In the order of the table.
    pub refused: Vec<RowFault>,
}

/// An accepted row.
#[derive(Debug)]
pub struct Planned {
    pub row: u32,
    pub number: i32,
    pub what: What,
    /// The fields that were read from the description because the table lacks them.
    pub said: Said,
}

#[derive(Debug)]
pub enum What {
    New(LotFields),
    /// Stored already; `changed` names the fields that differ and is empty if none do.
    Known {
        lot: Box<StoredLot>,
        fields: LotFields,
        changed: Vec<&'static str>,
    },
}

/// Fields of a lot that were read from its description.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Said {
    pub title: bool,
    pub author: bool,
    pub period: bool,
    pub size: bool,
}

impl Planned {
    pub fn is_new(&self) -> bool {
        matches!(self.what, What::New(_))
    }

    /// Whether its fields change. Its pictures may change independently.
    pub fn changes_fields(&self) -> bool {
        match &self.what {
            What::New(_) => true,
            What::Known { changed, .. } => !changed.is_empty(),
        }
    }

    /// The commands for the room. `id` stands in for the id of a lot that has none yet.
    pub fn commands(&self, id: i64) -> Vec<Command> {
        match &self.what {
            What::New(fields) => vec![add_command(id, self.number, fields)],
            What::Known { .. } => self
                .change()
                .map(|change| change.commands().collect())
                .unwrap_or_default(),
        }
    }

    pub fn new_lot(&self) -> Option<NewLot> {
        match &self.what {
            What::New(fields) => Some(NewLot {
                number: Some(self.number),
                fields: fields.clone(),
            }),
            What::Known { .. } => None,
        }
    }

    pub fn change(&self) -> Option<LotChange> {
        match &self.what {
            What::Known {
                lot,
                fields,
                changed,
            } if !changed.is_empty() => Some(LotChange {
                number: None,
                currency: lot.currency,
                fields: fields.clone(),
                lot: (**lot).clone(),
                is_blind_to_reserve: false,
            }),
            _ => None,
        }
    }
}

/// Compares a table with the catalog's lots. `refused` holds the room's refusals by lot number.
pub fn plan(table: &Table, stored: Vec<StoredLot>, refused: &HashMap<i32, String>) -> Plan {
    let mut stored: HashMap<i32, StoredLot> = stored
        .into_iter()
        .filter_map(|lot| Some((lot.number?, lot)))
        .collect();
    let mut plan = Plan {
        lots: Vec::with_capacity(table.drafts.len()),
        refused: table.faults.clone(),
    };
    for draft in &table.drafts {
        let planned = match refused.get(&draft.number) {
            Some(text) => Err(vec![(Field::Number.wire().to_owned(), text.clone())]),
            None => compare(draft, &table.columns, stored.remove(&draft.number)),
        };
        match planned {
            Ok(planned) => plan.lots.push(planned),
            Err(faults) => plan.refused.push(RowFault {
                row: draft.row,
                number: Some(draft.number.to_string()),
                faults,
                cells: draft.cells(),
            }),
        }
    }
    plan.refused.sort_by_key(|fault| fault.row);
    plan
}

fn compare(
    draft: &Draft,
    columns: &Columns,
    stored: Option<StoredLot>,
) -> Result<Planned, Vec<(String, String)>> {
    let (form, said) = form(draft, columns, stored.as_ref().map(|lot| &*lot.fields));
    let fields = form.check().map_err(|faults| {
        faults
            .iter()
            .map(|(field, text)| (field.to_owned(), text.to_owned()))
            .collect::<Vec<_>>()
    })?;
    let what = match stored {
        None => What::New(fields),
        Some(lot) => What::Known {
            changed: differences(&lot.fields, &fields),
            lot: Box::new(lot),
            fields,
        },
    };
    Ok(Planned {
        row: draft.row,
        number: draft.number,
        what,
        said,
    })
}

/// The lot as the row describes it. A column that is present sets the field, even with an empty cell; a field without a
/// column stays as it is, unless a correction of the row fills it. Title, author, period and size are read from the description if neither a column nor a manual
/// edit provides them, and follow the description until someone edits them by hand.
fn form(draft: &Draft, columns: &Columns, stored: Option<&LotForm>) -> (LotForm, Said) {
    let has = |field| columns.has(field) || draft.beside_columns.contains(&field);
    let mut form = stored.cloned().unwrap_or_default();
    form.start_price = draft.start;
    if has(Field::Reserve) {
        form.reserve_price = draft.reserve;
    }
    if has(Field::Estimate) || has(Field::EstimatedFrom) {
        form.estimated_from = draft.estimated_from;
    }
    if has(Field::Estimate) || has(Field::EstimatedTo) {
        form.estimated_to = draft.estimated_to;
    }
    if has(Field::Description) {
        form.description_ru = draft.description.as_deref().map(text::of_cell);
    }
    let texts = [
        (Field::Materials, &draft.materials, &mut form.materials),
        (Field::Country, &draft.country, &mut form.source_country_ru),
        (Field::Weight, &draft.weight, &mut form.weight),
        (Field::Notes, &draft.notes, &mut form.notes),
        (
            Field::AuctioneerNote,
            &draft.auctioneer_note,
            &mut form.auctioneer_note,
        ),
    ];
    for (field, text, of_form) in texts {
        if has(field) {
            of_form.clone_from(text);
        }
    }
    if has(Field::Category) {
        form.category_id = draft.category_id;
    }
    if has(Field::Videos) {
        form.video_links = draft.video_links.clone().unwrap_or_default();
    }

    let now = says(form.description_ru.as_deref());
    let was = stored.map(|stored| says(stored.description_ru.as_deref()));
    let mut said = Said::default();

    let title = Of {
        cell: has(Field::Title).then(|| draft.title.clone()),
        now: now.title,
        stored: stored
            .zip(was.as_ref())
            .map(|(stored, was)| (Some(stored.title_ru.clone()), was.title.clone())),
    };
    form.title_ru = title.decided(&mut said.title).unwrap_or_default();
    let period = Of {
        cell: has(Field::Period).then(|| draft.period.clone()),
        now: now.period,
        stored: stored
            .zip(was.as_ref())
            .map(|(stored, was)| (stored.period.clone(), was.period.clone())),
    };
    form.period = period.decided(&mut said.period);
    let size = Of {
        cell: has(Field::Size).then(|| draft.size.clone()),
        now: now.size,
        stored: stored
            .zip(was.as_ref())
            .map(|(stored, was)| (stored.size.clone(), was.size.clone())),
    };
    form.size = size.decided(&mut said.size);
    let some = |authors: &[String]| (!authors.is_empty()).then(|| authors.to_vec());
    let authors = Of {
        cell: has(Field::Author).then(|| draft.authors.clone()),
        now: now.author.map(|author| vec![author]),
        stored: stored.zip(was.as_ref()).map(|(stored, was)| {
            (
                some(&stored.authors),
                was.author.clone().map(|author| vec![author]),
            )
        }),
    };
    form.authors = authors.decided(&mut said.author).unwrap_or_default();
    if has(Field::Attributed) {
        form.is_attributed_authorship = draft.is_attributed.unwrap_or_default();
    } else if said.author {
        form.is_attributed_authorship = now.is_attributed;
    }
    (form, said)
}

fn says(description: Option<&str>) -> Parsed {
    description.map(descriptions::parse).unwrap_or_default()
}

/// The sources of a field that descriptions may contain too.
struct Of<T> {
    /// The column's cell, if the column is present.
    cell: Option<Option<T>>,
    /// The value in the current description.
    now: Option<T>,
    /// For a stored lot: its field, and the value in its previous description.
    stored: Option<(Option<T>, Option<T>)>,
}

impl<T: PartialEq> Of<T> {
    fn decided(self, said: &mut bool) -> Option<T> {
        let from_description = |now: Option<T>, said: &mut bool| {
            *said = now.is_some();
            now
        };
        match (self.cell, self.stored) {
            (Some(Some(cell)), _) => Some(cell),
            (Some(None), _) | (None, None) => from_description(self.now, said),
            (None, Some((stored, was))) if stored == was => from_description(self.now, said),
            // The field was edited by hand, which overrides the description.
            (None, Some((stored, _))) => stored,
        }
    }
}

fn differences(old: &LotForm, new: &LotForm) -> Vec<&'static str> {
    [
        (Field::Title, old.title_ru != new.title_ru),
        (Field::Description, old.description_ru != new.description_ru),
        (Field::Author, old.authors != new.authors),
        (
            Field::Attributed,
            old.is_attributed_authorship != new.is_attributed_authorship,
        ),
        (Field::Category, old.category_id != new.category_id),
        (Field::Period, old.period != new.period),
        (Field::Materials, old.materials != new.materials),
        (Field::Size, old.size != new.size),
        (
            Field::Country,
            old.source_country_ru != new.source_country_ru,
        ),
        (Field::Weight, old.weight != new.weight),
        (Field::Notes, old.notes != new.notes),
        (
            Field::AuctioneerNote,
            old.auctioneer_note != new.auctioneer_note,
        ),
        (Field::Videos, old.video_links != new.video_links),
        (Field::Start, old.start_price != new.start_price),
        (Field::Reserve, old.reserve_price != new.reserve_price),
        (
            Field::EstimatedFrom,
            old.estimated_from != new.estimated_from,
        ),
        (Field::EstimatedTo, old.estimated_to != new.estimated_to),
    ]
    .into_iter()
    .filter_map(|(field, differs)| differs.then_some(field.wire()))
    .collect()
}

/// A placeholder id for a new lot, for commands of a dry run.
pub fn no_id_yet(place: usize) -> i64 {
    i64::MAX - place as i64
}

/// The lot that a command concerns.
pub fn about(command: &Command) -> Option<LotId> {
    match command {
        Command::AddLot { lot, .. } | Command::ChangeLot { lot, .. } => Some(*lot),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn columns(headings: &[&str]) -> Columns {
        Columns::of(headings.iter().copied(), &BTreeMap::new())
    }

    fn lot(form: LotForm) -> StoredLot {
        StoredLot {
            id: 7,
            house_id: 1,
            catalog_id: Some(1),
            number: Some(1),
            currency: 0,
            fields: form.check().unwrap(),
        }
    }

    fn draft() -> Draft {
        Draft {
            row: 2,
            number: 1,
            start: 100,
            ..Draft::default()
        }
    }

    fn fields(planned: Planned) -> (LotFields, Vec<&'static str>) {
        match planned.what {
            What::New(fields) => (fields, Vec::new()),
            What::Known {
                fields, changed, ..
            } => (fields, changed),
        }
    }

    const VASE: &str = "Ваза «Осень». Фарфор. 1912 г. Высота 32 см";

    #[test]
    fn fields_without_a_column_are_read_from_the_description() {
        let with_all = columns(&["№", "Название", "Описание", "Цена", "Период"]);
        let draft = Draft {
            description: Some(VASE.into()),
            period: Some("1910-е гг.".into()),
            ..draft()
        };
        let planned = compare(&draft, &with_all, None).unwrap();
        assert!(
            planned.said.title && planned.said.size && !planned.said.period && !planned.said.author
        );
        let (fields, _) = fields(planned);
        assert_eq!(fields.title_ru, "Ваза «Осень»");
        assert_eq!(fields.period.as_deref(), Some("1910-е гг."));
        assert_eq!(fields.size.as_deref(), Some("Высота 32 см"));
    }

    #[test]
    fn missing_columns_leave_the_stored_fields_unchanged() {
        let stored = lot(LotForm {
            title_ru: "Ваза".into(),
            notes: Some("Скол".into()),
            weight: Some("1 кг".into()),
            reserve_price: Some(500),
            start_price: 100,
            top: 3,
            hidden: true,
            ..LotForm::default()
        });
        let columns = columns(&["№", "Название", "Цена", "Вес"]);
        let draft = Draft {
            title: Some("Ваза".into()),
            ..draft()
        };
        let (fields, changed) = fields(compare(&draft, &columns, Some(stored)).unwrap());
        // The weight's cell is empty.
        assert_eq!(changed, ["weight"]);
        assert_eq!(
            (fields.notes.as_deref(), fields.reserve_price),
            (Some("Скол"), Some(500))
        );
        assert!(fields.hidden && fields.top == 3);
    }

    #[test]
    fn fields_read_from_the_description_follow_it_until_edited_by_hand() {
        let columns = columns(&["№", "Описание", "Цена"]);
        let first = Draft {
            description: Some(VASE.into()),
            ..draft()
        };
        let (stored, _) = fields(compare(&first, &columns, None).unwrap());
        let again = |form: LotForm, description: &str| {
            let draft = Draft {
                description: Some(description.into()),
                ..draft()
            };
            fields(compare(&draft, &columns, Some(lot(form))).unwrap())
        };
        let (_, changed) = again(stored.clone().into(), VASE);
        assert!(changed.is_empty(), "{changed:?}");
        let other = "Ваза «Осень». Фарфор. 1912 г. Высота 35 см";
        let (follows, changed) = again(stored.clone().into(), other);
        assert_eq!(follows.size.as_deref(), Some("Высота 35 см"));
        assert_eq!(changed, ["descriptionRu", "size"]);
        let by_hand = LotForm {
            size: Some("H 33".into()),
            ..stored.into()
        };
        let (stays, changed) = again(by_hand, other);
        assert_eq!(stays.size.as_deref(), Some("H 33"));
        assert_eq!(changed, ["descriptionRu"]);
    }

    #[test]
    fn a_row_with_an_invalid_form_or_a_refusing_room_is_refused() {
        let table = Table {
            columns: columns(&["№", "Название", "Цена", "Видео"]),
            rows: 3,
            drafts: vec![
                Draft {
                    number: 1,
                    row: 2,
                    title: Some("я".repeat(501)),
                    ..draft()
                },
                Draft {
                    number: 2,
                    row: 3,
                    title: Some("Ваза".into()),
                    ..draft()
                },
                Draft {
                    number: 3,
                    row: 4,
                    title: Some("Ваза".into()),
                    ..draft()
                },
            ],
            faults: Vec::new(),
        };
        let refused = HashMap::from([(3, "Действие невозможно".to_owned())]);
        let plan = plan(&table, Vec::new(), &refused);
        assert_eq!(plan.lots.len(), 1);
        let faults: Vec<_> = plan
            .refused
            .iter()
            .map(|row| (row.row, row.faults[0].clone()))
            .collect();
        assert_eq!(
            faults,
            [
                (
                    2,
                    ("titleRu".to_owned(), "Не более 500 символов".to_owned())
                ),
                (
                    4,
                    ("catalogLotId".to_owned(), "Действие невозможно".to_owned())
                ),
            ]
        );
    }
}
