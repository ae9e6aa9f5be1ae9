use domain::Caps;
use room_server::Rooms;
use sqlx::PgPool;

use clock::Clock;

/// The dependencies of every change to houses, catalogs and lots.
#[derive(Clone)]
pub struct Editor {
    pub pool: PgPool,
    pub rooms: Rooms,
    pub clock: Clock,
    /// The highest bets allowed to bidders whom a house does not trust; new catalogs copy them.
    pub caps: Caps,
}
