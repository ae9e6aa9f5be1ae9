//! A bidder's eligibility with a house, and the absentee orders that depend on it.
//!
//! An order requires the owner's account and the house's acceptance and trust, and is dropped when one of them is lost.
//! Placing an order and losing eligibility may happen at once, and neither may miss the other. Placing an order therefore
//! holds shared locks on the rows of the account, the acceptance and the trust from before they are read until the room
//! has stored the order. Revoking one must change its row, so it either waits and finds the order, or goes first and
//! the order is refused.

use std::sync::Arc;

use domain::{Command, UserId};
use room_server::{Answer, Request, Rooms};
use sqlx::PgPool;
use tokio::sync::Semaphore;
use tracing::Instrument as _;

use crate::access::Access;
use crate::account::DEVELOPER;
use contract::error::{ApiError, ApiResult};

/// Everything that a change of a bidder's eligibility touches.
#[derive(Clone)]
pub struct Bidders {
    pub pool: PgPool,
    pub access: Arc<Access>,
    pub rooms: Rooms,
    /// Permits for concurrent absentee orders: each holds a connection while its room stores, so only part of the pool
    /// is available to them.
    pub turns: Arc<Semaphore>,
}

/// Runs work to completion even if the client disconnects, which would otherwise interrupt a change halfway.
pub async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = ApiResult<T>> + Send + 'static,
) -> ApiResult<T> {
    tokio::spawn(work.in_current_span())
        .await
        .map_err(ApiError::internal)?
}

/// Sends an order to the room if the house accepts and trusts the bidder; `None` if not.
pub async fn place_order(
    bidders: Bidders,
    house_id: i64,
    account_id: i64,
    catalog_id: i64,
    order: Request,
) -> ApiResult<Option<Arc<Answer>>> {
    to_its_end(async move {
        // Each order holds a connection while its room stores, and storing takes another.
        let _turn = bidders
            .turns
            .acquire()
            .await
            .map_err(ApiError::internal)?;
        let mut standing = bidders.pool.begin().await?;
        // A deletion of the account waits until the order is stored, and finds it.
        let account = sqlx::query_scalar!(
            "select id from account where id = $1 and deleted is null and roles & $2 = 0 for share",
            account_id,
            DEVELOPER
        )
        .fetch_optional(&mut *standing)
        .await?;
        // Locks in the order in which decisions about a registration change the rows.
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
        let answer = bidders
            .rooms
            .send(catalog_id, order)
            .await
            .map_err(ApiError::from)?;
        // Nothing was written. The locks go with the transaction.
        drop(standing);
        Ok(Some(answer))
    })
    .await
}

/// Applies a committed loss of the right to bid anywhere: drops every open absentee order. Bets stand. 503 as with
/// [`lost`].
pub async fn lost_everywhere(bidders: &Bidders, account_id: i64) -> ApiResult<()> {
    bidders.access.account_changed(account_id);
    drop_orders(bidders, account_id, None).await
}

/// Applies a committed loss of the house's trust or acceptance: from now on new orders are refused, and open absentee
/// orders in the house are dropped. Bets stand. 503 if a room could not be reached; repeating the call retries.
pub async fn lost(bidders: &Bidders, house_id: i64, account_id: i64) -> ApiResult<()> {
    bidders.access.account_changed(account_id);
    drop_orders(bidders, account_id, Some(&[house_id])).await
}

/// Drops the account's open absentee orders, only those in these houses if any are named. 503 if a room could not be
/// reached; the others have dropped theirs then.
pub async fn drop_orders(
    bidders: &Bidders,
    account_id: i64,
    in_houses: Option<&[i64]>,
) -> ApiResult<()> {
    let catalogs = sqlx::query_scalar!(
        "select distinct o.catalog_id from absentee_order o join catalog c on c.id = o.catalog_id
         where o.account_id = $1 and ($2::bigint[] is null or c.house_id = any($2))",
        account_id,
        in_houses
    )
    .fetch_all(&bidders.pool)
    .await?;
    let mut dropped = Ok(());
    for catalog_id in catalogs {
        let drop = Request::new(Command::DropOrders {
            user: UserId(account_id),
        });
        // A room that cannot be reached does not keep the others from dropping their orders.
        if let Err(error) = bidders.rooms.send(catalog_id, drop).await {
            dropped = Err(ApiError::unavailable(error));
        }
    }
    dropped
}
