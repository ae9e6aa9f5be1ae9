//! The gateway's workers: threads with an event loop for sockets. Each worker of the HTTP server has one, which serves the sockets
//! accepted there.
//!
//! A bet in a full room causes thousands of writes. If they ran on the HTTP server's threads, requests would wait for them, and the next
//! bet is a request.

use std::{cell::OnceCell, rc::Rc};

use actix::Arbiter;
use actix_web::rt;
use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::{runtime::Handle, sync::oneshot};

use super::{hub::Hub, shard::Shard};

/// Niceness 5, so that the scheduler prefers the threads that handle requests and rooms when all want the processor. The scale is from 0
/// to 99, where 48 is niceness 0.
const PRIORITY: u8 = 34;

thread_local! {
    static SHARD: OnceCell<Rc<Shard>> = const { OnceCell::new() };
}

/// Dropping it stops the thread, which drops its sockets.
pub(super) struct Worker {
    thread: Arbiter,
    hub: Hub,
    requests: Handle,
}

impl Worker {
    /// Starts the thread. What sockets request runs on the caller's event loop. An actix system must be running.
    pub(super) fn start(hub: Hub) -> Self {
        let thread = Arbiter::new();
        thread.spawn_fn(|| {
            let priority = ThreadPriorityValue::try_from(PRIORITY).expect("a valid priority");
            if let Err(error) = set_current_thread_priority(ThreadPriority::Crossplatform(priority))
            {
                tracing::warn!(?error, "cannot lower the priority of a thread for sockets");
            }
        });
        Self {
            thread,
            hub,
            requests: Handle::current(),
        }
    }

    /// Runs a session on the thread. Completes when the session or the thread has ended.
    pub(super) async fn run<F>(&self, session: impl FnOnce(Rc<Shard>) -> F + Send + 'static)
    where
        F: Future<Output = ()> + 'static,
    {
        let (running, ended) = oneshot::channel::<()>();
        let (hub, requests) = (self.hub.clone(), self.requests.clone());
        let is_alive = self.thread.spawn_fn(move || {
            let start = || Shard::start(hub, requests);
            let shard = SHARD.with(|shard| Rc::clone(shard.get_or_init(start)));
            // Boxed, because the async block would reserve space for the session twice.
            let session = Box::pin(session(shard));
            rt::spawn(async move {
                session.await;
                drop(running);
            });
        });
        if !is_alive {
            tracing::error!("a thread for sockets has ended");
        }
        // Nothing is sent: the sender is dropped.
        let _ = ended.await;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.thread.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::{super::settings::Settings, *};

    #[actix_web::test]
    async fn sockets_have_a_thread_of_lower_priority() {
        let worker = Worker::start(Hub::new(Settings::default()));
        let (tell, told) = oneshot::channel();
        worker
            .run(async |_| {
                let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
                tell.send((std::thread::current().id(), stat)).unwrap();
            })
            .await;
        let (thread, stat) = told.await.unwrap();
        assert_ne!(thread, std::thread::current().id());
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        assert_eq!(fields.split(' ').nth(16), Some("5"), "{stat}");
    }

    #[actix_web::test]
    async fn a_session_that_panics_leaves_the_others_alone() {
        let worker = Worker::start(Hub::new(Settings::default()));
        let (end, ended) = oneshot::channel::<()>();
        let other = worker.run(async |_| ended.await.unwrap());
        let panicking = worker.run(async |_| panic!("on purpose"));
        let both = async {
            panicking.await;
            end.send(()).unwrap();
        };
        tokio::join!(other, both);
    }

    #[actix_web::test]
    async fn a_dropped_worker_drops_its_sessions() {
        let worker = Rc::new(Worker::start(Hub::new(Settings::default())));
        let (held, mut dropped) = oneshot::channel::<()>();
        let (begin, began) = oneshot::channel();
        let running = {
            let worker = Rc::clone(&worker);
            rt::spawn(async move {
                let session = async |_| {
                    let _held = held;
                    begin.send(()).unwrap();
                    pending().await
                };
                worker.run(session).await;
            })
        };
        began.await.unwrap();
        assert!(
            dropped
                .try_recv()
                .is_err_and(|error| error == oneshot::error::TryRecvError::Empty)
        );
        running.abort();
        drop(worker);
        assert!(dropped.await.is_err());
    }
}
