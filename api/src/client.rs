//! Serves the client's files. Files named by content hash are cached permanently; `index.html` answers every route of
//! the app, with a page-specific head ([`crate::pages`]).

use std::path::{Component, Path, PathBuf};

use actix_files::NamedFile;
use actix_web::dev::ServiceResponse;
use actix_web::http::Method;
use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ContentEncoding,
    Encoding, Header, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY, VARY, X_FRAME_OPTIONS,
};
use actix_web::{HttpRequest, HttpResponse};

use crate::pages;
use application::state::AppState;

/// The service worker that shows notices. Its address has no hash of its content, because browsers know it by its address.
const PUSH_WORKER: &str = "/push-worker.js";

/// Answers a request for a page or a file of the client. Returns None if the request is not for the client.
pub async fn answer(state: &AppState, dir: &Path, req: &HttpRequest) -> Option<HttpResponse> {
    let path = req.path();
    if !is_the_clients(path) || req.method() != Method::GET {
        return None;
    }
    let relative = relative(path)?;
    if let Some(page) = page(&relative) {
        return pages::answer(state, dir, page, req).await;
    }
    let file = dir.join(&relative);
    let file = match compressed(&file, req) {
        Some(file) => file,
        None => NamedFile::open(file).ok()?,
    };
    let mut response = file.use_last_modified(true).into_response(req);
    let headers = response.headers_mut();
    let caching = if relative.starts_with("assets") {
        "public, max-age=31536000, immutable"
    } else if path == PUSH_WORKER {
        "no-cache"
    } else {
        "public, max-age=3600"
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    Some(response)
}

/// The page at a decoded path; None for a file.
fn page(relative: &Path) -> Option<&str> {
    let page = match relative.to_str()? {
        "index.html" => "",
        path => path,
    };
    // A page's address may contain a dot, e.g. in a category code.
    let is_page = relative.extension().is_none() || page.is_empty() || pages::is_known(page);
    is_page.then_some(page)
}

/// Whether it is the path of a page whose first HTML is the same for all visitors.
pub fn is_public_page(path: &str) -> bool {
    let relative = is_the_clients(path).then(|| relative(path)).flatten();
    relative.is_some_and(|relative| page(&relative).is_some_and(pages::is_public))
}

/// The precompressed file, if the build made one and the browser accepts it.
fn compressed(file: &Path, req: &HttpRequest) -> Option<NamedFile> {
    let accepted = AcceptEncoding::parse(req).ok()?;
    // Browsers name gzip first and rank it no lower.
    let kinds = [
        (Encoding::brotli(), ContentEncoding::Brotli, ".br"),
        (Encoding::gzip(), ContentEncoding::Gzip, ".gz"),
    ];
    kinds.into_iter().find_map(|(kind, encoding, ending)| {
        if accepted.negotiate(std::iter::once(&kind)) != Some(kind) {
            return None;
        }
        let mut path = file.as_os_str().to_owned();
        path.push(ending);
        let compressed = NamedFile::open(path).ok()?;
        let content_type = NamedFile::open(file).ok()?.content_type().clone();
        Some(
            compressed
                .set_content_type(content_type)
                .set_content_encoding(encoding),
        )
    })
}

/// Whether an unrouted path may be a page or file of the client.
pub fn is_the_clients(path: &str) -> bool {
    let mut ours = ["/api", "/dev", "/socket.io", "/healthz", "/readyz"].iter();
    !ours.any(|prefix| {
        path.strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Resolves a path inside the folder. Returns None for a path that escapes it or names a hidden file.
fn relative(path: &str) -> Option<PathBuf> {
    let decoded = percent_decode(path)?;
    let relative = Path::new(decoded.trim_start_matches('/'));
    let inside = relative.components().all(|component| match component {
        Component::Normal(name) => name
            .to_str()
            .is_some_and(|name| !name.starts_with('.') && !name.contains('\\')),
        _ => false,
    });
    inside.then(|| relative.to_owned())
}

fn percent_decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'%' {
            let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes)
        .ok()
        .filter(|path| !path.contains('\0'))
}

/// Sets the content security policy of a response: pages may run our own scripts, everything else may run nothing.
pub fn protect<B>(response: &mut ServiceResponse<B>) {
    if is_page(response.headers()) {
        let request = response.request().clone();
        protect_page(response.headers_mut(), &request);
    } else if response.request().path() == PUSH_WORKER {
        // A worker takes the policy of its own file: it loads the icon of notices, and nothing else.
        let policy = "default-src 'none'; img-src 'self'; frame-ancestors 'none'";
        let headers = response.headers_mut();
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    } else {
        protect_data(response.headers_mut());
    }
}

/// The policy of everything but pages.
pub fn protect_data(headers: &mut HeaderMap) {
    // Browsers show a PDF in a document of their own, which has its policy.
    let policy = if is_kind(headers, "application/pdf") {
        "frame-ancestors 'none'"
    } else {
        "default-src 'none'; frame-ancestors 'none'"
    };
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
}

/// Whether these are the headers of a page.
pub fn is_page(headers: &HeaderMap) -> bool {
    is_kind(headers, "text/html")
}

fn is_kind(headers: &HeaderMap, kind: &str) -> bool {
    let declared = headers.get(CONTENT_TYPE);
    declared.is_some_and(|declared| declared.as_bytes().starts_with(kind.as_bytes()))
}

/// Sets a page's security headers: scripts only from our own files, no foreign hosts, no framing.
fn protect_page(headers: &mut HeaderMap, req: &HttpRequest) {
    // Not every browser treats same-host WebSockets as 'self'.
    let host = req
        .headers()
        .get("Host")
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let is_plain = !host.is_empty()
        && host
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b".-:[]".contains(&b));
    let sockets = if is_plain {
        format!(" ws://{host} wss://{host}")
    } else {
        String::new()
    };
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         font-src 'self' data:; connect-src 'self'{sockets}; object-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(
        REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    );
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_the_folder() {
        assert_eq!(
            relative("/assets/app-1a2b.js"),
            Some("assets/app-1a2b.js".into())
        );
        assert_eq!(
            relative("/lot/12/%D0%B2%D0%B0%D0%B7%D0%B0"),
            Some("lot/12/ваза".into())
        );
        assert_eq!(relative("/"), Some("".into()));
        for path in [
            "/../Cargo.toml",
            "/assets/%2e%2e/%2e%2e/x",
            "/.env",
            "/a/.git/config",
            "/%00",
            "/%zz",
            "/a%5c..%5cb",
        ] {
            assert_eq!(relative(path), None, "{path}");
        }
    }
}
