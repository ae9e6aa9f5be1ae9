//! How codes and notices reach people: a port with a live adapter (SMTP and SMS.RU) and one for development.

mod live;
mod outbox;

use std::net::IpAddr;

use async_trait::async_trait;

pub use live::Live;
pub use outbox::Outbox;

use crate::clock::Clock;
use crate::config::DeliveryConfig;
use crate::dto::CallbackState;

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
    async fn email(&self, letter: Letter) -> anyhow::Result<()>;
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
    /// The login code within, which the development outbox shows apart.
    pub code: Option<String>,
    pub message_id: String,
}

/// The adapter in use.
pub enum Delivery {
    Live(Box<Live>),
    Outbox(Outbox),
}

impl Delivery {
    pub fn new(config: &DeliveryConfig, clock: Clock) -> anyhow::Result<Self> {
        Ok(match config {
            DeliveryConfig::Outbox => Self::Outbox(Outbox::new(clock)),
            DeliveryConfig::Live {
                smtp_url,
                smtp_from,
                smsru_api_id,
                smsru_base_url,
            } => Self::Live(Box::new(Live::new(
                smtp_url,
                smtp_from,
                smsru_api_id.clone(),
                smsru_base_url.clone(),
            )?)),
        })
    }

    /// The port.
    pub fn port(&self) -> &dyn Deliver {
        match self {
            Self::Live(live) => live.as_ref(),
            Self::Outbox(outbox) => outbox,
        }
    }

    pub fn outbox(&self) -> Option<&Outbox> {
        match self {
            Self::Outbox(outbox) => Some(outbox),
            Self::Live(_) => None,
        }
    }
}
