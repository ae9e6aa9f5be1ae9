//! Lists and shows artists.

use actix_web::web::{Data, Path, Query};
use actix_web::{get, post};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::artists::{by_ids, find, require_public};
use contract::bounds;
use contract::dto::{
    Artist, ArtistLetter, ArtistSearchRequest, ArtistShort, ArtistSort, Page, Paging,
};
use contract::error::ApiResult;
use contract::fields::Faults;
use serde::Deserialize;
use utoipa::IntoParams;

/// The lowest trigram similarity between the query and a part of the name: «ренин» and «Репин» score 0.33.
const SIMILARITY: &str = "0.3";

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ArtistsQuery {
    /// Default: best match first, then by surname.
    #[param(value_type = Option<ArtistSort>)]
    sort: Option<String>,
    /// Only those listed under this letter (`GET /api/artists/letters`).
    letter: Option<String>,
}

/// The letters that artists are listed under, in their order.
#[utoipa::path(operation_id = "artist_letters", tag = "artists", responses((status = 200, body = Vec<ArtistLetter>),
    (status = 429, description = "Too many searches")))]
#[get("/api/artists/letters")]
pub async fn artist_letters(
    state: Data<AppState>,
    caller: Caller,
) -> ApiResult<Json<Vec<ArtistLetter>>> {
    state.limits.search(caller.origin.address).await?;
    let letters = sqlx::query_as!(
        ArtistLetter,
        r#"select letter as "letter!", count(*) as "artists!" from author
           where $1 or author_is_public(author)
           group by letter order by min(surname)"#,
        caller.is_admin()
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(Json(letters))
}

/// Artists, by surname unless `sort` says otherwise.
#[utoipa::path(tag = "artists", params(ArtistsQuery, Paging), responses((status = 200, body = Page<ArtistShort>),
    (status = 422, description = "Unknown order"), (status = 429, description = "Too many searches")))]
#[get("/api/artists")]
pub async fn list_artists(
    state: Data<AppState>,
    caller: Caller,
    order: Query<ArtistsQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<ArtistShort>>> {
    state.limits.search(caller.origin.address).await?;
    found(&state, &caller, "", &order, &paging).await
}

/// Artists whose names resemble the query. All artists if the query is empty.
#[utoipa::path(tag = "artists", params(ArtistsQuery, Paging), responses((status = 200, body = Page<ArtistShort>),
    (status = 422, description = "Too long, or an unknown order"), (status = 429, description = "Too many searches")))]
#[post("/api/artists/search")]
pub async fn search_artists(
    state: Data<AppState>,
    caller: Caller,
    order: Query<ArtistsQuery>,
    paging: Query<Paging>,
    request: Json<ArtistSearchRequest>,
) -> ApiResult<Json<Page<ArtistShort>>> {
    state.limits.search(caller.origin.address).await?;
    let mut fields = Faults::default();
    let query = fields.optional("query", Some(&request.query), bounds::ARTIST_QUERY);
    fields.into_result()?;
    found(&state, &caller, &query.unwrap_or_default(), &order, &paging).await
}

async fn found(
    state: &AppState,
    caller: &Caller,
    query: &str,
    order: &ArtistsQuery,
    paging: &Paging,
) -> ApiResult<Json<Page<ArtistShort>>> {
    let sort = ArtistSort::of(order.sort.as_deref())?;
    let query = query.to_lowercase().replace('ё', "е");
    let mut fields = Faults::default();
    let letter = fields.optional("letter", order.letter.as_deref(), bounds::LETTER);
    fields.into_result()?;
    let letter = letter.as_deref();
    let mut tx = state.pool.begin().await?;
    sqlx::query!(
        "select set_config('pg_trgm.word_similarity_threshold', $1, true)",
        SIMILARITY
    )
    .fetch_one(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from author
         where ($1 = '' or $1 <% translate(lower(name), 'ё', 'е')) and ($2 or author_is_public(author))
            and ($3::text is null or letter = $3)"#,
        query,
        caller.is_admin(),
        letter
    )
    .fetch_one(&mut *tx)
    .await?;
    let window = paging.window(total);
    let ids = sqlx::query_scalar!(
        "select id from author
         where ($1 = '' or $1 <% translate(lower(name), 'ё', 'е')) and ($4 or author_is_public(author))
            and ($6::text is null or letter = $6)
         order by
            case when $5::text is null then word_similarity($1, translate(lower(name), 'ё', 'е')) end desc,
            case when $5 = '-name' then translate(lower(name), 'ё', 'е') end desc,
            case when $5 = '-name' then id end desc,
            case when $5 = 'lots' then listed_lots_of_author(id) end,
            case when $5 = '-lots' then listed_lots_of_author(id) end desc,
            case when $5::text is null then surname end,
            translate(lower(name), 'ё', 'е'), id
         limit $2 offset $3",
        query,
        window.limit,
        window.offset,
        caller.is_admin(),
        sort.map(ArtistSort::name),
        letter
    )
    .fetch_all(&mut *tx)
    .await?;
    let artists = by_ids(&mut tx, &ids).await?;
    tx.commit().await?;
    let items = artists.into_iter().map(|artist| artist.short).collect();
    Ok(Json(Page::new(items, window)))
}

/// An artist with their biography.
#[utoipa::path(tag = "artists", params(("id" = i64, Path)), responses((status = 200, body = Artist)))]
#[get("/api/artists/{id}")]
pub async fn one_artist(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
) -> ApiResult<Json<Artist>> {
    let mut conn = state.pool.acquire().await?;
    if !caller.is_admin() {
        require_public(&mut conn, *id).await?;
    }
    Ok(Json(find(&mut conn, *id).await?))
}
