//! Bids that an art-investment service takes.

use reqwest::{Client, StatusCode};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Serialize;
use serde_json::Value;

use super::{body, shown};

/// Of an answer.
const ANSWER_LIMIT: usize = 64 << 10;
/// Of a message that is shown, in characters.
const MESSAGE_LIMIT: usize = 300;

pub struct ArtInvestment {
    http: Client,
    url: String,
    token: Option<SecretString>,
}

/// What the service is told; nothing of who bids.
#[derive(Serialize)]
struct Bid {
    #[serde(rename = "lotId")]
    lot_id: i64,
    bid_amount: i64,
}

/// A bid that was not taken.
#[derive(Debug, PartialEq, Eq)]
pub enum BidError {
    /// With the service's first message about the amount, if it has one.
    Refused(Option<String>),
    /// The service was not reached: there is no bid.
    NotReached,
    /// It was asked and nobody knows what it made of it.
    InDoubt,
}

impl ArtInvestment {
    pub fn new(http: Client, url: String, token: Option<SecretString>) -> Self {
        Self { http, url, token }
    }

    /// Bids once: whoever does not know what became of it asks the bidder, not the service, again.
    pub async fn bid(&self, lot_id: i64, bid_amount: i64) -> Result<(), BidError> {
        let mut request = self.http.post(&self.url).json(&Bid { lot_id, bid_amount });
        if let Some(token) = &self.token {
            request = request.bearer_auth(token.expose_secret());
        }
        let answer = request.send().await.map_err(|error| {
            let error = error.without_url();
            tracing::error!(%error, "art investment: no answer");
            if error.is_connect() {
                BidError::NotReached
            } else {
                BidError::InDoubt
            }
        })?;
        let status = answer.status();
        match status {
            status if status.is_success() => return Ok(()),
            // Of us rather than of the bid.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::TOO_MANY_REQUESTS => {
                tracing::error!(%status, "art investment: we are refused");
                return Err(BidError::NotReached);
            }
            status if status.is_client_error() => {}
            status => {
                tracing::error!(%status, "art investment: an answer that says nothing of the bid");
                return Err(BidError::InDoubt);
            }
        }
        let answer = body(answer, ANSWER_LIMIT).await;
        Err(BidError::Refused(
            answer.as_deref().and_then(message_of_amount),
        ))
    }
}

/// The first message about `bid_amount`: below `errors` or beside it, a list or a text of its own.
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
    fn the_first_message_of_the_amount_is_found_and_no_other() {
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
