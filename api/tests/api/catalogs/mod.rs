//! Catalogs.

mod delete;
mod images;
mod lots;
mod notifications;
mod read;
mod rehearsal;
mod save;

use serde_json::Value;

use crate::support::*;

/// A catalog's row, and its room's.
async fn stored(app: &App, id: i64) -> (Value, Value) {
    let row = sqlx::query_scalar("select to_jsonb(c) - 'steps_table' from catalog c where id = $1");
    let room = sqlx::query_scalar(
        "select to_jsonb(t) - 'heartbeat' - 'epoch' from catalog_trade t where catalog_id = $1",
    );
    (
        row.bind(id).fetch_one(&app.pool).await.unwrap(),
        room.bind(id).fetch_one(&app.pool).await.unwrap(),
    )
}

const NOT_NOW: &str = "Действие невозможно в текущем состоянии";
