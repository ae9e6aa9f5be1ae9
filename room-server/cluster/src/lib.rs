//! What the nodes of a site share through Redis.
//!
//! PostgreSQL stays the only truth. Everything here may be lost at any moment: Redis may be slow, frozen, unreachable, or
//! come back empty. A node then continues with its local state, and `redis_up` is 0.

mod catch_up;
mod quotas;
mod redis;
mod relay;

pub use catch_up::CatchUp;
pub use quotas::{Quotas, Rate};
pub use redis::{Away, Redis};
pub use relay::{Gap, NodeRelay};
