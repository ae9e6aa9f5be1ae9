//! `/api/house`: auction houses and galleries, and registration with them.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{get, post};
use search_indexer::LotQuery;
use serde::Deserialize;
use sqlx::types::Json as Jsonb;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::caller::{Caller, Member};
use crate::dto::{
    AcceptAndTrustRequest, CatalogType, DecideOrderRequest, GalleryType, House, HouseOrder,
    HouseOrderStatus, HousePhoto, HouseShort, LotShort, Page, Paging, PaymentAndDelivery,
    SendOrderRequest, StepRow,
};
use crate::error::{ApiError, ApiResult};
use crate::standing;
use crate::state::AppState;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(send_order)
        .service(my_orders)
        .service(orders)
        .service(accept_and_trust)
        .service(decide_order)
        .service(houses)
        .service(house)
        .service(house_lots)
        .service(house_gallery)
        .service(house_post_auction);
}

/// Which houses a list shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum HouseKind {
    #[default]
    All,
    Houses,
    Galleries,
    Postauction,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct HousesQuery {
    #[serde(default)]
    #[param(inline)]
    kind: HouseKind,
    /// 0 Artistic, 1 Antique, 2 Jewelry, 4 Modern.
    gallery_type: Option<i16>,
    page_number: Option<i64>,
    page_size: Option<i64>,
}

/// Houses by name.
#[utoipa::path(tag = "house", params(HousesQuery), responses((status = 200, body = Page<HouseShort>)))]
#[get("/api/house")]
async fn houses(
    state: Data<AppState>,
    query: Query<HousesQuery>,
) -> ApiResult<Json<Page<HouseShort>>> {
    let gallery_type = query
        .gallery_type
        .map(GalleryType::try_from)
        .transpose()
        .map_err(|_| ApiError::invalid("galleryType", "Неизвестный вид галереи"))?
        .map(GalleryType::number);
    let is_gallery = match query.kind {
        HouseKind::Houses => Some(false),
        HouseKind::Galleries => Some(true),
        HouseKind::All | HouseKind::Postauction => None,
    };
    let is_post_auction = (query.kind == HouseKind::Postauction).then_some(true);
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from house where deleted is null
            and ($1::bool is null or is_gallery = $1) and ($2::bool is null or is_post_auction = $2)
            and ($3::smallint is null or gallery_type = $3)"#,
        is_gallery,
        is_post_auction,
        gallery_type
    )
    .fetch_one(&state.pool)
    .await?;
    let window = Paging {
        page_number: query.page_number,
        page_size: query.page_size,
    }
    .window(total);
    let rows = sqlx::query!(
        "select id, name_ru, photo, is_gallery, is_post_auction, gallery_type from house where deleted is null
            and ($1::bool is null or is_gallery = $1) and ($2::bool is null or is_post_auction = $2)
            and ($3::smallint is null or gallery_type = $3)
         order by name_ru, id limit $4 offset $5",
        is_gallery,
        is_post_auction,
        gallery_type,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    let items = rows.into_iter().map(|row| HouseShort {
        id: row.id,
        name_ru: row.name_ru,
        photo: HousePhoto {
            preview_id: row.photo,
        },
        is_gallery: row.is_gallery,
        is_post_auction: row.is_post_auction,
        gallery_type: row
            .gallery_type
            .and_then(|number| GalleryType::try_from(number).ok()),
    });
    Ok(Json(Page::new(items.collect(), window)))
}

