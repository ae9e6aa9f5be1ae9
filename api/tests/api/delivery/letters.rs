//! The letter queue, against a mail server that misbehaves.

use mail::letters::{self, Content, NewLetter, Recipient};
use time::Duration;

use crate::support::smtp::{Mischief, Sink, Stage};
use crate::support::*;

/// A server that sends its mail to the sink.
async fn site(sink: &Sink) -> App {
    App::empty_with(&[
        ("AUTH_DELIVERY", "live"),
        ("SMTP_URL", &sink.url()),
        ("SMTP_FROM", "Торги <noreply@auction.example>"),
        ("SMSRU_API_ID", "key"),
        ("SMSRU_BASE_URL", "http://127.0.0.1:1"),
        ("DELIVERY_TIMEOUT_S", "1"),
        ("PUBLIC_URL", "https://auction.example"),
        ("BRAND_NAME", "Торговый дом"),
    ])
    .await
}

fn letter(to: Recipient, key: &str) -> NewLetter {
    let content = Content::new("Вы выиграли лот")
        .paragraph("Лот 12 «Ваза» продан вам.")
        .facts([("Цена", "1 500 ₽")])
        .button("Открыть лот", "/lot/12");
    NewLetter {
        to,
        key: key.to_owned(),
        content,
    }
}

async fn queue(app: &App, letter: &NewLetter) -> bool {
    let mut conn = app.pool.acquire().await.unwrap();
    letters::queue(&mut conn, letter).await.unwrap()
}

fn someone() -> Recipient {
    Recipient::Address("someone@demo.example".to_owned())
}

/// A letter's row.
#[derive(Debug, PartialEq, sqlx::FromRow)]
struct State {
    outcome: Option<String>,
    attempts: i32,
    has_content: bool,
    is_later: bool,
}

async fn state(app: &App, key: &str) -> State {
    sqlx::query_as(
        "select outcome, attempts, (content is not null or address is not null) as has_content,
            done is null and not_before > $2 as is_later
         from letter where key = $1",
    )
    .bind(key)
    .bind(app.clock.now())
    .fetch_one(&app.pool)
    .await
    .unwrap()
}

/// Waits until the letter is done: its outcome and attempts.
async fn outcome(app: &App, key: &str) -> (String, i32) {
    loop {
        let state = state(app, key).await;
        if let Some(outcome) = state.outcome {
            assert!(!state.has_content, "what a letter said is kept");
            return (outcome, state.attempts);
        }
    }
}

/// Waits until this attempt has failed and its pause, longer than `at_least`, has begun.
async fn failed(app: &App, key: &str, attempt: i32, at_least: Duration, at_most: Duration) {
    loop {
        let (attempts, not_before): (i32, time::OffsetDateTime) = sqlx::query_as(
            "select attempts, not_before from letter where key = $1 and done is null",
        )
        .bind(key)
        .fetch_one(&app.pool)
        .await
        .unwrap();
        let wait = not_before - app.clock.now();
        if attempts == attempt && wait > at_least && wait <= at_most {
            return;
        }
    }
}

