//! Who works for a house, and what becomes of his bidding there.

use serde_json::{Value, json};

use crate::world::*;

async fn who(world: &World, who: Who) -> Value {
    world.post(who, "/api/whoami", json!({})).await.ok()
}

async fn orders_of(world: &World, account: i64) -> i64 {
    sqlx::query_scalar("select count(*) from absentee_order where account_id = $1")
        .bind(account)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

/// Numbers of events in the journal about a subject, in their order.
pub async fn journalled(world: &World, subject: i64) -> Vec<i16> {
    sqlx::query_scalar("select event from journal_record where subject_id = $1 order by id")
        .bind(subject)
        .fetch_all(&world.pool)
        .await
        .unwrap()
}

#[actix_web::test]
async fn who_joins_the_staff_bids_there_no_longer() {
    let world = World::new().await;
    assert_eq!(world.order(TRUSTED, 10, 1001, 2000).await.code(), 0);
    assert_eq!(world.bet(TRUSTED, 10, 1002, 1000).await.code(), 0);
    let newsmaker = json!({"number": "8 (900) 000-00-06", "houseId": 1});
    let path = "/api/accounts/newsmaker/";
    assert_eq!(world.post(OWNER, path, newsmaker.clone()).await.status, 204);
    // The same again changes nothing.
    assert_eq!(world.post(ADMIN, path, newsmaker.clone()).await.status, 204);
    assert_eq!(journalled(&world, 6).await, [113]);
    let user = who(&world, TRUSTED).await;
    assert_eq!(user["newsmakerOfHouseIds"], json!([1]));
    assert_eq!(user["trustedInHouseIds"], json!([]));
    // The house knows him by the contact it named him by, and by nothing else.
    let contacts = async |who: Who| {
        let staff = world.get(who, "/api/house/1/staff").await.ok();
        let his = staff
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["userId"] == 6)
            .unwrap()
            .clone();
        [his["phone"].clone(), his["eMail"].clone()]
    };
    assert_eq!(contacts(OWNER).await, [json!("+79000000006"), Value::Null]);
    assert_eq!(
        contacts(ADMIN).await,
        [json!("+79000000006"), json!("trusted@test.example")]
    );
    // His order fell, his bet stands; neither comes again.
    assert_eq!(orders_of(&world, 6).await, 0);
    let bets: i64 =
        sqlx::query_scalar("select count(*) from bet where account_id = 6 and revoked is null")
            .fetch_one(&world.pool)
            .await
            .unwrap();
    assert_eq!(bets, 1);
    assert_eq!(world.order(TRUSTED, 10, 1001, 2000).await.status, 403);
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.status, 403);
    let gone = "/api/accounts/newsmaker/unregister/";
    assert_eq!(world.post(OWNER, gone, newsmaker.clone()).await.status, 204);
    let again = world.post(OWNER, gone, newsmaker).await;
    assert_eq!(again.status, 404);
    assert_eq!(again.json()["detail"], "Такого сотрудника нет");
    assert_eq!(journalled(&world, 6).await, [113, 114]);
    // He may bid again; to be trusted he has to be trusted again.
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(world.order(TRUSTED, 10, 1003, 2000).await.status, 403);
    world.end().await;
}

