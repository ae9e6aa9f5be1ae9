//! A house's own PDF brochure.

use actix_multipart::Multipart;
use actix_web::http::header::{
    CACHE_CONTROL, Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
};
use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get, post};
use bytes::Bytes;
use serde_json::json;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::house::managed;
use application::caller::Member;
use application::files::{FileRequest, read_one};
use application::json::Json;
use application::state::AppState;
use contract::dto::HouseInfo;
use contract::error::{ApiError, ApiResult};
use people::journal::Action;
use sheets::pdf;

/// The largest PDF, in bytes.
const LIMIT: usize = 20 << 20;

/// The house's PDF, for download under the house's name.
#[utoipa::path(tag = "house", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/pdf", body = String),
        (status = 404, description = "Unknown house, or it has no PDF")))]
#[get("/api/house/{id}/info")]
pub async fn house_info(state: Data<AppState>, id: Path<i64>) -> ApiResult<HttpResponse> {
    let row = sqlx::query!(
        "select i.object, h.name_ru from house_info i join house h on h.id = i.house_id
         where i.house_id = $1 and h.deleted is null",
        *id
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let bytes = state
        .attachments
        .get(row.object)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let name = ExtendedValue {
        charset: Charset::Ext("UTF-8".to_owned()),
        language_tag: None,
        value: format!("{}.pdf", row.name_ru).into_bytes(),
    };
    Ok(HttpResponse::Ok()
        .content_type("application/pdf")
        .insert_header(ContentDisposition {
            disposition: DispositionType::Attachment,
            parameters: vec![
                DispositionParam::Filename(format!("house-{id}.pdf")),
                DispositionParam::FilenameExt(name),
            ],
        })
        .insert_header((CACHE_CONTROL, "no-cache"))
        .body(bytes))
}

/// Sets the house's PDF, at most 20 MiB, and replaces the previous one. For its managers, owners and admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    request_body(content = FileRequest, content_type = "multipart/form-data"),
    responses((status = 200, body = HouseInfo), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house"), (status = 413, description = "More than 20 MiB"),
        (status = 415, description = "Not a PDF"),
        (status = 422, description = "No file, or one that is broken, encrypted, or has scripts or other files in it")))]
#[post("/api/house/{id}/info")]
pub async fn set_house_info(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    mut form: Multipart,
) -> ApiResult<Json<HouseInfo>> {
    managed(&state, &member, *id).await?;
    let bytes = read_one(&state, &member, &mut form, LIMIT).await?;
    check(bytes.clone()).await?;
    let size_bytes = i64::try_from(bytes.len()).map_err(ApiError::internal)?;
    state
        .access
        .still(member.id, |account| account.manages(*id))
        .await?;
    // Store the file first: a row without its file would be a document that cannot be downloaded.
    let object = Uuid::new_v4();
    state.attachments.put(object, bytes).await?;
    let now = state.clock.now();
    let mut tx = state.pool.begin().await?;
    sqlx::query!(
        "select id from house where id = $1 and deleted is null for no key update",
        *id
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let before = sqlx::query!("select object from house_info where house_id = $1", *id)
        .fetch_optional(&mut *tx)
        .await?;
    sqlx::query!(
        "insert into house_info (house_id, object, size_bytes, uploaded, uploaded_by) values ($1, $2, $3, $4, $5)
         on conflict (house_id) do update set object = excluded.object, size_bytes = excluded.size_bytes,
            uploaded = excluded.uploaded, uploaded_by = excluded.uploaded_by",
        *id,
        object,
        size_bytes,
        now,
        member.id
    )
    .execute(&mut *tx)
    .await?;
    let side = |object: Option<Uuid>| json!({"info": object});
    let by = member.by(now);
    let (was, is) = (
        side(before.as_ref().map(|row| row.object)),
        side(Some(object)),
    );
    by.record_change(&mut tx, Action::HouseChanged, *id, &was, &is)
        .await?;
    tx.commit().await?;
    if let Some(before) = before {
        state.attachments.forget(before.object).await;
    }
    Ok(Json(HouseInfo {
        size_bytes,
        uploaded: now.into(),
    }))
}

/// Refuses what is no PDF, and PDFs that do something when they are opened.
async fn check(bytes: Bytes) -> ApiResult<()> {
    /// A hostile file may take much memory, so files are checked one at a time.
    static TURN: Semaphore = Semaphore::const_new(1);
    let _turn = TURN.acquire().await.map_err(ApiError::internal)?;
    let checked = tokio::task::spawn_blocking(move || pdf::check(&bytes));
    Ok(checked.await.map_err(ApiError::internal)??)
}
