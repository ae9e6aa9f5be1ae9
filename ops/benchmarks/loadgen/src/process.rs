//! Resource usage of a process, from /proc.

use std::fs;

#[derive(Clone, Copy, Default)]
pub struct Usage {
    pub cpu_s: f64,
    pub resident_mb: f64,
    pub peak_mb: f64,
}

/// Clock ticks per second in /proc/PID/stat: 100 on every Linux in use.
const TICKS: f64 = 100.0;

pub fn usage(pid: u32) -> Usage {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The process name in parentheses may contain spaces.
    let fields: Vec<&str> = stat
        .rsplit_once(')')
        .map_or_else(Vec::new, |(_, rest)| rest.split_whitespace().collect());
    let ticks = |index: usize| {
        fields
            .get(index)
            .and_then(|field| field.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let megabytes = |key: &str| {
        status
            .lines()
            .find_map(|line| {
                line.strip_prefix(key)?
                    .split_whitespace()
                    .next()?
                    .parse::<f64>()
                    .ok()
            })
            .map_or(0.0, |kb| kb / 1024.0)
    };
    Usage {
        cpu_s: (ticks(11) + ticks(12)) / TICKS,
        resident_mb: megabytes("VmRSS:"),
        peak_mb: megabytes("VmHWM:"),
    }
}
