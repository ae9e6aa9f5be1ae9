//! Creates price queries.

use actix_web::post;
use actix_web::web::{Data, Path};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use catalogue::listing::price_queries::one;
use contract::bounds;
use contract::dto::{CatalogType, LotShort, PriceQuery, PriceQueryRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use outbox::{Notice, enqueue};
use people::journal::Action;
use people::login;
use sqlstate::violates;

/// Asks the house for the price of a lot in its gallery or post-auction sale.
///
/// Phone and e-mail must be the caller's confirmed contacts.
#[utoipa::path(tag = "price queries", params(("id" = i64, Path, description = "Lot id")), security(("token" = [])),
    responses((status = 200, body = PriceQuery), (status = 404, description = "Unknown lot, or not visible to the caller"),
        (status = 409, description = "Not in a gallery or post-auction sale, sold, or already asked"),
        (status = 422, description = "A contact is not confirmed, or the message is missing"),
        (status = 429, description = "Too many queries")))]
#[post("/api/queries/lots/{id}/price")]
pub async fn ask_price(
    state: Data<AppState>,
    member: Member,
    id: Path<String>,
    request: Json<PriceQueryRequest>,
) -> ApiResult<Json<PriceQuery>> {
    let lot_id = id
        .parse()
        .map_err(|_| ApiError::not_found_because("Не удалось отправить запрос"))?;
    let lot = lots::one(&state.pool, lot_id, Some(&member)).await?;
    require_on_request(&lot)?;
    let message = parse(&member, &request)?;
    state.limits.price_query(member.id).await?;
    let mut tx = state.pool.begin().await?;
    let id = sqlx::query_scalar!(
        "insert into price_query (lot_id, account_id, message, created) values ($1, $2, $3, $4) returning id",
        lot.id,
        member.id,
        message,
        state.clock.now()
    )
    .fetch_one(&mut *tx)
    .await
    .map_err(|error| {
        if violates(&error, "price_query_open") {
            ApiError::conflict("Запрос уже отправлен")
        } else {
            error.into()
        }
    })?;
    let query = one(&mut *tx, id).await?;
    member
        .by(state.clock.now())
        .record_creation(&mut tx, Action::PriceAsked, id, &query)
        .await?;
    let received = Notice::PriceRequestReceived {
        house_id: query.house_id,
        query_id: id,
    };
    enqueue::notices(&mut tx, &[received]).await?;
    tx.commit().await?;
    Ok(Json(query))
}

fn require_on_request(lot: &LotShort) -> ApiResult<()> {
    let on_request = matches!(
        lot.catalog_type,
        Some(CatalogType::Gallery | CatalogType::PostAuction)
    );
    if !on_request {
        return Err(ApiError::conflict(
            "Цену запрашивают у лотов галереи и ПостАукциона",
        ));
    }
    if lot.state.is_sold() {
        return Err(ApiError::conflict("Лот уже продан"));
    }
    Ok(())
}

/// Checks that the contacts are the caller's own, and returns the message.
fn parse(member: &Member, request: &PriceQueryRequest) -> ApiResult<String> {
    let mut fields = Faults::default();
    match login::email(&request.email) {
        Err(_) => fields.add("email", "Введите корректный email"),
        Ok(email) if !(member.is_email_confirmed && member.email.as_ref() == Some(&email)) => {
            fields.add(
                "email",
                "Для отправки запроса необходимо подтвердить e-mail",
            )
        }
        Ok(_) => {}
    }
    match login::phone(&request.number) {
        Err(_) => fields.add("number", "Введите корректный номер телефона"),
        Ok(phone) if !(member.is_phone_confirmed && member.phone.as_ref() == Some(&phone)) => {
            fields.add(
                "number",
                "Для отправки запроса необходимо подтвердить номер телефона",
            )
        }
        Ok(_) => {}
    }
    let message = fields.required("message", &request.message, bounds::MESSAGE);
    fields.into_result()?;
    Ok(message)
}
