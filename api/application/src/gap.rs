//! Sends this node's sockets what other nodes published while the subscription in Redis was down.

use std::time::Duration;

use cluster::Gap;
use contract::error::{ApiError, ApiResult};
use room_server::Payload;
use room_server::gateway::News;
use tokio::sync::mpsc::UnboundedReceiver;
use wire::{ChatHidden, ChatMessage};

use crate::state::AppState;

/// How far the clocks of two nodes may differ.
const CLOCKS_DIFFER: time::Duration = time::Duration::seconds(5);
/// Pause before another attempt.
const AGAIN: Duration = Duration::from_secs(1);

/// The gaps that are filled at a time.
const AT_A_TIME: usize = 1000;

/// Fills gaps until the task is dropped.
pub async fn fill(state: actix_web::web::Data<AppState>, mut gaps: UnboundedReceiver<Gap>) {
    let mut waiting = Vec::new();
    while gaps.recv_many(&mut waiting, AT_A_TIME).await > 0 {
        let Some(gap) = waiting.drain(..).reduce(Gap::merge) else {
            continue;
        };
        if gap.unheard.is_empty() && gap.opened.is_empty() {
            continue;
        }
        while let Err(error) = fill_one(&state, &gap).await {
            tracing::warn!(%error, "cannot read what the chat missed; retrying");
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Sends the chat since then again: clients skip messages whose ids they have. Closes the rooms that are no longer public if
/// the news of their hiding may be lost; staff come back at once.
async fn fill_one(state: &AppState, gap: &Gap) -> ApiResult<()> {
    let since = gap.since - CLOCKS_DIFFER;
    let hidden = sqlx::query_scalar!(
        r#"select c.id from catalog c join catalog_trade t on t.catalog_id = c.id join house h on h.id = c.house_id
         where c.id = any($1) and (c.deleted is not null or not catalog_is_public(c, t, h))"#,
        &gap.unheard.iter().copied().collect::<Vec<_>>()
    )
    .fetch_all(&state.pool)
    .await?;
    for catalog_id in hidden {
        state.hub.deliver(&News::Close { catalog_id });
    }
    let catalogs: Vec<i64> = gap.unheard.union(&gap.opened).copied().collect();
    let rows = sqlx::query!(
        "select id, catalog_id, name, is_controller, text, at, hidden from chat_message
         where catalog_id = any($1) and (at > $2 or hidden > $2) order by id",
        &catalogs,
        since
    )
    .fetch_all(&state.pool)
    .await?;
    for row in rows {
        let news = if row.hidden.is_some() {
            News::Hidden {
                catalog_id: row.catalog_id,
                message: Payload::encode(&ChatHidden {
                    catalog_id: row.catalog_id,
                    id: row.id,
                })
                .map_err(ApiError::internal)?,
            }
        } else {
            let shown = ChatMessage::shown(
                (row.catalog_id, row.id),
                row.name,
                row.is_controller,
                row.text,
                row.at,
            );
            News::Chat {
                catalog_id: row.catalog_id,
                message: Payload::encode(&shown).map_err(ApiError::internal)?,
            }
        };
        state.hub.deliver(&news);
    }
    Ok(())
}
