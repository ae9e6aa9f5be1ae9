//! Creates and changes lots.

use actix_web::{post, put, web};

use super::managed::managed;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::{catalogs, lots};
use catalogue::{
    self, Change, LotChange, LotFields, LotForm, NewLot, StoredLot, Target, announce_lot,
    next_number, require_storage,
};
use contract::dto::{
    CreateLotRequest, Currency, EditLotRequest, Lot, LotDescription, LotPriceRequest,
};
use contract::error::{ApiError, ApiResult};
use people::eligibility;
use people::journal::Action;

/// Creates a lot in a catalog or in the house's storage.
///
/// In a running sale it joins the queue, or opens at once if the sale is parallel. For the house's managers, owners and
/// admins.
#[utoipa::path(operation_id = "create_lot", tag = "lots", request_body = CreateLotRequest,
    security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house or catalog"),
        (status = 409, description = "Not allowed in this state"), (status = 422, description = "Invalid fields")))]
#[post("/api/lots")]
pub async fn create_lot(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<CreateLotRequest>,
) -> ApiResult<Json<Lot>> {
    if !caller.manages(request.house_id) {
        return Err(ApiError::forbidden());
    }
    if let Some(catalog_id) = request.catalog_id {
        let catalog = catalogs::one(&state.pool, catalog_id, Some(&caller)).await?;
        if catalog.house_id != request.house_id {
            return Err(ApiError::invalid(
                "catalogId",
                "Каталог принадлежит другому аукционному дому",
            ));
        }
    }
    let account = caller.account.clone();
    let on_its_own = state.clone();
    let creating = async move { create(&on_its_own, &caller, request.into_inner()).await };
    let id = eligibility::to_its_end(creating).await?;
    Ok(Json(lots::details(&state.pool, id, Some(&account)).await?))
}

async fn create(state: &AppState, caller: &Member, request: CreateLotRequest) -> ApiResult<i64> {
    let wanted = request.lot.price.as_ref().and_then(|price| price.currency);
    let fields = check(caller, request.lot, None)?;
    let mut change = Change::begin(&state.editor).await?;
    let conn = change.conn();
    let (number, currency) = match request.catalog_id {
        Some(id) => {
            let catalog = catalogue::lock_catalog(conn, id)
                .await?
                .ok_or_else(ApiError::catalog_not_found)?;
            let currency = in_catalog(wanted, catalog.fields.currency.number())?;
            let number = match request.catalog_lot_id {
                Some(number) => number,
                None => next_number(conn, id).await?,
            };
            (Some(number), currency)
        }
        None => {
            require_storage(conn, request.house_id).await?;
            (None, wanted.unwrap_or(Currency::Rub).number())
        }
    };
    let target = Target {
        house_id: request.house_id,
        catalog_id: request.catalog_id,
        currency,
    };
    let new = NewLot { number, fields };
    let now = state.clock.now();
    let inserted = catalogue::insert_lots(conn, target, std::slice::from_ref(&new), now).await?;
    let id = inserted.ids[0];
    announce_lot(conn, id).await?;
    let lot = StoredLot {
        id,
        house_id: request.house_id,
        catalog_id: request.catalog_id,
        number,
        currency,
        fields: new.fields,
    };
    let by = caller.by(now);
    by.record_creation(conn, Action::LotCreated, id, &lot)
        .await?;
    change
        .commit_for(
            &caller.by(state.clock.now()),
            request.catalog_id,
            inserted.commands,
        )
        .await?;
    Ok(id)
}

/// Changes a lot.
///
/// Replaces all texts: absent ones become empty. 409, with nothing changed, for a field that is fixed because the sale
/// runs or has bets. For the house's managers, owners and admins.
#[utoipa::path(operation_id = "edit_lot", tag = "lots", request_body = EditLotRequest, security(("token" = [])),
    responses((status = 200, body = Lot), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "Not allowed in this state"), (status = 422, description = "Invalid fields")))]
#[put("/api/lots")]
pub async fn edit_lot(
    state: web::Data<AppState>,
    caller: Member,
    request: Json<EditLotRequest>,
) -> ApiResult<Json<Lot>> {
    let request = request.into_inner();
    let id = request.id;
    managed(&state, &caller, id).await?;
    let account = caller.account.clone();
    let on_its_own = state.clone();
    eligibility::to_its_end(async move { edit(&on_its_own, &caller, request).await }).await?;
    Ok(Json(lots::details(&state.pool, id, Some(&account)).await?))
}

