//! Staff of a house: who grants roles, and who may no longer bid.

use serde_json::{Value, json};

use crate::support::*;

async fn who(app: &App, who: Who) -> Value {
    app.post(who, "/api/whoami", json!({})).await.ok()
}

async fn orders_of(app: &App, account: i64) -> i64 {
    sqlx::query_scalar("select count(*) from absentee_order where account_id = $1")
        .bind(account)
        .fetch_one(&app.pool)
        .await
        .unwrap()
}

#[actix_web::test]
async fn staff_of_a_house_cannot_bid_there() {
    let app = App::new().await;
    app.order(TRUSTED, 10, 1001, 2000).await.expect_code(0);
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(0);
    let newsmaker = json!({"number": "8 (900) 000-00-06", "houseId": 1});
    let path = "/api/accounts/newsmaker/";
    app.post(OWNER, path, newsmaker.clone()).await.expect(204);
    // Repeating it changes nothing.
    app.post(ADMIN, path, newsmaker.clone()).await.expect(204);
    assert_eq!(app.journalled(6).await, [113]);
    let user = who(&app, TRUSTED).await;
    assert_eq!(user["newsmakerOfHouseIds"], json!([1]));
    assert_eq!(user["trustedInHouseIds"], json!([]));
    // The house sees only the contact it named them by.
    let contacts = async |who: Who| {
        let staff = app.get(who, "/api/house/1/staff").await.ok();
        let entry = staff
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["userId"] == 6)
            .unwrap()
            .clone();
        [entry["phone"].clone(), entry["eMail"].clone()]
    };
    assert_eq!(contacts(OWNER).await, [json!("+79000000006"), Value::Null]);
    assert_eq!(
        contacts(ADMIN).await,
        [json!("+79000000006"), json!("trusted@test.example")]
    );
    // The order fell and the bet stands. Neither can be placed again.
    assert_eq!(orders_of(&app, 6).await, 0);
    let bets: i64 =
        sqlx::query_scalar("select count(*) from bet where account_id = 6 and revoked is null")
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert_eq!(bets, 1);
    app.order(TRUSTED, 10, 1001, 2000).await.expect(403);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect(403);
    let gone = "/api/accounts/newsmaker/unregister/";
    app.post(OWNER, gone, newsmaker.clone()).await.expect(204);
    let again = app.post(OWNER, gone, newsmaker).await;
    assert_eq!(again.status, 404);
    assert_eq!(again.json()["detail"], "Такого сотрудника нет");
    assert_eq!(app.journalled(6).await, [113, 114]);
    // They may bid again, but trust has to be granted again.
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.order(TRUSTED, 10, 1003, 2000).await.expect(403);
    app.end().await;
}

#[actix_web::test]
async fn roles_are_granted_by_those_above_them() {
    let app = App::new().await;
    let of = |house: i64| json!({"email": "New@test.example", "houseId": house});
    for (path, caller, house, status) in [
        ("manager", MANAGER, 1, 403),
        ("manager", STRANGER, 1, 403),
        ("manager", OWNER, 2, 403),
        ("manager", ADMIN, 9, 404),
        ("manager", OWNER, 1, 204),
        ("newsmaker", MANAGER, 1, 403),
        ("newsmaker", OWNER, 1, 204),
        ("owner", OWNER, 1, 403),
        ("owner", ADMIN, 1, 204),
    ] {
        let path = format!("/api/accounts/{path}");
        let reply = app.post(caller, &path, of(house)).await;
        assert_eq!(
            reply.status,
            status,
            "{path} {caller:?} {house}: {}",
            reply.text()
        );
    }
    let user = who(&app, NEWCOMER).await;
    for field in [
        "managerOfHouseIds",
        "ownerOfHouseIds",
        "newsmakerOfHouseIds",
    ] {
        assert_eq!(user[field], json!([1]), "{field}");
    }
    // Roles are taken by those above them.
    for (path, caller, status) in [
        ("manager", MANAGER, 403),
        ("manager", OWNER, 204),
        ("manager", OWNER, 404),
        ("newsmaker", NEWSMAKER, 403),
        ("owner", OWNER, 403),
    ] {
        let path = format!("/api/accounts/{path}/unregister/");
        let reply = app.post(caller, &path, of(1)).await;
        assert_eq!(reply.status, status, "{path} {caller:?}: {}", reply.text());
    }
    let user = who(&app, NEWCOMER).await;
    assert_eq!(
        (&user["managerOfHouseIds"], &user["newsmakerOfHouseIds"]),
        (&json!([]), &json!([1]))
    );
    // A house never loses its last owner.
    let owner = |email: &str| json!({"email": email, "houseId": 1});
    let path = "/api/accounts/owner/unregister";
    app.post(ADMIN, path, owner("new@test.example"))
        .await
        .expect(204);
    let last = app.post(ADMIN, path, owner("owner@test.example")).await;
    assert_eq!(last.status, 409);
    assert_eq!(
        last.json()["detail"],
        "Это последний владелец: сначала назначьте другого"
    );
    assert_eq!(who(&app, OWNER).await["ownerOfHouseIds"], json!([1]));
    // No contact at all, and a contact of no kind.
    let nobody = app
        .post(OWNER, "/api/accounts/manager", json!({"houseId": 1}))
        .await;
    nobody.expect_problem(422, "validation_failed");
    assert_eq!(
        nobody.json()["errors"]["number"][0],
        "Укажите телефон или e-mail"
    );
    let wrong = json!({"houseId": 1, "email": "nobody"});
    let wrong = app.post(OWNER, "/api/accounts/manager", wrong).await;
    assert_eq!(
        wrong.json()["errors"]["email"][0],
        "Введите корректный email"
    );
    app.end().await;
}

