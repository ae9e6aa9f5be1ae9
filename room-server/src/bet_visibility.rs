//! Visibility of bets in a lot's public history. It is not part of a room's state: prices, leaders and counts ignore
//! it.

use sqlx::PgConnection;

/// Hides a bet from the public history or shows it, in the caller's transaction. Returns its previous visibility; None
/// if the bet does not exist.
pub async fn set_visible(
    conn: &mut PgConnection,
    bet_id: i64,
    is_visible: bool,
) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        "update bet set is_visible = $2
         from (select id, is_visible from bet where id = $1 for update) as before
         where bet.id = before.id returning before.is_visible",
        bet_id,
        is_visible
    )
    .fetch_optional(conn)
    .await
}