async fn edit(state: &AppState, caller: &Member, request: EditLotRequest) -> ApiResult<()> {
    let mut change = Change::begin(&state.editor).await?;
    let lot = lock(&mut change, request.id).await?;
    let wanted = request.lot.price.as_ref().and_then(|price| price.currency);
    let currency = match lot.catalog_id {
        Some(_) => in_catalog(wanted, lot.currency)?,
        None => wanted.map_or(lot.currency, Currency::number),
    };
    if lot.catalog_id.is_none() && request.catalog_lot_id.is_some() {
        return Err(ApiError::invalid(
            "catalogLotId",
            "В хранилище у лота нет номера",
        ));
    }
    let sent_reserve = request.lot.price.as_ref().and_then(|price| price.reserve);
    let fields = check(caller, request.lot, Some(&lot.fields))?;
    let changed = LotChange {
        number: request.catalog_lot_id,
        currency,
        fields,
        lot,
        is_blind_to_reserve: sent_reserve.is_some() && !caller.is_admin(),
    };
    store(state, change, caller, changed).await
}

/// Locks a lot and reads it. 404 if it was deleted meanwhile.
pub async fn lock(change: &mut Change<'_>, id: i64) -> ApiResult<StoredLot> {
    catalogue::lock_lots(change.conn(), &[id])
        .await?
        .pop()
        .ok_or_else(ApiError::lot_not_found)
}

/// Stores a changed lot, journals it and sends the change to its room.
pub async fn store(
    state: &AppState,
    mut change: Change<'_>,
    caller: &Member,
    changed: LotChange,
) -> ApiResult<()> {
    let conn = change.conn();
    let changes = [changed];
    let commands = catalogue::change_lots(conn, &changes).await?;
    let [changed] = changes;
    let (id, before) = (changed.lot.id, &changed.lot);
    let after = StoredLot {
        number: changed.number.or(before.number),
        currency: changed.currency,
        fields: changed.fields,
        ..before.clone()
    };
    if before.fields.hidden != after.fields.hidden || before.fields.authors != after.fields.authors
    {
        announce_lot(conn, id).await?;
    }
    let by = caller.by(state.clock.now());
    by.record_change(conn, Action::LotChanged, id, before, &after)
        .await?;
    change
        .commit_for(&caller.by(state.clock.now()), before.catalog_id, commands)
        .await
}

/// The currency of a lot in a catalog, which must be the catalog's.
fn in_catalog(wanted: Option<Currency>, of_catalog: i16) -> ApiResult<i16> {
    match wanted {
        Some(currency) if currency.number() != of_catalog => Err(ApiError::invalid(
            "price.currency",
            "Валюта лота должна быть валютой каталога",
        )),
        _ => Ok(of_catalog),
    }
}

/// Validates the fields of a request. `stored` are the lot's current ones.
fn check(
    caller: &Member,
    sent: LotDescription,
    stored: Option<&LotFields>,
) -> ApiResult<LotFields> {
    let top = stored.map_or(0, |stored| stored.top);
    if sent.top.is_some_and(|wanted| wanted != top) && !caller.is_admin() {
        return Err(ApiError::forbidden_because(
            "Место в топе назначает администратор",
        ));
    }
    let price = sent.price.unwrap_or_else(|| LotPriceRequest {
        estimated_from: stored.and_then(|stored| stored.estimated_from),
        estimated_to: stored.and_then(|stored| stored.estimated_to),
        ..LotPriceRequest::default()
    });
    let form = LotForm {
        title_ru: sent.title_ru,
        description_ru: sent.description_ru,
        authors: sent.author.into_iter().map(|author| author.name).collect(),
        is_attributed_authorship: sent.is_attributed_authorship,
        category_id: sent.category_id,
        period: sent.period,
        materials: sent.materials,
        size: sent.size,
        source_country_ru: sent.source_country_ru,
        weight: sent.weight,
        notes: sent.notes,
        auctioneer_note: sent
            .auctioneer_note
            .or_else(|| stored.and_then(|stored| stored.auctioneer_note.clone())),
        video_links: sent.video_links,
        start_price: price
            .start
            .unwrap_or_else(|| stored.map_or(0, |stored| stored.start_price)),
        reserve_price: price
            .reserve
            .or(stored.and_then(|stored| stored.reserve_price)),
        estimated_from: price.estimated_from,
        estimated_to: price.estimated_to,
        top: sent.top.unwrap_or(top),
        hidden: sent
            .hidden
            .unwrap_or(stored.is_some_and(|stored| stored.hidden)),
    };
    Ok(form.check()?)
}