#[actix_web::test]
async fn managers_choose_the_auctioneers_of_a_catalog() {
    let app = App::new().await;
    let of = |catalog: i64| json!({"number": "+79000000010", "catalogId": catalog});
    for (caller, catalog, status) in [
        (AUCTIONEER, 10, 403),
        (STRANGER, 10, 403),
        // A hidden catalog does not exist for strangers.
        (STRANGER, 17, 404),
        (NEWSMAKER, 17, 403),
        (MANAGER, 99, 404),
        (MANAGER, 17, 204),
        (MANAGER, 16, 204),
    ] {
        let reply = app
            .post(caller, "/api/accounts/auctioneer", of(catalog))
            .await;
        assert_eq!(
            reply.status,
            status,
            "{caller:?} {catalog}: {}",
            reply.text()
        );
    }
    assert_eq!(
        who(&app, NEWCOMER).await["auctioneerOfCatalogIds"],
        json!([16, 17])
    );
    let path = "/api/accounts/auctioneer/unregister";
    app.post(STRANGER, path, of(16)).await.expect(403);
    app.post(OWNER, path, of(16)).await.expect(204);
    app.post(OWNER, path, of(16)).await.expect(404);
    assert_eq!(
        who(&app, NEWCOMER).await["auctioneerOfCatalogIds"],
        json!([17])
    );
    assert_eq!(app.journalled(10).await, [115, 115, 116]);
    app.end().await;
}

