//! The gateway's clock.

use std::time::Instant;

/// The runtime's clock rather than the system's, so that a test that pauses it holds every deadline.
pub(super) fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
