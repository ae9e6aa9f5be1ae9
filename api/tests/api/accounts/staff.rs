//! Staff of a house: who invites, who accepts, and who may no longer bid.

use serde_json::{Value, json};

use crate::support::*;

async fn who(app: &App, who: Who) -> Value {
    app.post(who, "/api/whoami", json!({})).await.ok()
}

/// The person accepts their newest invitation.
async fn accept(app: &App, who: Who, shown: Value) -> Reply {
    let open = app.get(who, "/api/accounts/invitations").await.ok();
    let id = &open.as_array().unwrap().last().expect("an invitation")["id"];
    app.post(
        who,
        &format!("/api/accounts/invitations/{id}/accept"),
        shown,
    )
    .await
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
    // Nothing changes until the person agrees.
    assert_eq!(who(&app, TRUSTED).await["newsmakerOfHouseIds"], json!([]));
    assert_eq!(orders_of(&app, 6).await, 1);
    accept(&app, TRUSTED, json!({})).await.expect(204);
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
    for _ in 0..3 {
        accept(&app, NEWCOMER, json!({})).await.expect(204);
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
    for _ in 0..2 {
        accept(&app, NEWCOMER, json!({})).await.expect(204);
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
    // Nor is the answer to an invitation different, and no account is made for it.
    let manager = |number: &str| json!({"number": number, "houseId": 1});
    let path = "/api/accounts/manager";
    app.post(OWNER, path, manager("+79000000077"))
        .await
        .expect(204);
    for (who, number) in [(OWNER, "+79000000010"), (ADMIN, "+79000000066")] {
        let invited = app.post(who, path, manager(number)).await;
        assert_eq!((invited.status, &*invited.text()), (204, ""));
    }
    assert_eq!(count().await, before + 1);
    let listed = app.get(OWNER, "/api/house/1/invitations").await.ok();
    let numbers: Vec<_> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["number"].clone(), one["role"].clone()))
        .collect();
    let invited = |number: &str| (json!(number), json!("manager"));
    assert_eq!(
        numbers,
        ["+79000000077", "+79000000010", "+79000000066"].map(invited)
    );
    // An admin who makes accounts sees them all.
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
    assert_eq!(refused, 40 - 27);
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
async fn developers_bid_nowhere() {
    let app = App::new().await;
    app.order(TRUSTED, 10, 1001, 2000).await.expect_code(0);
    let person = json!({"number": "+79000000006"});
    app.post(ADMIN, "/api/accounts/dev", person.clone())
        .await
        .expect(204);
    assert_eq!(orders_of(&app, 6).await, 0);
    app.bet(TRUSTED, 10, 1001, 1000).await.expect(403);
    app.order(TRUSTED, 10, 1001, 2000).await.expect(403);
    app.post(TRUSTED, "/api/house/orders/send", json!({"houseId": 2}))
        .await
        .expect(403);
    app.post(ADMIN, "/api/accounts/dev/unregister", person)
        .await
        .expect(204);
    app.order(TRUSTED, 10, 1001, 2000).await.expect_code(0);
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
    assert_eq!(register(ADMIN, "dev", number.clone()).await, 404);
    assert_eq!(register(OWNER, "manager", number).await, 204);
    // The invitation is to the number, so it is not account 10's to see or to accept.
    let invitation = value("select to_jsonb(id) from staff_invitation").await;
    let path = format!("/api/accounts/invitations/{invitation}/accept");
    assert_eq!(
        app.get(NEWCOMER, "/api/accounts/invitations").await.ok(),
        json!([])
    );
    app.post(NEWCOMER, &path, json!({})).await.expect(404);
    // Proving the number makes it so.
    app.sql("update account set unproved_phone = false where id = 10")
        .await;
    app.post(NEWCOMER, &path, json!({})).await.expect(204);

    // Nobody has logged in to an account with two unproved contacts: only the one that was named leads to the rights.
    let both =
        json!({"number": "+79990000002", "eMail": "thief@test.example", "displayName": "Оба"});
    app.post(MANAGER, "/api/accounts/create", both)
        .await
        .expect(200);
    let number = json!({"number": "+79990000002"});
    assert_eq!(register(ADMIN, "dev", number).await, 204);
    assert_eq!(
        value("select jsonb_build_array(email, unproved_email) from account where phone = '+79990000002'").await,
        json!([null, false])
    );
    app.end().await;
}

/// A house invites by e-mail: the letter and the notice reach the invited person alone.
#[actix_web::test]
async fn an_invitation_is_the_invited_persons_to_answer() {
    let app = App::new().await;
    let path = "/api/accounts/newsmaker";
    let newcomer = json!({"email": "New@test.example", "houseId": 1});
    for _ in 0..3 {
        app.post(OWNER, path, newcomer.clone()).await.expect(204);
    }
    let stranger = json!({"email": "nobody@test.example", "houseId": 1});
    app.post(OWNER, path, stranger).await.expect(204);
    assert_eq!(
        app.value("select jsonb_agg(address order by id) from letter where key like 'invited.%'")
            .await,
        json!(["new@test.example", "nobody@test.example"])
    );
    assert_eq!(
        app.value("select to_jsonb(count(*)) from outbox where topic = 'notify' and payload::text like '%nvited%'")
            .await,
        1
    );
    let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
    assert_eq!(
        open.as_array().unwrap().len(),
        1,
        "repeating changes nothing"
    );
    assert_eq!(
        (&open[0]["role"], &open[0]["houseId"], &open[0]["houseName"]),
        (&json!("newsmaker"), &json!(1), &json!("Первый дом"))
    );
    let answer = async |caller: Who, act: &str| {
        let path = format!("/api/accounts/invitations/{}/{act}", open[0]["id"]);
        app.post(caller, &path, json!({})).await.status
    };
    for other in [STRANGER, OWNER, TRUSTED, ADMIN] {
        for act in ["accept", "decline"] {
            assert_eq!(answer(other, act).await, 404, "{other:?} {act}");
        }
    }
    assert_eq!(answer(NEWCOMER, "decline").await, 204);
    assert_eq!(answer(NEWCOMER, "accept").await, 404);
    assert_eq!(who(&app, NEWCOMER).await["newsmakerOfHouseIds"], json!([]));

    // A house withdraws by the list, or as it would a role.
    let invite = async || {
        app.post(OWNER, path, newcomer.clone()).await.expect(204);
        let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
        open[0]["id"].as_i64().unwrap()
    };
    let id = invite().await;
    let of_house = format!("/api/house/1/invitations/{id}");
    app.delete(MANAGER, &of_house).await.expect(403);
    app.delete(STRANGER, &of_house).await.expect(403);
    app.delete(ADMIN, &format!("/api/house/2/invitations/{id}"))
        .await
        .expect(404);
    assert_eq!(
        app.get(MANAGER, "/api/house/1/invitations").await.ok(),
        json!([]),
        "managers see those to auctions"
    );
    app.delete(OWNER, &of_house).await.done();
    invite().await;
    app.post(
        OWNER,
        "/api/accounts/newsmaker/unregister",
        newcomer.clone(),
    )
    .await
    .expect(204);
    app.post(
        OWNER,
        "/api/accounts/newsmaker/unregister",
        newcomer.clone(),
    )
    .await
    .expect(404);
    assert_eq!(
        app.get(NEWCOMER, "/api/accounts/invitations").await.ok(),
        json!([])
    );

    // It ends with the right to send it, and after 30 days.
    let id = invite().await;
    app.sql("insert into house_staff (house_id, account_id, role) values (1, 1, 1)")
        .await;
    let owner = json!({"email": "owner@test.example", "houseId": 1});
    app.post(ADMIN, "/api/accounts/owner/unregister", owner)
        .await
        .expect(204);
    let accept_it = format!("/api/accounts/invitations/{id}/accept");
    app.post(NEWCOMER, &accept_it, json!({})).await.expect(404);
    app.post(
        NEWCOMER,
        &format!("/api/accounts/invitations/{id}/decline"),
        json!({}),
    )
    .await
    .done();
    app.post(ADMIN, path, newcomer.clone()).await.expect(204);
    let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
    assert_eq!(open.as_array().unwrap().len(), 1);
    app.clock.advance(people::invitations::LIFETIME);
    let mut conn = app.pool.acquire().await.unwrap();
    let open = people::invitations::of_account(&mut conn, 10, app.clock.now()).await;
    assert!(open.unwrap().is_empty());
    drop(conn);
    people::retention::sweep(&app.pool, &app.state.pictures, app.clock.now())
        .await
        .unwrap();
    assert_eq!(
        app.value("select to_jsonb(count(*)) from staff_invitation")
            .await,
        0
    );
    app.end().await;
}

#[actix_web::test]
async fn an_invitation_is_accepted_once() {
    let app = App::new().await;
    let newcomer = json!({"email": "new@test.example", "houseId": 1});
    app.post(OWNER, "/api/accounts/manager", newcomer)
        .await
        .expect(204);
    let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
    let path = format!("/api/accounts/invitations/{}/accept", open[0]["id"]);
    let (one, other) = futures_util::join!(
        app.post(NEWCOMER, &path, json!({"isShown": true})),
        app.post(NEWCOMER, &path, json!({}))
    );
    let mut answers = [one.status, other.status];
    answers.sort_unstable();
    assert_eq!(answers, [204, 404]);
    assert_eq!(app.journalled(10).await, [113]);
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

#[actix_web::test]
async fn an_invitation_of_a_dismissed_manager_is_renewed_by_another() {
    let app = App::new().await;
    let path = "/api/accounts/auctioneer";
    let newcomer = json!({"email": "new@test.example", "catalogId": 10});
    app.post(MANAGER, path, newcomer.clone()).await.expect(204);
    let manager = json!({"email": "manager@test.example", "houseId": 1});
    app.post(OWNER, "/api/accounts/manager/unregister", manager)
        .await
        .expect(204);
    accept(&app, NEWCOMER, json!({})).await.expect(404);
    app.clock.advance(time::Duration::hours(1));
    app.post(OWNER, path, newcomer).await.expect(204);
    let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
    assert_eq!(open.as_array().unwrap().len(), 1);
    let soonest = app.later(people::invitations::LIFETIME.whole_seconds() - 60);
    assert!(open[0]["expires"].as_str() > soonest.as_str(), "{open}");
    // No second letter: the person has the first one.
    assert_eq!(
        app.value("select to_jsonb(count(*)) from letter where key like 'invited.%'")
            .await,
        1
    );
    accept(&app, NEWCOMER, json!({})).await.expect(204);
    assert_eq!(
        who(&app, NEWCOMER).await["auctioneerOfCatalogIds"],
        json!([10])
    );
    app.end().await;
}
