//! The test letter.

use clock::Clock;
use config::Config;
use mail::delivery::{Delivery, Letter};
use uuid::Uuid;

use super::finding::{Finding, Subject};

/// The letter by which a person sees that the site's mail arrives.
pub fn test_letter(to: &str, brand: &str) -> Letter {
    let text = "Это проверка почты сайта. Если письмо пришло, почта работает.";
    Letter {
        to: to.to_owned(),
        subject: format!("{brand}: проверка почты"),
        text: text.to_owned(),
        html: format!("<p>{text}</p>"),
        code: None,
        message_id: format!("<doctor.{}@localhost>", Uuid::new_v4()),
        unsubscribe: None,
        is_one_click: false,
    }
}

/// Sends one from a shell.
pub async fn send(config: &Config, to: &str) -> Finding {
    const SUBJECT: Subject = Subject::Mail;
    let sent = async {
        let delivery = Delivery::new(&config.delivery, Clock::default())?;
        if delivery.outbox().is_some() {
            anyhow::bail!("AUTH_DELIVERY=outbox");
        }
        Ok(delivery
            .port()
            .email(test_letter(to, &config.brand_name))
            .await?)
    };
    match sent.await {
        Ok(()) => Finding::ok(SUBJECT, "Почтовый сервер принял пробное письмо"),
        Err(error) => Finding::broken(
            SUBJECT,
            "Пробное письмо не ушло. Проверьте SMTP_URL и SMTP_FROM",
        )
        .with(error),
    }
}
