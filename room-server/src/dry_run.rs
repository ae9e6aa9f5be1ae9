//! A dry run of commands, without involving the room.

use crate::journal::{self, LoadError};
use domain::{Command, Refusal, Timestamp, execute};
use sqlx::PgPool;

/// Plays commands in order on a copy of the stored room, and returns why each would be refused. A refused command does
/// not affect the following ones. The room is not involved, and may have advanced before the commands reach it.
pub async fn dry_run(
    pool: &PgPool,
    catalog_id: i64,
    commands: &[Command],
    now: Timestamp,
) -> Result<Vec<Option<Refusal>>, LoadError> {
    let mut transaction = pool.begin().await?;
    // One consistent view of head, snapshot and journal, without blocking the room.
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
