//! A lot as a PDF.

use actix_web::{HttpResponse, get, web};
use tokio::sync::Semaphore;

use application::caller::Caller;
use application::download;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::Lot;
use contract::error::{ApiError, ApiResult};
use documents::lot::{self, Sheet};
use pictures::{Format, Size};

/// Limits concurrent PDFs, because each holds its pictures in memory.
static TURNS: Semaphore = Semaphore::const_new(2);

/// A printable lot: pictures, prices, description, house and page address.
///
/// Visible to the same callers as the lot. The file name is the day, `21.11.2026.pdf`.
#[utoipa::path(operation_id = "lot_pdf", tag = "lots", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/pdf", body = String),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 429, description = "Too many requests from one address")))]
#[get("/api/lots/{id}/pdf")]
pub async fn lot_pdf(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    state.limits.search(caller.origin.address).await?;
    let lot = lots::details(&state.pool, *id, caller.account.as_deref()).await?;
    let _turn = TURNS.acquire().await.map_err(ApiError::internal)?;
    let path = heads::content::lot_path(lot.short.id, &lot.short.title_ru);
    let sheet = Sheet {
        address: format!("{}{path}", state.config.public_url),
        pictures: pictures(&state, &lot).await,
        lot,
    };
    let now = state.clock.now();
    let operator = state.operator().await?;
    let making = web::block(move || lot::write(&operator, sheet, now));
    let bytes = making.await.map_err(ApiError::internal)??;
    Ok(download::pdf(now, bytes))
}

/// The first picture in full size, the others small. Skips those that cannot be read: the text alone is still useful.
async fn pictures(state: &AppState, lot: &Lot) -> Vec<Vec<u8>> {
    let mut pictures = Vec::new();
    for (place, image) in lot.gallery.images.iter().enumerate() {
        let size = if place == 0 {
            Size::Full
        } else {
            Size::Preview
        };
        match state.pictures.get(image.id, size, Format::Jpeg).await {
            Ok(Some(jpeg)) => pictures.push(jpeg.to_vec()),
            Ok(None) => {}
            Err(error) => {
                let error = format!("{error:#}");
                tracing::warn!(error, picture = %image.id, "cannot read a picture for a PDF");
            }
        }
    }
    pictures
}
