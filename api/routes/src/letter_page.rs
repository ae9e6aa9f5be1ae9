//! Pages that letters lead to, without the client: readable in any browser, and safe to open for programs.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType};

use application::state::AppState;
use texts::markup::escape;

/// `main` is HTML.
pub fn page(state: &AppState, title: &str, status: StatusCode, main: &str) -> HttpResponse {
    let brand = escape(&state.config.brand_name);
    HttpResponse::build(status)
        .content_type(ContentType::html())
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(format!(
            r#"<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title} — {brand}</title>
<style>
body {{ margin: 0; padding: 2rem 1rem; background: #f4f1ec; color: #1f1b18; font: 1.125rem/1.5 system-ui, sans-serif; }}
main {{ max-width: 36rem; margin: 0 auto; padding: 2rem; background: #fff; }}
a {{ color: #7a2e2a; }}
button {{ padding: .75rem 1.5rem; border: 0; background: #7a2e2a; color: #fff; font: inherit; cursor: pointer; }}
</style>
</head>
<body>
<main>
<p><a href="/">{brand}</a></p>
<h1>{title}</h1>
{main}
</main>
</body>
</html>
"#
        ))
}
