//! PostgreSQL: the server, the schema, backups, and what waits in the tables.

use std::collections::BTreeSet;
use std::time::Duration;

use clock::Clock;
use config::Config;
use migrations::MIGRATIONS;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use time::OffsetDateTime;

use super::finding::{Finding, PATIENCE, said};
use crate::database_log;

/// The server's version that the platform is tested with, as `server_version_num`.
const OLDEST: i32 = 150_000;
/// Connections that a node opens beside its pool: to load rooms, to write the journal and to hold turns.
const BESIDE_THE_POOL: i64 = 12;
/// A larger difference of the clocks shows in what people see: ends of lots come from this machine, dates from the database.
const SKEW_LIMIT: Duration = Duration::from_secs(1);
/// Work older than this waits for a reason.
const WAITS_TOO_LONG: Duration = Duration::from_secs(300);
const BACKUP_IS_OLD: Duration = Duration::from_secs(24 * 3600);

pub async fn connect(config: &Config) -> Result<PgPool, Finding> {
    PgPoolOptions::new()
        .max_connections(2)
        .acquire_timeout(PATIENCE)
        .connect(config.database_url())
        .await
        .map_err(|error| {
            // The error names host and cause, never the password.
            Finding::broken(
                "database",
                format!(
                    "cannot connect: {error}; is PostgreSQL running, and is DATABASE_URL right?"
                ),
            )
        })
}

pub async fn server(pool: &PgPool, config: &Config, clock: &Clock) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "database";
    let before = clock.now();
    let server = sqlx::query!(
        r#"select current_setting('server_version') as "version!",
            current_setting('server_version_num')::integer as "number!",
            current_setting('max_connections')::bigint as "connections!",
            current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as "is_durable!",
            lower('Ж') = 'ж' as "knows_cyrillic!",
            clock_timestamp() as "now!""#
    )
    .fetch_one(pool)
    .await?;
    let after = clock.now();
    let mut found = Vec::new();
    let mut add = |finding| found.push(finding);
    if server.number < OLDEST {
        add(Finding::broken(
            SUBJECT,
            format!(
                "PostgreSQL {} is too old; install {} or newer",
                server.version,
                OLDEST / 10_000
            ),
        ));
    }
    if !server.is_durable {
        add(Finding::broken(
            SUBJECT,
            "fsync or synchronous_commit is off: a crash loses bets that were answered; switch both on",
        ));
    }
    if !server.knows_cyrillic {
        add(Finding::broken(
            SUBJECT,
            "the database's locale does not know Cyrillic letters, so the search finds little; create it with --locale C.UTF-8",
        ));
    }
    let needed = i64::from(config.database_connections) + BESIDE_THE_POOL;
    if server.connections < needed {
        add(Finding::broken(
            SUBJECT,
            format!(
                "max_connections is {}, and this node alone may need {needed}; raise it or lower DATABASE_CONNECTIONS",
                server.connections
            ),
        ));
    }
    // The database read its clock between the two readings of ours.
    let skew = if server.now < before {
        before - server.now
    } else if server.now > after {
        server.now - after
    } else {
        time::Duration::ZERO
    };
    if skew > SKEW_LIMIT {
        add(Finding::broken(
            SUBJECT,
            format!(
                "its clock differs from this machine's by {:.1} s; synchronise both (chrony, systemd-timesyncd)",
                skew.as_seconds_f64()
            ),
        ));
    }
    let leaks = database_log::leaks(pool).await?;
    if !leaks.is_empty() {
        add(Finding::risky(
            SUBJECT,
            format!(
                "its log may contain what people entered; set {}",
                leaks.join(", ")
            ),
        ));
    }
    if found.is_empty() {
        found.push(Finding::good(
            SUBJECT,
            format!("PostgreSQL {}", server.version),
        ));
    }
    Ok(found)
}

