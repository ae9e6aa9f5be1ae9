//! The public state of rooms that are not in memory, read from their projection rows.

use domain::{CatalogState, Currency, LotState, ReserveState, Timestamp, UnknownNumber};
use sqlx::PgPool;
use wire::{
    CatalogStatusUpdate, LeadingBet, LotUpdate, LotUpdatePrice, Payload, RoomError, RoomSnapshot,
    instant::{Instant, timestamp},
};

/// See `Rooms::snapshot`.
pub async fn snapshot(
    pool: &PgPool,
    catalog_id: i64,
    since: Option<i64>,
    now: Timestamp,
) -> Result<RoomSnapshot, RoomError> {
    let catalog = sqlx::query!(
        "select t.version, t.state, t.current_lot_id, t.start_date, t.end_date, t.paused_at, t.pause_reason,
            c.catalog_type
         from catalog_trade t join catalog c on c.id = t.catalog_id where t.catalog_id = $1",
        catalog_id
    )
    .fetch_optional(pool)
    .await
    .map_err(unreachable)?
    .ok_or(RoomError::NotFound)?;
    let is_classic = catalog.catalog_type == domain::CatalogType::Classic.number();
    let rows = sqlx::query_as!(
        LotTradeRow,
        "select l.id as lot_id, t.version, t.state, t.is_bidding_over, t.start_trade_time, t.end_trade_time,
            t.warned_at, t.leading_bet_id, t.leading_value, t.leading_paddle, t.leading_participant, t.leading_at,
            t.bets_count, t.min_bet, t.reserve_state, t.together, t.is_choice, l.start_price, c.currency
         from lot_trade t join lot l on l.id = t.lot_id join catalog c on c.id = t.catalog_id
         where t.catalog_id = $1 and not l.hidden
            and case when $2::bigint is not null then t.version > $2
                when $3 then t.lot_id = $4
                else t.state = 1 and t.bets_count > 0 end
         order by t.version, t.lot_id",
        catalog_id,
        since,
        is_classic,
        catalog.current_lot_id,
    )
    .fetch_all(pool)
    .await
    .map_err(unreachable)?;
    let lots = rows
        .into_iter()
        .map(|row| {
            let update = row.update(catalog_id, now).map_err(unfit)?;
            Payload::encode(&update).map_err(unfit)
        })
        .collect::<Result<_, _>>()?;
    Ok(RoomSnapshot {
        catalog: CatalogStatusUpdate {
            catalog_id,
            version: catalog.version,
            server_time: now.into(),
            state: CatalogState::try_from(catalog.state).map_err(unfit)?,
            current_lot_id: catalog.current_lot_id,
            start_date: catalog.start_date.map(timestamp).map(Instant),
            end_date: catalog.end_date.map(timestamp).map(Instant),
            paused_at: catalog.paused_at.map(timestamp).map(Instant),
            pause_reason: catalog.pause_reason,
        },
        lots,
    })
}

/// See `Rooms::lot`.
pub async fn lot(
    pool: &PgPool,
    catalog_id: i64,
    lot_id: i64,
    now: Timestamp,
) -> Result<Option<LotUpdate>, RoomError> {
    let row = sqlx::query_as!(
        LotTradeRow,
        "select l.id as lot_id, t.version, t.state, t.is_bidding_over, t.start_trade_time, t.end_trade_time,
            t.warned_at, t.leading_bet_id, t.leading_value, t.leading_paddle, t.leading_participant, t.leading_at,
            t.bets_count, t.min_bet, t.reserve_state, t.together, t.is_choice, l.start_price, c.currency
         from lot_trade t join lot l on l.id = t.lot_id join catalog c on c.id = t.catalog_id
         where t.catalog_id = $1 and t.lot_id = $2 and not l.hidden",
        catalog_id,
        lot_id,
    )
    .fetch_optional(pool)
    .await
    .map_err(unreachable)?;
    row.map(|row| row.update(catalog_id, now))
        .transpose()
        .map_err(unfit)
}

struct LotTradeRow {
    lot_id: i64,
    version: i64,
    state: i16,
    is_bidding_over: bool,
    start_trade_time: Option<time::OffsetDateTime>,
    end_trade_time: Option<time::OffsetDateTime>,
    warned_at: Option<time::OffsetDateTime>,
    leading_bet_id: Option<i64>,
    leading_value: Option<i64>,
    leading_paddle: Option<String>,
    leading_participant: Option<i32>,
    leading_at: Option<time::OffsetDateTime>,
    bets_count: i32,
    min_bet: i64,
    reserve_state: Option<String>,
    together: Vec<i32>,
    is_choice: bool,
    start_price: i64,
    currency: i16,
}

impl LotTradeRow {
    fn update(self, catalog_id: i64, now: Timestamp) -> Result<LotUpdate, UnknownNumber> {
        let reserve_price_state = self.reserve_state.as_deref().and_then(ReserveState::named);
        let leading_bet = match (self.leading_bet_id, self.leading_value, self.leading_at) {
            (Some(id), Some(value), Some(created)) => Some(LeadingBet {
                id,
                value,
                created: timestamp(created).into(),
                user_id: None,
                participant: self
                    .leading_participant
                    .and_then(|number| u32::try_from(number).ok()),
                paddle: self.leading_paddle,
                is_absentee: None,
            }),
            _ => None,
        };
        Ok(LotUpdate {
            catalog_id,
            lot_id: self.lot_id,
            version: self.version,
            server_time: now.into(),
            state: LotState::try_from(self.state)?,
            is_bidding_over: self.is_bidding_over,
            price: LotUpdatePrice {
                start: self.start_price,
                value: self.leading_value,
                reserve_price_state,
                currency: Currency::try_from(self.currency)?,
            },
            leading_bet,
            start_trade_time: self.start_trade_time.map(timestamp).map(Instant),
            end_trade_time: self.end_trade_time.map(timestamp).map(Instant),
            warned_at: self.warned_at.map(timestamp).map(Instant),
            min_bet: self.min_bet,
            reserve_price_state,
            bets_count: usize::try_from(self.bets_count).unwrap_or_default(),
            together: self.together,
            is_choice: self.is_choice,
        })
    }
}

fn unreachable(error: sqlx::Error) -> RoomError {
    tracing::error!(%error, "cannot read a snapshot");
    RoomError::Unavailable
}

fn unfit(error: impl std::fmt::Display) -> RoomError {
    tracing::error!(%error, "cannot show a snapshot");
    RoomError::Unavailable
}
