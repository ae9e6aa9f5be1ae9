//! A reply, and the words that tests check it with.

use contract::codes::Code;
use reqwest::header::HeaderMap;
use serde_json::Value;

/// A reply, read whole.
#[derive(Debug)]
pub struct Reply {
    /// The request, for the message of a failed check.
    pub call: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    /// Checks the status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{self}");
        self
    }

    /// The body of a 200.
    #[track_caller]
    pub fn ok(&self) -> Value {
        self.expect(200).json()
    }

    /// Checks that this is a 204.
    #[track_caller]
    pub fn done(&self) {
        self.expect(204);
    }

    /// The room's code, in a 200.
    #[track_caller]
    pub fn code(&self) -> i64 {
        self.ok()["code"].as_i64().expect("answers have a code")
    }

    /// Checks the room's code.
    #[track_caller]
    pub fn expect_code(&self, code: i64) -> &Self {
        assert_eq!(self.code(), code, "{self}");
        self
    }

    /// Status and title of a problem.
    #[track_caller]
    pub fn problem(&self) -> (u16, String) {
        assert_eq!(
            self.headers["content-type"], "application/problem+json",
            "{self}"
        );
        let body = self.json();
        assert_eq!(body["status"], self.status, "{self}");
        let title = body["title"].as_str().expect("problems have a title");
        assert!(
            Code::ALL.iter().any(|code| code.title() == title),
            "{title} is not in the table of errors"
        );
        (self.status, title.to_owned())
    }

    /// Checks status and title of a problem.
    #[track_caller]
    pub fn expect_problem(&self, status: u16, title: &str) -> &Self {
        assert_eq!(self.problem(), (status, title.to_owned()), "{self}");
        self
    }

    /// The Russian text of a problem with this status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        let detail = &self.expect(status).json()["detail"];
        detail.as_str().expect("problems have a detail").to_owned()
    }

    /// Field → messages, of a 422.
    #[track_caller]
    pub fn faults(&self) -> Value {
        self.expect(422).json()["errors"].clone()
    }

    /// The only message about a field, of a 422.
    #[track_caller]
    pub fn refused_field(&self, field: &str) -> String {
        let faults = self.faults();
        assert_eq!(
            faults[field].as_array().map(Vec::len),
            Some(1),
            "{field}: {faults}"
        );
        faults[field][0]
            .as_str()
            .expect("messages are texts")
            .to_owned()
    }

    /// Seconds of `Retry-After`.
    #[track_caller]
    pub fn retry_after(&self) -> u64 {
        self.headers["retry-after"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap()
    }
}

impl std::fmt::Display for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} {}", self.call, self.status, self.text())
    }
}
