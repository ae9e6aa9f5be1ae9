//! `/api/saved-searches`: searches that a person keeps, with letters about new lots.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use serde::Serialize;
use sqlx::{PgConnection, PgExecutor};
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::request::lot_query;
use contract::bounds;
use contract::dto::{
    LotSearchRequest, SavedSearch, SavedSearchChange, SavedSearchRequest, SearchLetters,
};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::{Action, By};
use people::lock;
use search_indexer::LotQuery;

/// The most searches per person. One answer holds all of them.
const MOST: usize = 100;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(saved_searches)
        .service(save_search)
        .service(change_saved_search)
        .service(delete_saved_search);
}

/// A person's searches, or the one with this id, the latest first.
pub async fn find(
    executor: impl PgExecutor<'_>,
    account_id: i64,
    id: Option<i64>,
) -> ApiResult<Vec<SavedSearch>> {
    let rows = sqlx::query!(
        "select id, name, path, letters, created from saved_search
         where account_id = $1 and ($2::bigint is null or id = $2) order by created desc, id desc",
        account_id,
        id
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(SavedSearch {
                id: row.id,
                name: row.name,
                path: row.path,
                letters: SearchLetters::of_name(&row.letters).ok_or_else(|| {
                    ApiError::internal(anyhow::anyhow!("{:?} says no time of letters", row.letters))
                })?,
                created: row.created.into(),
            })
        })
        .collect()
}

/// The person's search with this id, which no one else changes before the transaction ends; 404 without.
async fn one(conn: &mut PgConnection, account_id: i64, id: i64) -> ApiResult<SavedSearch> {
    sqlx::query!("select id from saved_search where id = $1 for update", id)
        .fetch_optional(&mut *conn)
        .await?;
    find(conn, account_id, Some(id))
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// The caller's saved searches, the latest first.
#[utoipa::path(tag = "search", security(("token" = [])), responses((status = 200, body = Vec<SavedSearch>)))]
#[get("/api/saved-searches")]
async fn saved_searches(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<Vec<SavedSearch>>> {
    Ok(Json(find(&state.pool, member.id, None).await?))
}

/// Saves a search. One with the same address is replaced.
///
/// Letters name the lots that become public from now on.
#[utoipa::path(tag = "search", security(("token" = [])), responses((status = 200, body = SavedSearch),
    (status = 409, description = "Too many searches"),
    (status = 422, description = "Invalid fields, or a search for all lots")))]
#[post("/api/saved-searches")]
async fn save_search(
    state: Data<AppState>,
    member: Member,
    request: Json<SavedSearchRequest>,
) -> ApiResult<Json<SavedSearch>> {
    let SavedSearchRequest {
        name,
        path,
        request,
        letters,
    } = request.into_inner();
    let mut faults = Faults::default();
    let name = faults.required_or("name", &name, bounds::SEARCH_NAME, "Назовите поиск");
    let path = faults.required("path", &path, bounds::LIST_PATH);
    if !is_on_this_site(&path) {
        faults.add("path", "Адрес списка лотов на этом сайте");
    }
    let request = LotSearchRequest {
        show_hidden_lots: None,
        sorting: None,
        ..request
    };
    let query = lot_query(&state.pool, request.clone(), None).await?;
    if is_for_all_lots(&query) {
        faults.add("request", "Укажите слова или хотя бы один фильтр");
    }
    faults.into_result()?;

    let now = state.clock.now();
    let stored = serde_json::to_value(&request).map_err(ApiError::internal)?;
    let mut tx = state.pool.begin().await?;
    // Serializes one person's searches: the count below would miss a concurrent insert.
    lock::account(&mut tx, member.id).await?;
    let there = find(&mut *tx, member.id, None).await?;
    let before = there.iter().find(|search| search.path == path);
    if before.is_none() && there.len() >= MOST {
        return Err(ApiError::conflict("Сохранено слишком много поисков"));
    }
    let id = sqlx::query_scalar!(
        "insert into saved_search (account_id, name, path, request, letters, created, looked_until)
         values ($1, $2, $3, $4, $5, $6, $6)
         on conflict on constraint saved_search_once
             do update set name = excluded.name, request = excluded.request, letters = excluded.letters,
                 looked_until = case when saved_search.letters = 'never' or saved_search.request <> excluded.request
                     then excluded.looked_until else saved_search.looked_until end
         returning id",
        member.id,
        name,
        path,
        stored,
        letters.name(),
        now
    )
    .fetch_one(&mut *tx)
    .await?;
    let saved = one(&mut tx, member.id, id).await?;
    let by = member.by(now);
    match before.map(Journalled::from) {
        None => {
            by.record_creation(&mut tx, Action::SearchSaved, id, &Journalled::from(&saved))
                .await?;
        }
        Some(before) => {
            let action = Action::SavedSearchChanged;
            by.record_change(&mut tx, action, id, &before, &Journalled::from(&saved))
                .await?;
        }
    }
    tx.commit().await?;
    Ok(Json(saved))
}

