//! Making the views of a picture when someone looks at it for the first time.
//!
//! One reading and one decoding make all sizes. They are handed out as they get ready, and stored when all are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::watch;
use uuid::Uuid;

use crate::lanes::Busy;
use picture_codec::Size;
use picture_codec::{Format, Views};

/// How long a viewer waits.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the size they asked for, before getting a smaller one.
    pub for_size: Duration,
    /// For any size, if none is ready by then. Long: a page that waits for a picture is better than one without it.
    pub for_any: Duration,
}

impl Patience {
    pub const OF_VIEWERS: Self = Self {
        for_size: Duration::from_millis(120),
        for_any: Duration::from_secs(15),
    };
}

/// The most pictures whose views are being made or wait for it.
const AT_ONCE: usize = 500;

type Key = (Uuid, Format);

/// The views that are ready, and whether no more will come.
#[derive(Default)]
struct Progress {
    views: Views,
    failed: bool,
}

/// One picture whose views are being made.
pub struct Making {
    progress: watch::Sender<Progress>,
}

/// What a viewer gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    View(Bytes),
    /// The size asked for is not ready; this smaller one is.
    Smaller(Size, Bytes),
    /// Nothing is ready, try again soon.
    NotYet,
}

/// The pictures whose views are being made.
#[derive(Default)]
pub struct Makings(Mutex<HashMap<Key, Weak<Making>>>);

impl Makings {
    /// Joins the making of a picture's views, or begins it; then `begin` must start it.
    pub fn join(&self, key: Key, begin: impl FnOnce(Arc<Making>)) -> Result<Arc<Making>, Busy> {
        let mut makings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(making) = makings.get(&key).and_then(Weak::upgrade) {
            return Ok(making);
        }
        makings.retain(|_, making| making.strong_count() > 0);
        if makings.len() >= AT_ONCE {
            return Err(Busy);
        }
        let making = Arc::new(Making {
            progress: watch::Sender::default(),
        });
        makings.insert(key, Arc::downgrade(&making));
        begin(making.clone());
        Ok(making)
    }
}

impl Making {
    pub fn publish(&self, size: Size, view: Bytes) {
        self.progress
            .send_modify(|progress| progress.views[size as usize] = Some(view));
    }

    /// No more views will come.
    pub fn fail(&self) {
        self.progress.send_modify(|progress| progress.failed = true);
    }

    /// All views that are ready.
    pub fn views(&self) -> Views {
        self.progress.borrow().views.clone()
    }

    /// Waits for a view, or `None` if it cannot be made.
    pub async fn view(&self, size: Size) -> Option<Bytes> {
        let mut progress = self.progress.subscribe();
        let is_over =
            |progress: &Progress| progress.failed || progress.views[size as usize].is_some();
        let ready = progress.wait_for(is_over).await.ok()?;
        ready.views[size as usize].clone()
    }

    /// Waits a little for a view, then for any smaller one. `stored` looks for one in the store. `None`: it cannot be
    /// made.
    pub async fn view_soon(
        &self,
        size: Size,
        patience: Patience,
        stored: impl Future<Output = Option<(Size, Bytes)>>,
    ) -> Option<Shown> {
        if let Ok(view) = tokio::time::timeout(patience.for_size, self.view(size)).await {
            return view.map(Shown::View);
        }
        if let Some((smaller, view)) = self.smaller(size) {
            return Some(Shown::Smaller(smaller, view));
        }
        if let Some((smaller, view)) = stored.await {
            return Some(Shown::Smaller(smaller, view));
        }
        let mut progress = self.progress.subscribe();
        let any = progress.wait_for(|progress| {
            progress.failed || progress.views[..=size as usize].iter().any(Option::is_some)
        });
        match tokio::time::timeout(patience.for_any, any).await {
            Err(_) => Some(Shown::NotYet),
            Ok(ready) => {
                drop(ready.ok()?);
                match self.views()[size as usize].clone() {
                    Some(view) => Some(Shown::View(view)),
                    None => self
                        .smaller(size)
                        .map(|(smaller, view)| Shown::Smaller(smaller, view)),
                }
            }
        }
    }

    fn smaller(&self, size: Size) -> Option<(Size, Bytes)> {
        let progress = self.progress.borrow();
        size.smaller()
            .find_map(|size| Some((size, progress.views[size as usize].clone()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = (Uuid::nil(), Format::WebP);

    fn view(size: Size) -> Bytes {
        Bytes::from_static(match size {
            Size::Icon => b"icon",
            Size::Small => b"small",
            Size::Card => b"card",
            Size::Preview => b"preview",
            Size::Full => b"full",
        })
    }

    async fn nothing() -> Option<(Size, Bytes)> {
        None
    }

    /// Waits for nothing, for the size alone, or for any size.
    fn patience(for_size: u64, for_any: u64) -> Patience {
        Patience {
            for_size: Duration::from_secs(for_size),
            for_any: Duration::from_secs(for_any),
        }
    }

    #[tokio::test]
    async fn a_late_view_is_replaced_by_the_next_smaller_one() {
        let makings = Makings::default();
        let making = makings.join(KEY, |_| ()).unwrap();
        let ask = |size, patience| making.view_soon(size, patience, nothing());
        let none = patience(0, 0);
        assert_eq!(ask(Size::Full, none).await, Some(Shown::NotYet));
        // A smaller one is in the store.
        let stored = async { Some((Size::Icon, view(Size::Icon))) };
        let shown = making.view_soon(Size::Full, none, stored).await;
        assert_eq!(shown, Some(Shown::Smaller(Size::Icon, view(Size::Icon))));
        // A smaller one gets ready while the viewer waits.
        let (shown, ()) = tokio::join!(ask(Size::Full, patience(0, 3600)), async {
            making.publish(Size::Icon, view(Size::Icon));
        });
        assert_eq!(shown, Some(Shown::Smaller(Size::Icon, view(Size::Icon))));
        making.publish(Size::Small, view(Size::Small));
        let shown = ask(Size::Full, none).await;
        assert_eq!(shown, Some(Shown::Smaller(Size::Small, view(Size::Small))));
        // The one asked for gets ready in time.
        let (shown, ()) = tokio::join!(ask(Size::Full, patience(3600, 0)), async {
            making.publish(Size::Full, view(Size::Full));
        });
        assert_eq!(shown, Some(Shown::View(view(Size::Full))));
        // A larger view never stands in for a smaller one.
        let shown = ask(Size::Preview, none).await;
        assert_eq!(shown, Some(Shown::Smaller(Size::Small, view(Size::Small))));
        making.fail();
        assert_eq!(ask(Size::Preview, none).await, None);
        assert_eq!(making.view(Size::Full).await, Some(view(Size::Full)));
    }

    #[tokio::test]
    async fn a_picture_is_made_once_at_a_time() {
        let makings = Makings::default();
        let mut begun = 0;
        let one = makings.join(KEY, |_| begun += 1).unwrap();
        let same = makings.join(KEY, |_| begun += 1).unwrap();
        assert!(Arc::ptr_eq(&one, &same));
        let jpeg = makings.join((KEY.0, Format::Jpeg), |_| begun += 1);
        assert_eq!(begun, 2);
        drop((one, same, jpeg));
        let again = makings.join(KEY, |_| begun += 1);
        assert_eq!(begun, 3);
        drop(again);

        let many: Vec<_> = (0..AT_ONCE)
            .map(|n| makings.join((Uuid::from_u128(n as u128 + 1), Format::WebP), |_| ()))
            .collect();
        assert!(many.iter().all(Result::is_ok));
        assert!(matches!(makings.join(KEY, |_| ()), Err(Busy)));
    }
}
