//! Ids of bets outside their room. They follow from the catalog's id and the bet's number in it, so they are known before
//! the bet is stored, and a replay gives the same ones.

/// Number of low bits that hold the bet's number in its catalog; the high bits hold the catalog's id.
const NUMBER_BITS: u32 = 24;

/// The id fits a JavaScript number.
pub fn bet_id(catalog_id: i64, number: u64) -> i64 {
    debug_assert!(
        number < 1 << NUMBER_BITS,
        "a catalog has fewer than 2^24 bets"
    );
    (catalog_id << NUMBER_BITS) | number as i64
}

/// The number of a bet in its catalog; `None` if the id is of another catalog's bet, or of none.
pub fn bet_number(catalog_id: i64, id: i64) -> Option<u64> {
    let number = u64::try_from(id & ((1 << NUMBER_BITS) - 1)).ok()?;
    (id >> NUMBER_BITS == catalog_id && number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bet_id_encodes_catalog_and_number_and_fits_a_javascript_number() {
        let id = bet_id(7, 12);
        assert_eq!(bet_number(7, id), Some(12));
        for (catalog_id, id) in [(8, id), (7, bet_id(7, 0)), (7, -id), (7, 12)] {
            assert_eq!(bet_number(catalog_id, id), None);
        }
        assert!(bet_id(7, 13) > id && bet_id(8, 1) > bet_id(7, (1 << NUMBER_BITS) - 1));
        assert!(bet_id((1 << 29) - 1, (1 << NUMBER_BITS) - 1) < 1 << 53);
    }
}
