use actix_web::{get, web};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::{LotShort, Page, Paging};
use contract::error::ApiResult;

/// The lots of the houses the caller works for, newest first, including hidden lots and those in drafts and storages.
///
/// Empty for callers who work for no house.
#[utoipa::path(operation_id = "my_lots", tag = "lots", params(Paging), security(("token" = [])),
    responses((status = 200, body = Page<LotShort>), (status = 401, description = "Not signed in")))]
#[get("/api/lots/my")]
pub async fn my_lots(
    state: web::Data<AppState>,
    caller: Member,
    paging: web::Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    let houses = caller.houses();
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lot where house_id = any($1) and deleted is null
            and not exists (select from catalog c where c.id = lot.catalog_id and c.rehearsal_of is not null)"#,
        &houses
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let ids = sqlx::query_scalar!(
        "select id from lot where house_id = any($1) and deleted is null
            and not exists (select from catalog c where c.id = lot.catalog_id and c.rehearsal_of is not null)
         order by created desc, id desc limit $2 offset $3",
        &houses,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    let items = lots::by_ids(&state.pool, &ids, Some(&caller)).await?;
    Ok(Json(Page::new(items, window)))
}
