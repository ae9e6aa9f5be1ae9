//! The API description, generated from the handlers.

use actix_web::App;
use utoipa::OpenApi as _;
use utoipa::openapi::{OpenApi, Response};
use utoipa_actix_web::AppExt as _;

use contract::description;
use contract::dto;
use contract::error::Problem;
use contract::sockets;
use people::records;

use crate::response_cache::CACHED;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Auction platform",
        description = "Lists are pages, errors are problems (RFC 9457), instants are RFC 3339 UTC. Every path works with and \
            without a trailing slash. Every response carries `server_time_ts` (Unix ms) and `X-Request-Id`. A method that a \
            path does not have is 405, with `Allow`. The section `sockets` describes the socket protocol, `x-socket-events` its \
            events.",
        license(name = "MIT")
    ),
    // Socket payloads are listed here because no handler refers to them, orders and lists because only parameters do.
    components(schemas(
        Problem, dto::LotUpdate, dto::CatalogStatusUpdate, dto::ChatMessage, wire::ChatHidden,
        sockets::RoomSnapshot, sockets::MessageStored, sockets::Done, sockets::SocketRefusal, dto::AccountSort,
        dto::ArtistSort, dto::CatalogSort, dto::HouseList, dto::JournalSort, dto::OrderSort, dto::PriceQuerySort,
        dto::TokenSort,
    ))
)]
struct Api;

/// Builds the complete document.
pub fn document() -> OpenApi {
    let (_, document) = App::new()
        .into_utoipa_app()
        .openapi(Api::openapi())
        .configure(routes::configure)
        .configure(trading::configure)
        .split_for_parts();
    let mut document = description::finish(document);
    let events: Vec<i64> = records::events().map(|(number, _)| number.into()).collect();
    description::offer_event(&mut document, &events);
    let unchanged = Response::new(
        "Not modified since the response with the `ETag` in `If-None-Match`; for visitors",
    );
    for path in CACHED {
        let item = document.paths.paths.get_mut(path);
        let call = item
            .and_then(|item| item.get.as_mut())
            .expect("cached calls are described");
        let unchanged = unchanged.clone().into();
        call.responses.responses.insert("304".to_owned(), unchanged);
    }
    document
}

/// The document as served and committed: indented JSON with a final line break.
pub fn json() -> String {
    description::json(document())
}