#[actix_web::test]
async fn a_letter_is_sent_once_if_its_transaction_commits() {
    let mut sink = Sink::new().await;
    let app = site(&sink).await;
    let mut tx = app.pool.begin().await.unwrap();
    let undone = letter(someone(), "undone");
    assert!(letters::queue(&mut tx, &undone).await.unwrap());
    tx.rollback().await.unwrap();
    let won = NewLetter {
        content: letter(someone(), "").content.unsubscribe("/account"),
        ..letter(someone(), "lot_won.12.8")
    };
    assert!(queue(&app, &won).await);
    let received = sink.letter().await;
    assert_eq!(received.to, "<someone@demo.example>");
    assert_eq!(received.from, "<noreply@auction.example>");
    let header = |name| received.header(name).unwrap();
    assert_eq!(header("Message-ID"), "<lot_won.12.8@auction.example>");
    assert_eq!(header("Auto-Submitted"), "auto-generated");
    assert_eq!(
        header("List-Unsubscribe"),
        "<https://auction.example/account>"
    );
    assert_eq!(received.header("List-Unsubscribe-Post"), None);
    assert!(header("Content-Type").starts_with("multipart/alternative"));
    let text = received.part("text/plain");
    assert!(
        text.starts_with("Лот 12 «Ваза» продан вам.\n\nЦена: 1 500 ₽\n\nОткрыть лот: https://auction.example/lot/12\n\n-- \nТорговый дом\n"),
        "{text}"
    );
    let html = received.part("text/html");
    assert!(
        html.contains("<a href=\"https://auction.example/lot/12\""),
        "{html}"
    );
    assert!(html.contains("Торговый дом"), "{html}");
    assert_eq!(outcome(&app, "lot_won.12.8").await, ("sent".into(), 1));
    // The same event again, as after a restart.
    assert!(!queue(&app, &won).await);
    // The next letter comes out, so nothing else came before it.
    assert!(queue(&app, &letter(someone(), "last")).await);
    assert_eq!(
        sink.letter().await.header("Message-ID").unwrap(),
        "<last@auction.example>"
    );
    assert!(sink.is_empty());
    app.end().await;
}

#[actix_web::test]
async fn a_letter_is_retried_until_it_is_accepted() {
    let mut sink = Sink::new().await;
    let app = site(&sink).await;
    sink.misbehaves(&[
        Mischief::Answers(Stage::Greeting, "421 too many"),
        Mischief::Answers(Stage::Recipient, "451 later, someone@demo.example"),
        Mischief::Hangs(Stage::Recipient),
        Mischief::Leaves(Stage::Greeting),
        // The mail server takes the letter, and its answer is lost.
        Mischief::Leaves(Stage::Letter),
    ]);
    queue(&app, &letter(someone(), "stubborn")).await;
    let mut pause = Duration::MINUTE;
    for attempt in 1..=5 {
        failed(
            &app,
            "stubborn",
            attempt,
            pause - Duration::seconds(20),
            pause,
        )
        .await;
        app.clock.advance(pause);
        pause *= 2;
    }
    let (first, second) = (sink.letter().await, sink.letter().await);
    assert_eq!(outcome(&app, "stubborn").await, ("sent".into(), 6));
    assert_eq!(first.header("Message-ID"), second.header("Message-ID"));
    assert_eq!(
        first.header("Message-ID").unwrap(),
        "<stubborn@auction.example>"
    );
    assert_eq!(first.part("text/plain"), second.part("text/plain"));
    assert!(sink.is_empty());
    app.end().await;
}

#[actix_web::test]
async fn a_letter_is_given_up_at_the_third_refusal() {
    let mut sink = Sink::new().await;
    let app = site(&sink).await;
    let refusal = Mischief::Answers(Stage::Recipient, "550 no such user");
    sink.misbehaves(&[refusal, refusal, refusal]);
    queue(&app, &letter(someone(), "unwanted")).await;
    for attempt in 1..=2 {
        failed(
            &app,
            "unwanted",
            attempt,
            Duration::hours(5),
            Duration::hours(6),
        )
        .await;
        app.clock.advance(Duration::hours(6));
    }
    assert_eq!(outcome(&app, "unwanted").await, ("given_up".into(), 3));
    // A wrong password in our settings does not count as a refusal.
    sink.misbehaves(&[Mischief::Answers(Stage::Recipient, "535 who are you")]);
    queue(&app, &letter(someone(), "wanted")).await;
    failed(&app, "wanted", 1, Duration::seconds(40), Duration::MINUTE).await;
    app.clock.advance(Duration::MINUTE);
    sink.letter().await;
    assert_eq!(outcome(&app, "wanted").await, ("sent".into(), 2));
    app.end().await;
}

