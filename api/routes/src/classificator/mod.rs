//! The categories (`/api/classificator`). Clients also read the server's time from the answer.

use std::collections::BTreeMap;

use actix_web::{get, web};
use utoipa_actix_web::service_config::ServiceConfig;

use application::json::Json;
use application::state::AppState;
use contract::dto::Category;
use contract::error::ApiResult;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(get_classificator);
}

struct CategoryRow {
    id: i64,
    code: String,
    name: String,
    parent_id: Option<i64>,
}

/// The tree of categories. The header `server_time_ts` is the server's time.
#[utoipa::path(operation_id = "get_classificator", tag = "classificator",
    responses((status = 200, body = Vec<Category>)))]
#[get("/api/classificator")]
pub async fn get_classificator(state: web::Data<AppState>) -> ApiResult<Json<Vec<Category>>> {
    Ok(Json(tree(&state).await?))
}

pub async fn tree(state: &AppState) -> ApiResult<Vec<Category>> {
    let rows = sqlx::query_as!(
        CategoryRow,
        "select id, code, name, parent_id from category order by position, id"
    )
    .fetch_all(&state.pool)
    .await?;
    let mut children: BTreeMap<Option<i64>, Vec<CategoryRow>> = BTreeMap::new();
    for row in rows {
        children.entry(row.parent_id).or_default().push(row);
    }
    Ok(branch(None, &mut children))
}

/// The categories below a parent. Removes each from the map, so a cycle of parents terminates.
fn branch(
    parent: Option<i64>,
    children: &mut BTreeMap<Option<i64>, Vec<CategoryRow>>,
) -> Vec<Category> {
    let rows = children.remove(&parent).unwrap_or_default();
    rows.into_iter()
        .map(|row| Category {
            items: branch(Some(row.id), children),
            id: row.id,
            code: row.code,
            name: row.name,
        })
        .collect()
}
