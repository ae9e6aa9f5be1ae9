//! Two accounts of one person are merged.

use serde_json::{Value, json};
use time::Duration;

use crate::support::*;

const MERGE: &str = "/api/admin/accounts/merge";

fn pair(kept: i64, double: i64) -> Value {
    json!({"keptId": kept, "doubleId": double})
}

#[actix_web::test]
async fn what_is_the_persons_moves_to_the_account_that_stays() {
    let app = App::new().await;
    // 8 was accepted by house 1 and bet; 10 is the same person's newer account.
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.sql(
        "insert into favourite (account_id, lot_id) values (8, 1001), (8, 1002), (10, 1002);
         insert into house_trust (house_id, account_id, trusted, reason) values (2, 8, false, 'Не выкупил лот'), (2, 10, true, null);
         insert into price_query (lot_id, account_id, message, created) values
            (1001, 8, 'Сколько?', now()), (1001, 10, 'Какова цена?', now()), (1002, 8, 'Продаётся?', now());
         insert into house (id, name_ru) values (3, 'Третий дом');
         insert into house_staff (house_id, account_id, role) values (3, 8, 0);
         insert into house_trust (house_id, account_id, trusted) values (3, 10, true);
         update account set email = null, unproved_email = false where id = 10",
    )
    .await;
    let compare = format!("{MERGE}?keptId=10&doubleId=8");
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.get(who, &compare).await.expect(status);
        app.post(who, MERGE, pair(10, 8)).await.expect(status);
    }
    // Not before the sale is over.
    let seen = app.get(ADMIN, &compare).await.ok();
    assert_eq!(
        (&seen["kept"]["account"]["id"], &seen["double"]["bets"]),
        (&json!(10), &json!(1))
    );
    assert_eq!(seen["double"]["favourites"], 2);
    assert_eq!(seen["obstacles"].as_array().unwrap().len(), 1, "{seen}");
    app.post(ADMIN, MERGE, pair(10, 8))
        .await
        .expect_problem(409, "not_possible_in_this_state");
    app.post(ACCEPTED, "/api/whoami", json!({})).await.ok();
    app.sql("update catalog_trade set state = 2 where catalog_id = 10")
        .await;
    assert_eq!(app.get(ADMIN, &compare).await.ok()["obstacles"], json!([]));

    let (phone, email) = ("+79000000008", "accepted@test.example");
    app.post(ADMIN, MERGE, pair(10, 8)).await.expect(204);
    app.post(ACCEPTED, "/api/whoami", json!({}))
        .await
        .expect(401);
    let rows = |sql: &'static str| app.value(sql);
    assert_eq!(
        rows(
            "select jsonb_agg(message order by lot_id) from price_query where account_id in (8, 10)"
        )
        .await,
        json!(["Какова цена?", "Продаётся?"])
    );
    assert_eq!(
        rows("select jsonb_agg(lot_id order by lot_id) from favourite where account_id = 10").await,
        json!([1001, 1002])
    );
    assert_eq!(
        rows("select jsonb_agg(to_jsonb(t) - 'created' - 'created_by' order by house_id) from house_trust t
            where account_id in (8, 10)").await,
        json!([{"house_id": 2, "account_id": 10, "trusted": false, "reason": "Не выкупил лот"}])
    );
    assert_eq!(
        rows("select jsonb_agg(jsonb_build_array(house_id, status)) from house_order where account_id = 10").await,
        json!([[1, 1]])
    );
    // The e-mail moved; the number, of which the account that stays has one, stays and logs in to it.
    assert_eq!(
        rows("select jsonb_agg(jsonb_build_array(id, phone, email, merged_into) order by id) from account where id in (8, 10)").await,
        json!([[8, phone, null, 10], [10, "+79000000010", email, null]])
    );
    let (token, user) = app.login(email).await;
    assert_eq!(user["id"], 10);
    let mut conn = app.pool.acquire().await.unwrap();
    let number = people::contact::Contact::Phone(phone.to_owned());
    let owner = people::holder::known(&mut conn, &number).await.unwrap();
    assert_eq!(owner, Some(10));
    drop(conn);

    app.index().await;
    // The bets of the double are their own; the journal of the room is as it was.
    let mine = app.get(&token, "/api/trade/bet/my").await.ok();
    assert_eq!(
        (
            &mine["items"][0]["bet"]["isMine"],
            &mine["items"][0]["isLeading"]
        ),
        (&json!(true), &json!(true))
    );
    assert_eq!(mine["items"][0]["bet"]["userId"], 10);
    assert_eq!(
        rows("select to_jsonb(account_id) from bet where lot_id = 1001").await,
        json!(8)
    );
    // Nobody else learns whose it is.
    let history = app.get(OWNER, "/api/trade/bet/lot/1001/history").await.ok();
    assert_eq!(history["items"][0]["userId"], 8);
    let history = app
        .get(TRUSTED, "/api/trade/bet/lot/1001/history")
        .await
        .ok();
    assert_eq!(history["items"][0]["userId"], Value::Null);

    // The export of the person has both; the journal says who merged them.
    let export = app.get(&token, "/api/accounts/export").await.ok();
    assert_eq!(export["bets"].as_array().unwrap().len(), 1);
    assert_eq!(export["account"].as_array().unwrap().len(), 2);
    assert!(app.journalled(10).await.contains(&136));
    // An admin sees where the double went, and finds the account by either contact.
    let page = app
        .get(ADMIN, "/api/accounts?search=8&deleted=true")
        .await
        .ok();
    let double = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["id"] == 8);
    assert_eq!(double.unwrap()["mergedInto"], 10);
    let page = app
        .get(ADMIN, "/api/accounts?search=%2B79000000008")
        .await
        .ok();
    assert_eq!(page["items"][0]["id"], 10);
    app.post(ADMIN, "/api/accounts/restore", json!({"id": 8}))
        .await
        .expect(404);

    // They may make the double's number their own.
    app.post(
        ADMIN,
        "/api/admin/accounts/change/phone",
        json!({"id": 10, "number": phone}),
    )
    .await
    .expect(204);
    assert_eq!(
        rows("select jsonb_agg(phone order by id) from account where id in (8, 10)").await,
        json!([null, phone])
    );
    // Deleted, nothing of the double names them either.
    app.delete(ADMIN, "/api/accounts/10").await.expect(204);
    assert_eq!(
        rows("select jsonb_agg(jsonb_build_array(display_name, phone, email)) from account where id in (8, 10)").await,
        json!([["Удалённый пользователь", null, null], ["Удалённый пользователь", null, null]])
    );
    app.clock.advance(Duration::days(31));
    app.end().await;
}

