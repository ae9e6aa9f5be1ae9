//! `/api/external`: external services, where configured. `/api/image`: pictures from other sites.

use actix_web::http::header::{CACHE_CONTROL, VARY, VIA};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::{Caller, Member};
use application::json::Json;
use application::picture::size_named;
use application::state::AppState;
use contract::codes::Code;
use contract::dto::{ExternalAuctions, ExternalBidAnswer, ExternalBidRequest};
use contract::error::{ApiError, ApiResult};
use external::BidError;
use people::journal::Action;
use pictures::image_proxy::{self, ImageProxy};

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(bid).service(auctions).service(image);
}

fn off(detail: &'static str) -> ApiError {
    ApiError::new(Code::FeatureIsOff, detail)
}

fn unavailable(detail: &'static str) -> ApiError {
    ApiError::new(Code::ExternalUnavailable, detail).retry_after(30)
}

/// A bid as journalled.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PassedOn {
    bid_amount: i64,
    outcome: &'static str,
}

/// Passes a bid on to the art-investment service once, and journals the outcome.
///
/// 422 carries the service's first message about the amount. 503 `external_unavailable`: the bid was not made and may
/// be retried. 504 `bid_in_doubt`: the bid may have been made; an automatic retry could bid twice. 404 `feature_is_off`
/// where no service is configured.
#[utoipa::path(operation_id = "external_bid", tag = "external", params(("id" = i64, Path)),
    request_body = ExternalBidRequest, security(("token" = [])),
    responses((status = 200, body = ExternalBidAnswer), (status = 401, description = "Not signed in"),
        (status = 404, description = "Not configured"), (status = 409, description = "Refused without a reason"),
        (status = 422, description = "The amount was refused"),
        (status = 503, description = "The service is unavailable; no bid was made"),
        (status = 504, description = "The bid may or may not have been made"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/external/lots/{id}/bid")]
async fn bid(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<ExternalBidRequest>,
) -> ApiResult<Json<ExternalBidAnswer>> {
    state.limits.bet(member.id).await?;
    let service = state.external.art_investment.as_ref();
    let service =
        service.ok_or_else(|| off("Ставки арт-инвестиций на этом сайте не подключены"))?;
    if domain::Amount::named(request.bid_amount).is_none() {
        return Err(ApiError::invalid("bid_amount", "Укажите сумму ставки"));
    }
    let result = service.bid(*id, request.bid_amount).await;
    let passed_on = PassedOn {
        bid_amount: request.bid_amount,
        outcome: match &result {
            Ok(()) => "accepted",
            Err(BidError::Refused(_)) => "refused",
            Err(BidError::NotReached) => "not_reached",
            Err(BidError::InDoubt) => "in_doubt",
        },
    };
    let by = member.by(state.clock.now());
    let journalled = async {
        let mut conn = state.pool.acquire().await?;
        by.record_creation(&mut conn, Action::ExternalBid, *id, &passed_on)
            .await
    };
    // A failed journal write does not change the answer about the bid.
    if let Err(error) = journalled.await {
        tracing::error!(%error, lot = *id, passed_on.outcome, "cannot journal a bid that was passed on");
    }
    match result {
        Ok(()) => Ok(Json(ExternalBidAnswer {
            lot_id: *id,
            bid_amount: request.bid_amount,
            message: "Ставка принята".to_owned(),
        })),
        Err(BidError::Refused(Some(message))) => Err(ApiError::invalid("bid_amount", message)),
        Err(BidError::Refused(None)) => Err(ApiError::conflict("Не удалось сделать ставку")),
        Err(BidError::NotReached) => Err(unavailable(
            "Сервис арт-инвестиций недоступен, ставка не сделана. Повторите попытку позже",
        )),
        // Carries no retry time: a retry could bid twice.
        Err(BidError::InDoubt) => Err(Code::BidInDoubt.into()),
    }
}

/// Another site's auctions, from its latest listing. 404 `feature_is_off` where no site is configured.
#[utoipa::path(operation_id = "external_auctions", tag = "external",
    responses((status = 200, body = ExternalAuctions), (status = 404, description = "Not configured"),
        (status = 503, description = "The other site does not answer")))]
#[get("/api/external/auctions")]
async fn auctions(state: Data<AppState>) -> ApiResult<HttpResponse> {
    let auctions = state.external.auctions.as_ref();
    let auctions =
        auctions.ok_or_else(|| off("Аукционы других площадок на этом сайте не подключены"))?;
    let listing = auctions.get(state.clock.now()).await;
    let listing = listing.ok_or_else(|| {
        unavailable("Список аукционов другой площадки сейчас недоступен. Повторите попытку позже")
    })?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=60"))
        .json(ExternalAuctions {
            items: listing.items.to_vec(),
            fetched: listing.fetched.into(),
        }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ImageQuery {
    /// An http or https address on its default port, without credentials.
    #[param(
        max_length = 2000,
        pattern = "^https?://[^/?#@:\\\\\\s\\u0000]+([/?#][^\\u0000]*)?$"
    )]
    url: String,
    /// The longer side in pixels, `160`, `320`, `480`, `640` or `1280` (the default). `icon` is 160, `preview` 640, `full` 1280.
    #[param(pattern = "^(160|320|480|640|1280|icon|preview|full)$")]
    size: Option<String>,
}

/// A picture from another site (JPEG, PNG or WebP, at most 10 MiB and 16 megapixels), re-encoded.
///
/// Only public hosts are contacted, also after redirects. 404 `image_unavailable` does not disclose why.
#[utoipa::path(operation_id = "proxied_image", tag = "external", params(ImageQuery),
    responses((status = 200, content_type = "image/webp", body = String),
        (status = 404, description = "The picture is not available"), (status = 422, description = "Not a valid picture address"),
        (status = 429, description = "Too many requests from one address")))]
#[get("/api/image")]
async fn image(
    state: Data<AppState>,
    caller: Caller,
    req: HttpRequest,
    query: Query<ImageQuery>,
) -> ApiResult<HttpResponse> {
    state.limits.proxied_image(caller.origin.address).await?;
    let address = image_proxy::address(&query.url)
        .map_err(|error| ApiError::invalid("url", error.to_string()))?;
    let size = size_named(query.size.as_deref())?;
    let via = req.headers().get_all(VIA);
    if ImageProxy::is_own(via.filter_map(|via| via.to_str().ok())) {
        return Err(no_image());
    }
    let format = pictures::accepted(req.headers());
    let picture = state
        .image_proxy
        .get(address, size, format, &state.pictures)
        .await?
        .map_err(|why| {
            tracing::info!(%why, "cannot load a picture from another site");
            no_image()
        })?;
    Ok(HttpResponse::Ok()
        .content_type(format.content_type())
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        .insert_header((VARY, "Accept"))
        .body(picture))
}

fn no_image() -> ApiError {
    Code::ImageUnavailable.into()
}
