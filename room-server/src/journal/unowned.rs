//! Rooms that no process has although they should be live.

use sqlx::PgPool;

/// Counts of running and unowned rooms. A room whose server was stopped on purpose counts as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unowned {
    pub running: i64,
    /// Rooms that should be live by the clock and are in no process.
    pub silent: i64,
    /// The catalog of one of them.
    pub silent_one: Option<i64>,
    /// Conducted sales in no process. A room that does nothing by the clock leaves memory when nobody looks at it.
    pub left: i64,
    pub left_one: Option<i64>,
}

/// Finds rooms that should be live and whose heartbeats have stopped for half a minute.
pub async fn unowned(pool: &PgPool) -> sqlx::Result<Unowned> {
    // States 1 and 5 are running. A live room's heartbeat is stored every second.
    sqlx::query_as!(
        Unowned,
        r#"with room as (
            select catalog_id, state in (1, 5) as is_running,
                coalesce(next_wake < now() - interval '30 seconds', false) or (
                    state in (1, 5) and next_wake is not null
                    and (heartbeat is null or heartbeat < now() - interval '30 seconds')
                ) as is_silent,
                state in (1, 5) and next_wake is null and catalog_type = 0
                    and (heartbeat is null or heartbeat < now() - interval '30 seconds') as is_left
            from catalog_trade join catalog on catalog.id = catalog_id where state in (0, 1, 5)
         )
         select count(*) filter (where is_running) as "running!", count(*) filter (where is_silent) as "silent!",
            min(catalog_id) filter (where is_silent) as silent_one, count(*) filter (where is_left) as "left!",
            min(catalog_id) filter (where is_left) as left_one
         from room"#
    )
    .fetch_one(pool)
    .await
}