/// One house, with the caller's registration.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), responses((status = 200, body = House)))]
#[get("/api/house/{id}")]
async fn house(state: Data<AppState>, caller: Caller, id: Path<i64>) -> ApiResult<Json<House>> {
    let row = sqlx::query!(
        r#"select h.id, h.name_ru, h.photo, h.is_gallery, h.is_post_auction, h.gallery_type, h.description_ru, h.address,
            h.email, h.phone, h.site, h.whatsup_phone, h.commission::float8 as "commission!", h.payment_and_delivery,
            h.steps_table as "steps_table: Jsonb<Vec<StepRow>>",
            (select count(*) from lot_listing l where l.house_id = h.id and not l.is_hidden) as "lots_count!",
            (select count(*) from catalog c join catalog_trade t on t.catalog_id = c.id
                where c.house_id = h.id and c.deleted is null and not c.hidden and t.state <> 4) as "catalogs_count!"
        from house h where h.id = $1 and h.deleted is null"#,
        *id
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let my_order = match caller.id() {
        Some(account_id) => my_order(&state, *id, account_id).await?,
        None => None,
    };
    Ok(Json(House {
        short: HouseShort {
            id: row.id,
            name_ru: row.name_ru,
            photo: HousePhoto {
                preview_id: row.photo,
            },
            is_gallery: row.is_gallery,
            is_post_auction: row.is_post_auction,
            gallery_type: row
                .gallery_type
                .and_then(|number| GalleryType::try_from(number).ok()),
        },
        description_ru: row.description_ru,
        address: row.address,
        email: row.email,
        phone: row.phone,
        site: row.site,
        whatsup_phone: row.whatsup_phone,
        payment_and_delivery: PaymentAndDelivery {
            commission: row.commission,
            text: row.payment_and_delivery,
        },
        steps_table: row.steps_table.map(|table| table.0),
        lots_count: row.lots_count,
        catalogs_count: row.catalogs_count,
        my_order,
    }))
}

/// 404 unless there is such a house.
pub async fn require_house(state: &AppState, id: i64) -> ApiResult<()> {
    let exists = sqlx::query_scalar!(
        r#"select exists(select from house where id = $1 and deleted is null) as "exists!""#,
        id
    )
    .fetch_one(&state.pool)
    .await?;
    if exists {
        Ok(())
    } else {
        Err(ApiError::not_found())
    }
}

/// Lots of a house in catalogs of these types (none: all); 404 unless there is such a house.
async fn lots_of(
    state: &AppState,
    caller: &Caller,
    house_id: i64,
    catalog_types: Vec<i16>,
    paging: &Paging,
) -> ApiResult<Json<Page<LotShort>>> {
    require_house(state, house_id).await?;
    let query = LotQuery {
        house_id: Some(house_id),
        catalog_types,
        ..LotQuery::default()
    };
    Ok(Json(
        crate::listing::lots::page(state, &query, paging, caller.account.as_deref()).await?,
    ))
}

/// Lots of a house, newest first.
#[utoipa::path(tag = "house", params(("id" = i64, Path), Paging), responses((status = 200, body = Page<LotShort>)))]
#[get("/api/house/{id}/lots")]
async fn house_lots(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    lots_of(&state, &caller, *id, Vec::new(), &paging).await
}

/// Lots of a house's gallery.
#[utoipa::path(tag = "house", params(("id" = i64, Path), Paging), responses((status = 200, body = Page<LotShort>)))]
#[get("/api/house/{id}/gallery")]
async fn house_gallery(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    lots_of(
        &state,
        &caller,
        *id,
        vec![CatalogType::Gallery.number()],
        &paging,
    )
    .await
}

/// Lots that a house sells after its auctions.
#[utoipa::path(tag = "house", params(("id" = i64, Path), Paging), responses((status = 200, body = Page<LotShort>)))]
#[get("/api/house/{id}/postauction")]
async fn house_post_auction(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    lots_of(
        &state,
        &caller,
        *id,
        vec![CatalogType::PostAuction.number()],
        &paging,
    )
    .await
}

/// An order as it lies in the database, with whom and where it concerns.
struct OrderRow {
    id: i64,
    house_id: i64,
    name_ru: String,
    account_id: i64,
    display_name: String,
    phone: Option<String>,
    email: Option<String>,
    note: Option<String>,
    conclusion: Option<String>,
    status: i16,
    is_trusted: bool,
    created: OffsetDateTime,
    decided: Option<OffsetDateTime>,
}

impl OrderRow {
    /// As the person himself sees it.
    fn for_owner(self) -> HouseOrder {
        HouseOrder {
            display_name: None,
            phone: None,
            e_mail: None,
            ..self.for_staff()
        }
    }

    fn for_staff(self) -> HouseOrder {
        let status = match self.status {
            0 => HouseOrderStatus::Pending,
            1 => HouseOrderStatus::Accepted,
            _ => HouseOrderStatus::Rejected,
        };
        HouseOrder {
            order_id: self.id,
            house_id: self.house_id,
            house_name_ru: self.name_ru,
            user_id: self.account_id,
            display_name: Some(self.display_name),
            phone: self.phone,
            e_mail: self.email,
            note: self.note,
            conclusion: self.conclusion,
            status,
            is_trusted: self.is_trusted && status == HouseOrderStatus::Accepted,
            created: self.created.into(),
            decided: self.decided.map(Into::into),
        }
    }
}

/// Orders that fit all that is given, newest first.
async fn find_orders(
    state: &AppState,
    order_id: Option<i64>,
    house_ids: Option<&[i64]>,
    account_id: Option<i64>,
    status: Option<i16>,
    limit: i64,
    offset: i64,
) -> ApiResult<Vec<OrderRow>> {
    Ok(sqlx::query_as!(
        OrderRow,
        r#"select o.id, o.house_id, h.name_ru, o.account_id, a.display_name, a.phone, a.email, o.note, o.conclusion,
            o.status, coalesce(t.trusted, false) as "is_trusted!", o.created, o.decided
        from house_order o
        join house h on h.id = o.house_id
        join account a on a.id = o.account_id
        left join house_trust t on t.house_id = o.house_id and t.account_id = o.account_id
        where ($1::bigint is null or o.id = $1) and ($2::bigint[] is null or o.house_id = any($2))
            and ($3::bigint is null or o.account_id = $3) and ($4::smallint is null or o.status = $4)
        order by o.created desc, o.id desc limit $5 offset $6"#,
        order_id,
        house_ids,
        account_id,
        status,
        limit,
        offset
    )
    .fetch_all(&state.pool)
    .await?)
}

/// The person's latest order in the house.
async fn my_order(
    state: &AppState,
    house_id: i64,
    account_id: i64,
) -> ApiResult<Option<HouseOrder>> {
    let rows = find_orders(state, None, Some(&[house_id]), Some(account_id), None, 1, 0).await?;
    Ok(rows.into_iter().next().map(OrderRow::for_owner))
}

fn text(field: &str, text: Option<&str>) -> ApiResult<Option<String>> {
    match text.map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) if text.chars().count() > 2000 => {
            Err(ApiError::invalid(field, "Не более 2000 символов"))
        }
        Some(text) => Ok(Some(text.to_owned())),
    }
}

