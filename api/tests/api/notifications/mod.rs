//! Notifications: stored once per event and account, pushed to sockets and browsers, sent by e-mail.

mod ahead;
mod houses;
mod letters;
mod messages;
mod outbid;
mod saved_searches;
mod subscriptions;
mod web_push;
mod wins;

use notifier::Notifier;
use outbox::{Notice, enqueue};
use serde_json::{Value, json};

use crate::support::*;

fn notifier(app: &App) -> Notifier {
    Notifier::new(
        app.pool.clone(),
        app.state.hub.clone(),
        app.state.clock.clone(),
    )
}

/// Notifies until nothing is left in the outbox.
pub async fn tell(app: &App) {
    let notifier = notifier(app);
    while notifier.deliver().await.unwrap() {}
}

/// An account's notifications, the latest first: kind and text.
async fn told(app: &App, who: Who) -> Vec<(String, String)> {
    let page = app
        .get(who, "/api/notifications/my/messages/all")
        .await
        .ok();
    let items = page["items"].as_array().unwrap();
    let word = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    items
        .iter()
        .map(|item| (word(item, "kind"), word(item, "text")))
        .collect()
}

/// A socket that receives an account's notifications.
async fn listen(app: &App, who: Who) -> Socket {
    let mut socket = Socket::open(app, "Notify").await;
    let token = token(who.unwrap());
    socket
        .send(&format!(r#"42/Notify,0["Subscribe","{token}"]"#))
        .await;
    socket.until(r#"43/Notify,0[{"ok":true"#).await;
    socket
}

async fn count(app: &App, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&app.pool).await.unwrap()
}

/// Starts a parallel sale in which TRUSTED outbids ACCEPTED.
async fn outbid(app: &App) {
    let start = "/api/trade/parallel/12/start";
    app.control(AUCTIONEER, start).await.ok();
    app.bet(ACCEPTED, 12, 1201, 2000).await.expect_code(0);
    app.bet(TRUSTED, 12, 1201, 2200).await.expect_code(0);
}

async fn leave(app: &App, notice: Notice) {
    let mut tx = app.pool.begin().await.unwrap();
    enqueue::notices(&mut tx, &[notice]).await.unwrap();
    tx.commit().await.unwrap();
}

/// The queued letters: recipient, subject, text.
async fn letters(app: &App) -> Vec<(String, String, String)> {
    let rows: Vec<(String, Value)> = sqlx::query_as(
        "select coalesce(address, (select email from account where id = account_id), ''), content from letter order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    rows.into_iter()
        .map(|(to, content)| {
            let blocks = content["blocks"].as_array().unwrap().iter();
            let lines = blocks.flat_map(|block| match block["facts"].as_array() {
                Some(facts) => facts
                    .iter()
                    .map(|fact| format!("{} — {}", words(&fact[0]), words(&fact[1])))
                    .collect(),
                None => vec![words(&block["paragraph"])],
            });
            let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
            (to, words(&content["subject"]), lines.join("\n"))
        })
        .collect()
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

const ALL: [&str; 8] = [
    "outbid",
    "betCancelled",
    "lotStarting",
    "lotWon",
    "registration",
    "priceRequest",
    "artistLots",
    "house",
];

/// Sets the kinds that an account wants by e-mail.
async fn settings(app: &App, who: Who, wanted: &[&str]) -> Reply {
    let body: serde_json::Map<String, Value> = ALL
        .iter()
        .map(|kind| ((*kind).to_owned(), json!(wanted.contains(kind))))
        .collect();
    app.put(who, "/api/notifications/settings", Value::Object(body))
        .await
}