#[actix_web::test]
async fn a_letter_is_given_up_after_five_days() {
    let sink = Sink::new().await;
    let app = site(&sink).await;
    let busy = Mischief::Answers(Stage::Greeting, "451 busy");
    sink.misbehaves(&[busy, busy, busy]);
    queue(&app, &letter(someone(), "late")).await;
    failed(&app, "late", 1, Duration::seconds(40), Duration::MINUTE).await;
    app.clock.advance(Duration::days(4));
    failed(&app, "late", 2, Duration::MINUTE, Duration::minutes(2)).await;
    app.clock.advance(Duration::days(1));
    assert_eq!(outcome(&app, "late").await, ("given_up".into(), 3));
    assert_eq!(sink.misbehaves_yet(), 0);
    app.end().await;
}

#[actix_web::test]
async fn a_letter_to_an_account_goes_to_its_current_address() {
    let mut sink = Sink::new().await;
    let app = site(&sink).await;
    app.sql(
        "insert into account (id, display_name, email, phone) overriding system value values
            (101, 'Ваня', 'old@demo.example', null), (102, 'Аня', null, '+79000000102'),
            (103, 'Оля', 'olya@demo.example', null);
         insert into account (id, display_name, email, phone, unproved_email) overriding system value values
            (104, 'Зоя', 'zoya@demo.example', '+79000000104', true)",
    )
    .await;
    let mut tx = app.pool.begin().await.unwrap();
    for id in 101..=104 {
        let letter = letter(Recipient::Account(id), &format!("account.{id}"));
        assert!(letters::queue(&mut tx, &letter).await.unwrap());
    }
    sqlx::raw_sql(
        "update account set email = 'new@demo.example' where id = 101;
         update account set deleted = now() where id = 103",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(sink.letter().await.to, "<new@demo.example>");
    assert_eq!(outcome(&app, "account.101").await, ("sent".into(), 1));
    assert_eq!(outcome(&app, "account.102").await.0, "no_address");
    assert_eq!(outcome(&app, "account.103").await.0, "no_address");
    // An unproved address may be anyone's.
    assert_eq!(outcome(&app, "account.104").await.0, "no_address");
    assert!(sink.is_empty());
    app.end().await;
}

#[actix_web::test]
async fn two_senders_share_the_work_and_a_dead_senders_lease_expires() {
    let mut sink = Sink::new().await;
    let app = site(&sink).await;
    // Leased by a sender that died.
    let mut tx = app.pool.begin().await.unwrap();
    letters::queue(&mut tx, &letter(someone(), "left"))
        .await
        .unwrap();
    sqlx::query("update letter set attempts = 1, not_before = $1")
        .bind(app.clock.now() + Duration::minutes(3))
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert!(state(&app, "left").await.is_later);
    app.clock.advance(Duration::minutes(4));
    assert_eq!(
        sink.letter().await.header("Message-ID").unwrap(),
        "<left@auction.example>"
    );
    assert_eq!(outcome(&app, "left").await, ("sent".into(), 2));

    let mut tx = app.pool.begin().await.unwrap();
    for n in 0..30 {
        letters::queue(&mut tx, &letter(someone(), &format!("many.{n}")))
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    // Alongside the server's own sender.
    let another = async { while app.state.letters().send_due().await.unwrap() > 0 {} };
    let mut ids = Vec::new();
    let all = async {
        for _ in 0..30 {
            ids.push(sink.letter().await.header("Message-ID").unwrap());
        }
    };
    tokio::join!(another, all);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 30);
    for n in 0..30 {
        assert_eq!(
            outcome(&app, &format!("many.{n}")).await,
            ("sent".into(), 1)
        );
    }
    assert!(sink.is_empty());
    app.end().await;
}

#[actix_web::test]
async fn a_key_that_cannot_be_a_message_id_is_refused() {
    let app = App::empty().await;
    for key in ["", "a b", "ключ", "a@b", "<a>", ".a", &"a".repeat(151)] {
        let mut conn = app.pool.acquire().await.unwrap();
        let refused = letters::queue(&mut conn, &letter(someone(), key)).await;
        assert!(refused.is_err(), "{key}");
    }
    app.end().await;
}
