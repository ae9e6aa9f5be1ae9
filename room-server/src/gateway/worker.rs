//! The gateway's threads. Beside each worker of the HTTP server, one serves the sockets that it accepted.
//!
//! A bet in a full room causes thousands of writes. If they ran on the HTTP server's threads, requests would wait for them, and the next
//! bet is a request.

use std::{cell::OnceCell, rc::Rc};

use actix::Arbiter;
use actix_web::rt;
use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::sync::oneshot;

use super::{hub::Hub, shard::Shard};

/// Below the threads that handle requests and rooms, so that the scheduler runs those first when all want the processor. From 0 to 99:
/// most threads have 48, which is niceness 0; three less are niceness 1.
const PRIORITY: u8 = 33;

thread_local! {
    static SHARD: OnceCell<Rc<Shard>> = const { OnceCell::new() };
}

/// A thread with an event loop for sockets. Dropping it stops the thread, which drops its sockets.
pub(super) struct Worker(Arbiter);

impl Worker {
    /// Starts the thread. An actix system must be running.
    pub(super) fn start(hub: Hub) -> Self {
        let arbiter = Arbiter::new();
        arbiter.spawn_fn(move || {
            let priority = ThreadPriorityValue::try_from(PRIORITY).expect("a valid priority");
            if let Err(error) = set_current_thread_priority(ThreadPriority::Crossplatform(priority))
            {
                tracing::warn!(?error, "cannot lower the priority of a thread for sockets");
            }
            let shard = Shard::start(hub);
            SHARD.with(|cell| assert!(cell.set(shard).is_ok(), "a worker has one shard"));
        });
        Self(arbiter)
    }

    /// Runs a session on the thread. Completes when the session or the thread has ended.
    pub(super) async fn run<F>(&self, session: impl FnOnce(Rc<Shard>) -> F + Send + 'static)
    where
        F: Future<Output = ()> + 'static,
    {
        let (running, ended) = oneshot::channel::<()>();
        self.0.spawn_fn(move || {
            let shard = SHARD.with(|cell| cell.get().map(Rc::clone));
            // In a box: the task would hold it twice, before and after its first poll.
            let session = Box::pin(session(shard.expect("the thread starts with its shard")));
            rt::spawn(async move {
                session.await;
                drop(running);
            });
        });
        // Nothing is sent: the sender is dropped.
        let _ = ended.await;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.stop();
    }
}
