//! Errors in the protocol's format: `application/problem+json` with a stable English `title` and a Russian `detail`
//! that can be shown to people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use domain::{CodeSet, Refusal};
use serde::{Deserialize, Serialize};
use sheets::unusable::Unusable;
use sqlstate::Cause;
use utoipa::ToSchema;
use wire::RoomError;

use crate::codes::{self, Code};

/// The body of an error.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The HTTP status.
    pub status: u16,
    /// A stable code, such as `validation_failed`. The section `errors` lists every code.
    pub title: String,
    /// The cause in Russian, ready to show.
    pub detail: String,
    /// The request's id, for 5xx.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eid: Option<String>,
    /// Field → messages, for 422.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub errors: BTreeMap<String, Vec<String>>,
    /// For a refused absentee order whose refusal has a number: the set of the number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code_set: Option<String>,
    /// The refusal's number in the set.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<u8>,
}

/// A refused or failed request.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: Code,
    detail: Cow<'static, str>,
    errors: BTreeMap<String, Vec<String>>,
    retry_after_s: Option<u64>,
    allow: Option<String>,
    number: Option<(CodeSet, u8)>,
    source: Option<anyhow::Error>,
}

pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// An error with its code's status and a specific `detail` instead of the default text.
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status: code.status(),
            code,
            detail: detail.into(),
            errors: BTreeMap::new(),
            retry_after_s: None,
            allow: None,
            number: None,
            source: None,
        }
    }

    /// 400: the request cannot be parsed.
    pub fn malformed(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::MalformedRequest, detail)
    }

    /// 400: the text contains U+0000, which the database cannot store.
    pub fn forbidden_character() -> Self {
        Self::malformed("Текст содержит недопустимый символ")
    }

    /// 401: the token is missing or no longer valid.
    pub fn not_authenticated() -> Self {
        Code::NotAuthenticated.into()
    }

    /// 401: a bet in a house that has not accepted the caller.
    pub fn not_registered_in_house() -> Self {
        Code::NotRegisteredInHouse.into()
    }

    /// 403: the caller is signed in but not entitled.
    pub fn forbidden() -> Self {
        Self::forbidden_because("Недостаточно прав")
    }

    pub fn forbidden_because(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::Forbidden, detail)
    }

    /// 404: nothing exists there for this caller.
    pub fn not_found() -> Self {
        Code::NotFound.into()
    }

    pub fn not_found_because(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::NotFound, detail)
    }

    /// 404: no such catalog for this caller.
    pub fn catalog_not_found() -> Self {
        Self::not_found_because("Аукцион не найден")
    }

    /// 404: no such lot for this caller.
    pub fn lot_not_found() -> Self {
        Self::not_found_because("Лот не найден")
    }

    /// 405: the path exists, the method does not. `allow` lists the existing methods.
    pub fn method_not_allowed(allow: String) -> Self {
        let mut error = Self::from(Code::MethodNotAllowed);
        error.allow = Some(allow);
        error
    }

    /// 504: the time limit for an answer has passed. The request may have succeeded or may still succeed. Repeating it
    /// under the same Idempotency-Key returns its one answer.
    pub fn timed_out() -> Self {
        let mut error = Self::from(Code::Timeout);
        error.retry_after_s = Some(1);
        error
    }

    /// 409: not possible in this state.
    pub fn conflict(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::NotPossibleInThisState, detail)
    }

    /// 409 if a form was opened with another revision than the stored one. A request without one is not compared.
    pub fn unless_current(sent: Option<i64>, stored: i64) -> ApiResult<()> {
        match sent {
            Some(sent) if sent != stored => Err(Code::ChangedMeanwhile.into()),
            _ => Ok(()),
        }
    }

    pub fn too_large() -> Self {
        Code::TooLarge.into()
    }

    pub fn wrong_type() -> Self {
        Code::WrongContentType.into()
    }

    /// 422: one field is invalid. Add more with [`ApiError::and`].
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        Self::from(Code::ValidationFailed).and(field, message)
    }

    /// Whether this is a refusal (4xx) rather than a failure.
    pub fn is_refusal(&self) -> bool {
        self.status.is_client_error()
    }

    /// Whether this is «not possible in this state».
    pub fn is_conflict(&self) -> bool {
        self.status == StatusCode::CONFLICT
    }

    pub fn and(mut self, field: &str, message: impl Into<String>) -> Self {
        self.errors
            .entry(field.to_owned())
            .or_default()
            .push(message.into());
        self
    }

    /// Merges the field errors of another refusal into this one.
    pub fn with(mut self, other: Self) -> Self {
        for (field, messages) in other.errors {
            self.errors.entry(field).or_default().extend(messages);
        }
        self
    }

    /// 429: too many requests; retry after this many seconds.
    pub fn too_many(retry_after_s: u64, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::TooManyRequests, detail).retry_after(retry_after_s)
    }

    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds.max(1));
        self
    }

    /// 500. The cause is logged and never shown.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        let mut error = Self::from(Code::InternalError);
        error.source = Some(cause.into());
        error
    }

    /// 503: temporarily impossible; a retry may succeed. If a room answers so, nothing has changed. A change whose
    /// commit was in progress when the database connection broke may have been stored. The cause is logged and never
    /// shown.
    pub fn unavailable(cause: impl Into<anyhow::Error>) -> Self {
        let mut error = Self::from(Code::TemporarilyUnavailable);
        error.source = Some(cause.into());
        error.retry_after(1)
    }

    /// 501: a part of the contract that no server implements.
    pub fn not_implemented(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::NotImplemented, detail)
    }

    /// A refusal of the rules that says its number.
    pub fn numbered(refusal: &Refusal) -> Self {
        let mut error = Self::from(refusal);
        error.number = refusal.code_set().zip(refusal.code());
        error
    }

    /// Replaces the code and keeps the status.
    pub fn titled(mut self, code: Code) -> Self {
        self.code = code;
        self
    }

    /// Replaces the code's status.
    pub fn at(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// The default error of a status.
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::not_found(),
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::wrong_type(),
            status if status.is_client_error() => Self::from(Code::MalformedRequest).at(status),
            status => Self::from(Code::InternalError).at(status),
        }
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The answer's body. `request_id` becomes the `eid` of a 5xx.
    pub fn problem(&self, request_id: Option<&str>) -> Problem {
        Problem {
            status: self.status.as_u16(),
            title: self.code.title().to_owned(),
            detail: self.detail.to_string(),
            eid: request_id
                .filter(|_| self.status.is_server_error())
                .map(str::to_owned),
            errors: self.errors.clone(),
            code_set: self.number.map(|(set, _)| {
                let set = match set {
                    CodeSet::Bet => "bet",
                    CodeSet::Auctioneer => "auctioneer",
                };
                set.to_owned()
            }),
            code: self.number.map(|(_, number)| number),
        }
    }

    /// The answer. `request_id` becomes the `eid` of a 5xx.
    pub fn response(&self, request_id: Option<&str>) -> HttpResponse {
        let mut builder = HttpResponse::build(self.status);
        builder.content_type("application/problem+json");
        if let Some(seconds) = self.retry_after_s {
            builder.insert_header((header::RETRY_AFTER, seconds));
        }
        if let Some(allow) = &self.allow {
            builder.insert_header((header::ALLOW, allow.as_str()));
        }
        let problem = self.problem(request_id);
        builder.body(serde_json::to_vec(&problem).expect("problems serialise to JSON"))
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.status.as_u16(), self.code.title())?;
        if let Some(source) = &self.source {
            write!(f, ": {source:#}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        self.response(None)
    }
}

