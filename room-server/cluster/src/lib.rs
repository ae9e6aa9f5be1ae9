//! What the nodes of a site share through Redis.
//!
//! PostgreSQL stays the only truth. Everything here may be lost at any moment: Redis may be slow, frozen, unreachable, or
//! come back empty. A node then continues with its local state, and `redis_up` is 0.

mod catch_up;
mod directory;
mod known;
mod leases;
mod quotas;
mod redis;
mod relay;
mod remote;

pub use catch_up::CatchUp;
pub use directory::Directory;
pub use leases::Leases;
pub use quotas::{Quotas, Rate};
pub use redis::{Away, Redis};
pub use relay::{Gap, NodeRelay};
pub use remote::{PATIENCE, Reply, commands, hand_over};
