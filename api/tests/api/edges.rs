//! What holds for every call: headers, methods, and who must have a token.

use std::collections::BTreeSet;

use api::response_cache::CACHED;
use reqwest::Method;
use serde_json::{Value, json};

use crate::roles::{Call, calls};
use crate::support::*;

/// Sends a call of the table of rights, or its path with another method.
async fn send(app: &App, call: &Call, method: Option<Method>, who: Who) -> Reply {
    let own = call.operation.split(' ').next().unwrap().parse().unwrap();
    let body = call.body.as_ref().map(Value::to_string);
    let method = method.unwrap_or(own);
    app.call(method, who, call.path, &[], body).await
}

fn header(reply: &Reply, name: &str) -> String {
    let value = reply.headers.get(name);
    value.map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
}

#[actix_web::test]
async fn no_answer_to_a_token_is_kept() {
    let app = App::new().await;
    for call in calls() {
        let reply = send(&app, &call, None, ADMIN).await;
        assert!(
            header(&reply, "cache-control").ends_with("no-store"),
            "{reply}"
        );
        // The admin's own login ends too.
        app.sql("update session set ended = null").await;
    }
    app.end().await;
}

/// What visitors get may be kept only where a call says so, and these do.
#[actix_web::test]
async fn only_what_is_the_same_for_all_visitors_may_be_cached() {
    let app = App::new().await;
    let mut kept = BTreeSet::new();
    for call in calls() {
        let reply = send(&app, &call, None, VISITOR).await;
        let caching = header(&reply, "cache-control");
        if caching != "no-store" {
            kept.insert((call.operation, caching));
        }
    }
    let shared = kept.extract_if(.., |(call, caching)| {
        caching == "no-cache" && CACHED.contains(&call.trim_start_matches("GET "))
    });
    assert!(shared.count() > 20);
    let expected = [
        ("GET /api/catalog/{id}/results/pdf", "private, no-cache"),
        ("GET /api/lots/{id}/pdf", "private, no-cache"),
    ];
    let expected = expected.map(|(call, caching)| (call, caching.to_owned()));
    assert_eq!(kept, BTreeSet::from(expected));
    app.end().await;
}

#[actix_web::test]
async fn a_login_and_the_outbox_with_its_code_are_not_kept() {
    let app = App::new().await;
    let begun = app
        .post(
            VISITOR,
            "/api/auth/email",
            json!({"email": "who@example.org"}),
        )
        .await;
    let code = app.code("who@example.org").await;
    let outbox = app.get(VISITOR, "/dev/outbox?to=who@example.org").await;
    let body =
        json!({"sessionKey": begun.ok()["sessionKey"], "email": "who@example.org", "code": code});
    let login = app.post(VISITOR, "/api/auth/email/signin", body).await;
    assert!(login.headers.contains_key("set-cookie"), "{login}");
    for reply in [begun, outbox, login] {
        assert_eq!(header(&reply, "cache-control"), "no-store", "{reply}");
    }
    app.end().await;
}

#[actix_web::test]
async fn browsers_keep_to_https_where_the_site_has_it() {
    for (public_url, expected) in [
        ("https://auction.example", "max-age=31536000"),
        ("http://auction.example", ""),
    ] {
        let app = App::with(&[("PUBLIC_URL", public_url)]).await;
        for path in ["/api/config", "/api/lots/999", "/", "/nowhere", "/healthz"] {
            let reply = app.get(VISITOR, path).await;
            assert_eq!(
                header(&reply, "strict-transport-security"),
                expected,
                "{path}"
            );
        }
        app.end().await;
    }
}

/// A cookie with this prefix is bound to its host and to TLS; browsers refuse it without `Secure` and `Path=/`.
#[actix_web::test]
async fn cookies_are_bound_to_the_host_where_the_site_has_https() {
    let app = App::with(&[("PUBLIC_URL", "https://auction.example")]).await;
    let email = "a@demo.example";
    let asked = app
        .post(VISITOR, "/api/auth/email", json!({"email": email}))
        .await
        .ok();
    let body =
        json!({"sessionKey": asked["sessionKey"], "email": email, "code": app.code(email).await});
    let reply = app.post(VISITOR, "/api/auth/email/signin", body).await;
    let cookie = header(&reply, "set-cookie");
    assert!(cookie.starts_with("__Host-device="), "{cookie}");
    for attribute in ["; HttpOnly", "; SameSite=Strict", "; Path=/;", "; Secure"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    app.end().await;
}

/// For each path of the description, each method that it does not have.
#[actix_web::test]
async fn a_method_that_a_path_does_not_have_is_405_with_those_it_has() {
    let app = App::new().await;
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    for call in calls() {
        let (_, described) = call.operation.split_once(' ').unwrap();
        let methods = document["paths"][described].as_object().unwrap().keys();
        let mut has: BTreeSet<String> = methods.map(|method| method.to_uppercase()).collect();
        if has.contains("GET") {
            has.insert("HEAD".to_owned());
        }
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] {
            if has.contains(method) {
                continue;
            }
            // A visitor learns it too.
            for who in [VISITOR, ADMIN] {
                let reply = send(&app, &call, Some(method.parse().unwrap()), who).await;
                reply.expect_problem(405, "method_not_allowed");
                let allowed = header(&reply, "allow");
                let allowed: BTreeSet<String> = allowed.split(", ").map(str::to_owned).collect();
                assert_eq!(allowed, has, "{reply}");
            }
        }
    }
    app.end().await;
}

#[actix_web::test]
async fn the_description_says_where_a_token_is_needed() {
    let app = App::new().await;
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let mut wrong = Vec::new();
    for call in calls() {
        let (method, path) = call.operation.split_once(' ').unwrap();
        let described = &document["paths"][path][method.to_lowercase()]["security"];
        let is_needed = *described == json!([{"token": []}]);
        let reply = send(&app, &call, None, VISITOR).await;
        if (reply.status == 401) != is_needed {
            wrong.push(format!(
                "{}: {described}, and a visitor gets {}",
                call.operation, reply.status
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    app.end().await;
}

#[actix_web::test]
async fn a_text_of_an_address_above_its_bound_is_refused() {
    let app = App::new().await;
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let mut tried = BTreeSet::new();
    for call in calls() {
        let (method, described) = call.operation.split_once(' ').unwrap();
        let described = &document["paths"][described][method.to_lowercase()]["parameters"];
        for parameter in described.as_array().into_iter().flatten() {
            let Some(most) = parameter["schema"]["maxLength"].as_u64() else {
                continue;
            };
            let name = parameter["name"].as_str().unwrap();
            if parameter["in"] != "query" || !tried.insert((call.operation, name.to_owned())) {
                continue;
            }
            let (path, _) = call.path.split_once('?').unwrap_or((call.path, ""));
            let text = "я".repeat(most as usize + 1);
            let path = format!("{path}?{name}={text}");
            let body = call.body.as_ref().map(Value::to_string);
            let reply = app
                .call(method.parse().unwrap(), ADMIN, &path, &[], body)
                .await;
            reply.expect_problem(422, "validation_failed");
            assert!(!reply.json()["errors"][name].is_null(), "{reply}");
        }
    }
    assert!(tried.len() > 8, "{tried:?}");
    // The longest text is one like any other.
    let longest = format!("/api/catalog?search={}", "я".repeat(300));
    app.get(VISITOR, &longest).await.expect(200);
    app.end().await;
}