#[actix_web::test]
async fn roles_are_given_by_those_above_them() {
    let world = World::new().await;
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
        let reply = world.post(caller, &path, of(house)).await;
        assert_eq!(
            reply.status, status,
            "{path} {caller:?} {house}: {}",
            reply.text
        );
    }
    let user = who(&world, NEWCOMER).await;
    for field in [
        "managerOfHouseIds",
        "ownerOfHouseIds",
        "newsmakerOfHouseIds",
    ] {
        assert_eq!(user[field], json!([1]), "{field}");
    }
    // And taken by those above them.
    for (path, caller, status) in [
        ("manager", MANAGER, 403),
        ("manager", OWNER, 204),
        ("manager", OWNER, 404),
        ("newsmaker", NEWSMAKER, 403),
        ("owner", OWNER, 403),
    ] {
        let path = format!("/api/accounts/{path}/unregister/");
        let reply = world.post(caller, &path, of(1)).await;
        assert_eq!(reply.status, status, "{path} {caller:?}: {}", reply.text);
    }
    let user = who(&world, NEWCOMER).await;
    assert_eq!(
        (&user["managerOfHouseIds"], &user["newsmakerOfHouseIds"]),
        (&json!([]), &json!([1]))
    );
    // A house never loses its last owner.
    let owner = |email: &str| json!({"email": email, "houseId": 1});
    let path = "/api/accounts/owner/unregister";
    assert_eq!(
        world
            .post(ADMIN, path, owner("new@test.example"))
            .await
            .status,
        204
    );
    let last = world.post(ADMIN, path, owner("owner@test.example")).await;
    assert_eq!(last.status, 409);
    assert_eq!(
        last.json()["detail"],
        "Это последний владелец: сначала назначьте другого"
    );
    assert_eq!(who(&world, OWNER).await["ownerOfHouseIds"], json!([1]));
    // Neither number nor e-mail, and what is neither.
    let nobody = world
        .post(OWNER, "/api/accounts/manager", json!({"houseId": 1}))
        .await;
    assert_eq!(nobody.problem(), (422, "validation_failed".into()));
    assert_eq!(
        nobody.json()["errors"]["number"][0],
        "Укажите телефон или e-mail"
    );
    let wrong = json!({"houseId": 1, "email": "nobody"});
    let wrong = world.post(OWNER, "/api/accounts/manager", wrong).await;
    assert_eq!(
        wrong.json()["errors"]["email"][0],
        "Введите корректный email"
    );
    world.end().await;
}

#[actix_web::test]
async fn a_catalog_has_auctioneers_of_its_managers_choice() {
    let world = World::new().await;
    let of = |catalog: i64| json!({"number": "+79000000010", "catalogId": catalog});
    for (caller, catalog, status) in [
        (AUCTIONEER, 10, 403),
        (STRANGER, 10, 403),
        // Hidden: it does not exist for strangers.
        (STRANGER, 17, 404),
        (NEWSMAKER, 17, 403),
        (MANAGER, 99, 404),
        (MANAGER, 17, 204),
        (MANAGER, 16, 204),
    ] {
        let reply = world
            .post(caller, "/api/accounts/auctioneer", of(catalog))
            .await;
        assert_eq!(reply.status, status, "{caller:?} {catalog}: {}", reply.text);
    }
    assert_eq!(
        who(&world, NEWCOMER).await["auctioneerOfCatalogIds"],
        json!([16, 17])
    );
    let path = "/api/accounts/auctioneer/unregister";
    assert_eq!(world.post(STRANGER, path, of(16)).await.status, 403);
    assert_eq!(world.post(OWNER, path, of(16)).await.status, 204);
    assert_eq!(world.post(OWNER, path, of(16)).await.status, 404);
    assert_eq!(
        who(&world, NEWCOMER).await["auctioneerOfCatalogIds"],
        json!([17])
    );
    assert_eq!(journalled(&world, 10).await, [115, 115, 116]);
    world.end().await;
}

