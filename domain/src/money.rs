//! Amounts, instants and the commission.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// Whole units of the catalog's currency.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Amount(pub i64);

impl Amount {
    /// The largest accepted amount.
    pub const MAX: Amount = Amount(1_000_000_000_000);

    /// An amount from a request: 0 < value ≤ 10^12, else nothing (422, before any rule).
    pub fn named(value: i64) -> Option<Self> {
        (0 < value && value <= Self::MAX.0).then_some(Self(value))
    }

    /// A reserve; ≤ 0 means none.
    pub fn reserve(value: i64) -> Option<Self> {
        (value > 0).then_some(Self(value))
    }

    /// `ceil10`: the least multiple of 10 that is ≥ the amount.
    pub fn ceil10(self) -> Self {
        Self((self.0 + 9).div_euclid(10) * 10)
    }

    pub fn is_multiple_of_10(self) -> bool {
        self.0 % 10 == 0
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Server time in Unix milliseconds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    pub const fn plus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    pub const fn minus_ms(self, ms: i64) -> Self {
        Self(self.0.saturating_sub(ms))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The buyer's commission in hundredths of a percent, so that two decimals are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commission(u32);

/// Not a commission: it is 0 to 1000 percent with at most two decimals.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no commission in percent with at most two decimals")]
pub struct BadCommission(String);

impl Commission {
    pub const NONE: Commission = Commission(0);

    /// Hundredths of a percent: 12.5 % is `1250`.
    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// price × (100 + commission) / 100, halves rounded up.
    pub fn price_with(self, price: Amount) -> Amount {
        let exact = i128::from(price.0) * (10_000 + i128::from(self.0));
        Amount(i64::try_from((exact + 5_000).div_euclid(10_000)).unwrap_or(i64::MAX))
    }
}

impl FromStr for Commission {
    type Err = BadCommission;

    /// `"12.5"`, `"12,50"`, `"33.33"`, `"15"`; no floats on the way, so nothing is rounded.
    fn from_str(text: &str) -> Result<Self, BadCommission> {
        let bad = || BadCommission(text.to_owned());
        let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty()
            || whole.len() > 4
            || !digits(whole)
            || decimals.len() > 2
            || !digits(decimals)
        {
            return Err(bad());
        }
        let whole: u32 = whole.parse().map_err(|_| bad())?;
        let hundredths: u32 = format!("{decimals:0<2}").parse().map_err(|_| bad())?;
        let commission = whole * 100 + hundredths;
        if commission > 100_000 {
            Err(bad())
        } else {
            Ok(Self(commission))
        }
    }
}

impl fmt::Display for Commission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, tenths) if tenths % 10 == 0 => write!(f, "{whole}.{}", tenths / 10),
            (whole, hundredths) => write!(f, "{whole}.{hundredths:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_amounts_are_positive_and_bounded() {
        for bad in [i64::MIN, -10, -1, 0, Amount::MAX.0 + 1, i64::MAX] {
            assert_eq!(Amount::named(bad), None, "{bad}");
        }
        assert_eq!(Amount::named(1), Some(Amount(1)));
        assert_eq!(Amount::named(Amount::MAX.0), Some(Amount::MAX));
    }

    #[test]
    fn a_reserve_is_positive_or_none() {
        for none in [i64::MIN, -1, 0] {
            assert_eq!(Amount::reserve(none), None, "{none}");
        }
        assert_eq!(Amount::reserve(1), Some(Amount(1)));
    }

    #[test]
    fn amounts_and_instants_are_shown_as_their_numbers() {
        assert_eq!(format!("{:>5}", Amount(150)), "  150");
        assert_eq!(Timestamp(1_800).to_string(), "1800");
    }

    #[test]
    fn ceil10_rounds_up_only() {
        for (x, up) in [
            (0, 0),
            (1, 10),
            (9, 10),
            (10, 10),
            (11, 20),
            (99, 100),
            (100, 100),
        ] {
            assert_eq!(Amount(x).ceil10(), Amount(up));
        }
    }

    #[test]
    fn commissions_are_read_exactly_or_not_at_all() {
        for bad in [
            "", ".", ".5", "1.234", "-1", "+1", "1e2", "12.5.1", "1000.01", "99999", "00010",
            "1 0", "NaN", "٣",
        ] {
            assert!(bad.parse::<Commission>().is_err(), "{bad:?}");
        }
        for (text, hundredths, shown) in [
            ("0", 0, "0"),
            ("12.5", 1250, "12.5"),
            ("12,50", 1250, "12.5"),
            ("0.05", 5, "0.05"),
            ("33.33", 3333, "33.33"),
            ("1000", 100_000, "1000"),
        ] {
            let commission: Commission = text.parse().unwrap();
            assert_eq!(
                (commission.hundredths(), commission.to_string().as_str()),
                (hundredths, shown)
            );
        }
    }
}