/// Asks to be registered as a bidder of a house; 409 while a request waits or stands.
#[utoipa::path(tag = "house orders", responses((status = 200, body = HouseOrder)))]
#[post("/api/house/orders/send")]
async fn send_order(
    state: Data<AppState>,
    member: Member,
    body: Json<SendOrderRequest>,
) -> ApiResult<Json<HouseOrder>> {
    let note = text("note", body.note.as_deref())?;
    require_house(&state, body.house_id).await?;
    if member.may_never_bid_in(body.house_id) {
        return Err(ApiError::forbidden_because(
            "Сотрудники не могут участвовать в торгах своего аукционного дома",
        ));
    }
    let sent = sqlx::query!(
        "insert into house_order (house_id, account_id, note, created) values ($1, $2, $3, $4) on conflict do nothing",
        body.house_id,
        member.id,
        note,
        state.clock.now()
    )
    .execute(&state.pool)
    .await?
    .rows_affected();
    if sent == 0 {
        return Err(ApiError::conflict("Заявка уже отправлена"));
    }
    state.access.account_changed(member.id);
    my_order(&state, body.house_id, member.id)
        .await?
        .map(Json)
        .ok_or_else(ApiError::not_found)
}

/// The caller's requests, newest first.
#[utoipa::path(tag = "house orders", responses((status = 200, body = Vec<HouseOrder>)))]
#[get("/api/house/orders/my")]
async fn my_orders(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<HouseOrder>>> {
    let rows = find_orders(&state, None, None, Some(member.id), None, 1000, 0).await?;
    Ok(Json(rows.into_iter().map(OrderRow::for_owner).collect()))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct OrdersQuery {
    /// Absent: all houses of the caller.
    house_id: Option<i64>,
    /// 0 Pending, 1 Accepted, 2 Rejected.
    status: Option<i16>,
    page_number: Option<i64>,
    page_size: Option<i64>,
}

/// Requests to the houses that the caller manages or owns, newest first; to all houses for admins.
#[utoipa::path(tag = "house orders", params(OrdersQuery), responses((status = 200, body = Page<HouseOrder>)))]
#[get("/api/house/orders")]
async fn orders(
    state: Data<AppState>,
    member: Member,
    query: Query<OrdersQuery>,
) -> ApiResult<Json<Page<HouseOrder>>> {
    let house_ids = match query.house_id {
        Some(house_id) if member.manages(house_id) => Some(vec![house_id]),
        Some(_) => return Err(ApiError::forbidden()),
        None if member.is_admin() => None,
        None => Some([member.manager_of.as_slice(), &member.owner_of].concat()),
    };
    if house_ids.as_ref().is_some_and(Vec::is_empty) {
        return Err(ApiError::forbidden());
    }
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from house_order
         where ($1::bigint[] is null or house_id = any($1)) and ($2::smallint is null or status = $2)"#,
        house_ids.as_deref(),
        query.status
    )
    .fetch_one(&state.pool)
    .await?;
    let window = Paging {
        page_number: query.page_number,
        page_size: query.page_size,
    }
    .window(total);
    let rows = find_orders(
        &state,
        None,
        house_ids.as_deref(),
        None,
        query.status,
        window.limit,
        window.offset,
    )
    .await?;
    Ok(Json(Page::new(
        rows.into_iter().map(OrderRow::for_staff).collect(),
        window,
    )))
}

/// Accepts (1) or rejects (2) a request; for the house's managers, owners and admins. An accepted one may be rejected
/// later: the person then loses his open absentee orders in the house.
#[utoipa::path(tag = "house orders", params(("id" = i64, Path)), responses((status = 200, body = HouseOrder)))]
#[post("/api/house/orders/{id}")]
async fn decide_order(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    body: Json<DecideOrderRequest>,
) -> ApiResult<Json<HouseOrder>> {
    if *id != body.order_id {
        return Err(ApiError::invalid(
            "orderId",
            "Не совпадает с адресом запроса",
        ));
    }
    if body.status == HouseOrderStatus::Pending {
        return Err(ApiError::invalid("status", "Примите или отклоните заявку"));
    }
    decide(
        state,
        member,
        body.order_id,
        body.conclusion.as_deref(),
        body.status,
        false,
    )
    .await
}

/// Accepts a request and trusts the person.
#[utoipa::path(tag = "house orders", responses((status = 200, body = HouseOrder)))]
#[post("/api/house/orders/accept-and-trust")]
async fn accept_and_trust(
    state: Data<AppState>,
    member: Member,
    body: Json<AcceptAndTrustRequest>,
) -> ApiResult<Json<HouseOrder>> {
    decide(
        state,
        member,
        body.order_id,
        body.conclusion.as_deref(),
        HouseOrderStatus::Accepted,
        true,
    )
    .await
}

async fn decide(
    state: Data<AppState>,
    member: Member,
    order_id: i64,
    conclusion: Option<&str>,
    status: HouseOrderStatus,
    trust: bool,
) -> ApiResult<Json<HouseOrder>> {
    let conclusion = text("conclusion", conclusion)?;
    let decision = decided(state.clone(), member, order_id, conclusion, status, trust);
    standing::to_its_end(decision).await?;
    let rows = find_orders(&state, Some(order_id), None, None, None, 1, 0).await?;
    rows.into_iter()
        .next()
        .map(|row| Json(row.for_staff()))
        .ok_or_else(ApiError::not_found)
}

async fn decided(
    state: Data<AppState>,
    member: Member,
    order_id: i64,
    conclusion: Option<String>,
    status: HouseOrderStatus,
    trust: bool,
) -> ApiResult<()> {
    let mut tx = state.pool.begin().await?;
    let order = sqlx::query!(
        "select house_id, account_id from house_order where id = $1 for update",
        order_id
    )
    .fetch_optional(&mut *tx)
    .await?
    // Somebody else's order does not exist for the caller.
    .filter(|order| member.manages(order.house_id))
    .ok_or_else(ApiError::not_found)?;
    let now = state.clock.now();
    sqlx::query!(
        "update house_order set status = $2, conclusion = $3, decided = $4, decided_by = $5 where id = $1",
        order_id,
        status.number(),
        conclusion,
        now,
        member.id
    )
    .execute(&mut *tx)
    .await
    .map_err(|error| match &error {
        sqlx::Error::Database(database) if database.is_unique_violation() => {
            ApiError::conflict("У пользователя уже есть другая действующая заявка")
        }
        _ => error.into(),
    })?;
    if trust {
        sqlx::query!(
            "insert into house_trust (house_id, account_id, trusted, created, created_by) values ($1, $2, true, $3, $4)
             on conflict (house_id, account_id) do update set trusted = true, created = $3, created_by = $4",
            order.house_id,
            order.account_id,
            now,
            member.id
        )
        .execute(&mut *tx)
        .await?;
    }
    if status == HouseOrderStatus::Rejected {
        // Accepted again one day, he is not trusted by that.
        sqlx::query!(
            "delete from house_trust where house_id = $1 and account_id = $2 and trusted",
            order.house_id,
            order.account_id
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    if status == HouseOrderStatus::Rejected {
        standing::lost(&state, order.house_id, order.account_id).await?;
    } else {
        state.access.account_changed(order.account_id);
    }
    Ok(())
}
