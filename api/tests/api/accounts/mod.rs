//! Accounts: profile, contacts, roles, tokens, deletion.

mod contacts;
mod create;
mod deletion;
mod list;
mod merging;
mod personal_data;
mod profile;
mod settings;
mod staff;
mod tokens;

use serde_json::json;

use crate::support::*;

async fn admin(app: &App) -> String {
    let (token, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&token, "isAdmin", json!(true)).await;
    token
}

/// A price query, a message to everyone and notifications of two accounts.
const TOLD_AND_ASKED: &str =
    "insert into author (id, name) overriding system value values (901, 'Художник');
     insert into notification (event_key, account_id, kind, subject_kind, subject, text, created)
         select 'test', id, 'outbid', 3, 'Ставка перебита', 'На лот 1', now() from unnest(array[6, 7]) id;
     insert into notification_setting select id, false, true, true, true, true, true, true, true from unnest(array[6, 7]) id;
     insert into lot_subscription (account_id, lot_id) values (6, 1001), (7, 1001);
     insert into catalog_subscription (account_id, catalog_id) values (6, 10), (7, 10);
     insert into artist_subscription (account_id, author_id, created, expires)
         select id, 901, now(), now() + interval '1 year' from unnest(array[6, 7]) id;
     insert into saved_search (account_id, name, path, request, letters, created, looked_until)
         select id, 'Море', '/lots?search=sea', '{}', 'daily', now(), now() from unnest(array[6, 7]) id;
     insert into lot_view (lot_id, visitor, day) values (1001, 'account:6', now()), (1001, 'account:7', now());
     insert into letter (key, account_id, done, outcome) values ('test.6', 6, now(), 'sent'), ('test.7', 7, now(), 'sent');
     insert into price_query (lot_id, account_id, message, created) select 1301, id, 'Сколько стоит ваза?', now()
         from unnest(array[6, 7]) id";

async fn text(app: &App, sql: &'static str) -> Option<String> {
    sqlx::query_scalar(sql).fetch_one(&app.pool).await.unwrap()
}
