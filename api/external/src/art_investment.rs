//! Bids on lots sent to an art-investment service.

use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use serde_json::Value;

use crate::answer::{body, shown};

/// Maximum size of an answer in bytes.
const ANSWER_LIMIT: usize = 64 << 10;
/// Maximum length in characters of a message shown to people.
const MESSAGE_LIMIT: usize = 300;

pub struct ArtInvestment {
    http: Client,
    url: String,
    token: Option<SecretString>,
}

/// The request to the service; says nothing about the bidder.
#[derive(Serialize)]
struct Bid {
    #[serde(rename = "lotId")]
    lot_id: i64,
    bid_amount: i64,
}

/// An unsuccessful bid.
#[derive(Debug, PartialEq, Eq)]
pub enum BidError {
    /// Refused, with the service's first message about the amount, if any.
    Refused(Option<String>),
    /// The service was not reached: no bid exists.
    NotReached,
    /// The request was sent, but its outcome is unknown.
    InDoubt,
}

impl ArtInvestment {
    pub fn new(http: Client, url: String, token: Option<SecretString>) -> Self {
        Self { http, url, token }
    }

    /// Sends a bid, without retries. After an in-doubt bid, ask the bidder before sending again.
    pub async fn bid(&self, lot_id: i64, bid_amount: i64) -> Result<(), BidError> {
        let mut request = self.http.post(&self.url).json(&Bid { lot_id, bid_amount });
        if let Some(token) = &self.token {
            request = request.bearer_auth(token.expose_secret());
        }
        let answer = request.send().await.map_err(|error| {
            let error = error.without_url();
            tracing::error!(%error, "art investment: no answer to a bid");
            if error.is_connect() {
                BidError::NotReached
            } else {
                BidError::InDoubt
            }
        })?;
        let status = answer.status();
        match status {
            status if status.is_success() => return Ok(()),
            // These concern us rather than the bid.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS => {
                tracing::error!(%status, "art investment: the service refuses our calls");
                return Err(BidError::NotReached);
            }
            status if status.is_client_error() => {}
            status => {
                tracing::error!(%status, "art investment: unexpected answer to a bid");
                return Err(BidError::InDoubt);
            }
        }
        let answer = body(answer, ANSWER_LIMIT).await;
        Err(BidError::Refused(
            answer.as_deref().and_then(message_of_amount),
        ))
    }
}

/// Finds the first message about `bid_amount`: inside `errors` or at the top level, a list or a plain string.
fn message_of_amount(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let messages = [body.get("errors").unwrap_or(&Value::Null), &body]
        .into_iter()
        .find_map(|errors| errors.get("bid_amount"))?;
    let first = match messages {
        Value::Array(messages) => messages.first()?.as_str()?,
        other => other.as_str()?,
    };
    shown(first, MESSAGE_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_message_about_the_amount_is_found() {
        for (body, message) in [
            (
                r#"{"errors": {"bid_amount": ["Мало", "Совсем"]}}"#,
                Some("Мало"),
            ),
            (r#"{"bid_amount": ["Мало"]}"#, Some("Мало")),
            (r#"{"errors": {"bid_amount": "Мало"}}"#, Some("Мало")),
            (
                r#"{"errors": {"bid_amount": ["Ма\nло\u0007"]}}"#,
                Some("Ма ло"),
            ),
            (r#"{"errors": {"lotId": ["Нет"]}}"#, None),
            (r#"{"errors": {"bid_amount": []}}"#, None),
            (r#"{"errors": {"bid_amount": [1]}}"#, None),
            (r#"{"errors": ["bid_amount"]}"#, None),
            ("[]", None),
            ("<html>", None),
            ("", None),
        ] {
            assert_eq!(
                message_of_amount(body.as_bytes()).as_deref(),
                message,
                "{body}"
            );
        }
        let long = format!(r#"{{"bid_amount": "{}"}}"#, "я".repeat(MESSAGE_LIMIT + 1));
        assert_eq!(message_of_amount(long.as_bytes()), None);
    }
}
