//! Steps, the ladder of bets and its bands.

use crate::{
    kinds::{CalculationType, CatalogType},
    money::Amount,
};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use thiserror::Error;

/// From `start` on, the step is `step`; both in whole units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepRow {
    pub start: Amount,
    pub step: Amount,
}

/// A bet step table: at least one row, starts rise strictly from 0 or above, steps are positive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<StepRow>", into = "Vec<StepRow>")]
pub struct StepTable(Vec<StepRow>);

/// Why rows make no step table (422 when it is saved).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BadStepTable {
    #[error("a step table has at least one row")]
    Empty,
    #[error("row {row}: the start is below 0 or above 10^12")]
    StartOutOfRange { row: usize },
    #[error("row {row}: starts must rise strictly")]
    StartsDoNotRise { row: usize },
    #[error("row {row}: a step is above 0 and at most 10^12")]
    StepOutOfRange { row: usize },
}

static DEFAULT: LazyLock<StepTable> = LazyLock::new(|| {
    let rows = [
        (0, 5),
        (50, 10),
        (200, 20),
        (500, 50),
        (1_000, 100),
        (2_000, 200),
        (5_000, 500),
        (10_000, 1_000),
        (20_000, 2_000),
        (50_000, 5_000),
    ];
    StepTable(
        rows.map(|(start, step)| StepRow {
            start: Amount(start),
            step: Amount(step),
        })
        .to_vec(),
    )
});

impl StepTable {
    /// Rows in rising order; `row` of an error counts from 0.
    pub fn new(rows: Vec<StepRow>) -> Result<Self, BadStepTable> {
        if rows.is_empty() {
            return Err(BadStepTable::Empty);
        }
        for (row, this) in rows.iter().enumerate() {
            if this.start < Amount(0) || this.start > Amount::MAX {
                return Err(BadStepTable::StartOutOfRange { row });
            }
            if row > 0 && this.start <= rows[row - 1].start {
                return Err(BadStepTable::StartsDoNotRise { row });
            }
            if Amount::named(this.step.0).is_none() {
                return Err(BadStepTable::StepOutOfRange { row });
            }
        }
        Ok(Self(rows))
    }

    /// The table of the specification's section 9; it reaches down to 0.
    pub fn default_table() -> &'static StepTable {
        &DEFAULT
    }

    pub fn rows(&self) -> &[StepRow] {
        &self.0
    }

    /// The last row whose start is at most the price.
    fn row(&self, price: Amount) -> Option<&StepRow> {
        self.0[..self.rows_up_to(price)].last()
    }

    /// Where the row after the price's own begins.
    fn next_start(&self, price: Amount) -> Option<Amount> {
        self.0.get(self.rows_up_to(price)).map(|row| row.start)
    }

    fn rows_up_to(&self, price: Amount) -> usize {
        self.0.partition_point(|row| row.start <= price)
    }
}

impl TryFrom<Vec<StepRow>> for StepTable {
    type Error = BadStepTable;

    fn try_from(rows: Vec<StepRow>) -> Result<Self, BadStepTable> {
        Self::new(rows)
    }
}

impl From<StepTable> for Vec<StepRow> {
    fn from(table: StepTable) -> Self {
        table.0
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Percent,
    Step,
}

/// The ladder of bets of a catalog: its mode and the step table that answers. Cheap to make and to copy.
#[derive(Debug, Clone, Copy)]
pub struct Ladder<'a> {
    mode: Mode,
    table: &'a StepTable,
}

/// The values next to one on the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbours {
    /// The greatest value below.
    pub below: Option<Amount>,
    /// The least value above; the ladder is endless.
    pub above: Amount,
}

impl<'a> Ladder<'a> {
    /// The catalog's table, else the house's, else the default one.
    pub fn new(
        catalog_type: CatalogType,
        calculation: CalculationType,
        catalog: Option<&'a StepTable>,
        house: Option<&'a StepTable>,
    ) -> Self {
        let mode = match (calculation, catalog_type) {
            (CalculationType::TenPercentAndModTen, _) => Mode::Percent,
            (CalculationType::ByCatalogType, CatalogType::Parallel) => Mode::Percent,
            (CalculationType::ByCatalogType | CalculationType::ByStepTable, _) => Mode::Step,
        };
        Self {
            mode,
            table: catalog.or(house).unwrap_or(StepTable::default_table()),
        }
    }

    pub fn is_percent(&self) -> bool {
        self.mode == Mode::Percent
    }

    /// The step at a price. If no row of the table reaches down to it, the default table answers.
    pub fn step(&self, price: Amount) -> Amount {
        let row = self
            .table
            .row(price)
            .or_else(|| DEFAULT.row(price))
            .unwrap_or(&DEFAULT.0[0]);
        row.step
    }

    /// The least bet that may follow a leading bet.
    pub fn after(&self, price: Amount) -> Amount {
        match self.mode {
            Mode::Percent => Amount((price.0 * 11 + 9).div_euclid(10)).ceil10(),
            Mode::Step => Amount(price.0 + self.step(price).0).ceil10(),
        }
    }

    /// The minimum bet: after the leading one, else the start price rounded up to 10, but at least 10.
    pub fn minimum(&self, start: Amount, leading: Option<Amount>) -> Amount {
        match leading {
            Some(leading) => self.after(leading),
            None => start.ceil10().max(Amount(10)),
        }
    }

