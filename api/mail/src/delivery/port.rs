//! The port: what delivery to people means, whatever the provider.

use std::net::IpAddr;

use async_trait::async_trait;
use contract::dto::CallbackState;

/// Something that delivers to people.
#[async_trait]
pub trait Deliver: Send + Sync {
    /// Rings `phone`; the last 4 digits of the number that rings are the code, which is returned.
    async fn call(&self, phone: &str, caller: IpAddr) -> anyhow::Result<String>;

    /// Waits for a call from `phone`.
    async fn callback(&self, phone: &str) -> anyhow::Result<ExpectedCall>;

    /// Whether the expected call has come.
    async fn callback_state(&self, reference: &str) -> anyhow::Result<CallbackState>;

    /// Sends an e-mail. The same `message_id` may be sent twice, but is one letter.
    async fn email(&self, letter: Letter) -> Result<(), Undelivered>;
}

/// A call that a user is to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedCall {
    /// The provider's name for it, unguessable.
    pub reference: String,
    /// The number to ring, as people read it.
    pub phone: String,
}

#[derive(Debug, Clone)]
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The same as HTML.
    pub html: String,
    /// The code within, which the development outbox shows apart.
    pub code: Option<String>,
    /// With its angle brackets.
    pub message_id: String,
    /// `List-Unsubscribe`: the address at which such letters are ended.
    pub unsubscribe: Option<String>,
    /// Whether a POST to that address ends them at once.
    pub is_one_click: bool,
}

/// A letter that did not go out. What it says has no personal data.
#[derive(Debug, thiserror::Error)]
pub enum Undelivered {
    /// The server wants nothing of this letter; it will hardly want it a minute later.
    #[error("refused: {0}")]
    Refused(String),
    /// The server is away, slow, busy or at odds with us.
    #[error("{0}")]
    Failed(String),
}
