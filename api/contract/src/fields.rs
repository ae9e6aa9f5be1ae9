//! Checks for the fields of a body or a table's row. Every fault is reported at once, by field.

use std::collections::BTreeMap;

use domain::{Amount, StepTable, steps::BadStepTable};
use texts::{characters, rich_text, slug};

use crate::bounds::{Bound, Form, SLUG};
use crate::dto::StepRow;
use crate::error::{ApiError, ApiResult};

const MISSING: &str = "Обязательное поле";

/// The faults of a form: field → Russian texts. Never empty when returned as an error.
///
/// A check that finds a fault still returns a value; [`Faults::or`] and [`Faults::into_result`] decide whether the values
/// may be used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use]
pub struct Faults(BTreeMap<String, Vec<String>>);

impl Faults {
    pub fn of(field: &str, text: impl Into<String>) -> Self {
        let mut faults = Self::default();
        faults.add(field, text);
        faults
    }

    pub fn add(&mut self, field: &str, text: impl Into<String>) {
        self.0
            .entry(field.to_owned())
            .or_default()
            .push(text.into());
    }

    /// Every field with its text.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .flat_map(|(field, texts)| texts.iter().map(|text| (field.as_str(), text.as_str())))
    }

    /// The value, if there are no faults.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// Fails if there are faults.
    pub fn into_result(self) -> ApiResult<()> {
        Ok(self.or(())?)
    }

    /// Checks a text's length and cleans it. `None` for a blank text.
    pub fn optional(&mut self, field: &str, text: Option<&str>, bound: Bound) -> Option<String> {
        let text = text?;
        if !bound.fits(text) {
            self.add(field, bound.fault());
            return Some(text.to_owned());
        }
        if bound.form == Form::OneLine
            && let Some(fault) = fault_of_line(text.trim())
        {
            self.add(field, fault);
            return Some(text.to_owned());
        }
        let clean = match bound.form {
            Form::Html => rich_text::clean(text).trim().to_owned(),
            Form::Line | Form::OneLine | Form::Lines | Form::Parsed => bound.clean(text),
        };
        Some(clean).filter(|text| !text.is_empty())
    }

    /// Cleans a text, checks its length, and requires it not to be blank.
    pub fn required(&mut self, field: &str, text: &str, bound: Bound) -> String {
        self.required_or(field, text, bound, MISSING)
    }

    /// Like [`Self::required`], with `missing` as the text of the fault for a blank text.
    pub fn required_or(&mut self, field: &str, text: &str, bound: Bound, missing: &str) -> String {
        let text = self.optional(field, Some(text), bound);
        if text.is_none() {
            self.add(field, missing);
        }
        text.unwrap_or_default()
    }

    /// The given slug, or one derived from the title.
    pub fn slug(
        &mut self,
        field: &str,
        given: Option<&str>,
        title: &str,
        otherwise: &str,
    ) -> String {
        if given.is_some_and(|given| !SLUG.fits(given)) {
            self.add(field, SLUG.fault());
        }
        match given.map(str::trim).filter(|given| !given.is_empty()) {
            None => slug::of(title, otherwise),
            Some(given) => {
                if !slug::is_slug(given) {
                    self.add(
                        field,
                        "Только строчные латинские буквы, цифры и дефисы между ними",
                    );
                }
                given.to_owned()
            }
        }
    }

    /// An amount from 0 to 10^12.
    pub fn amount(&mut self, field: &str, value: i64) -> i64 {
        if !(0..=Amount::MAX.0).contains(&value) {
            self.add(field, "Сумма должна быть от 0 до 1 000 000 000 000");
        }
        value
    }

    /// A percentage from 0 to 100 with at most two decimals.
    pub fn percent(&mut self, field: &str, value: f64) -> f64 {
        let hundredths = value * 100.0;
        if !(0.0..=10_000.0).contains(&hundredths) {
            self.add(field, "От 0 до 100 процентов");
        } else if (hundredths - hundredths.round()).abs() > 1e-6 {
            self.add(field, "Не более двух знаков после запятой");
        }
        hundredths.round() / 100.0
    }

    /// A step table. `None` defers to the house's table, then to the default.
    pub fn steps(&mut self, field: &str, rows: Option<&[StepRow]>) -> Option<StepTable> {
        let rows = rows?;
        if rows.len() > MOST_STEPS {
            self.add(field, format!("Не более {MOST_STEPS} строк"));
            return None;
        }
        let rows = rows.iter().map(|row| domain::StepRow {
            start: Amount(row.start),
            step: Amount(row.step),
        });
        match StepTable::new(rows.collect()) {
            Ok(table) => Some(table),
            Err(bad) => {
                self.add(field, bad_steps(bad));
                None
            }
        }
    }
}

/// Maximum rows of a step table. A hundred bands reach from a rouble to beyond any price ever paid.
const MOST_STEPS: usize = 100;

