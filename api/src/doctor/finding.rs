//! What a check found.

use std::fmt;
use std::time::Duration;

/// Time limit of one check.
pub const PATIENCE: Duration = Duration::from_secs(15);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Good,
    /// The site works, with a risk that the operator should know.
    Risky,
    /// The site does not work, or not wholly.
    Broken,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What was checked, such as `database` or `backup`.
    pub subject: &'static str,
    pub verdict: Verdict,
    /// What was found and, unless all is well, what to do. Contains no secrets.
    pub text: String,
}

impl Finding {
    pub fn good(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(subject, Verdict::Good, text)
    }

    pub fn risky(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(subject, Verdict::Risky, text)
    }

    pub fn broken(subject: &'static str, text: impl Into<String>) -> Self {
        Self::new(subject, Verdict::Broken, text)
    }

    fn new(subject: &'static str, verdict: Verdict, text: impl Into<String>) -> Self {
        Self {
            subject,
            verdict,
            text: text.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Good => "ok",
            Verdict::Risky => "RISK",
            Verdict::Broken => "FAULT",
        };
        write!(f, "{verdict:<6}{:<10}{}", self.subject, self.text)
    }
}

/// How a person says a duration.
pub fn said(duration: Duration) -> String {
    match duration.as_secs() {
        seconds @ 0..=119 => format!("{seconds} s"),
        seconds @ 120..=7_199 => format!("{} min", seconds / 60),
        seconds @ 7_200..=172_799 => format!("{} h", seconds / 3_600),
        seconds => format!("{} days", seconds / 86_400),
    }
}