#[actix_web::test]
async fn accounts_with_rights_or_at_work_are_not_merged() {
    let app = App::new().await;
    let obstacle = async |kept: i64, double: i64| {
        app.post(ADMIN, MERGE, pair(kept, double))
            .await
            .refused(409)
    };
    assert_eq!(obstacle(10, 10).await, "Выберите две разные учётные записи");
    assert_eq!(
        obstacle(10, 1).await,
        "Свою учётную запись нельзя присоединить к другой"
    );
    app.sql("update account set roles = 8192 where id = 9")
        .await;
    assert_eq!(
        obstacle(10, 9).await,
        "У присоединяемой записи есть права на площадке: сначала снимите их"
    );
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    let house = app.get(VISITOR, "/api/house/1").await.ok()["nameRu"].clone();
    assert_eq!(
        obstacle(8, 3).await,
        format!(
            "Присоединяемая запись работает в доме «{}», а остающаяся участвует в его торгах",
            house.as_str().unwrap()
        )
    );
    for (kept, double) in [(10, 999), (999, 10)] {
        app.post(ADMIN, MERGE, pair(kept, double)).await.expect(404);
        app.get(ADMIN, &format!("{MERGE}?keptId={kept}&doubleId={double}"))
            .await
            .expect(404);
    }
    app.end().await;
}

#[actix_web::test]
async fn a_contact_left_with_the_double_is_reserved_restored_and_erased_with_the_account() {
    let app = App::new().await;
    let phone = "+79000000008";
    let contacts = async || {
        app.value(
            "select jsonb_agg(jsonb_build_array(phone, email, deleted is null) order by id) from account where id in (8, 10)",
        )
        .await
    };
    app.post(ADMIN, MERGE, pair(10, 8)).await.expect(204);
    let merged = contacts().await;
    assert_eq!(merged[0][0], phone);
    app.delete(ADMIN, "/api/accounts/10").await.expect(204);
    assert_eq!(
        contacts().await,
        json!([[null, null, false], [null, null, false]])
    );

    let taken = json!({"number": phone, "displayName": "Другой"});
    app.post(ADMIN, "/api/accounts/create/raw", taken)
        .await
        .expect_problem(409, "contact_taken");
    // Admins find the account by it, and restore the account, not the double.
    let page = app
        .get(ADMIN, "/api/accounts?deleted=true&search=%2B79000000008")
        .await
        .ok();
    assert_eq!(
        (
            &page["items"][0]["id"],
            page["items"].as_array().unwrap().len()
        ),
        (&json!(10), 1)
    );
    app.post(ADMIN, "/api/accounts/restore", json!({"id": 8}))
        .await
        .expect(404);
    app.post(ADMIN, "/api/accounts/restore", json!({"id": 10}))
        .await
        .expect(204);
    assert_eq!(contacts().await, merged);

    app.delete(ADMIN, "/api/accounts/10").await.expect(204);
    app.clock.advance(Duration::days(31));
    let now = app.state.clock.now();
    people::retention::sweep(&app.pool, &app.state.pictures, now)
        .await
        .unwrap();
    assert_eq!(
        app.value("select to_jsonb(count(*)) from deleted_account")
            .await,
        json!(0)
    );
    app.end().await;
}

#[actix_web::test]
async fn orders_go_where_the_house_does_not_trust_the_person() {
    let app = App::new().await;
    app.order(TRUSTED, 10, 1001, 5000).await.expect_code(0);
    app.sql("insert into house_trust (house_id, account_id, trusted, reason) values (1, 8, false, 'Не выкупил лот')")
        .await;
    app.post(ADMIN, MERGE, pair(6, 8)).await.expect(204);
    assert_eq!(
        app.value("select to_jsonb(count(*)) from absentee_order")
            .await,
        json!(0)
    );
    // A colleague who has not seen the entry cannot undo it.
    assert_eq!(
        app.value(
            "select to_jsonb(revision) from house_order where account_id = 6 and house_id = 1"
        )
        .await,
        json!(2)
    );
    app.end().await;
}

#[actix_web::test]
async fn a_notice_on_its_way_to_the_double_reaches_the_account_that_stays() {
    let app = App::new().await;
    let mut conn = app.pool.acquire().await.unwrap();
    let notice = outbox::Notice::RegistrationAccepted {
        account_id: 8,
        house_id: 1,
        is_trusted: false,
    };
    outbox::enqueue::notices(&mut conn, &[notice])
        .await
        .unwrap();
    drop(conn);
    app.post(ADMIN, MERGE, pair(10, 8)).await.expect(204);
    crate::notifications::tell(&app).await;
    assert_eq!(
        app.value("select jsonb_agg(jsonb_build_array(account_id, kind)) from notification")
            .await,
        json!([[10, "registration_accepted"]])
    );
    app.end().await;
}