    /// How many options a bidder is offered.
    pub fn options_offered(&self, absentee: bool) -> usize {
        if absentee && self.is_percent() {
            20
        } else {
            50
        }
    }

    /// The first `n` values of the ladder from a minimum on.
    pub fn options(&self, minimum: Amount, n: usize) -> Vec<Amount> {
        std::iter::successors(Some(minimum), |value| Some(self.after(*value)))
            .take(n)
            .collect()
    }

    /// The ladder's values next to `value` (at most [`Amount::MAX`]; anything above counts as that); without one, the
    /// minimum is above. In step mode this goes from band to band, in percent mode value by value: those multiply, so
    /// there are fewer than 300 of them.
    pub fn neighbours(&self, minimum: Amount, value: Option<Amount>) -> Neighbours {
        let Some(value) = value else {
            return Neighbours {
                below: None,
                above: minimum,
            };
        };
        let value = value.min(Amount::MAX);
        let below = self.last_up_to(minimum, Amount(value.0.saturating_sub(1)));
        let above = self
            .last_up_to(minimum, value)
            .map_or(minimum, |last| self.after(last));
        Neighbours { below, above }
    }

    /// The greatest value of the ladder that is at most `limit`.
    fn last_up_to(&self, minimum: Amount, limit: Amount) -> Option<Amount> {
        let mut value = minimum;
        if value > limit {
            return None;
        }
        loop {
            let next = match self.mode {
                Mode::Percent => self.after(value),
                Mode::Step => {
                    // Within a band the ladder is an arithmetic progression: go to its last value below the end of
                    // the band and the limit at once, then one step across.
                    let stride = self.after(value).0 - value.0;
                    let last = self
                        .band_end(value)
                        .map_or(limit, |end| limit.min(Amount(end.0 - 1)));
                    value = Amount(value.0 + (last.0 - value.0) / stride * stride);
                    self.after(value)
                }
            };
            if next > limit {
                return Some(value);
            }
            value = next;
        }
    }

    /// Where the step in force at `price` may end: the next row's start, of the default table below the table's first.
    fn band_end(&self, price: Amount) -> Option<Amount> {
        let own = self.table.next_start(price);
        match self.table.row(price) {
            Some(_) => own,
            None => own.into_iter().chain(DEFAULT.next_start(price)).min(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[(i64, i64)]) -> Vec<StepRow> {
        rows.iter()
            .map(|&(start, step)| StepRow {
                start: Amount(start),
                step: Amount(step),
            })
            .collect()
    }

    #[test]
    fn tables_are_checked_when_made() {
        use BadStepTable::*;
        let rejected: [(&[(i64, i64)], BadStepTable); 8] = [
            (&[], Empty),
            (&[(-1, 5)], StartOutOfRange { row: 0 }),
            (
                &[(0, 5), (1_000_000_000_001, 5)],
                StartOutOfRange { row: 1 },
            ),
            (&[(0, 5), (0, 10)], StartsDoNotRise { row: 1 }),
            (&[(0, 5), (50, 10), (49, 20)], StartsDoNotRise { row: 2 }),
            (&[(0, 0)], StepOutOfRange { row: 0 }),
            (&[(0, 5), (10, -5)], StepOutOfRange { row: 1 }),
            (&[(0, 1_000_000_000_001)], StepOutOfRange { row: 0 }),
        ];
        for (bad, why) in rejected {
            assert_eq!(StepTable::new(rows(bad)), Err(why), "{bad:?}");
        }
        assert!(StepTable::new(rows(&[(0, 5), (50, 10)])).is_ok());
        assert!(StepTable::new(rows(&[(700, 1)])).is_ok());
        let table = rows(&[(0, 5), (50, 10)]);
        assert_eq!(StepTable::new(table.clone()).unwrap().rows(), table);
        assert!(serde_json::from_str::<StepTable>("[]").is_err());
    }

    #[test]
    fn neighbours_agree_with_climbing() {
        let tables = [
            None,
            Some(StepTable::new(rows(&[(0, 5)])).unwrap()),
            Some(StepTable::new(rows(&[(115, 17), (118, 300), (1_000, 5)])).unwrap()),
            Some(StepTable::new(rows(&[(25, 15), (65, 20), (70, 1)])).unwrap()),
        ];
        for table in &tables {
            for calculation in [
                CalculationType::ByStepTable,
                CalculationType::TenPercentAndModTen,
            ] {
                let ladder = Ladder::new(CatalogType::Classic, calculation, table.as_ref(), None);
                for minimum in [10, 60, 110, 480] {
                    let climbed = ladder.options(Amount(minimum), 250);
                    for value in (0..1_200).chain([2_000, 2_001]) {
                        let neighbours = ladder.neighbours(Amount(minimum), Some(Amount(value)));
                        let below = climbed.iter().rev().find(|step| step.0 < value).copied();
                        let above = climbed.iter().find(|step| step.0 > value).copied();
                        assert_eq!(
                            (neighbours.below, Some(neighbours.above)),
                            (below, above),
                            "{minimum} {value}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_end_of_the_scale_is_near_in_every_mode() {
        for calculation in CalculationType::ALL {
            let ladder = Ladder::new(CatalogType::Classic, *calculation, None, None);
            let neighbours = ladder.neighbours(Amount(10), Some(Amount(i64::MAX)));
            assert!(neighbours.below.unwrap() < Amount::MAX && neighbours.above > Amount::MAX);
        }
    }
}
