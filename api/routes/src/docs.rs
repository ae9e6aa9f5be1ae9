//! `/docs`: the documents linked from the site's footer and consent prompts. They are pages, not API calls.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, ContentEncoding, ETAG, IF_NONE_MATCH,
};
use actix_web::web::{self, Data};
use actix_web::{HttpRequest, HttpResponse, get};

use application::state::AppState;
use contract::error::ApiResult;
use documents::Document;
use sha2::{Digest, Sha256};
use texts::pdf;

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(agreement).service(data_policy);
}

#[get("/docs/agreement.pdf")]
async fn agreement(state: Data<AppState>, request: HttpRequest) -> ApiResult<HttpResponse> {
    show(&state, &request, Document::Agreement).await
}

#[get("/docs/datapolicy.pdf")]
async fn data_policy(state: Data<AppState>, request: HttpRequest) -> ApiResult<HttpResponse> {
    show(&state, &request, Document::DataPolicy).await
}

async fn show(
    state: &AppState,
    request: &HttpRequest,
    document: Document,
) -> ApiResult<HttpResponse> {
    let bytes = state
        .documents
        .get(document, &state.operator().await?, state.clock.now())
        .await?;
    let digest = Sha256::digest(&bytes);
    let tag = format!(
        "\"{}-{:02x}{:02x}{:02x}{:02x}\"",
        document.version(),
        digest[0],
        digest[1],
        digest[2],
        digest[3]
    );
    let is_known = request
        .headers()
        .get(IF_NONE_MATCH)
        .and_then(|tags| tags.to_str().ok())
        .is_some_and(|tags| tags.contains(&tag));
    let mut answer = if is_known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer
        .insert_header((ETAG, tag))
        .insert_header((CACHE_CONTROL, "public, max-age=3600"));
    if is_known {
        return Ok(answer.finish());
    }
    Ok(answer
        .content_type(pdf::CONTENT_TYPE)
        .insert_header(ContentEncoding::Identity)
        .insert_header((
            CONTENT_DISPOSITION,
            format!("inline; filename=\"{}\"", document.file_name()),
        ))
        .body(bytes))
}
