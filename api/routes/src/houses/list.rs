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
use contract::dto::{CatalogType, GalleryType, HouseShort, HouseShortRow, LotShort, Page, Paging};
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
#[utoipa::path(tag = "house", params(HousesQuery, Paging), responses((status = 200, body = Page<HouseShort>)))]
#[get("/api/house")]
pub async fn houses(
    state: Data<AppState>,
    query: Query<HousesQuery>,
    paging: Query<Paging>,
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
    let window = paging.window(total);
    let rows = sqlx::query_as!(
        HouseShortRow,
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
    let items = rows.into_iter().map(HouseShort::from);
    Ok(Json(Page::new(items.collect(), window)))
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
    Ok(Json(
        catalogue::listing::lots::page(
            &state.pool,
            &*state.search,
            &query,
            paging,
            caller.account.as_deref(),
        )
        .await?,
    ))
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
