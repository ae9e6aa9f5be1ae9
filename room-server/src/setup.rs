//! Creates a catalog's room, and imports sales that took place before the journal. Everything runs on the caller's
//! connection, so that it can share a transaction with the catalog's rows.

use crate::{
    journal::{self, LoadError},
    room::{NotPlayed, lot_row, play},
};
use domain::{
    Amount, CalculationType, Caps, Catalog, CatalogId, CatalogState, CatalogType, Currency,
    HouseId, LotId, LotNumber, LotSetup, LotState, Refusal, Room, StepTable, Timestamp, next_wake,
};
use sqlx::PgConnection;
use std::{collections::HashMap, sync::Arc};
use wire::{Answer, Request, instant::timestamp};

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("catalog {0} does not exist")]
    NoCatalog(i64),
    /// The catalog's rows do not describe a valid room.
    #[error("catalog {catalog_id}: {what}")]
    Unfit { catalog_id: i64, what: String },
    /// A catalog starts running only through events; it begins as a draft, Scheduled, Completed or Canceled.
    #[error("catalog {0} cannot begin as running")]
    BeginsRunning(i64),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("the room's state cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The rules refuse a command of a history.
    #[error("command {place} of the history of catalog {catalog_id} is refused: {refusal:?}")]
    Refused {
        catalog_id: i64,
        place: usize,
        refusal: Refusal,
    },
    #[error("catalog {0} has a room that went on meanwhile")]
    Overtaken(i64),
}

