//! Runs of imports, kept so that a house finds the report of an import whose page was closed.

use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::import::turns::Turns;
use contract::dto::{
    ImportEnd, ImportReport, ImportRun, ImportRunCounts, ImportRunShort, ImportRunState,
};
use contract::error::{ApiError, ApiResult, Problem};

/// The most runs that a house's list shows.
const SHOWN: i64 = 50;

/// A run at its start.
pub struct NewRun<'a> {
    pub house_id: i64,
    pub catalog_id: i64,
    pub account_id: i64,
    pub file_name: Option<&'a str>,
    pub dry_run: bool,
}

/// Stores the start of a run. Returns its id.
pub async fn begin(pool: &PgPool, run: &NewRun<'_>, now: OffsetDateTime) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into import_run (house_id, catalog_id, account_id, file_name, dry_run, started)
         values ($1, $2, $3, $4, $5, $6) returning id",
        run.house_id,
        run.catalog_id,
        run.account_id,
        run.file_name,
        run.dry_run,
        now
    )
    .fetch_one(pool)
    .await
}

/// Stores the report of a run in the transaction that stores its lots, so that neither is without the other.
pub async fn store(
    conn: &mut PgConnection,
    id: i64,
    report: &ImportReport,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update import_run set ended = $2, applied = true, counts = $3, report = $4 where id = $1",
        id,
        now,
        Json(counts(report)) as Json<ImportRunCounts>,
        Json(report) as Json<&ImportReport>
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores the outcome of a run that stored no lots.
pub async fn end(pool: &PgPool, id: i64, end: &ImportEnd, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "update import_run set ended = $2, counts = $3, report = $4, problem = $5 where id = $1 and not applied",
        id,
        now,
        end.result.as_ref().map(|report| Json(counts(report))) as Option<Json<ImportRunCounts>>,
        end.result.as_ref().map(Json) as Option<Json<&ImportReport>>,
        end.problem.as_ref().map(|problem| &problem.detail)
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Stores a run whose file holds no table, with the reason.
pub async fn unusable(
    pool: &PgPool,
    run: &NewRun<'_>,
    problem: Problem,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let id = begin(pool, run, now).await?;
    let outcome = ImportEnd {
        result: None,
        problem: Some(problem),
    };
    end(pool, id, &outcome, now).await
}

const fn counts(report: &ImportReport) -> ImportRunCounts {
    ImportRunCounts {
        new: report.new,
        changed: report.changed,
        unchanged: report.unchanged,
        refused: report.refused,
        refused_pictures: report.pictures.refused,
    }
}

/// A house's latest runs, the latest first.
pub async fn of_house(
    pool: &PgPool,
    house_id: i64,
    turns: &Turns,
) -> sqlx::Result<Vec<ImportRunShort>> {
    let rows = sqlx::query_file_as!(
        RunRow,
        "queries/imports/runs.sql",
        house_id,
        None::<i64>,
        SHOWN
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| row.show(turns)).collect())
}

/// A house's run with its report. 404 if the house has no such run.
pub async fn one(pool: &PgPool, house_id: i64, id: i64, turns: &Turns) -> ApiResult<ImportRun> {
    let row = sqlx::query_file_as!(RunRow, "queries/imports/runs.sql", house_id, Some(id), 1)
        .fetch_optional(pool)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let report = sqlx::query_scalar!(
        r#"select report as "report: Json<ImportReport>" from import_run where id = $1"#,
        id
    )
    .fetch_optional(pool)
    .await?
    .flatten();
    Ok(ImportRun {
        run: row.show(turns),
        report: report.map(|Json(report)| report),
    })
}

struct RunRow {
    id: i64,
    catalog_id: i64,
    catalog_title: String,
    account_name: String,
    file_name: Option<String>,
    dry_run: bool,
    started: OffsetDateTime,
    ended: Option<OffsetDateTime>,
    applied: bool,
    counts: Option<Json<ImportRunCounts>>,
    problem: Option<String>,
}

impl RunRow {
    fn state(&self, turns: &Turns) -> ImportRunState {
        match (&self.counts, self.ended) {
            (_, None) if turns.is_running(self.id) => ImportRunState::Running,
            (_, None) => ImportRunState::Broken,
            (None, Some(_)) => ImportRunState::Failed,
            (Some(_), Some(_)) if self.applied => ImportRunState::Stored,
            (Some(_), Some(_)) if self.dry_run => ImportRunState::Checked,
            (Some(_), Some(_)) => ImportRunState::Refused,
        }
    }

    fn show(self, turns: &Turns) -> ImportRunShort {
        ImportRunShort {
            id: self.id,
            state: self.state(turns),
            catalog_id: self.catalog_id,
            catalog_title: self.catalog_title,
            account_name: self.account_name,
            file_name: self.file_name,
            dry_run: self.dry_run,
            started: self.started.into(),
            ended: self.ended.map(Into::into),
            counts: self.counts.map(|Json(counts)| counts),
            problem: self.problem,
        }
    }
}
