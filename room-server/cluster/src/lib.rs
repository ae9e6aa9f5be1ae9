//! What the nodes of a site share through Redis.
//!
//! PostgreSQL stays the only truth. Everything here may be lost at any moment: Redis may be slow, frozen, unreachable, or
//! come back empty. A node then continues with its local state, and `redis_up` is 0.

mod catch_up;
mod directory;
mod known;
mod leases;
mod peers;
mod quotas;
mod redis;
mod relay;
mod remote;
mod tenure;
mod tls;

pub use catch_up::CatchUp;
pub use directory::{Directory, Settings};
pub use leases::Leases;
pub use quotas::{Quotas, Rate};
pub use redis::{Away, Redis};
pub use relay::{Gap, NodeRelay};
pub use remote::{Reply, SENDER_HEADER, TIME_LIMIT_HEADER, commands, hand_over};
pub use tls::{Tls, TlsError};
