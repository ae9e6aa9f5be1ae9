//! What a check found.

use std::fmt;
use std::time::Duration;

use texts::words::plural;

/// The order is that of urgency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// The site does not work, or not wholly.
    Broken,
    /// The site works, with a risk that the operator should know.
    Warn,
    Ok,
}

macro_rules! subjects {
    ($($subject:ident = $name:literal $title:literal,)+) => {
        /// What was checked.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Subject { $($subject),+ }

        impl Subject {
            /// A stable English name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$subject => $name),+ }
            }

            /// What people call it.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$subject => $title),+ }
            }
        }
    };
}

subjects! {
    Settings = "settings" "Настройки",
    Database = "database" "База данных",
    Schema = "schema" "Схема базы",
    Backup = "backup" "Резервная копия",
    Rooms = "rooms" "Залы",
    Nodes = "nodes" "Узлы",
    Queues = "queues" "Очереди",
    Search = "search" "Поиск",
    Redis = "redis" "Redis",
    Mail = "mail" "Почта",
    Phone = "phone" "Звонки и SMS",
    Pictures = "pictures" "Хранилище изображений",
    Disk = "disk" "Диск",
    Scheduler = "scheduler" "Приоритеты процессов",
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub subject: Subject,
    pub state: State,
    /// What was found and, unless all is well, what to do, in Russian. Names no address, path or secret: admins read it on the
    /// site.
    pub text: String,
    /// For the operator at the shell and the log: a place or an error's words. Contains no secrets.
    pub detail: Option<String>,
}

impl Finding {
    pub fn ok(subject: Subject, text: impl Into<String>) -> Self {
        Self::new(subject, State::Ok, text)
    }

    pub fn warn(subject: Subject, text: impl Into<String>) -> Self {
        Self::new(subject, State::Warn, text)
    }

    pub fn broken(subject: Subject, text: impl Into<String>) -> Self {
        Self::new(subject, State::Broken, text)
    }

    fn new(subject: Subject, state: State, text: impl Into<String>) -> Self {
        Self {
            subject,
            state,
            text: text.into(),
            detail: None,
        }
    }

    pub fn with(mut self, detail: impl fmt::Display) -> Self {
        self.detail = Some(format!("{detail:#}"));
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Ok => "ok",
            State::Warn => "WARN",
            State::Broken => "BROKEN",
        };
        write!(f, "{state:<7}{:<10}{}", self.subject.name(), self.text)?;
        match &self.detail {
            Some(detail) => write!(f, " [{detail}]"),
            None => Ok(()),
        }
    }
}

/// A number with the noun that agrees with it.
pub fn counted(count: i64, one: &str, few: &str, many: &str) -> String {
    let noun = plural(usize::try_from(count).unwrap_or_default(), one, few, many);
    format!("{count} {noun}")
}

/// How a person says a duration.
pub fn said(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..=119 => format!("{seconds} с"),
        seconds @ 120..=7_199 => format!("{} мин", seconds / 60),
        seconds @ 7_200..=172_799 => format!("{} ч", seconds / 3_600),
        seconds => counted((seconds / 86_400) as i64, "день", "дня", "дней"),
    }
}
