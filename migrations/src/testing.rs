//! A migrated database for each test, on the PostgreSQL that `TEST_DATABASE_URL` names.
//!
//! `TEST_DATABASE_URL` is a superuser's URL of a maintenance database. Every function panics on failure, because a test
//! without its setup must fail.

use crate::MIGRATIONS;
use sha2::{Digest as _, Sha256};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use std::{str::FromStr as _, time::Duration};

/// How long a condition may stay false before the test fails. Generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The advisory lock that serializes the creation of a template.
const TEMPLATE_LOCK: i64 = 0x7465_6d70_6c61_7465;

/// A migrated database for one test, dropped with the value.
///
/// It is a copy of a template, because copying takes a tenth of the time of migrating. The first test that finds no
/// template of this schema creates it. Later runs on the same PostgreSQL reuse it.
pub struct TestDatabase {
    pub pool: PgPool,
    name: String,
}

impl TestDatabase {
    pub async fn create() -> Self {
        let mut connection = maintenance().await;
        let template = template(&mut connection).await;
        let name = format!("test_{}", uuid::Uuid::new_v4().simple());
        run(
            &mut connection,
            format!("create database {name} template {template}"),
        )
        .await;
        let pool = PgPoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(server().database(&name))
            .await
            .expect("the new database answers");
        Self { pool, name }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// A connection to the maintenance database. Works even while the test's database accepts no connections.
    pub async fn maintenance(&self) -> PgConnection {
        maintenance().await
    }

    /// Runs statements without parameters.
    pub async fn execute(&self, statements: impl Into<String>) {
        sqlx::raw_sql(AssertSqlSafe(statements.into()))
            .execute(&self.pool)
            .await
            .expect("the statements run");
    }

    /// Inserts an account.
    pub async fn account(&self) -> i64 {
        sqlx::query_scalar(
            "insert into account (display_name) values ('Участник торгов') returning id",
        )
        .fetch_one(&self.pool)
        .await
        .expect("the account is stored")
    }

    /// Inserts `count` accounts.
    pub async fn accounts(&self, count: i64) -> Vec<i64> {
        sqlx::query_scalar(
            "insert into account (display_name) select 'Участник ' || n from generate_series(1, $1) n returning id",
        )
        .bind(count)
        .fetch_all(&self.pool)
        .await
        .expect("the accounts are stored")
    }

    /// Waits until `question`, a query for one boolean, returns true.
    pub async fn until(&self, question: impl Into<String>) {
        let question = question.into();
        let waiting = async {
            while !sqlx::query_scalar::<_, bool>(AssertSqlSafe(question.clone()))
                .fetch_one(&self.pool)
                .await
                .expect("the question is a query for one boolean")
            {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(TIMEOUT, waiting)
            .await
            .unwrap_or_else(|_| panic!("still not true after {TIMEOUT:?}: {question}"));
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let name = std::mem::take(&mut self.name);
        // The test's runtime may be shutting down, so the database is dropped on another.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime starts");
            runtime.block_on(async {
                // The pool and the server under test may still hold connections.
                let drop = format!("drop database if exists {name} with (force)");
                run(&mut maintenance().await, drop).await;
            });
        });
        if dropping.join().is_err() && !std::thread::panicking() {
            panic!("the test's database could not be dropped");
        }
    }
}

/// Finds or creates the template of this schema. A finished template takes no connections, so it can always be copied.
async fn template(connection: &mut PgConnection) -> String {
    let name = template_name();
    if exists(connection, &name).await {
        return name;
    }
    // Tests start together in several processes. One creates the template; the others wait.
    lock(connection, "pg_advisory_lock").await;
    if !exists(connection, &name).await {
        let unfinished = format!("{name}_unfinished");
        // A killed process may have left an unfinished template.
        let drop = format!("drop database if exists {unfinished} with (force)");
        run(connection, drop).await;
        run(connection, format!("create database {unfinished}")).await;
        let mut migrating = PgConnection::connect_with(&server().database(&unfinished))
            .await
            .expect("the new database answers");
        MIGRATIONS
            .run(&mut migrating)
            .await
            .expect("the migrations run");
        migrating.close().await.expect("the connection closes");
        run(
            connection,
            format!("alter database {unfinished} with allow_connections false"),
        )
        .await;
        run(
            connection,
            format!("alter database {unfinished} rename to {name}"),
        )
        .await;
    }
    lock(connection, "pg_advisory_unlock").await;
    name
}

/// Names the template by a hash of the migrations, so that a template of another schema is never used.
fn template_name() -> String {
    let mut hash = Sha256::new();
    for migration in MIGRATIONS.iter() {
        hash.update(migration.version.to_be_bytes());
        hash.update(&migration.checksum);
    }
    let digits: String = hash.finalize()[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("test_template_{digits}")
}

fn server() -> PgConnectOptions {
    let url = std::env::var("TEST_DATABASE_URL")
        .expect("TEST_DATABASE_URL names a superuser's maintenance database");
    PgConnectOptions::from_str(&url).expect("TEST_DATABASE_URL is a PostgreSQL URL")
}

async fn maintenance() -> PgConnection {
    PgConnection::connect_with(&server())
        .await
        .expect("PostgreSQL answers")
}

async fn exists(connection: &mut PgConnection, name: &str) -> bool {
    sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
        .bind(name)
        .fetch_one(connection)
        .await
        .expect("the databases are listed")
}

async fn lock(connection: &mut PgConnection, function: &str) {
    run(connection, format!("select {function}({TEMPLATE_LOCK})")).await;
}

/// Runs a statement that contains only names generated here.
async fn run(connection: &mut PgConnection, statement: String) {
    connection
        .execute(AssertSqlSafe(statement))
        .await
        .expect("the maintenance statement runs");
}