#[actix_web::test]
async fn houses_cannot_look_people_up_by_contact() {
    let app = App::new().await;
    let count = async || -> i64 {
        sqlx::query_scalar("select count(*) from account")
            .fetch_one(&app.pool)
            .await
            .unwrap()
    };
    let before = count().await;
    // The answer to a house is the same whether or not the person exists.
    let known =
        json!({"number": "+79000000010", "eMail": "x@test.example", "displayName": "Кто-то"});
    let unknown =
        json!({"number": "+79000000099", "eMail": "y@test.example", "displayName": "Кто-то"});
    let path = "/api/accounts/create";
    let (known, unknown) = (
        app.post(MANAGER, path, known).await.ok(),
        app.post(OWNER, path, unknown.clone()).await.ok(),
    );
    let shape = |reply: &Value| (reply["id"].clone(), reply["displayName"].clone());
    assert_eq!(shape(&known), (Value::Null, json!("Кто-то")));
    assert_eq!(shape(&known), shape(&unknown));
    assert_eq!(count().await, before + 1);
    let taken: (String, String) =
        sqlx::query_as("select display_name, email from account where id = 10")
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert_eq!(taken, ("Новичок".to_owned(), "new@test.example".to_owned()));
    // Staff without an account yet.
    let manager = |number: &str| json!({"number": number, "houseId": 1});
    let path = "/api/accounts/manager";
    app.post(OWNER, path, manager("+79000000077"))
        .await
        .expect(204);
    let made: (i64, bool, i64) = sqlx::query_as(
        "select a.id, a.unproved_phone, s.house_id from account a join house_staff s on s.account_id = a.id
         where a.phone = '+79000000077'",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!((made.1, made.2), (true, 1));
    assert_eq!(app.journalled(made.0).await, [101, 113]);
    // Admins see all accounts, so they learn of it.
    app.post(ADMIN, path, manager("+79000000066"))
        .await
        .expect(404);
    let taken = json!({"number": "+79000000010", "displayName": "Кто-то"});
    let taken = app.post(ADMIN, "/api/accounts/create", taken).await;
    taken.expect_problem(409, "contact_taken");
    // Thirty an hour, so nobody walks through a directory.
    let mut refused = 0;
    for number in 0..40 {
        let reply = app
            .post(OWNER, path, manager(&format!("+7901000{number:04}")))
            .await;
        refused += usize::from(reply.status == 429);
    }
    assert_eq!(refused, 40 - 28);
    app.end().await;
}

#[actix_web::test]
async fn admins_make_developers() {
    let app = App::new().await;
    let person = json!({"number": "+79000000010"});
    app.post(DEVELOPER, "/api/accounts/dev", person.clone())
        .await
        .expect(403);
    app.post(
        ADMIN,
        "/api/accounts/dev",
        json!({"number": "+79000000055"}),
    )
    .await
    .expect(404);
    app.post(ADMIN, "/api/accounts/dev/", person.clone())
        .await
        .expect(204);
    assert_eq!(who(&app, NEWCOMER).await["roles"], 8192);
    app.post(NEWCOMER, "/api/dev/journal/", json!({}))
        .await
        .expect(200);
    let path = "/api/accounts/dev/unregister";
    app.post(ADMIN, path, person.clone()).await.expect(204);
    app.post(ADMIN, path, person).await.expect(204);
    assert_eq!(who(&app, NEWCOMER).await["roles"], 0);
    app.post(NEWCOMER, "/api/dev/journal/", json!({}))
        .await
        .expect(403);
    assert_eq!(app.journalled(10).await, [112, 112]);
    app.end().await;
}

#[actix_web::test]
async fn rights_do_not_go_to_an_unproved_contact() {
    let app = App::new().await;
    let value = async |sql: &'static str| app.value(sql).await;
    let register = async |who: Who, role: &str, body: Value| {
        let path = format!("/api/accounts/{role}");
        app.post(who, &path, body).await.status
    };
    // Account 10 proved its e-mail; a house once wrote a number beside it.
    app.sql("update account set phone = '+79990000001', unproved_phone = true where id = 10")
        .await;
    let number = json!({"number": "+79990000001", "houseId": 1});
    for role in ["manager", "newsmaker", "owner", "dev"] {
        assert_eq!(register(ADMIN, role, number.clone()).await, 404, "{role}");
    }
    assert_eq!(register(OWNER, "manager", number).await, 204);
    assert_eq!(
        value("select to_jsonb(count(*)) from house_staff where account_id = 10").await,
        0
    );
    assert_eq!(
        value("select jsonb_build_array(phone, unproved_phone) from account where id = 10").await,
        json!([null, false])
    );
    assert_eq!(
        value(
            "select jsonb_agg(jsonb_build_array(a.phone, a.unproved_phone, a.email)) from house_staff s
             join account a on a.id = s.account_id where a.id > 12"
        )
        .await,
        json!([["+79990000001", true, null]])
    );

    // Nobody has logged in to an account with two unproved contacts: only the one that was named leads to the rights.
    let both =
        json!({"number": "+79990000002", "eMail": "thief@test.example", "displayName": "Оба"});
    app.post(MANAGER, "/api/accounts/create", both)
        .await
        .expect(200);
    let number = json!({"number": "+79990000002", "houseId": 1});
    assert_eq!(register(ADMIN, "manager", number).await, 204);
    assert_eq!(
        value("select jsonb_build_array(email, unproved_email) from account where phone = '+79990000002'").await,
        json!([null, false])
    );
    app.end().await;
}

#[actix_web::test]
async fn houses_see_only_proved_contacts() {
    let app = App::new().await;
    app.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    app.sql("update account set unproved_phone = true where id = 8")
        .await;
    let orders = app.get(MANAGER, "/api/house/orders?houseId=1").await.ok();
    let order = orders["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|order| order["userId"] == 8)
        .unwrap();
    assert_eq!(order["phone"], Value::Null);
    assert_eq!(order["eMail"], "accepted@test.example");
    let report = app.get(MANAGER, "/api/trade/report/bets/10").await;
    assert_eq!(report.status, 200);
    let by_number = json!({"login": "+79000000008", "houseId": 1});
    app.post(MANAGER, "/api/accounts/untrusted", by_number)
        .await
        .expect(404);
    app.end().await;
}
