//! Lots.

mod carousels;
mod copy;
mod delete;
mod images;
mod my;
mod read;
mod save;
mod search;
mod states;
mod suggest;
mod views;

use serde_json::Value;

use crate::support::*;

/// A lot's row, and its room's.
async fn stored(app: &App, id: i64) -> (Value, Value) {
    let row = sqlx::query_scalar("select to_jsonb(l) - 'views_count' from lot l where id = $1");
    let room = sqlx::query_scalar("select to_jsonb(t) from lot_trade t where lot_id = $1");
    (
        row.bind(id).fetch_one(&app.pool).await.unwrap(),
        room.bind(id)
            .fetch_optional(&app.pool)
            .await
            .unwrap()
            .unwrap_or(Value::Null),
    )
}

const NOT_NOW: &str = "Действие невозможно в текущем состоянии";
