//! Delivery to real people: letters over SMTP, calls and short messages over SMS.RU.

use std::net::IpAddr;
use std::time::Duration;

use async_trait::async_trait;
use secrecy::SecretString;

use super::port::{Deliver, ExpectedCall, Letter, Undelivered};
use super::smsru::SmsRu;
use super::smtp::Smtp;
use contract::dto::CallbackState;

pub struct Live {
    smtp: Smtp,
    smsru: SmsRu,
}

impl Live {
    /// `smtp_url` is `smtps://user:password@host:465` or `smtp://…:587?tls=required`. `timeout` bounds one whole
    /// exchange with a provider.
    pub fn new(
        smtp_url: &SecretString,
        from: &str,
        smsru_api_id: SecretString,
        smsru_base_url: String,
        timeout: Duration,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            smtp: Smtp::new(smtp_url, from, timeout)?,
            smsru: SmsRu::new(smsru_api_id, smsru_base_url, timeout)?,
        })
    }

    /// Whether the mail server is reachable and accepts the login.
    pub async fn check_mail(&self) -> Result<(), Undelivered> {
        self.smtp.check().await
    }

    /// The money left for calls and messages, in rubles.
    pub async fn balance(&self) -> anyhow::Result<f64> {
        self.smsru.balance().await
    }
}

#[async_trait]
impl Deliver for Live {
    async fn call(&self, phone: &str, caller: IpAddr) -> anyhow::Result<String> {
        self.smsru.call(phone, caller).await
    }

    async fn callback(&self, phone: &str) -> anyhow::Result<ExpectedCall> {
        self.smsru.callback(phone).await
    }

    async fn callback_state(&self, reference: &str) -> anyhow::Result<CallbackState> {
        self.smsru.callback_state(reference).await
    }

    async fn sms(&self, phone: &str, _: &str, text: &str) -> Result<(), Undelivered> {
        self.smsru.sms(phone, text).await
    }

    async fn email(&self, letter: Letter) -> Result<(), Undelivered> {
        self.smtp.send(letter).await
    }
}
