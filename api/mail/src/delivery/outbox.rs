//! Delivery for development and demos: keeps messages in memory, readable at `/dev/outbox`.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::port::{Deliver, ExpectedCall, Letter, Undelivered};
use clock::Clock;
use contract::dto::{CallbackState, OutboxChannel, OutboxMessage, Timestamp};

/// The most messages kept. Older ones are dropped.
const KEPT: usize = 1000;

pub struct Outbox {
    clock: Clock,
    messages: Mutex<VecDeque<Kept>>,
}

struct Kept {
    message: OutboxMessage,
    confirmed: bool,
}

impl Outbox {
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            messages: Mutex::default(),
        }
    }

    /// All messages, or those to one phone or e-mail, newest first.
    pub fn messages(&self, to: Option<&str>) -> Vec<OutboxMessage> {
        self.lock()
            .iter()
            .rev()
            .map(|kept| &kept.message)
            .filter(|message| to.is_none_or(|to| message.to == to))
            .cloned()
            .collect()
    }

    /// Simulates the user's call. Returns false if no call is expected under this id.
    pub fn confirm(&self, id: &str) -> bool {
        let mut messages = self.lock();
        let kept = messages
            .iter_mut()
            .find(|kept| kept.message.channel == OutboxChannel::Callback && kept.message.id == id);
        kept.is_some_and(|kept| {
            kept.confirmed = true;
            true
        })
    }

    fn put(&self, channel: OutboxChannel, to: &str, code: Option<String>, text: String) -> String {
        let id = uuid::Uuid::new_v4().to_string();
        let message = OutboxMessage {
            id: id.clone(),
            channel,
            to: to.to_owned(),
            code,
            text,
            at: Timestamp(self.clock.now()),
        };
        let mut messages = self.lock();
        if messages.len() == KEPT {
            messages.pop_front();
        }
        messages.push_back(Kept {
            message,
            confirmed: false,
        });
        id
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Deliver for Outbox {
    async fn call(&self, phone: &str, _: IpAddr) -> anyhow::Result<String> {
        let code = format!("{:04}", rand::random_range(0..10_000));
        self.put(
            OutboxChannel::Call,
            phone,
            Some(code.clone()),
            format!("Звонок с номера, последние цифры которого {code}"),
        );
        Ok(code)
    }

    async fn callback(&self, phone: &str) -> anyhow::Result<ExpectedCall> {
        let reference = self.put(
            OutboxChannel::Callback,
            phone,
            None,
            "Ожидается исходящий звонок".to_owned(),
        );
        Ok(ExpectedCall {
            reference,
            // Providers have many.
            phone: format!(
                "+7 (800) 000-{:02}-{:02}",
                rand::random_range(0..100),
                rand::random_range(0..100)
            ),
        })
    }

    async fn callback_state(&self, reference: &str) -> anyhow::Result<CallbackState> {
        let messages = self.lock();
        Ok(
            match messages.iter().find(|kept| kept.message.id == reference) {
                Some(Kept {
                    confirmed: true, ..
                }) => CallbackState::Confirmed,
                Some(_) => CallbackState::Pending,
                None => CallbackState::Expired,
            },
        )
    }

    async fn sms(&self, phone: &str, code: &str, text: &str) -> Result<(), Undelivered> {
        let channel = OutboxChannel::Sms;
        self.put(channel, phone, Some(code.to_owned()), text.to_owned());
        Ok(())
    }

    async fn email(&self, letter: Letter) -> Result<(), Undelivered> {
        let channel = if letter.code.is_some() {
            OutboxChannel::Email
        } else {
            OutboxChannel::Notice
        };
        let text = format!("{}\n\n{}", letter.subject, letter.text);
        self.put(channel, &letter.to, letter.code, text);
        Ok(())
    }
}
