//! Checks of everything that a site depends on: what was found, and what to do about each fault. `auction-room doctor` prints
//! it, and admins see it on the site.
//!
//! An examination changes nothing but a probe that it writes to the picture store and deletes again, so it can run beside a
//! server.

mod database;
pub mod database_log;
mod finding;
mod letter;
mod machine;
mod nodes;
mod services;
mod settings;
mod storage;
mod versions;

use std::time::Duration;

use clock::Clock;
use config::{Config, ConfigError};
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesOrdered, StreamExt as _};
use sqlx::PgPool;

pub use finding::{Finding, State, Subject};
pub use letter::test_letter;
pub use nodes::NodeState;
pub use versions::Version;

/// Time limit of one check.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// What is examined, and how long a check may take.
pub struct Examination<'a> {
    pub config: &'a Config,
    pub pool: &'a PgPool,
    pub clock: &'a Clock,
    pub timeout: Duration,
}

type Check<'a> = BoxFuture<'a, anyhow::Result<Vec<Finding>>>;

impl Examination<'_> {
    /// Checks everything at once; `report` gets the findings in order, each as soon as those before it are known.
    pub async fn run(&self, mut report: impl FnMut(Finding)) {
        use Subject::*;
        settings::check(self.config)
            .into_iter()
            .for_each(&mut report);
        let (config, pool) = (self.config, self.pool);
        let connected = database::connect(pool, self.timeout).await;
        let mut checks: Vec<(Subject, Check<'_>)> = Vec::new();
        match connected {
            Ok(()) => checks.extend([
                (
                    Database,
                    Box::pin(database::server(pool, config, self.clock)) as Check<'_>,
                ),
                (Schema, Box::pin(database::schema(pool))),
                (Backup, Box::pin(database::backup(pool))),
                (Rooms, Box::pin(database::rooms(pool))),
                (Nodes, Box::pin(nodes::check(pool, config))),
                (Queues, Box::pin(database::queues(pool))),
                (Search, Box::pin(services::search(config, pool))),
            ]),
            Err(finding) => report(finding),
        }
        checks.extend([
            (Redis, Box::pin(services::redis(config)) as Check<'_>),
            (Mail, Box::pin(services::mail(config))),
            (Phone, Box::pin(services::phone(config))),
            (Pictures, Box::pin(storage::pictures(config))),
        ]);
        let mut found: FuturesOrdered<_> = checks
            .into_iter()
            .map(|(subject, check)| self.in_time(subject, check))
            .collect();
        while let Some(findings) = found.next().await {
            findings.into_iter().for_each(&mut report);
        }
        report(machine::disk(self.config));
        report(machine::scheduler());
    }

    /// Versions of the program and of what it depends on.
    pub async fn versions(&self) -> Vec<Version> {
        versions::all(self.config, self.pool, self.timeout).await
    }

    /// The nodes that were alive lately, if the site has several; empty if the database does not answer.
    pub async fn nodes(&self) -> Vec<NodeState> {
        let reading = nodes::all(self.pool, self.config);
        match tokio::time::timeout(self.timeout, reading).await {
            Ok(Ok(nodes)) => nodes,
            Ok(Err(_)) | Err(_) => Vec::new(),
        }
    }

    /// The findings of a check; if it fails or takes too long, one that says so.
    async fn in_time(&self, subject: Subject, check: Check<'_>) -> Vec<Finding> {
        match tokio::time::timeout(self.timeout, check).await {
            Ok(Ok(findings)) => findings,
            Ok(Err(error)) => vec![
                Finding::broken(
                    subject,
                    "Проверить не удалось. Причину называют журнал сервера и auction-room doctor",
                )
                .with(error),
            ],
            Err(_) => vec![Finding::broken(
                subject,
                format!(
                    "Нет ответа за {}. Посмотрите, работает ли то, что проверяется, и не перегружена ли машина",
                    finding::said(self.timeout)
                ),
            )],
        }
    }
}

/// Examines a site from a shell, with a connection of its own. Sends a test letter if `letter_to` names an address. Returns
/// whether nothing is broken.
pub async fn examine(
    config: Result<Config, ConfigError>,
    letter_to: Option<&str>,
    mut report: impl FnMut(Finding),
) -> bool {
    let mut is_sound = true;
    let mut report = |finding: Finding| {
        is_sound &= finding.state != State::Broken;
        report(finding);
    };
    let config = match config {
        Ok(config) => config,
        Err(error) => {
            let text = "Сервер не запустится с такими настройками. Исправьте названную переменную";
            report(Finding::broken(Subject::Settings, text).with(error));
            return false;
        }
    };
    let pool = match database::pool(&config) {
        Ok(pool) => pool,
        Err(error) => {
            let text = "Адрес базы не читается. Исправьте DATABASE_URL";
            report(Finding::broken(Subject::Database, text).with(error));
            return false;
        }
    };
    let examination = Examination {
        config: &config,
        pool: &pool,
        clock: &Clock::default(),
        timeout: TIMEOUT,
    };
    examination.run(&mut report).await;
    if let Some(to) = letter_to {
        report(letter::send(&config, to).await);
    }
    is_sound
}
