//! Delivery of codes and notices: a port with a live adapter (SMTP and SMS.RU) and one for development.

mod live;
mod outbox;
mod port;
mod smsru;
mod smtp;

pub use live::Live;
pub use outbox::Outbox;
pub use port::{Deliver, ExpectedCall, Letter, Undelivered};

use std::time::Duration;

use clock::Clock;
use secrecy::SecretString;

/// The adapter and its settings.
#[derive(Debug, Clone)]
pub enum DeliveryConfig {
    /// Keeps messages for `/dev/outbox`. No call or letter goes out.
    Outbox,
    Live {
        smtp_url: SecretString,
        smtp_from: String,
        smsru_api_id: SecretString,
        smsru_base_url: String,
        /// Bounds one exchange with a provider.
        timeout: Duration,
    },
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
                timeout,
            } => Self::Live(Box::new(Live::new(
                smtp_url,
                smtp_from,
                smsru_api_id.clone(),
                smsru_base_url.clone(),
                *timeout,
            )?)),
        })
    }

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
