//! Lists houses and their lots.

use actix_web::get;
use actix_web::web::{Data, Path, Query};
use search_indexer::LotQuery;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::house::require_house;
use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::viewer::numbered;
use contract::dto::{CatalogType, GalleryType, HouseListed, HouseShortRow, LotShort, Page, Paging};
use contract::error::{ApiError, ApiResult};

/// Filters houses by section.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HouseKind {
    #[default]
    All,
    Houses,
    Galleries,
    Postauction,
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct HousesQuery {
    #[serde(default)]
    #[param(inline)]
    kind: HouseKind,
    /// 0 Artistic, 1 Antique, 2 Jewelry, 4 Modern.
    #[param(value_type = Option<GalleryType>)]
    gallery_type: Option<i16>,
}

/// Houses, ordered by name.
#[utoipa::path(tag = "house", params(HousesQuery, Paging), responses((status = 200, body = Page<HouseListed>)))]
#[get("/api/house")]
pub async fn houses(
    state: Data<AppState>,
    query: Query<HousesQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<HouseListed>>> {
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
    let window = paging.window(total);
    let rows = sqlx::query!(
        r#"select h.id, h.name_ru, h.photo, h.is_gallery, h.is_post_auction, h.gallery_type, h.address,
            coalesce(trade.types, '{}') as "types!", trade.running as "running!", trade.planned as "planned!",
            (select count(*) from lot_listing l where l.house_id = h.id and not l.is_hidden and not l.is_bidding_over) as "offered!"
         from house h
         cross join lateral (
            select array_agg(distinct c.catalog_type order by c.catalog_type) as types,
                count(*) filter (where c.catalog_type in (0, 1) and catalog_is_running(t.state)) as running,
                count(*) filter (where c.catalog_type in (0, 1) and t.state = 0) as planned
            from catalog c join catalog_trade t on t.catalog_id = c.id
            where c.house_id = h.id and c.rehearsal_of is null and catalog_is_public(c, t, h)
         ) trade
         where h.deleted is null
            and ($1::bool is null or h.is_gallery = $1) and ($2::bool is null or h.is_post_auction = $2)
            and ($3::smallint is null or h.gallery_type = $3)
         order by h.name_ru, h.id limit $4 offset $5"#,
        is_gallery,
        is_post_auction,
        gallery_type,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    let items = rows.into_iter().map(|row| {
        Ok(HouseListed {
            short: HouseShortRow {
                id: row.id,
                name_ru: row.name_ru,
                photo: row.photo,
                is_gallery: row.is_gallery,
                is_post_auction: row.is_post_auction,
                gallery_type: row.gallery_type,
            }
            .into(),
            address: row.address,
            catalog_types: row
                .types
                .into_iter()
                .map(numbered)
                .collect::<ApiResult<_>>()?,
            running_count: row.running,
            planned_count: row.planned,
            offered_count: row.offered,
        })
    });
    let items = items.collect::<ApiResult<_>>()?;
    Ok(Json(Page::new(items, window)))
}

/// A house's lots in catalogs of these types; empty means all types. 404 unless the house exists.
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
    let viewer = caller.account.as_deref();
    Ok(Json(state.reads.lots(&query, paging, viewer).await?))
}

/// A house's lots, newest first.
#[utoipa::path(tag = "house", params(("id" = i64, Path), Paging), responses((status = 200, body = Page<LotShort>)))]
#[get("/api/house/{id}/lots")]
pub async fn house_lots(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    lots_of(&state, &caller, *id, Vec::new(), &paging).await
}

/// The lots of a house's gallery.
#[utoipa::path(tag = "house", params(("id" = i64, Path), Paging), responses((status = 200, body = Page<LotShort>)))]
#[get("/api/house/{id}/gallery")]
pub async fn house_gallery(
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

/// The lots of a house's post-auction sale.
#[utoipa::path(tag = "house", params(("id" = i64, Path), Paging), responses((status = 200, body = Page<LotShort>)))]
#[get("/api/house/{id}/postauction")]
pub async fn house_post_auction(
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