#[actix_web::test]
async fn houses_look_nobody_up() {
    let world = World::new().await;
    let count = async || -> i64 {
        sqlx::query_scalar("select count(*) from account")
            .fetch_one(&world.pool)
            .await
            .unwrap()
    };
    let before = count().await;
    // Whether there is such a person, a house is answered the same.
    let known =
        json!({"number": "+79000000010", "eMail": "x@test.example", "displayName": "Кто-то"});
    let unknown =
        json!({"number": "+79000000099", "eMail": "y@test.example", "displayName": "Кто-то"});
    let path = "/api/accounts/create";
    let (known, unknown) = (
        world.post(MANAGER, path, known).await.ok(),
        world.post(OWNER, path, unknown.clone()).await.ok(),
    );
    let shape = |reply: &Value| (reply["id"].clone(), reply["displayName"].clone());
    assert_eq!(shape(&known), (Value::Null, json!("Кто-то")));
    assert_eq!(shape(&known), shape(&unknown));
    assert_eq!(count().await, before + 1);
    let taken: (String, String) =
        sqlx::query_as("select display_name, email from account where id = 10")
            .fetch_one(&world.pool)
            .await
            .unwrap();
    assert_eq!(taken, ("Новичок".to_owned(), "new@test.example".to_owned()));
    // Staff that has no account yet.
    let manager = |number: &str| json!({"number": number, "houseId": 1});
    let path = "/api/accounts/manager";
    assert_eq!(
        world
            .post(OWNER, path, manager("+79000000077"))
            .await
            .status,
        204
    );
    let made: (i64, bool, i64) = sqlx::query_as(
        "select a.id, a.unproved_phone, s.house_id from account a join house_staff s on s.account_id = a.id
         where a.phone = '+79000000077'",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!((made.1, made.2), (true, 1));
    assert_eq!(journalled(&world, made.0).await, [101, 113]);
    // Admins, who see all accounts, are told.
    assert_eq!(
        world
            .post(ADMIN, path, manager("+79000000066"))
            .await
            .status,
        404
    );
    let taken = json!({"number": "+79000000010", "displayName": "Кто-то"});
    let taken = world.post(ADMIN, "/api/accounts/create", taken).await;
    assert_eq!(taken.problem(), (409, "contact_taken".into()));
    // Thirty an hour: a directory is not walked through.
    let mut refused = 0;
    for number in 0..40 {
        let reply = world
            .post(OWNER, path, manager(&format!("+7901000{number:04}")))
            .await;
        refused += usize::from(reply.status == 429);
    }
    assert_eq!(refused, 40 - 28);
    world.end().await;
}

#[actix_web::test]
async fn admins_make_developers() {
    let world = World::new().await;
    let person = json!({"number": "+79000000010"});
    assert_eq!(
        world
            .post(DEVELOPER, "/api/accounts/dev", person.clone())
            .await
            .status,
        403
    );
    assert_eq!(
        world
            .post(
                ADMIN,
                "/api/accounts/dev",
                json!({"number": "+79000000055"})
            )
            .await
            .status,
        404
    );
    assert_eq!(
        world
            .post(ADMIN, "/api/accounts/dev/", person.clone())
            .await
            .status,
        204
    );
    assert_eq!(who(&world, NEWCOMER).await["roles"], 8192);
    assert_eq!(
        world
            .post(NEWCOMER, "/api/dev/journal/", json!({}))
            .await
            .status,
        200
    );
    let path = "/api/accounts/dev/unregister";
    assert_eq!(world.post(ADMIN, path, person.clone()).await.status, 204);
    assert_eq!(world.post(ADMIN, path, person).await.status, 204);
    assert_eq!(who(&world, NEWCOMER).await["roles"], 0);
    assert_eq!(
        world
            .post(NEWCOMER, "/api/dev/journal/", json!({}))
            .await
            .status,
        403
    );
    assert_eq!(journalled(&world, 10).await, [112, 112]);
    world.end().await;
}

#[actix_web::test]
async fn nobody_gets_rights_by_a_contact_that_he_had_written_down_beside_his_own() {
    let world = World::new().await;
    let value = async |sql: &'static str| world.value(sql).await;
    let register = async |who: Who, role: &str, body: Value| {
        let path = format!("/api/accounts/{role}");
        world.post(who, &path, body).await.status
    };
    // 10 came by his e-mail; a house once wrote a number beside it.
    world
        .sql("update account set phone = '+79990000001', unproved_phone = true where id = 10")
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

    // Nobody has come yet to an account with two such contacts: by the one that was not named nobody comes to the rights.
    let both =
        json!({"number": "+79990000002", "eMail": "thief@test.example", "displayName": "Оба"});
    assert_eq!(
        world
            .post(MANAGER, "/api/accounts/create", both)
            .await
            .status,
        200
    );
    let number = json!({"number": "+79990000002", "houseId": 1});
    assert_eq!(register(ADMIN, "manager", number).await, 204);
    assert_eq!(
        value("select jsonb_build_array(email, unproved_email) from account where phone = '+79990000002'").await,
        json!([null, false])
    );
    world.end().await;
}

#[actix_web::test]
async fn houses_see_contacts_that_were_proved() {
    let world = World::new().await;
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1000).await.code(), 0);
    world
        .sql("update account set unproved_phone = true where id = 8")
        .await;
    let orders = world.get(MANAGER, "/api/house/orders?houseId=1").await.ok();
    let his = orders["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|order| order["userId"] == 8)
        .unwrap();
    assert_eq!(his["phone"], Value::Null);
    assert_eq!(his["eMail"], "accepted@test.example");
    let report = world.get(MANAGER, "/api/trade/report/bets/10").await;
    assert_eq!(report.status, 200);
    let by_number = json!({"login": "+79000000008", "houseId": 1});
    assert_eq!(
        world
            .post(MANAGER, "/api/accounts/untrusted", by_number)
            .await
            .status,
        404
    );
    world.end().await;
}
