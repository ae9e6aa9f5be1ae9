//! JSON bodies of requests and answers.
//!
//! A request's body is read more strictly and more liberally than [`web::Json`] does. PostgreSQL's text cannot hold U+0000,
//! which would fail deep behind a route, even in a room's journal: a body is refused if any text that is read has one.
//! What is not read, such as an unknown property, may hold anything. And JSON has one kind of number: `5.0` and `5e0` are 5.

use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;

use actix_web::body::EitherBody;
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, Responder, web};
use contract::error::{ApiError, ApiResult};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_ignored::Path;
use serde_json::Value;

/// A body as JSON: of a request, read by [`read`], or of an answer.
pub struct Json<T>(pub T);

impl<T> Json<T> {
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned> FromRequest for Json<T> {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Self::Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = is_json(request);
        let body = web::Bytes::from_request(request, payload);
        Box::pin(async move {
            if !is_json {
                return Err(ApiError::wrong_type().into());
            }
            Ok(Self(read(&body.await?)?))
        })
    }
}

impl<T: Serialize> Responder for Json<T> {
    type Body = EitherBody<String>;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<Self::Body> {
        web::Json(self.0).respond_to(request)
    }
}

/// Whether the request's `Content-Type` is `application/json` or ends in `+json`.
fn is_json(request: &HttpRequest) -> bool {
    let mime = request.mime_type().ok().flatten();
    mime.is_some_and(|mime| {
        mime.subtype() == "json" || mime.suffix().is_some_and(|end| end == "json")
    })
}

/// Reads a body. 400 if it is no JSON or has U+0000 in a text, 422 if it does not fit the type.
pub fn read<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    // Serde would read an array as a type's fields in the order in which they happen to be declared.
    if body.trim_ascii_start().starts_with(b"[") {
        return Err(ApiError::invalid("body", "Нужен объект, а не массив"));
    }
    if has_nul(body) {
        return read_storable(body);
    }
    match serde_json::from_slice(body) {
        Err(error) if error.is_data() => match whole_numbers(body) {
            Some(value) => serde_json::from_value(value),
            None => Err(error),
        },
        // For an enumeration, another type than text counts as a fault of the JSON itself.
        Err(error) if error.is_syntax() => match serde_json::from_slice::<Value>(body) {
            Ok(value) => serde_json::from_value(value),
            Err(_) => Err(error),
        },
        read => read,
    }
    .map_err(refusal)
}

/// Reads a body that may be absent or `null`; then the default. A blank one is 400.
pub fn read_optional<T: Default + DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    if body.is_empty() {
        return Ok(T::default());
    }
    read::<Option<T>>(body).map(Option::unwrap_or_default)
}

fn refusal(error: serde_json::Error) -> ApiError {
    if !error.is_data() {
        return ApiError::malformed("Тело запроса не является правильным JSON");
    }
    let message = error.to_string();
    let field = message
        .split('`')
        .nth(1)
        .filter(|_| message.starts_with("missing field"));
    match field {
        Some(field) => ApiError::invalid(field, "Обязательное поле"),
        None => ApiError::invalid("body", "Неверный тип или значение поля"),
    }
}

