//! What the server knows of its own calls: the API description, and the methods of each path.

use std::sync::Arc;

use actix_web::dev::ResourceDef;
use actix_web::http::Method;

use contract::error::ApiError;

/// Paths outside the API description, with their methods.
const BESIDE: [(&str, &[&str]); 9] = [
    ("/api/docs/{file:.*}", &["GET"]),
    ("/api/auth/pass/{pass}", &["GET", "POST"]),
    ("/api/openapi.json", &["GET"]),
    ("/contact-change/{secret}", &["GET", "POST"]),
    ("/docs/{name}.pdf", &["GET"]),
    ("/robots.txt", &["GET"]),
    ("/sitemap.xml", &["GET"]),
    ("/sitemap/{name}.xml", &["GET"]),
    ("/unsubscribe/{secret}/{letters}", &["GET", "POST"]),
];

pub struct Described {
    pub json: String,
    paths: Vec<Path>,
}

struct Path {
    pattern: ResourceDef,
    /// Which of its segments are no placeholders.
    literal: Vec<bool>,
    methods: Vec<&'static str>,
}

impl Path {
    fn new(pattern: &str, methods: impl Iterator<Item = &'static str>) -> Self {
        let mut methods: Vec<_> = methods.collect();
        if methods.contains(&"GET") {
            methods.push("HEAD");
        }
        methods.sort_unstable();
        Self {
            literal: pattern.split('/').map(|part| !part.contains('{')).collect(),
            pattern: ResourceDef::new(pattern),
            methods,
        }
    }
}

impl Described {
    pub fn new() -> Arc<Self> {
        let document = crate::openapi::document();
        let described = document.paths.paths.iter().map(|(path, item)| {
            let methods = [
                ("GET", item.get.is_some()),
                ("POST", item.post.is_some()),
                ("PUT", item.put.is_some()),
                ("DELETE", item.delete.is_some()),
                ("PATCH", item.patch.is_some()),
                ("OPTIONS", item.options.is_some()),
            ];
            let methods = methods.into_iter();
            Path::new(
                path,
                methods.filter_map(|(name, there)| there.then_some(name)),
            )
        });
        let beside = BESIDE
            .into_iter()
            .map(|(path, methods)| Path::new(path, methods.iter().copied()));
        Arc::new(Self {
            paths: described.chain(beside).collect(),
            json: crate::openapi::json(),
        })
    }

    /// The refusal of a request that matches no call: 405 if its path has other methods, else 404.
    pub fn refusal(&self, method: &Method, path: &str) -> ApiError {
        let matching = self
            .paths
            .iter()
            .filter(|known| known.pattern.is_match(path));
        // Of two patterns, the one with a word where the other has a placeholder is meant.
        match matching.max_by(|one, other| one.literal.cmp(&other.literal)) {
            Some(meant) if !meant.methods.contains(&method.as_str()) => {
                ApiError::method_not_allowed(meant.methods.join(", "))
            }
            _ => ApiError::not_found(),
        }
    }
}
