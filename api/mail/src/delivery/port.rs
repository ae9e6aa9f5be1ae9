//! The delivery port, independent of the provider.

use std::net::IpAddr;

use async_trait::async_trait;
use contract::dto::CallbackState;

/// Delivers calls, short messages and letters to people.
#[async_trait]
pub trait Deliver: Send + Sync {
    /// Calls `phone` and returns the code: the last 4 digits of the calling number.
    async fn call(&self, phone: &str, caller: IpAddr) -> anyhow::Result<String>;

    /// Starts expecting a call from `phone`.
    async fn callback(&self, phone: &str) -> anyhow::Result<ExpectedCall>;

    /// Whether the expected call has arrived.
    async fn callback_state(&self, reference: &str) -> anyhow::Result<CallbackState>;

    /// Sends `text` to `phone` by SMS. `code` is the code in it, which the development outbox shows separately.
    async fn sms(&self, phone: &str, code: &str, text: &str) -> Result<(), Undelivered>;

    /// Sends an e-mail. A retry reuses the `message_id`, so that both count as one letter.
    async fn email(&self, letter: Letter) -> Result<(), Undelivered>;
}

/// A call that the user must make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedCall {
    /// The provider's unguessable id of the call.
    pub reference: String,
    /// The number to call, formatted for people.
    pub phone: String,
}

#[derive(Debug, Clone)]
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The same text as HTML.
    pub html: String,
    /// The code in the letter. The development outbox shows it separately.
    pub code: Option<String>,
    /// Includes the angle brackets.
    pub message_id: String,
    /// `List-Unsubscribe`: the address that unsubscribes from letters of this kind.
    pub unsubscribe: Option<String>,
    /// Whether a POST to that address unsubscribes at once.
    pub is_one_click: bool,
}

/// Why a letter or an SMS was not sent. The messages contain no personal data.
#[derive(Debug, thiserror::Error)]
pub enum Undelivered {
    /// The server refuses this message. An early retry is unlikely to succeed.
    #[error("refused: {0}")]
    Refused(String),
    /// The server is unreachable, slow, busy or incompatible. It may have sent the message.
    #[error("{0}")]
    Failed(String),
}
