//! PostgreSQL: the server, the schema, backups, and what waits in the tables.

use std::collections::BTreeSet;
use std::time::Duration;

use clock::Clock;
use config::Config;
use migrations::MIGRATIONS;
use room_server::journal::unowned;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use time::OffsetDateTime;

use super::database_log;
use super::finding::{Finding, Subject, counted, said};
use super::nodes::SKEW_LIMIT;

/// The server's version that the platform is tested with, as `server_version_num`.
const OLDEST: i32 = 150_000;
/// Connections that a node opens beside its pool: to load rooms, to write the journal and to hold turns.
const BESIDE_THE_POOL: i64 = 12;
/// Work older than this waits for a reason.
const WAITS_TOO_LONG: Duration = Duration::from_secs(300);
/// Time limit of connecting from a shell.
const CONNECTING: Duration = Duration::from_secs(5);
const BACKUP_IS_OLD: Duration = Duration::from_secs(24 * 3600);

/// A small pool for one examination. It connects when it is used.
pub fn pool(config: &Config) -> anyhow::Result<PgPool> {
    let options: PgConnectOptions = config.database_url().parse()?;
    Ok(PgPoolOptions::new()
        .max_connections(2)
        .acquire_timeout(CONNECTING)
        .connect_lazy_with(options))
}

/// Whether the database can be reached.
pub async fn connect(pool: &PgPool, timeout: Duration) -> Result<(), Finding> {
    const TEXT: &str =
        "Не отвечает: сайт не работает. Проверьте, запущен ли PostgreSQL и верна ли DATABASE_URL";
    // The error names host and cause, never the password.
    match tokio::time::timeout(timeout, pool.acquire()).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(Finding::broken(Subject::Database, TEXT).with(error)),
        Err(_) => Err(Finding::broken(Subject::Database, TEXT)),
    }
}

/// PostgreSQL's version.
pub async fn version(pool: &PgPool) -> sqlx::Result<String> {
    sqlx::query_scalar!(
        r#"select split_part(current_setting('server_version'), ' ', 1) as "version!""#
    )
    .fetch_one(pool)
    .await
}

/// The newest migration that was applied.
pub async fn newest(pool: &PgPool) -> sqlx::Result<Option<i64>> {
    Ok(applied(pool).await?.last().copied())
}

async fn applied(pool: &PgPool) -> sqlx::Result<BTreeSet<i64>> {
    let is_there =
        sqlx::query_scalar!(r#"select to_regclass('_sqlx_migrations') is not null as "is_there!""#)
            .fetch_one(pool)
            .await?;
    if !is_there {
        return Ok(BTreeSet::new());
    }
    let applied = sqlx::query_scalar!("select version from _sqlx_migrations where success")
        .fetch_all(pool)
        .await?;
    Ok(applied.into_iter().collect())
}

pub async fn server(pool: &PgPool, config: &Config, clock: &Clock) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Database;
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
                "Версия {} слишком старая. Поставьте PostgreSQL {} или новее",
                server.version,
                OLDEST / 10_000
            ),
        ));
    }
    if !server.is_durable {
        add(Finding::broken(
            SUBJECT,
            "fsync или synchronous_commit выключены: при сбое пропадут ставки, на которые сайт уже ответил. Включите обе настройки",
        ));
    }
    if !server.knows_cyrillic {
        add(Finding::broken(
            SUBJECT,
            "Локаль базы не знает кириллицы, поэтому поиск почти ничего не находит. Создайте базу с --locale C.UTF-8",
        ));
    }
    let needed = i64::from(config.database_connections) + BESIDE_THE_POOL;
    if server.connections < needed {
        add(Finding::broken(
            SUBJECT,
            format!(
                "max_connections равна {}, а одному узлу может понадобиться {needed}. Увеличьте её или уменьшите DATABASE_CONNECTIONS",
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
                "Часы базы расходятся с часами сервера на {} с. Сверьте часы машин (chrony, systemd-timesyncd)",
                format!("{:.1}", skew.as_seconds_f64()).replace('.', ",")
            ),
        ));
    }
    let leaks = database_log::leaks(pool).await?;
    if !leaks.is_empty() {
        add(Finding::warn(
            SUBJECT,
            format!(
                "В журнал PostgreSQL может попасть то, что вводят люди. Задайте {}",
                leaks.join(", ")
            ),
        ));
    }
    if found.is_empty() {
        found.push(Finding::ok(SUBJECT, "Отвечает, часы сходятся"));
    }
    Ok(found)
}

