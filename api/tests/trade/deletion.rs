//! Accounts that are deleted, restored and erased.

use people::{personal_data, retention};
use serde_json::{Value, json};
use time::Duration;

use crate::staff::journalled;
use crate::world::*;

/// Logins of the fixture hold a day.
async fn stay_logged_in(world: &World) {
    world
        .sql("update session set expires = now() + interval '1 year'")
        .await;
}

/// What two people asked for and were told.
const TOLD_AND_ASKED: &str =
    "insert into author (id, name) overriding system value values (901, 'Художник');
     insert into notification (event_key, account_id, kind, subject_kind, subject, text, created)
         select 'test', id, 'outbid', 3, 'Ставка перебита', 'На лот 1', now() from unnest(array[6, 7]) id;
     insert into notification_setting select id, false, true, true, true, true, true, true, true from unnest(array[6, 7]) id;
     insert into lot_subscription (account_id, lot_id) values (6, 1001), (7, 1001);
     insert into catalog_subscription (account_id, catalog_id) values (6, 10), (7, 10);
     insert into artist_subscription (account_id, author_id, created, expires)
         select id, 901, now(), now() + interval '1 year' from unnest(array[6, 7]) id;
     insert into lot_view (lot_id, visitor, day) values (1001, 'account:6', now()), (1001, 'account:7', now());
     insert into letter (key, account_id, done, outcome) values ('test.6', 6, now(), 'sent'), ('test.7', 7, now(), 'sent');
     insert into price_query (lot_id, account_id, message, created) select 1301, id, 'Сколько стоит ваза?', now()
         from unnest(array[6, 7]) id";

async fn text(world: &World, sql: &'static str) -> Option<String> {
    sqlx::query_scalar(sql)
        .fetch_one(&world.pool)
        .await
        .unwrap()
}

