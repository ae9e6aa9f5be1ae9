//! Decisions of houses, and price queries.

use outbox::Notice;
use serde_json::json;

use super::{leave, letters, tell, told};
use crate::support::*;

#[actix_web::test]
async fn applicants_are_notified_of_decisions() {
    let app = App::new().await;
    let (account_id, house_id) = (10, 1);
    let rejected = Notice::RegistrationRejected {
        account_id,
        house_id,
    };
    leave(&app, rejected).await;
    for is_trusted in [false, true] {
        let accepted = Notice::RegistrationAccepted {
            account_id,
            house_id,
            is_trusted,
        };
        leave(&app, accepted).await;
    }
    tell(&app).await;
    let may = "«Первый дом»: вы можете участвовать в торгах этого аукционного дома";
    let is = |kind: &str, text: &str| (kind.to_owned(), text.to_owned());
    assert_eq!(
        told(&app, NEWCOMER).await,
        [
            is(
                "registration_accepted",
                &format!("{may} и оставлять заочные ставки")
            ),
            is("registration_accepted", may),
            is(
                "registration_rejected",
                "«Первый дом»: аукционный дом отклонил заявку на участие в торгах"
            ),
        ]
    );
    app.end().await;
}

#[actix_web::test]
async fn both_sides_of_a_price_query_are_notified() {
    let app = App::new().await;
    let ask =
        json!({"number": "+79000000010", "email": "new@test.example", "message": "Сколько стоит?"});
    let asked = app
        .post(NEWCOMER, "/api/queries/lots/1301/price", ask)
        .await
        .ok();
    tell(&app).await;
    for who in [MANAGER, OWNER] {
        let text = "Лот 1 «Портрет купца»: покупатель ждёт ответа".to_owned();
        assert_eq!(
            told(&app, who).await,
            [("price_request_received".to_owned(), text)]
        );
    }
    assert_eq!(told(&app, NEWSMAKER).await, []);
    assert_eq!(told(&app, NEWCOMER).await, []);
    let answer = json!({"id": asked["id"], "status": 1, "answer": "120 000 ₽"});
    app.post(MANAGER, "/api/queries", answer).await.ok();
    tell(&app).await;
    let text = "Лот 1 «Портрет купца», «Первый дом»: 120 000 ₽".to_owned();
    assert_eq!(
        told(&app, NEWCOMER).await,
        [("price_request_answered".to_owned(), text)]
    );
    app.end().await;
}

#[actix_web::test]
async fn both_sides_of_a_price_query_get_letters() {
    let app = App::new().await;
    let ask =
        json!({"number": "+79000000010", "email": "new@test.example", "message": "Сколько стоит?"});
    let asked = app
        .post(NEWCOMER, "/api/queries/lots/1301/price", ask.clone())
        .await
        .ok();
    tell(&app).await;
    // A house without an address: its manager and its owner get the letter.
    let sent = letters(&app).await;
    let to: Vec<&str> = sent.iter().map(|letter| letter.0.as_str()).collect();
    assert_eq!(
        to,
        [
            "new@test.example",
            "owner@test.example",
            "manager@test.example"
        ]
    );
    assert_eq!(sent[0].1, "Ваш запрос отправлен");
    let answer = json!({"id": asked["id"], "status": 2, "answer": "Лот в реставрации"});
    app.post(MANAGER, "/api/queries", answer).await.ok();
    tell(&app).await;
    let sent = letters(&app).await;
    assert_eq!(
        sent[3..],
        [(
            "new@test.example".to_owned(),
            "В ответе на запрос отказано".to_owned(),
            "Лот 1 «Портрет купца», «Первый дом»: Лот в реставрации".to_owned()
        )]
    );
    app.sql("update house set email = 'house@test.example' where id = 1")
        .await;
    app.post(NEWCOMER, "/api/queries/lots/1301/price", ask)
        .await
        .ok();
    tell(&app).await;
    let sent = letters(&app).await;
    let to: Vec<&str> = sent[4..].iter().map(|letter| letter.0.as_str()).collect();
    assert_eq!(to, ["house@test.example", "new@test.example"]);
    assert!(sent[4].2.contains("Сколько стоит?"), "{sent:?}");
    app.end().await;
}