pub async fn schema(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Schema;
    let applied = applied(pool).await?;
    let known: BTreeSet<i64> = MIGRATIONS
        .iter()
        .map(|migration| migration.version)
        .collect();
    let pending = known.difference(&applied).count();
    let newer = applied.difference(&known).count();
    Ok(vec![if newer > 0 {
        Finding::broken(
            SUBJECT,
            format!("Миграций новее программы: {newer}. Она не запустится; поставьте новую версию"),
        )
    } else if pending > 0 {
        Finding::warn(
            SUBJECT,
            format!(
                "Ждут применения: {}. Их применит следующий запуск сервера",
                counted(pending as i64, "миграция", "миграции", "миграций")
            ),
        )
    } else {
        Finding::ok(SUBJECT, "Все миграции применены")
    }])
}

pub async fn backup(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Backup;
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
            "Задана synchronous_standby_names, а журнал базы никто не принимает: ждёт каждая ставка. Запустите приёмник или \
             очистите настройку и перечитайте её",
        ));
    }
    if !state.is_archived {
        found.push(Finding::warn(
            SUBJECT,
            "Журнал базы не архивируется: с диском пропадёт всё после последней копии. Настройте копирование (docs/operate.md, Backup)",
        ));
        return Ok(found);
    }
    let since = |at: OffsetDateTime| (state.now - at).unsigned_abs();
    match (state.last_archived_time, state.last_failed_time) {
        (archived, Some(failed)) if archived.is_none_or(|archived| archived < failed) => {
            found.push(Finding::broken(
                SUBJECT,
                format!(
                    "Архивирование не удаётся, последняя ошибка {} назад; диск тем временем заполняется. Причину называет журнал \
                     PostgreSQL",
                    said(since(failed))
                ),
            ));
        }
        (None, _) => found.push(Finding::warn(
            SUBJECT,
            "В архив ещё ничего не попало. Выполните pgbackrest check",
        )),
        (Some(archived), _) if since(archived) > BACKUP_IS_OLD => found.push(Finding::warn(
            SUBJECT,
            format!(
                "Журнал базы последний раз архивирован {} назад. Задайте archive_timeout = 60s",
                said(since(archived))
            ),
        )),
        (Some(archived), _) => found.push(Finding::ok(
            SUBJECT,
            format!("Журнал базы архивирован {} назад", said(since(archived))),
        )),
    }
    Ok(found)
}

/// Rooms that should be loaded and are not. Also reports them if the server was stopped on purpose.
pub async fn rooms(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Rooms;
    let rooms = unowned(pool).await?;
    let mut found = Vec::new();
    if let Some(example) = rooms.silent_one {
        found.push(Finding::broken(
            SUBJECT,
            format!(
                "{} по часам, но без процесса, например /auction/{example}. Работает ли сервер? Его журнал называет, почему зал не \
                 открывается",
                counted(rooms.silent, "аукцион идёт", "аукциона идут", "аукционов идут")
            ),
        ));
    }
    if let Some(example) = rooms.left_one {
        found.push(Finding::warn(
            SUBJECT,
            format!(
                "{} без процесса, например /auction/{example}. Если в зал никто не смотрит, так и должно быть; иначе проверьте, \
                 работает ли сервер",
                counted(rooms.left, "аукцион с ведущим", "аукциона с ведущим", "аукционов с ведущим")
            ),
        ));
    }
    if found.is_empty() {
        let text = match rooms.running {
            0 => "Сейчас торгов нет".to_owned(),
            running => counted(running, "аукцион идёт", "аукциона идут", "аукционов идут"),
        };
        found.push(Finding::ok(SUBJECT, text));
    }
    Ok(found)
}

