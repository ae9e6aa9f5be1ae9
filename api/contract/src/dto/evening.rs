use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::catalog::CatalogShort;
use super::lot::LotShort;

/// «Мой вечер»: the caller's lots in sales that run, start within a day, or have just ended.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evening {
    /// The sales of the lots: running ones first, then upcoming, then past.
    pub sales: Vec<EveningSale>,
    /// At most 200, those that come up first.
    pub lots: Vec<EveningLot>,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EveningSale {
    pub catalog: CatalogShort,
    /// The number of the lot under the hammer in a running classic sale.
    pub current_number: Option<i32>,
    /// The pace of a running classic sale over its last 30 lots. Null before four have been hammered.
    pub seconds_per_lot: Option<f64>,
}

/// A lot that the caller watches, bet on or left an absentee order for.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EveningLot {
    pub lot: LotShort,
    /// The caller's latest standing bet.
    pub bet: Option<i64>,
    /// The caller's standing secret maximum.
    pub absentee: Option<i64>,
    /// Its place among the lots to come in a running classic sale: 1 for the next one, 0 on the block. Null elsewhere, and
    /// once the lot is over.
    pub ahead: Option<i64>,
}
