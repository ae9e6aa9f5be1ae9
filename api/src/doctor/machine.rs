//! The machine: its disk and its scheduler.

use config::Config;

use super::finding::Finding;

const GIB: u64 = 1 << 30;
/// Below this, imports will soon fail; see [`FULL`].
const LITTLE_SPACE: u64 = 5 * GIB;
/// Below this uploads and, on the same disk, the database fail at any time.
const FULL: u64 = GIB / 2;

const AUTOGROUPS: &str = "/proc/sys/kernel/sched_autogroup_enabled";

/// The disk of DATA_DIR.
pub fn disk(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "disk";
    let free = match rustix::fs::statvfs(&config.data_dir) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            let text = format!("cannot look at {}: {error}", config.data_dir.display());
            return vec![Finding::broken(SUBJECT, text)];
        }
    };
    let text = format!(
        "{:.1} GiB are free for {}",
        free as f64 / GIB as f64,
        config.data_dir.display()
    );
    vec![if free < FULL {
        Finding::broken(SUBJECT, format!("{text}; make room now"))
    } else if free < LITTLE_SPACE {
        Finding::risky(SUBJECT, format!("{text}; make room soon"))
    } else {
        Finding::good(SUBJECT, text)
    }]
}

/// Whether Linux lets the database and the server's requests go before the processing of pictures.
pub fn scheduler() -> Vec<Finding> {
    // Missing on a kernel without autogroups.
    let enabled = std::fs::read_to_string(AUTOGROUPS).unwrap_or_default();
    vec![priorities(enabled.trim())]
}

/// `enabled` is what `kernel.sched_autogroup_enabled` says. Each PostgreSQL process is a session, so each gets a group; the
/// server's threads of lowest priority then compete with it as its threads of normal priority would.
fn priorities(enabled: &str) -> Finding {
    const SUBJECT: &str = "scheduler";
    if enabled == "1" {
        Finding::risky(
            SUBJECT,
            "Linux groups processes by session, so bets are slower while pictures are processed; if PostgreSQL runs on this \
             machine, set kernel.sched_autogroup_enabled = 0 in /etc/sysctl.d",
        )
    } else {
        Finding::good(SUBJECT, "priorities hold between the server and PostgreSQL")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::Verdict;

    #[test]
    fn groups_of_sessions_are_found() {
        assert_eq!(priorities("1").verdict, Verdict::Risky);
        assert_eq!(priorities("0").verdict, Verdict::Good);
        assert_eq!(priorities("").verdict, Verdict::Good);
    }
}
