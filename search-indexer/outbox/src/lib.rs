//! The outbox: work that a transaction enqueues and a worker does after the commit.
//!
//! [`enqueue`] joins the transaction that causes the work, so neither is stored without the other. A [`Worker`] does
//! the work of some [`Topic`]s; [`run`] feeds it. This crate does not know what the work is.
//!
//! Some statements insert their rows directly instead: the rooms' group commit (`room-server/src/journal/store.sql`) and the
//! triggers that announce a lot when it becomes visible, notice lots that are no longer listed, and enqueue what nodes of the previous
//! version have for the sockets.

pub mod enqueue;
mod notice;
mod reader;
mod topic;

pub use notice::Notice;
pub use reader::{Job, Worker, drain, run};
pub use topic::Topic;
