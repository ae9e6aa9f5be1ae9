//! What a room would say to commands, without asking it.

use crate::journal::{self, LoadError};
use domain::{Command, Refusal, Timestamp, execute};
use sqlx::PgPool;

/// Plays commands one after the other on a copy of the room as it is stored, and gives why each would be refused. One that
/// is refused changes nothing for those after it. The room itself hears of nothing, and may be further by the time it does.
pub async fn rehearse(
    pool: &PgPool,
    catalog_id: i64,
    commands: &[Command],
    now: Timestamp,
) -> Result<Vec<Option<Refusal>>, LoadError> {
    let mut transaction = pool.begin().await?;
    // One view of head, snapshot and journal, without keeping the room from going on.
    sqlx::query!("set transaction isolation level repeatable read read only")
        .execute(&mut *transaction)
        .await?;
    let no_keys = Timestamp(i64::MAX);
    let mut room = journal::load(&mut transaction, catalog_id, None, no_keys)
        .await?
        .room;
    transaction.rollback().await?;
    Ok(commands
        .iter()
        .map(|command| execute(&mut room, command, now).result.err())
        .collect())
}