/// Work that waits although it is due, and letters that could not be sent. Messages to phones are sent at once, without a queue.
pub async fn queues(pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Queues;
    let waiting = sqlx::query!(
        r#"select queue as "queue!", count(*) as "count!", extract(epoch from now() - min(due))::float8 as "waited_s!"
         from (
            select case topic when 'search' then 'search' when 'notify' then 'notices' when 'sockets' then 'notices' when 'relist' then 'relist' else 'lists' end as queue, not_before as due
                from outbox_job where not_before < now()
            union all select 'letters', not_before from letter where done is null and not_before < now()
            union all select 'push', failing_since from push_subscription
                where failing_since is not null and exists (
                    select from push_message
                    where push_message.session_id = push_subscription.session_id and done is null and until > now()
                )
         ) as work
         group by queue order by queue"#
    )
    .fetch_all(pool)
    .await?;
    let mut found = Vec::new();
    for queue in waiting {
        let waited = Duration::try_from_secs_f64(queue.waited_s).unwrap_or_default();
        if waited <= WAITS_TOO_LONG {
            continue;
        }
        let count = queue.count;
        let (what, remedy) = match queue.queue.as_str() {
            "letters" => (
                counted(count, "письмо ждёт", "письма ждут", "писем ждут"),
                "Работает ли сервер и доступен ли почтовый?",
            ),
            "push" => {
                let browsers = counted(
                    count,
                    "браузер не получает уведомлений",
                    "браузера не получают уведомлений",
                    "браузеров не получают уведомлений",
                );
                let text = format!(
                    "{browsers}, дольше всех — {}. Если их много, откройте серверу порт 443 наружу",
                    said(waited)
                );
                found.push(Finding::warn(SUBJECT, text));
                continue;
            }
            "search" => (
                counted(count, "лот ждёт", "лота ждут", "лотов ждут") + " поискового индекса",
                "Работает ли Meilisearch?",
            ),
            "relist" => {
                let lots = counted(count, "лот ждёт", "лота ждут", "лотов ждут");
                let text = format!(
                    "{lots} обновления в списках, дольше всех — {}. В первые часы после новой версии это нормально, \
                     дольше — смотрите журнал сервера",
                    said(waited)
                );
                found.push(Finding::warn(SUBJECT, text));
                continue;
            }
            "notices" => (
                counted(count, "событие ждёт", "события ждут", "событий ждут")
                    + " рассылки уведомлений",
                "Работает ли сервер? Его журнал называет ошибку",
            ),
            _ => (
                counted(count, "изменение ждёт", "изменения ждут", "изменений ждут")
                    + " показа в списках",
                "Работает ли сервер? Его журнал называет ошибку",
            ),
        };
        let text = format!("{what}, самое раннее — {}. {remedy}", said(waited));
        found.push(Finding::broken(SUBJECT, text));
    }
    let given_up = sqlx::query_scalar!(
        r#"select count(*) as "count!" from letter where outcome = 'given_up' and done > now() - interval '1 day'"#
    )
    .fetch_one(pool)
    .await?;
    if given_up > 0 {
        found.push(Finding::warn(
            SUBJECT,
            format!(
                "{} за сутки. Ответы почтового сервера — в журнале сервера",
                counted(
                    given_up,
                    "письмо не доставлено",
                    "письма не доставлены",
                    "писем не доставлены"
                )
            ),
        ));
    }
    if found.is_empty() {
        found.push(Finding::ok(SUBJECT, "Ничего не задерживается"));
    }
    Ok(found)
}