/// Whether any text of this JSON has U+0000. JSON has backslashes only in strings, where each begins an escape or is its
/// second character. A raw NUL byte is not valid JSON.
fn has_nul(body: &[u8]) -> bool {
    let mut rest = body;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        rest = &rest[at + 1..];
        if rest.starts_with(b"u0000") {
            return true;
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    false
}

/// Reads a body that has U+0000. 400 if a text that is read has it.
fn read_storable<T: DeserializeOwned>(body: &[u8]) -> ApiResult<T> {
    let mut value: Value = serde_json::from_slice(body).map_err(refusal)?;
    rewrite_whole(&mut value);
    let mut rest = value.clone();
    let read = serde_ignored::deserialize(value, |ignored| {
        let Path::Map { parent, ref key } = ignored else {
            return;
        };
        if let Some(Value::Object(fields)) = part(&mut rest, parent) {
            fields.remove(key);
        }
    })
    .map_err(refusal)?;
    if has_nul(rest.to_string().as_bytes()) {
        return Err(ApiError::forbidden_character());
    }
    Ok(read)
}

/// The part of the value at this path.
fn part<'a>(value: &'a mut Value, path: &Path<'_>) -> Option<&'a mut Value> {
    match path {
        Path::Root => Some(value),
        Path::Seq { parent, index } => part(value, parent)?.get_mut(index),
        Path::Map { parent, key } => part(value, parent)?.get_mut(key),
        Path::Some { parent }
        | Path::NewtypeStruct { parent }
        | Path::NewtypeVariant { parent } => part(value, parent),
    }
}

/// The body with whole numbers that are written as floats written as whole ones; `None` if it has no such number. The bodies'
/// types read only whole ones.
fn whole_numbers(body: &[u8]) -> Option<Value> {
    let mut value = serde_json::from_slice(body).ok()?;
    rewrite_whole(&mut value).then_some(value)
}

/// Whether any number was rewritten.
fn rewrite_whole(value: &mut Value) -> bool {
    /// Above this, a float no longer represents every whole number.
    const MOST: f64 = 9_007_199_254_740_992.0;
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= MOST => {
                *value = (float as i64).into();
                true
            }
            _ => false,
        },
        // Every one is rewritten, not only the first.
        Value::Array(items) => items
            .iter_mut()
            .map(rewrite_whole)
            .fold(false, |any, one| any | one),
        Value::Object(fields) => {
            let fields = fields.values_mut().map(rewrite_whole);
            fields.fold(false, |any, one| any | one)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Form {
        name: String,
        side: Option<Side>,
        sums: Option<Vec<i64>>,
        share: Option<f64>,
        parts: Option<Vec<Part>>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    enum Side {
        Left,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Part {
        text: String,
    }

    fn parts(body: &str) -> Option<Vec<Part>> {
        read::<Form>(body.as_bytes()).expect("a form").parts
    }

    fn status(body: &str) -> u16 {
        read::<Form>(body.as_bytes()).map_or_else(|error| error.status().as_u16(), |_| 200)
    }

    #[test]
    fn another_type_than_an_enumerations_is_a_fault_of_the_field() {
        for (side, expected) in [
            (r#""Left""#, 200),
            (r#""Right""#, 422),
            ("2", 422),
            ("{}", 422),
            ("tru", 400),
        ] {
            let body = format!(r#"{{"name": "", "side": {side}}}"#);
            assert_eq!(status(&body), expected, "{body}");
        }
    }

    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        let form = br#"{"name": "5.0", "sums": [5, 5.0, -7e1, 1E5], "share": 2.0}"#;
        let form: Form = read(form).expect("a form");
        assert_eq!(form.sums, Some(vec![5, 5, -70, 100_000]));
        assert_eq!((form.share, form.name.as_str()), (Some(2.0), "5.0"));
        for body in [
            r#"{"name": "", "sums": [0.5]}"#,
            r#"{"name": "", "sums": [1e300]}"#,
            r#"{"name": "", "sums": ["5.0"]}"#,
        ] {
            assert_eq!(status(body), 422, "{body}");
        }
    }

    #[test]
    fn no_text_that_is_read_has_nul() {
        for body in [
            r#"{"name": "\u0000"}"#,
            r#"{"name": "a\\\u0000b"}"#,
            r#"{"name": "\u00000"}"#,
            r#"{"name": "", "parts": [{"text": ""}, {"text": "\n\u0000"}]}"#,
        ] {
            assert_eq!(status(body), 400, "{body}");
        }
        for body in [
            r#"{"name": "\\u0000"}"#,
            r#"{"name": "\u0001"}"#,
            r#"{"name": "\u1000"}"#,
            r#"{"name": "u0000"}"#,
        ] {
            assert_eq!(status(body), 200, "{body}");
        }
        assert_eq!(status("\"\\"), 400);
    }

    #[test]
    fn an_array_is_no_form() {
        assert_eq!(status(r#" ["Ваза"]"#), 422);
    }

    #[test]
    fn what_is_not_read_may_have_nul() {
        let body = r#"{"name": "", "more": ["\u0000", {"\u0000": 1}], "\u0000": "\u0000",
            "parts": [{"text": "a", "\u0000": {"name": "\u0000"}}, {"text": "b"}]}"#;
        let texts = ["a", "b"].map(|text| Part { text: text.into() });
        assert_eq!(parts(body), Some(Vec::from(texts)));
    }

    #[test]
    fn an_optional_body_may_be_absent() {
        for body in ["", "null", " null"] {
            let form: Form = read_optional(body.as_bytes()).expect("a form");
            assert_eq!(form, Form::default());
        }
        for (body, status) in [(r#"{"name": 5}"#, 422), (" \n", 400)] {
            let refused = read_optional::<Form>(body.as_bytes()).map(|_| ());
            assert_eq!(
                refused.map_err(|error| error.status().as_u16()),
                Err(status)
            );
        }
    }
}
