//! The admins' list of accounts.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use serde_json::{Value, json};

use super::admin;
use crate::support::*;

#[actix_web::test]
async fn admins_find_accounts_by_name_contact_role_and_house() {
    let app = App::empty().await;
    let admin = admin(&app).await;
    app.sql(
        "insert into account (display_name, phone, email, roles) values
            ('Анна_Ли', '+79161234567', 'anna@demo.example', 8192), ('Пётр Иванов', null, 'petr@demo.example', 0),
            ('100% Иван', null, 'ivan@demo.example', 0);
         insert into house (id, name_ru) values (1, 'Дом');
         insert into house_staff (house_id, account_id, role) values (1, 3, 0);
         insert into account (display_name, deleted) values ('Удалённый пользователь', now())",
    )
    .await;
    let ids = async |query: &str| {
        let page = app
            .get(&admin, &format!("/api/accounts/{query}"))
            .await
            .ok();
        let items = page["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|item| item["id"].as_i64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids("").await, [4, 3, 2, 1]);
    assert_eq!(ids("?search=АННА").await, [2]);
    assert_eq!(ids("?search=%20иван").await, [4, 3]);
    assert_eq!(ids("?search=8%20(916)%20123-45-67").await, [2]);
    assert_eq!(ids("?search=916-123").await, [2]);
    assert_eq!(ids("?search=8%20916%201").await, [2]);
    assert_eq!(ids("?search=petr@").await, [3]);
    // The words in any order, and «е» for «ё».
    assert_eq!(ids("?search=иванов%20петр").await, [3]);
    assert_eq!(ids("?search=иванов%20анна").await, Vec::<i64>::new());
    // One or two letters or digits begin a word, perhaps after a mark.
    assert_eq!(ids("?search=ва").await, Vec::<i64>::new());
    assert_eq!(ids("?search=ли").await, [2]);
    assert_eq!(ids("?search=pe").await, [3]);
    // The best match first: the id, what begins the name, what begins another word of it, the rest.
    assert_eq!(ids("?search=3").await, [3]);
    assert_eq!(ids("?search=123").await, [2]);
    app.sql("update account set display_name = 'Иван Кузнецов' where id = 2")
        .await;
    assert_eq!(ids("?search=иван").await, [2, 4, 3]);
    assert_eq!(ids("?search=иван&sort=-name").await, [3, 2, 4]);
    app.sql("update account set display_name = 'Анна_Ли' where id = 2")
        .await;
    // Wildcards of patterns match themselves.
    assert_eq!(ids("?search=%25").await, [4]);
    assert_eq!(ids("?search=_").await, [2]);
    assert_eq!(ids("?role=8192").await, [2]);
    assert_eq!(ids("?role=4096").await, [1]);
    assert_eq!(ids("?houseId=1").await, [3]);
    assert_eq!(ids("?staff=true").await, [3]);
    assert_eq!(ids("?deleted=true").await, [5]);
    assert_eq!(ids("?search=nothing").await, Vec::<i64>::new());
    assert_eq!(ids("?pageSize=3&pageNumber=2").await, [1]);
    let page = app.get(&admin, "/api/accounts?search=anna").await.ok();
    let row = &page["items"][0];
    assert_eq!(
        (&row["login"], &row["lastSeen"], &row["deleted"]),
        (&json!("+79161234567"), &Value::Null, &Value::Null)
    );
    assert_eq!(page["totalCount"], 1);
    app.sql(
        "insert into catalog (id, house_id, title, catalog_type) values (7, 1, 'Осень', 0);
         insert into catalog_auctioneer (catalog_id, account_id) values (7, 4)",
    )
    .await;
    let page = app.get(&admin, "/api/accounts?search=4").await.ok();
    assert_eq!(
        page["items"][0]["auctioneerOfCatalogs"],
        json!([{"id": 7, "title": "Осень"}])
    );
    let (token, _) = app.login("petr@demo.example").await;
    app.get(&token, "/api/accounts").await.expect(403);
    app.get(VISITOR, "/api/accounts").await.expect(401);
    app.end().await;
}

#[actix_web::test]
async fn admins_see_and_end_the_logins_of_others() {
    let app = App::new().await;
    let path = "/api/accounts/8/sessions";
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.get(who, path).await.expect(status);
        app.delete(who, path).await.expect(status);
    }
    let own = app.get(ACCEPTED, "/api/accounts/sessions").await.ok();
    let seen = app.get(ADMIN, path).await.ok();
    assert_eq!(
        seen.as_array().unwrap().len(),
        own.as_array().unwrap().len()
    );
    assert_eq!(
        (&seen[0]["id"], &seen[0]["isCurrent"]),
        (&own[0]["id"], &json!(false))
    );
    app.delete(ADMIN, path).await.expect(204);
    app.get(ACCEPTED, "/api/accounts/sessions")
        .await
        .expect(401);
    assert_eq!(app.get(ADMIN, path).await.ok(), json!([]));
    app.delete(ADMIN, "/api/accounts/999/sessions")
        .await
        .expect(404);
    // The admin's own stay.
    app.get(ADMIN, "/api/accounts/sessions").await.expect(200);
    app.end().await;
}

#[actix_web::test]
async fn the_list_is_exported_as_a_spreadsheet() {
    let app = App::new().await;
    app.sql("update account set display_name = '=1+1', unproved_phone = true where id = 8")
        .await;
    let export = "/api/admin/accounts/export";
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.post(who, export, json!({})).await.expect(status);
    }
    let rows = async |query: &str| {
        let reply = app
            .post(ADMIN, &format!("{export}{query}"), json!({}))
            .await;
        assert_eq!(reply.expect(200).headers["cache-control"], "no-store");
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(reply.bytes.clone())).unwrap();
        let sheet = book.worksheet_range("Пользователи").unwrap();
        sheet.rows().map(<[Data]>::to_vec).collect::<Vec<_>>()
    };
    let text = |text: &str| Data::String(text.to_owned());
    let all = rows("").await;
    let total = app.get(ADMIN, "/api/accounts").await.ok()["totalCount"].clone();
    assert_eq!(json!(all.len() - 1), total);
    assert_eq!(all[0][1], text("Имя"));

    // The filters are the list's, and no name is a formula.
    let found = rows("?search=8").await;
    let row = found.iter().find(|row| row[0] == Data::Float(8.0)).unwrap();
    assert_eq!(row[1], text("=1+1"));
    assert_eq!(row[3], text("нет"));
    let owners = rows("?houseId=1").await;
    assert!(owners.len() < all.len());
    let house = app.get(VISITOR, "/api/house/1").await.ok()["nameRu"].clone();
    let posts: Vec<String> = owners[1..].iter().map(|row| row[7].to_string()).collect();
    let owner = format!("владелец: {}", house.as_str().unwrap());
    assert!(posts.contains(&owner), "{posts:?}");
    let admins = rows("?role=4096").await;
    assert_eq!(admins[1][6], text("администратор"));

    // What was exported is journalled, without what was searched for.
    let exports: Vec<Value> =
        sqlx::query_scalar("select after from journal_record where event = 126 order by id")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(exports.len(), 4);
    assert_eq!(
        exports[1],
        json!({
            "what": "accounts", "count": found.len() - 1, "isSearched": true, "role": null, "houseId": null,
            "staff": false, "deleted": false,
        })
    );
    app.end().await;
}
