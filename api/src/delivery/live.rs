//! Delivery to real people: letters over SMTP, calls over SMS.RU.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use async_trait::async_trait;
use lettre::message::{Mailbox, header::ContentType};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Deliver, ExpectedCall, Letter};
use crate::dto::CallbackState;

/// Of one exchange with a provider.
const TIMEOUT: Duration = Duration::from_secs(10);

pub struct Live {
    smtp: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    http: reqwest::Client,
    smsru_api_id: SecretString,
    smsru_base_url: String,
}

#[derive(Deserialize)]
struct CallAnswer {
    status: String,
    /// A number or a text, by the provider's mood.
    code: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct CallcheckAdded {
    status: String,
    check_id: Option<String>,
    call_phone_pretty: Option<String>,
    call_phone: Option<String>,
}

#[derive(Deserialize)]
struct CallcheckStatus {
    check_status: serde_json::Value,
}

impl Live {
    /// `smtp_url` as lettre reads it: `smtps://user:password@host:465`, `smtp://…:587?tls=required`.
    pub fn new(
        smtp_url: &SecretString,
        from: &str,
        smsru_api_id: SecretString,
        smsru_base_url: String,
    ) -> anyhow::Result<Self> {
        let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(smtp_url.expose_secret())
            .context("SMTP_URL: expected smtps://user:password@host:465")?
            .timeout(Some(TIMEOUT))
            .build();
        Ok(Self {
            smtp,
            from: from.parse().context("SMTP_FROM: expected Name <address>")?,
            http: reqwest::Client::builder().timeout(TIMEOUT).build()?,
            smsru_api_id,
            smsru_base_url,
        })
    }

    /// Asks SMS.RU. The address of the request holds the key, so errors are told without it.
    async fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        parameters: &[(&str, &str)],
    ) -> anyhow::Result<T> {
        let answer = self
            .http
            .get(format!("{}{path}", self.smsru_base_url))
            .query(&[("api_id", self.smsru_api_id.expose_secret())])
            .query(parameters)
            .send()
            .await
            .and_then(reqwest::Response::error_for_status)
            .map_err(reqwest::Error::without_url)
            .with_context(|| format!("SMS.RU {path}"))?;
        answer
            .json()
            .await
            .map_err(reqwest::Error::without_url)
            .with_context(|| format!("SMS.RU {path}"))
    }
}

/// The provider takes numbers without their plus.
fn bare(phone: &str) -> &str {
    phone.trim_start_matches('+')
}

#[async_trait]
impl Deliver for Live {
    async fn call(&self, phone: &str, caller: IpAddr) -> anyhow::Result<String> {
        let answer: CallAnswer = self
            .ask(
                "/code/call",
                &[("phone", bare(phone)), ("ip", &caller.to_string())],
            )
            .await?;
        ensure!(
            answer.status == "OK",
            "SMS.RU /code/call: {}",
            answer.status
        );
        let code = match answer.code.context("SMS.RU /code/call: no code")? {
            serde_json::Value::String(code) => code,
            // As a number it has lost its leading zeros.
            serde_json::Value::Number(code) => format!("{code:0>4}", code = code.to_string()),
            other => bail!("SMS.RU /code/call: a code of another type: {other}"),
        };
        ensure!(
            code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit()),
            "SMS.RU /code/call: not 4 digits"
        );
        Ok(code)
    }

    async fn callback(&self, phone: &str) -> anyhow::Result<ExpectedCall> {
        let answer: CallcheckAdded = self
            .ask("/callcheck/add", &[("phone", bare(phone)), ("json", "1")])
            .await?;
        ensure!(
            answer.status == "OK",
            "SMS.RU /callcheck/add: {}",
            answer.status
        );
        Ok(ExpectedCall {
            reference: answer
                .check_id
                .context("SMS.RU /callcheck/add: no check_id")?,
            phone: answer
                .call_phone_pretty
                .or(answer.call_phone)
                .context("SMS.RU /callcheck/add: no call_phone")?,
        })
    }

    async fn callback_state(&self, reference: &str) -> anyhow::Result<CallbackState> {
        let answer: CallcheckStatus = self
            .ask(
                "/callcheck/status",
                &[("check_id", reference), ("json", "1")],
            )
            .await?;
        let status = match answer.check_status {
            serde_json::Value::String(status) => status,
            other => other.to_string(),
        };
        match status.as_str() {
            "400" => Ok(CallbackState::Pending),
            "401" => Ok(CallbackState::Confirmed),
            "402" => Ok(CallbackState::Expired),
            other => bail!("SMS.RU /callcheck/status: {other}"),
        }
    }

    async fn email(&self, letter: Letter) -> anyhow::Result<()> {
        let message = Message::builder()
            .from(self.from.clone())
            .to(letter.to.parse().context("the recipient's address")?)
            .message_id(Some(letter.message_id))
            .subject(letter.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(letter.text)?;
        self.smtp.send(message).await.context("SMTP")?;
        Ok(())
    }
}
