//! What a house thinks of a bidder, and the absentee orders that live by it.
//!
//! An order needs its owner's account and the house's acceptance and trust, and falls when one of them is lost. Placing one and losing them may
//! happen at once, and neither may miss the other: who places an order holds the rows of his acceptance and trust
//! locked (shared), as that of his account, from before they are read until the room has stored the order. Whoever takes them away has to change
//! one of these rows, so he waits until then, and finds the order; or was first, and the order is refused.

use std::sync::Arc;

use actix_web::web::Data;
use domain::{Command, UserId};
use room_server::{Answer, Request};
use tracing::Instrument as _;

use crate::error::{ApiError, ApiResult};
use crate::state::AppState;

/// Runs to its end, whatever becomes of the request that began it: a client that hangs up would otherwise leave one
/// half of a change done.
pub async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    tokio::spawn(work.in_current_span())
        .await
        .map_err(ApiError::internal)?
}

/// Has the room decide an order of this person, if the house accepts and trusts him; None if not.
/// `room_error` says what it means that the room gave no answer.
pub async fn place_order(
    state: Data<AppState>,
    house_id: i64,
    account_id: i64,
    catalog_id: i64,
    order: Request,
    room_error: fn(room_server::RoomError) -> ApiError,
) -> ApiResult<Option<Arc<Answer>>> {
    to_its_end(async move {
        // Each holds a connection while its room stores, which needs one too.
        let _turn = state
            .order_turns
            .acquire()
            .await
            .map_err(ApiError::internal)?;
        let mut standing = state.pool.begin().await?;
        // A deletion of the account waits until the order is stored, and finds it.
        let account = sqlx::query_scalar!(
            "select id from account where id = $1 and deleted is null for share",
            account_id
        )
        .fetch_optional(&mut *standing)
        .await?;
        // In the order in which decisions about a registration change them.
        let accepted = sqlx::query_scalar!(
            "select id from house_order where house_id = $1 and account_id = $2 and status = 1 for share",
            house_id,
            account_id
        )
        .fetch_optional(&mut *standing)
        .await?;
        let trusted = sqlx::query_scalar!(
            "select house_id from house_trust where house_id = $1 and account_id = $2 and trusted for share",
            house_id,
            account_id
        )
        .fetch_optional(&mut *standing)
        .await?;
        if account.is_none() || accepted.is_none() || trusted.is_none() {
            return Ok(None);
        }
        let answer = state
            .rooms
            .send(catalog_id, order)
            .await
            .map_err(room_error)?;
        // Nothing was written; the locks go with the transaction.
        drop(standing);
        Ok(Some(answer))
    })
    .await
}

/// The person has lost the house's trust or acceptance, and this is committed: from now on he is refused, and his open
/// absentee orders there fall. His bets stand. 503 if a room could not be told; the same call again tells it.
pub async fn lost(state: &AppState, house_id: i64, account_id: i64) -> ApiResult<()> {
    state.access.account_changed(account_id);
    let catalogs = sqlx::query_scalar!(
        "select distinct o.catalog_id from absentee_order o join catalog c on c.id = o.catalog_id
         where o.account_id = $1 and c.house_id = $2",
        account_id,
        house_id
    )
    .fetch_all(&state.pool)
    .await?;
    let mut told = Ok(());
    for catalog_id in catalogs {
        let drop = Request::new(Command::DropOrders {
            user: UserId(account_id),
        });
        // One room that cannot be reached keeps no other from being told.
        if let Err(error) = state.rooms.send(catalog_id, drop).await {
            told = Err(ApiError::unavailable(error));
        }
    }
    told
}
