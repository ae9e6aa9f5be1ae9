//! Enqueueing work in the transaction that causes it.

use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::notice::Notice;
use crate::topic::Topic;

/// The most jobs of a row: a reader does them in one transaction.
const JOBS_OF_A_ROW: usize = 100;

/// Enqueues a refresh of these lots' listings.
pub async fn lots(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    let rows = ids.iter().map(|id| (id.to_string(), empty())).collect();
    enqueue(conn, Topic::Lot, rows).await
}

/// Enqueues a refresh of what bets change in these lots' listings.
pub async fn traded(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    let rows = ids
        .iter()
        .map(|id| (id.to_string(), json!({"only": "trade"})))
        .collect();
    enqueue(conn, Topic::Lot, rows).await
}

/// Enqueues a refresh of the listings of a catalog's lots.
pub async fn catalog(conn: &mut PgConnection, id: i64) -> sqlx::Result<()> {
    enqueue(conn, Topic::Catalog, vec![(id.to_string(), empty())]).await
}

/// Enqueues these lots for the index of a search engine.
pub async fn search(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    let rows = ids.iter().map(|id| (id.to_string(), empty())).collect();
    enqueue(conn, Topic::Search, rows).await
}

/// Enqueues notifications of these events.
pub async fn notices(conn: &mut PgConnection, notices: &[Notice]) -> sqlx::Result<()> {
    let rows: Result<Vec<_>, _> = notices
        .iter()
        .map(|notice| Ok((String::new(), serde_json::to_value(notice)?)))
        .collect();
    let rows = rows.map_err(|error: serde_json::Error| sqlx::Error::Encode(error.into()))?;
    enqueue(conn, Topic::Notify, rows).await
}

/// Enqueues these stored notifications for the sockets.
pub async fn notifications(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<()> {
    for ids in ids.chunks(JOBS_OF_A_ROW) {
        let jobs = ids
            .iter()
            .map(|id| json!({"key": id.to_string(), "payload": {}}))
            .collect();
        sqlx::query!(
            "insert into outbox (topic, payload) values ($1, $2)",
            Topic::Sockets.name(),
            Value::Array(jobs)
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

fn empty() -> Value {
    Value::Object(serde_json::Map::new())
}

async fn enqueue(
    conn: &mut PgConnection,
    topic: Topic,
    rows: Vec<(String, Value)>,
) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let (keys, payloads): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    sqlx::query!(
        "insert into outbox (topic, key, payload)
         select $1, key, payload from unnest($2::text[], $3::jsonb[]) as work (key, payload)",
        topic.name(),
        &keys,
        &payloads
    )
    .execute(conn)
    .await?;
    Ok(())
}
