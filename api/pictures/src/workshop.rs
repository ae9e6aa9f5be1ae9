//! Where pictures are worked on: off the threads that serve, few at a time.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

#[derive(Clone)]
pub struct Workshop(Arc<Semaphore>);

impl Workshop {
    /// With this many places.
    pub fn new(places: usize) -> Self {
        Self(Arc::new(Semaphore::new(places)))
    }

    /// A place, once one is free.
    pub async fn place(&self) -> anyhow::Result<OwnedSemaphorePermit> {
        Ok(self.0.clone().acquire_owned().await?)
    }

    /// Does the work at a place of this workshop. The place, and whatever else `held` is, stay taken until the work is
    /// done: who asked for it may go away meanwhile, the work goes on.
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
    async fn a_place_is_free_when_the_work_is_done_and_not_when_its_asker_is_gone() {
        let (workshop, others) = (Workshop::new(1), Workshop::new(1));
        let (go, wait) = mpsc::channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let held = others.place().await.unwrap();
        let asker = workshop.run(held, move || {
            let _ = begin.send(());
            wait.recv()?;
            Ok(())
        });
        tokio::select! {
            _ = asker => panic!("it waits"),
            begun = begun => begun.unwrap(),
        }
        // The asker is gone with the `select`; the work is not.
        assert_eq!(workshop.0.available_permits(), 0);
        assert_eq!(others.0.available_permits(), 0);
        go.send(()).unwrap();
        workshop.run((), || Ok(())).await.unwrap();
        assert_eq!(others.0.available_permits(), 1);
    }
}
