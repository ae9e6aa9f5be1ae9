//! The machine: its disk and its scheduler.

use config::Config;

use super::finding::{Finding, State, Subject};

const GIB: u64 = 1 << 30;
/// Below this, imports will soon fail; see [`FULL`].
const LITTLE_SPACE: u64 = 5 * GIB;
/// Below this uploads and, on the same disk, the database fail at any time.
const FULL: u64 = GIB / 2;

const AUTOGROUPS: &str = "/proc/sys/kernel/sched_autogroup_enabled";

/// The disk of DATA_DIR.
pub fn disk(config: &Config) -> Finding {
    let place = config.data_dir.display();
    match rustix::fs::statvfs(&config.data_dir) {
        Ok(disk) => space(disk.f_bavail.saturating_mul(disk.f_frsize)).with(place),
        Err(error) => Finding::broken(
            Subject::Disk,
            "Папка DATA_DIR недоступна. Проверьте, что она есть и открыта пользователю сервера",
        )
        .with(format!("{place}: {error}")),
    }
}

/// `free` is in bytes.
fn space(free: u64) -> Finding {
    let text = format!("Свободно {:.1} ГиБ", free as f64 / GIB as f64).replace('.', ",");
    let (state, text) = if free < FULL {
        let text = format!("{text}: вот-вот остановятся загрузки и база. Освободите место сейчас");
        (State::Broken, text)
    } else if free < LITTLE_SPACE {
        (State::Warn, format!("{text}. Освободите место"))
    } else {
        (State::Ok, text)
    };
    Finding {
        subject: Subject::Disk,
        state,
        text,
        detail: None,
    }
}

/// Whether Linux lets the database and the server's requests go before the processing of pictures.
pub fn scheduler() -> Finding {
    // Missing on a kernel without autogroups.
    let enabled = std::fs::read_to_string(AUTOGROUPS).unwrap_or_default();
    priorities(enabled.trim())
}

/// `enabled` is what `kernel.sched_autogroup_enabled` says. Each PostgreSQL process is a session, so each gets a group; the
/// server's threads of lowest priority then compete with it as its threads of normal priority would.
fn priorities(enabled: &str) -> Finding {
    const SUBJECT: Subject = Subject::Scheduler;
    if enabled == "1" {
        Finding::warn(
            SUBJECT,
            "Linux группирует процессы по сеансам: пока обрабатываются изображения, ставки медленнее. Если PostgreSQL на этой же \
             машине, запишите kernel.sched_autogroup_enabled = 0 в /etc/sysctl.d",
        )
    } else {
        Finding::ok(SUBJECT, "Обработка изображений уступает ставкам")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_sessions_are_found() {
        assert_eq!(priorities("1").state, State::Warn);
        assert_eq!(priorities("0").state, State::Ok);
        assert_eq!(priorities("").state, State::Ok);
    }

    #[test]
    fn little_space_is_a_risk_and_none_a_fault() {
        assert_eq!(space(FULL - 1).state, State::Broken);
        assert_eq!(space(FULL).state, State::Warn);
        assert_eq!(space(LITTLE_SPACE).state, State::Ok);
        assert_eq!(space(10 * GIB + GIB / 2).text, "Свободно 10,5 ГиБ");
    }
}
