//! Gives the machine to a sale when it needs it: uploads and imports stop for a moment when the server comes late.
//!
//! Priorities of threads alone do not protect a sale: the system may group processes and weigh groups first, and a
//! thread that is to answer a bet still waits for one that decodes to be interrupted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::lanes::Lane;

const TICK: Duration = Duration::from_millis(10);
/// Coming later than this means that threads wait for a core.
const LATE: Duration = Duration::from_millis(5);
const PAUSE: Duration = Duration::from_millis(250);

/// Watches how late the server's tasks run and pauses a lane. Stops when dropped.
pub struct Pace(JoinHandle<()>);

impl Pace {
    pub fn keep(lane: Arc<Lane>) -> Self {
        Self(tokio::spawn(async move {
            loop {
                lane.has_work().await;
                let due = Instant::now() + TICK;
                tokio::time::sleep(TICK).await;
                if due.elapsed() > LATE {
                    lane.pause(PAUSE);
                }
            }
        }))
    }
}

impl Drop for Pace {
    fn drop(&mut self) {
        self.0.abort();
    }
}
