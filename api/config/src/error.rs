use std::fmt;

/// An unusable or missing variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    pub variable: String,
    pub found: Option<String>,
    pub expected: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            variable,
            found,
            expected,
        } = self;
        match found {
            Some(found) => write!(f, "{variable}: found «{found}», expected {expected}"),
            None => write!(f, "{variable}: is not set, expected {expected}"),
        }
    }
}

impl std::error::Error for ConfigError {}
