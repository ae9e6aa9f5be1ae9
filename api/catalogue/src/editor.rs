use domain::Caps;
use room_server::Rooms;
use sqlx::PgPool;

use clock::Clock;

/// Everything that a change of houses, catalogs and lots touches.
#[derive(Clone)]
pub struct Editor {
    pub pool: PgPool,
    pub rooms: Rooms,
    pub clock: Clock,
    /// The greatest bets of bidders whom a house does not trust; new catalogs take them over.
    pub caps: Caps,
}
