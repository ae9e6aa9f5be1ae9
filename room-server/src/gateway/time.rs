//! The gateway's clock.

use std::time::Instant;

/// Uses the runtime's clock rather than the system's, so that a test that pauses it stops all deadlines.
pub(super) fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}