pub async fn schema(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "schema";
    let is_there =
        sqlx::query_scalar!(r#"select to_regclass('_sqlx_migrations') is not null as "is_there!""#)
            .fetch_one(pool)
            .await?;
    let applied: BTreeSet<i64> = if is_there {
        sqlx::query_scalar!("select version from _sqlx_migrations where success")
            .fetch_all(pool)
            .await?
            .into_iter()
            .collect()
    } else {
        BTreeSet::new()
    };
    let known: BTreeSet<i64> = MIGRATIONS
        .iter()
        .map(|migration| migration.version)
        .collect();
    let pending = known.difference(&applied).count();
    let newer = applied.difference(&known).count();
    Ok(vec![if newer > 0 {
        Finding::broken(
            SUBJECT,
            format!(
                "{newer} migrations are newer than this program, which will not start; install the newer version"
            ),
        )
    } else if pending > 0 {
        Finding::risky(
            SUBJECT,
            format!("{pending} migrations are pending; the next start of the server applies them"),
        )
    } else {
        Finding::good(SUBJECT, format!("{} migrations", applied.len()))
    }])
}

pub async fn backup(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "backup";
    let state = sqlx::query!(
        r#"select current_setting('archive_mode') <> 'off' as "is_archived!",
            last_archived_time, last_failed_time,
            now() as "now!",
            current_setting('synchronous_standby_names') <> '' as "waits!",
            exists (select from pg_stat_replication) as "has_receivers!"
         from pg_stat_archiver"#
    )
    .fetch_one(pool)
    .await?;
    let mut found = Vec::new();
    if state.waits && !state.has_receivers {
        found.push(Finding::broken(
            SUBJECT,
            "synchronous_standby_names is set and nothing receives the log: every bet waits; start the receiver, or empty the setting \
             and reload",
        ));
    }
    if !state.is_archived {
        found.push(Finding::risky(
            SUBJECT,
            "the write-ahead log is not archived: a lost disk costs everything since the last dump; see docs/operate.md, Backup",
        ));
        return Ok(found);
    }
    let since = |at: OffsetDateTime| (state.now - at).unsigned_abs();
    match (state.last_archived_time, state.last_failed_time) {
        (archived, Some(failed)) if archived.is_none_or(|archived| archived < failed) => {
            found.push(Finding::broken(
                SUBJECT,
                format!(
                    "archiving has failed since {} ago; PostgreSQL's log says why, and the disk fills up meanwhile",
                    said(since(failed))
                ),
            ));
        }
        (None, _) => found.push(Finding::risky(
            SUBJECT,
            "nothing has been archived yet; run pgbackrest check",
        )),
        (Some(archived), _) if since(archived) > BACKUP_IS_OLD => found.push(Finding::risky(
            SUBJECT,
            format!(
                "the log was last archived {} ago; set archive_timeout = 60s",
                said(since(archived))
            ),
        )),
        (Some(archived), _) => found.push(Finding::good(
            SUBJECT,
            format!("the log was archived {} ago", said(since(archived))),
        )),
    }
    Ok(found)
}

/// Rooms that should be loaded and are not. Also reports them if the server was stopped on purpose. A room that does nothing by
/// the clock is unloaded when nobody looks at it, so for a conducted sale its absence is a risk only.
pub async fn rooms(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "rooms";
    // States 1 and 5 are running. A live room's heartbeat is stored every second.
    let rooms = sqlx::query!(
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
    .await?;
    let mut found = Vec::new();
    if let Some(example) = rooms.silent_one {
        found.push(Finding::broken(
            SUBJECT,
            format!(
                "{} sales that go by the clock, such as /auction/{example}, are in no process; is a server running? Its log says why a \
                 room cannot be loaded",
                rooms.silent
            ),
        ));
    }
    if let Some(example) = rooms.left_one {
        found.push(Finding::risky(
            SUBJECT,
            format!(
                "{} conducted sales, such as /auction/{example}, are in no process; all is well if nobody looks at them, otherwise: is a \
                 server running?",
                rooms.left
            ),
        ));
    }
    if found.is_empty() {
        found.push(Finding::good(
            SUBJECT,
            format!("{} running sales", rooms.running),
        ));
    }
    Ok(found)
}

/// Work that waits although it is due, and letters that could not be sent.
pub async fn queues(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "queues";
    let waiting = sqlx::query!(
        r#"select
            (select count(*) from outbox where not_before < now()) as "work!",
            (select extract(epoch from now() - min(not_before)) from outbox where not_before < now())::float8 as work_s,
            (select count(*) from letter where done is null and not_before < now()) as "letters!",
            (select extract(epoch from now() - min(not_before)) from letter where done is null and not_before < now())::float8
                as letters_s,
            (select count(*) from letter where outcome = 'given_up' and done > now() - interval '1 day') as "given_up!""#
    )
    .fetch_one(pool)
    .await?;
    let is_late = |seconds: Option<f64>| {
        seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .filter(|waited| *waited > WAITS_TOO_LONG)
    };
    let mut found = Vec::new();
    if let Some(waited) = is_late(waiting.work_s) {
        found.push(Finding::broken(
            SUBJECT,
            format!(
                "{} changes wait for lists, search or notices, the oldest for {}; is a server running? Its log says what fails",
                waiting.work,
                said(waited)
            ),
        ));
    }
    if let Some(waited) = is_late(waiting.letters_s) {
        found.push(Finding::broken(
            SUBJECT,
            format!(
                "{} letters wait, the oldest for {}; is a server running, and does it reach the mail server?",
                waiting.letters,
                said(waited)
            ),
        ));
    }
    if waiting.given_up > 0 {
        found.push(Finding::risky(
            SUBJECT,
            format!(
                "{} letters of the last day were given up; the server's log names the mail server's replies",
                waiting.given_up
            ),
        ));
    }
    if found.is_empty() {
        found.push(Finding::good(SUBJECT, "nothing waits"));
    }
    Ok(found)
}
