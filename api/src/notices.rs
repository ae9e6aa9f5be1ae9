//! What people are to be told, left in the outbox with the change that caused it.
//!
//! The topic `notify` is read by [`crate::notifier::Notifier`]. Rooms leave notices of bets there themselves; the rest of the
//! program does it here. A row that is stored is one event: whoever it concerns is told once, whatever is restarted.

use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, types::Json};

/// Something that happened to somebody outside of the rooms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum Notice {
    /// The house accepted the registration of a bidder, perhaps with its trust.
    RegistrationAccepted {
        account_id: i64,
        house_id: i64,
        is_trusted: bool,
    },
    RegistrationRejected {
        account_id: i64,
        house_id: i64,
    },
    /// The house answered a price request.
    PriceRequestAnswered {
        account_id: i64,
        query_id: i64,
    },
    /// A price request waits for the house.
    PriceRequestReceived {
        house_id: i64,
        query_id: i64,
    },
    /// A lot was listed by these authors; whoever subscribed to one of them is told when everybody can see it.
    LotListed {
        lot_id: i64,
    },
}

/// Leaves a notice, to be told after the commit.
pub async fn leave(conn: &mut PgConnection, notice: &Notice) -> sqlx::Result<()> {
    let payload =
        serde_json::to_value(notice).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query!(
        "insert into outbox (topic, key, payload) values ('notify', '', $1)",
        payload
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Leaves many notices at once.
pub async fn leave_all(conn: &mut PgConnection, notices: &[Notice]) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into outbox (topic, key, payload) select 'notify', '', notice from jsonb_array_elements($1) as notice",
        Json(notices) as _
    )
    .execute(conn)
    .await?;
    Ok(())
}