#[actix_web::test]
async fn a_deleted_account_is_anonymous_at_once_and_keeps_its_bets() {
    let world = World::new().await;
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(world.order(TRUSTED, 10, 1003, 2000).await.code(), 0);
    // Somebody else's is nobody's business.
    assert_eq!(world.delete(ACCEPTED, "/api/accounts/6").await.status, 403);
    assert_eq!(
        world.delete(ACCEPTED, "/api/accounts/999").await.status,
        403
    );
    assert_eq!(world.delete(ADMIN, "/api/accounts/999").await.status, 404);
    // Not while he leads.
    let leads = world.delete(TRUSTED, "/api/accounts/6").await;
    assert_eq!(leads.problem(), (409, "not_possible_in_this_state".into()));
    assert_eq!(world.bet(ACCEPTED, 10, 1001, 1200).await.code(), 0);
    assert_eq!(world.delete(TRUSTED, "/api/accounts/6").await.status, 204);

    assert_eq!(
        world.post(TRUSTED, "/api/whoami", json!({})).await.status,
        401
    );
    let account: (String, Option<String>, Option<String>, bool) = sqlx::query_as(
        "select display_name, phone, email, deleted is not null from account where id = 6",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(
        account,
        ("Удалённый пользователь".to_owned(), None, None, true)
    );
    // The order fell, in the room too; the bet stands.
    let left: (i64, i64) = sqlx::query_as(
        "select (select count(*) from absentee_order where account_id = 6), (select count(*) from bet where account_id = 6)",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(left, (0, 1));
    let counts = world
        .get(ADMIN, "/api/trade/bet/absentee/catalog/10")
        .await
        .ok();
    assert_eq!(counts, json!([]));
    let registered = world.get(MANAGER, "/api/house/orders?houseId=1").await;
    assert!(
        registered.text.contains("Удалённый пользователь"),
        "{}",
        registered.text
    );
    assert!(!registered.text.contains("Доверенный\"") && !registered.text.contains("79000000006"));
    // The journal says that it happened, and nothing of whom.
    assert_eq!(journalled(&world, 6).await, [103]);
    let record = text(
        &world,
        "select r::text from journal_record r where subject_id = 6",
    )
    .await
    .unwrap();
    assert!(
        !record.contains("Доверенный") && !record.contains("79000000006"),
        "{record}"
    );
    // It can be found by whom it was, and shows nothing of it.
    let listed = world
        .get(ADMIN, "/api/accounts?deleted=true&search=8-900-000-00-06")
        .await
        .ok();
    let row = &listed["items"][0];
    assert_eq!(
        (&row["id"], &row["login"], &row["eMail"]),
        (&json!(6), &Value::Null, &Value::Null)
    );
    assert!(!row["restorableUntil"].is_null());
    assert_eq!(world.delete(ADMIN, "/api/accounts/6").await.status, 404);
    world.end().await;
}

#[actix_web::test]
async fn an_admin_restores_it_within_30_days() {
    let world = World::new().await;
    stay_logged_in(&world).await;
    world
        .sql("insert into favourite (account_id, lot_id) values (6, 1001)")
        .await;
    assert_eq!(world.delete(TRUSTED, "/api/accounts/6").await.status, 204);
    assert_eq!(
        world
            .post(MANAGER, "/api/accounts/restore", json!({"id": 6}))
            .await
            .status,
        403
    );
    assert_eq!(
        world
            .post(ADMIN, "/api/accounts/restore", json!({"id": 7}))
            .await
            .status,
        404
    );
    // Nobody takes its contacts meanwhile.
    let taken = json!({"number": "+79000000006", "displayName": "Другой"});
    let taken = world.post(ADMIN, "/api/accounts/create/raw", taken).await;
    assert_eq!(taken.problem(), (409, "contact_taken".into()));
    world.state.clock.advance(Duration::days(29));
    retention::sweep(&world.pool, &world.state.pictures, world.state.clock.now())
        .await
        .unwrap();
    assert_eq!(
        world
            .post(ADMIN, "/api/accounts/restore/", json!({"id": 6}))
            .await
            .status,
        204
    );
    let account: (String, String, String, bool) = sqlx::query_as(
        "select display_name, phone, email, deleted is null from account where id = 6",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(
        account,
        (
            "Доверенный".to_owned(),
            "+79000000006".to_owned(),
            "trusted@test.example".to_owned(),
            true
        )
    );
    let favourites = text(
        &world,
        "select count(*)::text from favourite where account_id = 6",
    )
    .await;
    assert_eq!(favourites.as_deref(), Some("1"));
    // Its logins do not come back.
    assert_eq!(
        world.post(TRUSTED, "/api/whoami", json!({})).await.status,
        401
    );
    assert_eq!(journalled(&world, 6).await, [103, 104]);
    world.end().await;
}

#[actix_web::test]
async fn after_30_days_it_is_erased_for_good() {
    let world = World::new().await;
    stay_logged_in(&world).await;
    world
        .sql(
            "insert into favourite (account_id, lot_id) values (6, 1001);
             update house_order set note = 'Я коллекционер', conclusion = 'Анна рекомендует' where account_id = 6;
             insert into chat_message (catalog_id, account_id, name, text) values (10, 6, 'Доверенный', 'Здравствуйте');
             insert into login_attempt (key_hash, channel, target, code_hash) values
                 (sha256('a'), 2, 'trusted@test.example', sha256('b')), (sha256('c'), 2, 'new@test.example', sha256('d'));
             insert into consent (account_id, kind, version, given) values (6, 2, '1', now());",
        )
        .await;
    world.sql(TOLD_AND_ASKED).await;
    let chat = async || {
        world
            .post(VISITOR, "/api/chat/search", json!({"catalogId": 10}))
            .await
            .ok()
    };
    assert_eq!(chat().await["items"][0]["userName"], "Доверенный");
    assert_eq!(world.delete(ADMIN, "/api/accounts/6").await.status, 204);
    assert_eq!(
        chat().await["items"][0]["userName"],
        "Удалённый пользователь"
    );
    world
        .state
        .clock
        .advance(Duration::days(30) + Duration::seconds(1));
    let now = world.state.clock.now();
    assert_eq!(
        world
            .post(ADMIN, "/api/accounts/restore", json!({"id": 6}))
            .await
            .status,
        404
    );
    retention::sweep(&world.pool, &world.state.pictures, now)
        .await
        .unwrap();
    let left: Vec<i64> = sqlx::query_scalar(
        "select count(*) from deleted_account union all select count(*) from favourite
         union all select count(*) from session where account_id = 6
         union all select count(*) from consent
         union all select count(*) from login_attempt where target = 'trusted@test.example'
         union all select count(*) from house_order where account_id = 6 and (note is not null or conclusion is not null)
         union all select count(*) from chat_message where name = 'Доверенный'
         union all select count(*) from notification where account_id = 6
         union all select count(*) from notification_setting where account_id = 6
         union all select count(*) from lot_subscription where account_id = 6
         union all select count(*) from catalog_subscription where account_id = 6
         union all select count(*) from artist_subscription where account_id = 6
         union all select count(*) from lot_view where visitor = 'account:6'
         union all select count(*) from letter where account_id = 6
         union all select count(*) from price_query where account_id = 6 and (message <> '—' or answer is not null)",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert_eq!(left, [0; 15]);
    // Of everybody else all is left.
    let others: Vec<i64> = sqlx::query_scalar(
        "select count(*) from notification where account_id = 7 union all
         select count(*) from notification_setting where account_id = 7 union all
         select count(*) from lot_subscription where account_id = 7 union all
         select count(*) from catalog_subscription where account_id = 7 union all
         select count(*) from artist_subscription where account_id = 7 union all
         select count(*) from lot_view where visitor = 'account:7' union all
         select count(*) from letter where account_id = 7 union all
         select count(*) from price_query where account_id = 7 and message = 'Сколько стоит ваза?'",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert_eq!(others, [1; 8]);
    let others = text(&world, "select string_agg(target, ',') from login_attempt").await;
    assert_eq!(others.as_deref(), Some("new@test.example"));
    assert_eq!(journalled(&world, 6).await, [103, 105]);
    // The contacts are free.
    let anew = json!({"number": "+79000000006", "displayName": "Другой"});
    assert_eq!(
        world
            .post(ADMIN, "/api/accounts/create/raw", anew)
            .await
            .status,
        200
    );
    // Again: nothing is left to do.
    retention::sweep(&world.pool, &world.state.pictures, now)
        .await
        .unwrap();
    world.end().await;
}

#[actix_web::test]
async fn who_is_counted_on_stays() {
    let world = World::new().await;
    let owner = world.delete(OWNER, "/api/accounts/2").await;
    assert_eq!(owner.status, 409);
    assert_eq!(
        owner.json()["detail"],
        "Это единственный владелец «Первый дом»: сначала назначьте другого"
    );
    let admin = world.delete(ADMIN, "/api/accounts/1").await;
    assert_eq!(
        admin.json()["detail"],
        "Нельзя удалить последнего администратора"
    );
    world
        .sql(
            "insert into house_staff (house_id, account_id, role) values (1, 10, 1);
             update account set roles = 4096 where id = 12",
        )
        .await;
    world.state.access.account_changed(12);
    assert_eq!(world.delete(OWNER, "/api/accounts/2").await.status, 204);
    assert_eq!(world.delete(ADMIN, "/api/accounts/1").await.status, 204);
    let rights = text(
        &world,
        "select (select count(*) from house_staff where account_id in (1, 2))::text || (select roles from account where id = 1)::text",
    )
    .await;
    assert_eq!(rights.as_deref(), Some("00"));
    world.end().await;
}

/// Whatever names an account in the schema has been thought of.
#[actix_web::test]
async fn every_table_that_knows_people_is_exported_and_erased() {
    let world = World::new().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "select distinct t.relname::text from pg_constraint c join pg_class t on t.oid = c.conrelid
         where c.contype = 'f' and c.confrelid = 'account'::regclass
         union select distinct table_name::text from information_schema.columns
         where table_schema = 'public' and (column_name like '%phone%' or column_name like '%email%'
             or column_name like '%address%' or column_name in ('account_id', 'visitor', 'browser', 'target'))
             and table_name not in ('house')
         order by 1",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    assert!(tables.len() > 15);
    let thought_of: Vec<&str> = personal_data::PARTS
        .iter()
        .map(|part| part.table)
        .chain(
            personal_data::NOTHING_PERSONAL
                .iter()
                .map(|(table, _)| *table),
        )
        .collect();
    let forgotten: Vec<&String> = tables
        .iter()
        .filter(|table| !thought_of.contains(&table.as_str()))
        .collect();
    assert!(
        forgotten.is_empty(),
        "people::personal_data::PARTS has to say what is exported and erased of {forgotten:?}"
    );
    world.end().await;
}

#[actix_web::test]
async fn a_person_is_given_all_that_is_stored_about_him() {
    let world = World::new().await;
    assert_eq!(world.bet(TRUSTED, 10, 1001, 1000).await.code(), 0);
    assert_eq!(world.order(TRUSTED, 10, 1003, 2000).await.code(), 0);
    world
        .sql("insert into favourite (account_id, lot_id) values (6, 1002), (7, 1003)")
        .await;
    world.sql(TOLD_AND_ASKED).await;
    let reply = world.get(TRUSTED, "/api/accounts/export").await;
    let data = reply.ok();
    for (part, field, value) in [
        ("notifications", "subject", json!("Ставка перебита")),
        ("notificationSettings", "outbid", json!(false)),
        ("lotSubscriptions", "lotId", json!(1001)),
        ("catalogSubscriptions", "catalogId", json!(10)),
        ("artistSubscriptions", "authorId", json!(901)),
        ("viewedLots", "lotId", json!(1001)),
        ("letters", "outcome", json!("sent")),
        ("priceQueries", "message", json!("Сколько стоит ваза?")),
    ] {
        assert_eq!(data[part].as_array().unwrap().len(), 1, "{part}");
        assert_eq!(data[part][0][field], value, "{part}");
    }
    let disposition = reply.headers["content-disposition"].to_str().unwrap();
    assert!(
        disposition.starts_with("attachment; filename=\"") && disposition.contains(".json\""),
        "{disposition}"
    );
    assert_eq!(data["account"][0]["phone"], "+79000000006");
    assert_eq!(
        (
            &data["bets"][0]["value"],
            data["bets"].as_array().unwrap().len()
        ),
        (&json!(1000), 1)
    );
    assert_eq!(data["absenteeOrders"][0]["value"], 2000);
    assert_eq!(
        data["favourites"],
        json!([{"lotId": 1002, "created": data["favourites"][0]["created"]}])
    );
    assert_eq!(data["houseOrders"][0]["status"], 1);
    assert_eq!(data["sessions"].as_array().unwrap().len(), 1);
    // Nothing of anybody else.
    for other in ["+79000000007", "trusted2", "Принятый"] {
        assert!(!reply.text.contains(other), "{other}");
    }
    assert_eq!(world.get(VISITOR, "/api/accounts/export").await.status, 401);
    for _ in 0..4 {
        assert_eq!(world.get(TRUSTED, "/api/accounts/export").await.status, 200);
    }
    assert_eq!(world.get(TRUSTED, "/api/accounts/export").await.status, 429);
    world.end().await;
}