/// Changes the name of a saved search, and when its letters are sent.
///
/// A search whose letters begin again names only lots that become public from then on.
#[utoipa::path(tag = "search", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = SavedSearch), (status = 404, description = "Unknown, or another person's"),
        (status = 422, description = "Invalid fields")))]
#[put("/api/saved-searches/{id}")]
async fn change_saved_search(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    request: Json<SavedSearchChange>,
) -> ApiResult<Json<SavedSearch>> {
    let mut faults = Faults::default();
    let name = faults.required_or("name", &request.name, bounds::SEARCH_NAME, "Назовите поиск");
    faults.into_result()?;
    let mut tx = state.pool.begin().await?;
    let before = one(&mut tx, member.id, *id).await?;
    let letters = request.letters;
    let change = SavedSearchChange { name, letters };
    let after = change_one(&mut tx, &member.by(state.clock.now()), &before, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Changes a search in the caller's transaction, and journals it.
pub async fn change_one(
    conn: &mut PgConnection,
    by: &By,
    before: &SavedSearch,
    change: SavedSearchChange,
) -> ApiResult<SavedSearch> {
    sqlx::query!(
        "update saved_search set name = $2, letters = $3,
            looked_until = case when letters = 'never' then $4 else looked_until end
         where id = $1",
        before.id,
        change.name,
        change.letters.name(),
        by.at
    )
    .execute(&mut *conn)
    .await?;
    let after = SavedSearch {
        name: change.name,
        letters: change.letters,
        ..before.clone()
    };
    let action = Action::SavedSearchChanged;
    let (from, to) = (Journalled::from(before), Journalled::from(&after));
    by.record_change(conn, action, before.id, &from, &to)
        .await?;
    Ok(after)
}

/// Deletes a saved search of the caller.
#[utoipa::path(tag = "search", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 404, description = "Unknown, or another person's")))]
#[delete("/api/saved-searches/{id}")]
async fn delete_saved_search(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    let mut tx = state.pool.begin().await?;
    let before = one(&mut tx, member.id, *id).await?;
    sqlx::query!("delete from saved_search where id = $1", *id)
        .execute(&mut *tx)
        .await?;
    let by = member.by(state.clock.now());
    let before = Journalled::from(&before);
    by.record_deletion(&mut tx, Action::SavedSearchDeleted, *id, &before)
        .await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

/// What the journal keeps of a search: not what the person looks for.
#[derive(Serialize)]
struct Journalled {
    letters: SearchLetters,
}

impl From<&SavedSearch> for Journalled {
    fn from(search: &SavedSearch) -> Self {
        Self {
            letters: search.letters,
        }
    }
}

/// Letters lead there, so the address must not leave the site.
fn is_on_this_site(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && path
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// Everything new would be announced.
fn is_for_all_lots(query: &LotQuery) -> bool {
    let has_words = query
        .text
        .as_ref()
        .is_some_and(|text| !text.trim().is_empty());
    !has_words
        && query.facets().is_empty()
        && query.house_id.is_none()
        && query.catalog_id.is_none()
}

#[cfg(test)]
mod tests {
    use super::is_on_this_site;

    #[test]
    fn addresses_of_other_sites_are_refused() {
        assert!(is_on_this_site(
            "/lots?search=%D0%BC%D0%BE%D1%80%D0%B5&material=1"
        ));
        for other in [
            "",
            "lots",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/lots?a b",
            "/лоты",
        ] {
            assert!(!is_on_this_site(other), "{other}");
        }
    }
}