fn bad_steps(bad: BadStepTable) -> String {
    use BadStepTable::*;
    match bad {
        Empty => "В таблице шагов должна быть хотя бы одна строка".to_owned(),
        StartOutOfRange { row } => format!(
            "Строка {}: начальная цена должна быть от 0 до 1 000 000 000 000",
            row + 1
        ),
        StartsDoNotRise { row } => format!(
            "Строка {}: начальная цена должна быть больше, чем в предыдущей строке",
            row + 1
        ),
        StepOutOfRange { row } => format!("Строка {}: шаг должен быть больше нуля", row + 1),
    }
}

impl From<Faults> for ApiError {
    fn from(faults: Faults) -> Self {
        let mut all = faults.iter();
        let first = match all.next() {
            Some((field, text)) => ApiError::invalid(field, text),
            // The fault concerns no particular field.
            None => ApiError::invalid("body", "Проверьте введённые данные"),
        };
        all.fold(first, |error, (field, text)| error.and(field, text))
    }
}

/// Why the text cannot be taken as one line, if it cannot.
fn fault_of_line(text: &str) -> Option<&'static str> {
    if characters::has_breaks(text) {
        Some("Пишите в одну строку")
    } else if characters::has_invisible(text) {
        Some("Уберите невидимые символы")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds;
    use regex::Regex;

    fn faults(of: impl FnOnce(&mut Faults)) -> Vec<String> {
        let mut faults = Faults::default();
        of(&mut faults);
        faults.iter().map(|(_, text)| text.to_owned()).collect()
    }

    #[test]
    fn texts_are_counted_in_characters_as_sent_and_cleaned() {
        let five = |form| Bound { form, most: 5 };
        let mut all = Faults::default();
        let mut kept = |text, form| all.optional("a", Some(text), five(form));
        assert_eq!(kept("  да ", Form::Line).as_deref(), Some("да"));
        assert_eq!(
            kept("д\u{202e}а\u{200b}", Form::Line).as_deref(),
            Some("да")
        );
        assert_eq!(kept(" \n", Form::Lines), None);
        assert_eq!(kept("<p>", Form::Line).as_deref(), Some("<p>"));
        all.into_result().unwrap();

        let mut all = Faults::default();
        all.optional("a", Some("шестой"), five(Form::Lines));
        all.optional("b", Some("да\u{200b}\u{200b}  "), five(Form::Line));
        all.required_or("c", " ", five(Form::Line), "Нужно");
        all.optional("d", Some(" 7\n"), five(Form::OneLine));
        all.optional("e", Some("7\n8"), five(Form::OneLine));
        all.optional("f", Some("7\u{1c}8"), five(Form::OneLine));
        let long = "Не более 5 символов";
        assert_eq!(
            all.iter().collect::<Vec<_>>(),
            [
                ("a", long),
                ("b", long),
                ("c", "Нужно"),
                ("e", "Пишите в одну строку"),
                ("f", "Уберите невидимые символы")
            ]
        );
    }

    #[test]
    fn percentages_have_at_most_two_decimals() {
        for (value, wrong) in [
            (0.0, false),
            (100.0, false),
            (12.35, false),
            (0.07, false),
            (100.01, true),
            (-0.01, true),
            (1.005, true),
            (f64::NAN, true),
        ] {
            let found = faults(|all| {
                all.percent("commission", value);
            });
            assert_eq!(!found.is_empty(), wrong, "{value}");
        }
    }

    #[test]
    fn the_fault_of_a_step_table_names_its_row() {
        let steps = |rows: &[(i64, i64)]| {
            let rows: Vec<_> = rows
                .iter()
                .map(|&(start, step)| StepRow { start, step })
                .collect();
            faults(|all| {
                all.steps("stepsTable", Some(&rows));
            })
        };
        assert!(steps(&[(0, 5), (50, 10)]).is_empty());
        assert_eq!(
            steps(&[]),
            ["В таблице шагов должна быть хотя бы одна строка"]
        );
        assert_eq!(
            steps(&[(0, 5), (50, 10), (50, 20)]),
            ["Строка 3: начальная цена должна быть больше, чем в предыдущей строке"]
        );
        assert_eq!(
            steps(&[(0, 5), (50, 0)]),
            ["Строка 2: шаг должен быть больше нуля"]
        );
        assert_eq!(
            steps(&[(-1, 5)]),
            ["Строка 1: начальная цена должна быть от 0 до 1 000 000 000 000"]
        );
        assert_eq!(steps(&[(0, 5); 101]), ["Не более 100 строк"]);
    }

    #[test]
    fn a_paddle_is_described_as_it_is_checked() {
        let required = Regex::new(&bounds::pattern("PaddleRequest", "number")).unwrap();
        let optional = Regex::new(&bounds::pattern("BetRequest", "FromUserId")).unwrap();
        for c in '\0'..='\u{ffff}' {
            for text in [format!("7{c}8"), format!("{c}{c}7{c}"), c.to_string()] {
                let mut faults = Faults::default();
                let paddle = faults.optional("number", Some(&text), bounds::PADDLE);
                let is_taken = faults.into_result().is_ok();
                assert_eq!(optional.is_match(&text), is_taken, "{text:?}");
                let is_required = is_taken && paddle.is_some();
                assert_eq!(required.is_match(&text), is_required, "{text:?}");
            }
        }
    }
}
