use actix_web::post;

use application::caller::Member;
use application::json::Json;
use contract::bounds;
use contract::dto::{LotReading, LotReadingRequest};
use contract::error::{ApiError, ApiResult};
use sheets::descriptions;

/// What an import would read from a lot's description: author, title, period and size. A doubtful text gives no value.
#[utoipa::path(operation_id = "read_lot_description", tag = "lots", request_body = LotReadingRequest,
    security(("token" = [])),
    responses((status = 200, body = LotReading), (status = 401, description = "Not signed in"),
        (status = 422, description = "The description is too long")))]
#[post("/api/lots/description")]
pub async fn read_lot_description(
    _: Member,
    request: Json<LotReadingRequest>,
) -> ApiResult<Json<LotReading>> {
    if !bounds::LOT_DESCRIPTION.fits(&request.description_ru) {
        let fault = bounds::LOT_DESCRIPTION.fault();
        return Err(ApiError::invalid("descriptionRu", fault));
    }
    let read = descriptions::parse(&request.description_ru);
    Ok(Json(LotReading {
        author: read.author,
        is_attributed_authorship: read.is_attributed,
        title_ru: read.title,
        period: read.period,
        size: read.size,
    }))
}
