//! The outbox: work that a transaction enqueues and a worker does after the commit.
//!
//! [`enqueue`] joins the transaction that causes the work, so neither is stored without the other. A [`Worker`] does
//! the work of some [`Topic`]s; [`run`] feeds it. This crate does not know what the work is.
//!
//! Three statements insert their rows directly instead: the rooms' group commit (`room-server/src/journal/store.sql`),
//! the trigger that announces a lot when it becomes visible, and the one that notices lots that are no longer listed.

pub mod enqueue;
mod notice;
mod reader;
mod topic;

pub use notice::Notice;
pub use reader::{Job, Worker, drain, run};
pub use topic::Topic;