/// Creates a catalog's room: reads the rows of `catalog`, `house` and `lot`, and writes the journal's initial state.
/// Later lots are added with `Command::AddLot`.
///
/// `state` is a draft, Scheduled, Completed or Canceled. `imported` holds the results of lots that were sold (or not)
/// elsewhere.
pub async fn create_room(
    connection: &mut PgConnection,
    catalog_id: i64,
    state: CatalogState,
    caps: Caps,
    imported: &HashMap<i64, LotState>,
) -> Result<(), SetupError> {
    if state.is_running() {
        return Err(SetupError::BeginsRunning(catalog_id));
    }
    let catalog = read_catalog(connection, catalog_id, caps).await?;
    let lots = read_lots(connection, catalog_id, imported).await?;
    let room = Room::new(catalog, state, lots);
    let head = room.catalog_view();
    sqlx::query!(
        "insert into catalog_trade (catalog_id, state, start_date, end_date, next_wake) values ($1, $2, $3, $4, $5)",
        catalog_id,
        head.state.number(),
        head.start_date.map(wire::instant::datetime),
        head.end_date.map(wire::instant::datetime),
        next_wake(&room).map(wire::instant::datetime),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into room_snapshot (catalog_id, seq, state) values ($1, 0, $2::text::jsonb)",
        catalog_id,
        serde_json::to_string(&room)?,
    )
    .execute(&mut *connection)
    .await?;
    let rows: Vec<_> = room
        .lots()
        .filter_map(|(id, _)| room.lot_view(id))
        .map(|lot| lot_row(catalog_id, &lot))
        .collect();
    sqlx::query!(
        "insert into lot_trade (lot_id, catalog_id, state, is_bidding_over, min_bet, reserve_state)
         select u.lot_id, $1, u.state, u.is_bidding_over, u.min_bet, u.reserve_state
         from unnest($2::bigint[], $3::smallint[], $4::boolean[], $5::bigint[], $6::text[])
            as u (lot_id, state, is_bidding_over, min_bet, reserve_state)",
        catalog_id,
        &rows.iter().map(|row| row.lot_id).collect::<Vec<_>>(),
        &rows
            .iter()
            .map(|row| row.state.number())
            .collect::<Vec<_>>(),
        &rows
            .iter()
            .map(|row| row.is_bidding_over)
            .collect::<Vec<_>>(),
        &rows.iter().map(|row| row.min_bet.0).collect::<Vec<_>>(),
        &rows
            .iter()
            .map(|row| row.reserve_state.map(|state| state.as_str()))
            .collect::<Vec<_>>() as &[Option<&str>],
    )
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// Plays past commands through the rules into the journal, as if the room had decided them then. Returns their answers.
/// Sends no notices. No process may have the room in memory.
///
/// The commands must be in order of time. A refusal is an error, so that a deviating history is noticed; the caller
/// must roll back.
pub async fn seed_history(
    connection: &mut PgConnection,
    catalog_id: i64,
    history: Vec<(Timestamp, Request)>,
) -> Result<Vec<Arc<Answer>>, SetupError> {
    let keys_since = Timestamp(i64::MAX);
    sqlx::query_scalar!(
        "select seq from catalog_trade where catalog_id = $1 for update",
        catalog_id
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(SetupError::NoCatalog(catalog_id))?;
    let loaded = journal::load(connection, catalog_id, None, keys_since).await?;
    let mut room = loaded.room;
    let played = play(&mut room, history).map_err(|error| match error {
        NotPlayed::Refused { place, refusal } => SetupError::Refused {
            catalog_id,
            place,
            refusal,
        },
        NotPlayed::Json(error) => SetupError::Json(error),
    })?;
    if !played.gathering.is_empty() {
        let (batch, _) = played
            .gathering
            .into_batch(&room, loaded.epoch, loaded.seq, None)?;
        if !journal::store(connection, &[batch])
            .await?
            .contains(&catalog_id)
        {
            return Err(SetupError::Overtaken(catalog_id));
        }
    }
    Ok(played.answers)
}

async fn read_catalog(
    connection: &mut PgConnection,
    catalog_id: i64,
    caps: Caps,
) -> Result<Catalog, SetupError> {
    let row = sqlx::query!(
        r#"select c.house_id, c.catalog_type, c.calculation_type, c.currency, c.start_date, c.end_date,
              c.is_auto_start, c.lot_sale_timeout_s, c.hidden, c.steps_table::text as steps,
              h.steps_table::text as house_steps
           from catalog c join house h on h.id = c.house_id where c.id = $1"#,
        catalog_id
    )
    .fetch_optional(connection)
    .await?
    .ok_or(SetupError::NoCatalog(catalog_id))?;
    let unfit = |what: String| SetupError::Unfit { catalog_id, what };
    let steps = |text: Option<String>| -> Result<Option<StepTable>, SetupError> {
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| unfit(format!("step table: {error}")))
    };
    Ok(Catalog {
        id: CatalogId(catalog_id),
        house: HouseId(row.house_id),
        catalog_type: CatalogType::try_from(row.catalog_type)
            .map_err(|error| unfit(error.to_string()))?,
        calculation: CalculationType::try_from(row.calculation_type)
            .map_err(|error| unfit(error.to_string()))?,
        currency: Currency::try_from(row.currency).map_err(|error| unfit(error.to_string()))?,
        steps: steps(row.steps)?,
        house_steps: steps(row.house_steps)?,
        start_date: row.start_date.map(timestamp),
        end_date: row.end_date.map(timestamp),
        auto_start: row.is_auto_start,
        sale_timeout_s: u32::try_from(row.lot_sale_timeout_s)
            .map_err(|error| unfit(error.to_string()))?,
        hidden: row.hidden,
        caps,
    })
}

async fn read_lots(
    connection: &mut PgConnection,
    catalog_id: i64,
    imported: &HashMap<i64, LotState>,
) -> Result<Vec<(LotId, LotSetup)>, SetupError> {
    let rows = sqlx::query!(
        r#"select id, catalog_lot_id as "number!", start_price, reserve_price, hidden from lot
           where catalog_id = $1 and deleted is null order by id"#,
        catalog_id
    )
    .fetch_all(connection)
    .await?;
    let lots = rows.into_iter().map(|row| {
        let setup = LotSetup {
            number: LotNumber(row.number),
            start: Amount(row.start_price),
            reserve: row.reserve_price.and_then(Amount::reserve),
            hidden: row.hidden,
            state: imported.get(&row.id).copied().unwrap_or(LotState::None),
        };
        (LotId(row.id), setup)
    });
    Ok(lots.collect())
}
