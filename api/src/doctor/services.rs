//! Redis, the search engine, and the providers of letters and calls.

use cluster::Redis;
use config::Config;
use mail::delivery::{Deliver as _, Delivery, DeliveryConfig, Letter};
use search_indexer::Probe as _;
use sqlx::PgPool;
use uuid::Uuid;

use super::finding::Finding;
use application::state;
use clock::Clock;

/// Rubles on the account of SMS.RU below which calls will soon fail.
const LITTLE_MONEY: f64 = 100.0;

pub async fn redis(config: &Config) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "redis";
    let Some(url) = config.redis_url() else {
        return Ok(vec![Finding::good(
            SUBJECT,
            "not used: this is the only node",
        )]);
    };
    Ok(vec![match Redis::new(url)?.check().await {
        Ok(()) => Finding::good(SUBJECT, "answers"),
        Err(error) => Finding::broken(
            SUBJECT,
            format!(
                "{error}; until it answers, each node counts limits alone and hears of other nodes a second late"
            ),
        ),
    }])
}

pub async fn search(config: &Config, pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "search";
    let Some(engine) = state::backend(config, pool) else {
        return Ok(vec![Finding::good(SUBJECT, "by PostgreSQL")]);
    };
    Ok(vec![match engine.check(false).await {
        Ok(()) => Finding::good(SUBJECT, "by Meilisearch"),
        Err(error) => Finding::risky(
            SUBJECT,
            format!(
                "Meilisearch: {error}; PostgreSQL answers meanwhile. A running server builds and feeds the index; if this stays, check \
                 MEILI_URL and MEILI_KEY"
            ),
        ),
    }])
}

pub async fn delivery(config: &Config, letter_to: Option<&str>) -> anyhow::Result<Vec<Finding>> {
    if let DeliveryConfig::Outbox = config.delivery {
        return Ok(vec![Finding::good(
            "delivery",
            "to /dev/outbox: no letter or call goes out",
        )]);
    }
    let Delivery::Live(live) = Delivery::new(&config.delivery, Clock::default())? else {
        return Ok(Vec::new());
    };
    let mail = match live.check_mail().await {
        Ok(()) => Finding::good("mail", "the server accepts our login"),
        Err(error) => Finding::broken("mail", format!("{error}; check SMTP_URL")),
    };
    let phone = match live.balance().await {
        Ok(rubles) if rubles < LITTLE_MONEY => Finding::risky(
            "phone",
            format!("SMS.RU: {rubles} ₽ are left; top up, or people cannot log in by phone"),
        ),
        Ok(rubles) => Finding::good("phone", format!("SMS.RU: {rubles} ₽")),
        Err(error) => Finding::broken("phone", format!("{error:#}; check SMSRU_API_ID")),
    };
    let mut found = vec![mail, phone];
    if let Some(to) = letter_to {
        let sent = live.email(test_letter(to, &config.brand_name)).await;
        found.push(match sent {
            Ok(()) => Finding::good("mail", "the test letter is on its way"),
            Err(error) => Finding::broken("mail", format!("the test letter: {error}")),
        });
    }
    Ok(found)
}

fn test_letter(to: &str, brand: &str) -> Letter {
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
