//! Calls and short messages over SMS.RU's public API.
//!
//! Errors contain neither the API key (part of every URL), nor the phone number, nor a code.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use reqwest::redirect;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;

use super::port::{ExpectedCall, Undelivered};
use contract::dto::CallbackState;

/// In bytes. Real answers take a few hundred.
const ANSWER_LIMIT: usize = 64 << 10;
/// The pause before a failed connection is retried.
const PAUSE: Duration = Duration::from_millis(300);

pub struct SmsRu {
    http: reqwest::Client,
    api_id: SecretString,
    base_url: String,
}

/// The provider sends numbers as JSON numbers or as strings.
#[derive(Deserialize)]
struct Answer<T> {
    status: Option<String>,
    status_code: Option<Value>,
    #[serde(flatten)]
    rest: T,
}

#[derive(Deserialize)]
struct Called {
    code: Option<Value>,
}

#[derive(Deserialize)]
struct CallcheckAdded {
    check_id: Option<String>,
    call_phone_pretty: Option<String>,
    call_phone: Option<String>,
}

/// The provider answers for the number it was given.
#[derive(Deserialize)]
struct Sent {
    #[serde(default)]
    sms: HashMap<String, Answer<IgnoredAny>>,
}

#[derive(Deserialize)]
struct Balance {
    balance: Option<f64>,
}

#[derive(Deserialize)]
struct CallcheckStatus {
    check_status: Option<Value>,
}

impl SmsRu {
    pub fn new(api_id: SecretString, base_url: String, timeout: Duration) -> anyhow::Result<Self> {
        Ok(Self {
            http: reqwest::Client::builder()
                .timeout(timeout)
                // A redirect could send the key to another host.
                .redirect(redirect::Policy::none())
                .build()?,
            api_id,
            base_url,
        })
    }

    /// Calls `phone` and returns the code.
    pub async fn call(&self, phone: &str, caller: IpAddr) -> anyhow::Result<String> {
        const PATH: &str = "/code/call";
        let caller = caller.to_string();
        let answer: Answer<Called> = self
            .ask(PATH, &[("phone", bare(phone)), ("ip", &caller)])
            .await?;
        let code = match accepted(PATH, answer)?.code {
            Some(Value::String(code)) => code,
            // A JSON number has lost its leading zeros.
            Some(Value::Number(code)) => format!("{code:0>4}", code = code.to_string()),
            _ => bail!("SMS.RU {PATH}: no code"),
        };
        ensure!(
            code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit()),
            "SMS.RU {PATH}: the code is not 4 digits"
        );
        Ok(code)
    }

    pub async fn callback(&self, phone: &str) -> anyhow::Result<ExpectedCall> {
        const PATH: &str = "/callcheck/add";
        let answer: Answer<CallcheckAdded> = self
            .ask(PATH, &[("phone", bare(phone)), ("json", "1")])
            .await?;
        let added = accepted(PATH, answer)?;
        Ok(ExpectedCall {
            reference: added
                .check_id
                .with_context(|| format!("SMS.RU {PATH}: no check_id"))?,
            phone: added
                .call_phone_pretty
                .or(added.call_phone)
                .with_context(|| format!("SMS.RU {PATH}: no call_phone"))?,
        })
    }

    pub async fn sms(&self, phone: &str, text: &str) -> Result<(), Undelivered> {
        const PATH: &str = "/sms/send";
        let answer: Answer<Sent> = self
            .ask(PATH, &[("to", bare(phone)), ("msg", text), ("json", "1")])
            .await?;
        let refused = |error: anyhow::Error| Undelivered::Refused(format!("{error:#}"));
        for answer in accepted(PATH, answer).map_err(refused)?.sms.into_values() {
            accepted(PATH, answer).map_err(refused)?;
        }
        Ok(())
    }

    /// The money left on the account, in rubles.
    pub async fn balance(&self) -> anyhow::Result<f64> {
        const PATH: &str = "/my/balance";
        let answer: Answer<Balance> = self.ask(PATH, &[("json", "1")]).await?;
        accepted(PATH, answer)?
            .balance
            .with_context(|| format!("SMS.RU {PATH}: no balance"))
    }

    pub async fn callback_state(&self, reference: &str) -> anyhow::Result<CallbackState> {
        const PATH: &str = "/callcheck/status";
        let answer: Answer<CallcheckStatus> = self
            .ask(PATH, &[("check_id", reference), ("json", "1")])
            .await?;
        match number(answer.rest.check_status.as_ref()) {
            Some(400) => Ok(CallbackState::Pending),
            Some(401) => Ok(CallbackState::Confirmed),
            Some(402) => Ok(CallbackState::Expired),
            other => bail!("SMS.RU {PATH}: status {other:?}"),
        }
    }

    /// Sends a request. Retries only a failed connection, when the provider cannot have seen the request. `Refused` means that it
    /// did nothing.
    async fn ask<T: DeserializeOwned>(
        &self,
        path: &str,
        parameters: &[(&str, &str)],
    ) -> Result<T, Undelivered> {
        let request = || {
            self.http
                .get(format!("{}{path}", self.base_url))
                .query(&[("api_id", self.api_id.expose_secret())])
                .query(parameters)
                .send()
        };
        let answered = match request().await {
            Err(error) if error.is_connect() => {
                tokio::time::sleep(PAUSE).await;
                request().await
            }
            answered => answered,
        };
        let failed = |error: reqwest::Error| {
            let is_unseen = error.is_connect();
            let error = anyhow::Error::new(error.without_url());
            let text = format!("SMS.RU {path}: {error:#}");
            if is_unseen {
                Undelivered::Refused(text)
            } else {
                Undelivered::Failed(text)
            }
        };
        let mut answer = answered.map_err(failed)?;
        let status = answer.status();
        if !status.is_success() {
            let text = format!("SMS.RU {path}: HTTP {}", status.as_u16());
            return Err(if status.is_client_error() {
                Undelivered::Refused(text)
            } else {
                Undelivered::Failed(text)
            });
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > ANSWER_LIMIT {
                return Err(Undelivered::Failed(format!(
                    "SMS.RU {path}: the answer exceeds {ANSWER_LIMIT} bytes"
                )));
            }
            body.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&body).map_err(|error| {
            Undelivered::Failed(format!(
                "SMS.RU {path}: invalid answer ({:?})",
                error.classify()
            ))
        })
    }
}

/// The number without its plus, as the provider expects it.
fn bare(phone: &str) -> &str {
    phone.trim_start_matches('+')
}

fn number(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// The answer's payload, or an error with the provider's code. Its texts may contain the number, so they are left out.
fn accepted<T>(path: &str, answer: Answer<T>) -> anyhow::Result<T> {
    if answer.status.as_deref() == Some("OK") {
        return Ok(answer.rest);
    }
    let code = number(answer.status_code.as_ref());
    bail!("SMS.RU {path}: refused with code {code:?}")
}
