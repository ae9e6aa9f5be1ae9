//! Limits concurrent picture processing and runs it off the threads that serve requests.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A fixed number of places for blocking work.
#[derive(Clone)]
pub struct Workshop(Arc<Semaphore>);

impl Workshop {
    pub fn new(places: usize) -> Self {
        Self(Arc::new(Semaphore::new(places)))
    }

    /// Waits for a free place and takes it.
    pub async fn place(&self) -> anyhow::Result<OwnedSemaphorePermit> {
        Ok(self.0.clone().acquire_owned().await?)
    }

    /// Runs the work at a place of this workshop. The place and `held` stay taken until the work is done, even if the
    /// caller drops the future.
    pub async fn run<T: Send + 'static>(
        &self,
        held: impl Send + 'static,
        work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
    ) -> anyhow::Result<T> {
        let place = self.place().await?;
        tokio::task::spawn_blocking(move || {
            let _held = (held, place);
            work()
        })
        .await?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_place_stays_taken_until_the_work_is_done_even_if_the_caller_is_gone() {
        let (workshop, others) = (Workshop::new(1), Workshop::new(1));
        let (go, wait) = mpsc::channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let held = others.place().await.unwrap();
        let caller = workshop.run(held, move || {
            let _ = begin.send(());
            wait.recv()?;
            Ok(())
        });
        tokio::select! {
            _ = caller => panic!("the work still waits"),
            begun = begun => begun.unwrap(),
        }
        // `select` has dropped the caller; the work still runs.
        assert_eq!(workshop.0.available_permits(), 0);
        assert_eq!(others.0.available_permits(), 0);
        go.send(()).unwrap();
        workshop.run((), || Ok(())).await.unwrap();
        assert_eq!(others.0.available_permits(), 1);
    }
}
