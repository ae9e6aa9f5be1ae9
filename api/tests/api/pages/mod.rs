//! Pages as visitors and search engines get them.

mod files;
mod first;
mod head;
mod sitemap;

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::*;

const INDEX: &str = "<!doctype html>\n<html lang=\"ru\">\n  <head>\n    <meta charset=\"utf-8\" />\n    \
    <meta name=\"description\" content=\"Общее описание\" />\n    <title>Общий заголовок</title>\n    \
    <script type=\"module\" src=\"/assets/boot.js\"></script>\n    <template id=\"app\">\n    \
    <script type=\"module\" src=\"/assets/app.js\"></script>\n    </template>\n  </head>\n  \
    <body>\n    <div id=\"root\"></div>\n  </body>\n</html>\n";

/// A site with the client's files.
async fn site() -> (App, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("index.html"), INDEX).unwrap();
    fs::create_dir(dir.path().join("assets")).unwrap();
    fs::write(dir.path().join("assets/app.js"), "1").unwrap();
    let app = App::with(&[
        ("CLIENT_DIR", dir.path().to_str().unwrap()),
        ("PUBLIC_URL", "https://auction.example"),
        ("BRAND_NAME", "Торги & Ко"),
    ])
    .await;
    (app, dir)
}

/// Every value between two texts.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    text.split(begin)
        .skip(1)
        .map(|rest| rest.split(end).next().unwrap())
        .collect()
}

/// The head of a page.
struct Said {
    title: String,
    description: Option<String>,
    canonical: Option<String>,
    is_hidden: bool,
    data: Vec<Value>,
    html: String,
}

#[track_caller]
fn said(reply: &Reply, status: u16) -> Said {
    assert_eq!(reply.status, status, "{}", reply.text());
    assert!(
        reply.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    // An answer to a token is not kept at all.
    let caching = reply.headers["cache-control"].to_str().unwrap();
    assert!(["no-cache", "no-store"].contains(&caching), "{caching}");
    let policy = reply.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self';"), "{policy}");
    let html = reply.text().clone();
    let once = |begin: &str, end: &str| {
        let found = between(&html, begin, end);
        assert!(found.len() < 2, "{begin} twice in {html}");
        found.first().map(|found| (*found).to_owned())
    };
    assert_eq!(
        html.matches("<script type=\"module\" src=\"/assets/app.js\">")
            .count(),
        1
    );
    let data = between(&html, "<script type=\"application/ld+json\">", "</script>");
    let answers = html.matches("<script type=\"application/json\" id=\"first-answers\"");
    // The small script that brings the app into the page, and the app's.
    let scripts = data.len() + answers.count() + 2;
    assert_eq!(html.matches("<script").count(), scripts, "{html}");
    assert!(!html.contains("Общ"), "{html}");
    Said {
        title: once("<title>", "</title>").unwrap(),
        description: once("<meta name=\"description\" content=\"", "\""),
        canonical: once("<link rel=\"canonical\" href=\"", "\""),
        is_hidden: once("<meta name=\"robots\" content=\"", "\"").as_deref() == Some("noindex"),
        data: data
            .iter()
            .map(|data| serde_json::from_str(data).unwrap())
            .collect(),
        html,
    }
}
