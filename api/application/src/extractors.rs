//! Maps rejections of the framework's extractors to problems.

use actix_web::error::{PathError, QueryPayloadError};
use actix_web::{HttpResponse, web};
use contract::error::ApiError;
use contract::limits::BODY_LIMIT;

/// Registers handlers that turn extractor rejections into problems.
pub fn extractor_errors(cfg: &mut web::ServiceConfig) {
    cfg.app_data(web::QueryConfig::default().error_handler(|error, _| query_error(&error).into()))
        .app_data(web::PathConfig::default().error_handler(|error, _| path_error(&error).into()))
        .app_data(web::PayloadConfig::default().limit(BODY_LIMIT));
}

fn query_error(_: &QueryPayloadError) -> ApiError {
    ApiError::malformed("Неверные параметры запроса")
}

/// A malformed id in a path identifies nothing, so the answer is 404.
fn path_error(_: &PathError) -> ApiError {
    ApiError::not_found()
}

/// Renders any framework error as a problem; an [`ApiError`] stays unchanged.
pub fn response_of(error: &actix_web::Error, request_id: &str) -> HttpResponse {
    if let Some(error) = error.as_error::<ApiError>() {
        return error.response(Some(request_id));
    }
    ApiError::of_status(error.as_response_error().status_code()).response(Some(request_id))
}
