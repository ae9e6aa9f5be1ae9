//! What a house thinks of a bidder, and the absentee orders that live by it.
//!
//! An order needs its owner's account and the house's acceptance and trust, and falls when one of them is lost. Placing one and losing them may
//! happen at once, and neither may miss the other: who places an order holds the rows of his acceptance and trust
//! locked (shared), as that of his account, from before they are read until the room has stored the order. Whoever takes them away has to change
//! one of these rows, so he waits until then, and finds the order; or was first, and the order is refused.

use std::sync::Arc;

use domain::{Command, UserId};
use room_server::{Answer, Request, Rooms};
use sqlx::PgPool;
use tokio::sync::Semaphore;
use tracing::Instrument as _;

use crate::access::Access;
use contract::error::{ApiError, ApiResult};

/// Everything that a change of a bidder's standing touches.
#[derive(Clone)]
pub struct Bidders {
    pub pool: PgPool,
    pub access: Arc<Access>,
    pub rooms: Rooms,
    /// Absentee orders on their way at once: they hold connections while rooms store, never more than a part of the pool.
    pub turns: Arc<Semaphore>,
}

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
pub async fn place_order(
    bidders: Bidders,
    house_id: i64,
    account_id: i64,
    catalog_id: i64,
    order: Request,
) -> ApiResult<Option<Arc<Answer>>> {
    to_its_end(async move {
        // Each holds a connection while its room stores, which needs one too.
        let _turn = bidders
            .turns
            .acquire()
            .await
            .map_err(ApiError::internal)?;
        let mut standing = bidders.pool.begin().await?;
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
        let answer = bidders
            .rooms
            .send(catalog_id, order)
            .await
            .map_err(ApiError::from)?;
        // Nothing was written; the locks go with the transaction.
        drop(standing);
        Ok(Some(answer))
    })
    .await
}

/// The person has lost the house's trust or acceptance, and this is committed: from now on he is refused, and his open
/// absentee orders there fall. His bets stand. 503 if a room could not be told; the same call again tells it.
pub async fn lost(bidders: &Bidders, house_id: i64, account_id: i64) -> ApiResult<()> {
    bidders.access.account_changed(account_id);
    let catalogs = sqlx::query_scalar!(
        "select distinct o.catalog_id from absentee_order o join catalog c on c.id = o.catalog_id
         where o.account_id = $1 and c.house_id = $2",
        account_id,
        house_id
    )
    .fetch_all(&bidders.pool)
    .await?;
    let mut told = Ok(());
    for catalog_id in catalogs {
        let drop = Request::new(Command::DropOrders {
            user: UserId(account_id),
        });
        // One room that cannot be reached keeps no other from being told.
        if let Err(error) = bidders.rooms.send(catalog_id, drop).await {
            told = Err(ApiError::unavailable(error));
        }
    }
    told
}
