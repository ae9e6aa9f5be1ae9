use actix_web::post;
use actix_web::web::Json;

use application::caller::Member;
use contract::dto::{LotReading, LotReadingRequest};
use sheets::descriptions;

/// What an import would read from a lot's description: author, title, period and size. A doubtful text gives no value.
#[utoipa::path(operation_id = "read_lot_description", tag = "lots", request_body = LotReadingRequest,
    security(("token" = [])),
    responses((status = 200, body = LotReading), (status = 401, description = "Not signed in")))]
#[post("/api/lots/description")]
pub async fn read_lot_description(_: Member, request: Json<LotReadingRequest>) -> Json<LotReading> {
    let read = descriptions::parse(&request.description_ru);
    Json(LotReading {
        author: read.author,
        is_attributed_authorship: read.is_attributed,
        title_ru: read.title,
        period: read.period,
        size: read.size,
    })
}