/// An error with its code's default text.
impl From<Code> for ApiError {
    fn from(code: Code) -> Self {
        Self::new(code, code.text())
    }
}

/// Turns a refusal of the rules into a problem.
impl From<&Refusal> for ApiError {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Invalid(invalid) => {
                Self::invalid(codes::field(*invalid), codes::field_text(*invalid))
            }
            _ => {
                let (code, ..) = codes::of_refusal(refusal);
                Self::new(code, codes::refusal_text(refusal))
            }
        }
    }
}

/// Turns the failure of a room to answer into a problem.
impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::NotFound => Self::catalog_not_found(),
            RoomError::KeyReused => {
                let code = Code::IdempotencyKeyReused;
                Self::invalid("Idempotency-Key", code.text()).titled(code)
            }
            RoomError::Unstorable => {
                Self::invalid("fromUserId", "Текст содержит недопустимые символы")
            }
            RoomError::Busy | RoomError::Unavailable => Self::unavailable(error),
            RoomError::InDoubt => Self::timed_out(),
        }
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        if matches!(Cause::of(&error), Cause::Unreachable | Cause::Conflict) {
            Self::unavailable(error)
        } else {
            Self::internal(error)
        }
    }
}

impl From<anyhow::Error> for ApiError {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<sqlx::Error>() {
            Ok(error) => error.into(),
            // The picture store is away, or refuses for now.
            Err(error) if error.is::<object_store::Error>() => Self::unavailable(error),
            Err(error) => Self::internal(error),
        }
    }
}

impl From<Unusable> for ApiError {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::WrongType(text) => Self::new(Code::WrongContentType, text),
            Unusable::TooLarge(text) => Self::new(Code::TooLarge, text),
            Unusable::Broken(text) => Self::invalid("file", text),
            // The headings let people say which of them are the missing columns.
            Unusable::MissingColumns { text, headings } => headings
                .into_iter()
                .fold(Self::invalid("file", text), |error, heading| {
                    error.and("headings", heading)
                }),
            Unusable::Unread(error) => Self::internal(error),
        }
    }
}
