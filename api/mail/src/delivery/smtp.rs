//! Letters over SMTP.
//!
//! Every letter gets its own connection. A connection reused after a time-out would deliver the replies to the first
//! letter as replies to the next.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use reqwest::Url;
use secrecy::{ExposeSecret as _, SecretString};

use super::port::{Letter, Undelivered};

pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    timeout: Duration,
}

impl Smtp {
    pub fn new(url: &SecretString, from: &str, timeout: Duration) -> anyhow::Result<Self> {
        ensure!(
            keeps_its_password(url.expose_secret()),
            "SMTP_URL: would send the password unencrypted; expected smtps://… or smtp://…?tls=required"
        );
        Ok(Self {
            transport: AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
                .context("SMTP_URL: expected smtps://user:password@host:465")?
                .timeout(Some(timeout))
                .build(),
            from: from.parse().context("SMTP_FROM: expected Name <address>")?,
            timeout,
        })
    }

    pub async fn send(&self, letter: Letter) -> Result<(), Undelivered> {
        let message = self.message(letter)?;
        match tokio::time::timeout(self.timeout, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(classify(&error)),
            Err(_) => Err(Undelivered::Failed("SMTP: timed out".to_owned())),
        }
    }

    /// Whether the server is reachable and accepts the login.
    pub async fn check(&self) -> Result<(), Undelivered> {
        match tokio::time::timeout(self.timeout, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(Undelivered::Failed("SMTP: invalid reply".to_owned())),
            Ok(Err(error)) => Err(classify(&error)),
            Err(_) => Err(Undelivered::Failed("SMTP: timed out".to_owned())),
        }
    }

    fn message(&self, letter: Letter) -> Result<Message, Undelivered> {
        // The parse error could contain the address, so it is left out.
        let to = letter
            .to
            .parse()
            .map_err(|_| Undelivered::Refused("invalid recipient address".to_owned()))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .message_id(Some(letter.message_id))
            .subject(letter.subject)
            .multipart(MultiPart::alternative_plain_html(letter.text, letter.html))
            .map_err(|_| Undelivered::Refused("cannot build the letter".to_owned()))?;
        let headers = message.headers_mut();
        // Suppresses out-of-office replies.
        headers.insert_raw(HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        ));
        if let Some(address) = letter.unsubscribe {
            headers.insert_raw(HeaderValue::new(
                HeaderName::new_from_ascii_str("List-Unsubscribe"),
                format!("<{address}>"),
            ));
            if letter.is_one_click {
                headers.insert_raw(HeaderValue::new(
                    HeaderName::new_from_ascii_str("List-Unsubscribe-Post"),
                    "List-Unsubscribe=One-Click".to_owned(),
                ));
            }
        }
        Ok(message)
    }
}

/// Whether the connection is encrypted, stays on this machine, or carries no password.
fn keeps_its_password(url: &str) -> bool {
    let Ok(url) = Url::parse(url) else {
        return true; // The transport refuses an invalid URL.
    };
    let is_encrypted = url.scheme() == "smtps"
        || url
            .query_pairs()
            .any(|(name, value)| name == "tls" && value == "required");
    let is_here = url.host_str().is_some_and(|host| {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost"
            || host
                .parse()
                .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
    });
    is_encrypted || is_here || url.password().is_none()
}

/// Classifies a failure by the server's reply code. The reply's text may contain the address, so it is left out.
fn classify(error: &smtp::Error) -> Undelivered {
    let code = error.status().map(u16::from);
    match code {
        // These concern the letter or its recipient. Codes about our account (530, 535 …) can be fixed, so they retry.
        Some(code @ (521 | 541 | 550..=556)) => Undelivered::Refused(format!("SMTP: {code}")),
        Some(code) => Undelivered::Failed(format!("SMTP: {code}")),
        None if error.is_tls() => Undelivered::Failed("SMTP: TLS failed".to_owned()),
        None if error.is_response() => Undelivered::Failed("SMTP: invalid reply".to_owned()),
        None if error.is_client() => Undelivered::Failed(
            "SMTP: the server lacks a required extension (TLS, AUTH, UTF-8)".to_owned(),
        ),
        None => Undelivered::Failed("SMTP: the connection failed".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::keeps_its_password;

    #[test]
    fn a_password_never_leaves_the_machine_unencrypted() {
        for url in [
            "smtps://user:secret@mail.example:465",
            "smtp://user:secret@mail.example:587?tls=required",
            "smtp://user:secret@127.0.0.1:25",
            "smtp://user:secret@[::1]:25",
            "smtp://mail.example:25",
        ] {
            assert!(keeps_its_password(url), "{url}");
        }
        for url in [
            "smtp://user:secret@mail.example:587",
            "smtp://user:secret@mail.example:587?tls=opportunistic",
        ] {
            assert!(!keeps_its_password(url), "{url}");
        }
    }
}
