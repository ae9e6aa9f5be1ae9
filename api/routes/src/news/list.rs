//! Lists and shows news.

use actix_web::get;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::houses::house::require_house;
use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::news::NewsRow;
use catalogue::listing::news::find;
use catalogue::listing::news::is_published;
use catalogue::listing::news::writes;
use contract::dto::{News, NewsShort, NewsType, Page, Paging};
use contract::error::{ApiError, ApiResult};

/// Selects news for a list.
#[derive(Default)]
struct Filter {
    news_type: Option<NewsType>,
    platform: bool,
    house_id: Option<i64>,
    /// Include drafts and scheduled news, drafts first.
    drafts: bool,
}

/// A page of news, latest first.
async fn page(
    state: &AppState,
    filter: &Filter,
    paging: &Paging,
) -> ApiResult<Json<Page<NewsShort>>> {
    let news_type = filter.news_type.map(NewsType::number);
    let now = state.clock.now();
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from news n left join house h on h.id = n.house_id
         where ($1::smallint is null or n.news_type = $1) and (not $2 or n.house_id is null)
             and ($3::bigint is null or n.house_id = $3) and (n.published <= $4 or $5) and h.deleted is null"#,
        news_type,
        filter.platform,
        filter.house_id,
        now,
        filter.drafts
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    // Omits the full text, which may be long and which lists do not show.
    let rows = sqlx::query_as!(
        NewsRow,
        r#"select n.id, n.news_type, n.house_id, h.name_ru as "house_name_ru?", n.title, n.slug, n.summary, n.author,
            n.image, n.created, n.published, '' as "content!", n.source, n.info, n.keywords, n.publisher_id
         from news n left join house h on h.id = n.house_id
         where ($1::smallint is null or n.news_type = $1) and (not $2 or n.house_id is null)
             and ($3::bigint is null or n.house_id = $3) and (n.published <= $4 or $5) and h.deleted is null
         order by n.published desc, n.id desc limit $6 offset $7"#,
        news_type,
        filter.platform,
        filter.house_id,
        now,
        filter.drafts,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    let items = rows
        .into_iter()
        .map(|row| Ok(row.show()?.short))
        .collect::<ApiResult<_>>()?;
    Ok(Json(Page::new(items, window)))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct KindQuery {
    /// Only this house's news.
    house_id: Option<i64>,
    /// 1 to 100; default 20.
    page_size: Option<i64>,
}

/// News of a kind (1 results, 2 events, 3 news, any other number: announcements), latest first.
#[utoipa::path(tag = "news", params(("kind" = i64, Path), ("page" = i64, Path, description = "From 1"), KindQuery),
    responses((status = 200, body = Page<NewsShort>)))]
#[get("/api/news/{kind}/{page}")]
pub async fn news_of_kind(
    state: Data<AppState>,
    path: Path<(i64, i64)>,
    query: Query<KindQuery>,
) -> ApiResult<Json<Page<NewsShort>>> {
    let (kind, number) = path.into_inner();
    let news_type = match kind {
        1 => NewsType::Results,
        2 => NewsType::Events,
        3 => NewsType::News,
        _ => NewsType::Announcements,
    };
    let filter = Filter {
        news_type: Some(news_type),
        house_id: query.house_id,
        ..Filter::default()
    };
    let paging = Paging {
        page_number: Some(number),
        page_size: query.page_size,
    };
    page(&state, &filter, &paging).await
}

/// The first page of all news, as everybody sees it.
pub async fn newest(state: &AppState, page_size: i64) -> ApiResult<Page<NewsShort>> {
    let paging = Paging {
        page_number: Some(1),
        page_size: Some(page_size),
    };
    Ok(page(state, &Filter::default(), &paging).await?.0)
}

/// News of all kinds, of the platform and of all houses, latest first.
#[utoipa::path(tag = "news", params(Paging), responses((status = 200, body = Page<NewsShort>)))]
#[get("/api/news")]
pub async fn all_news(
    state: Data<AppState>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<NewsShort>>> {
    page(&state, &Filter::default(), &paging).await
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct DraftsQuery {
    /// Also drafts and scheduled news. Ignored unless the caller may edit them.
    #[serde(default)]
    show_drafts: bool,
    page_number: Option<i64>,
    page_size: Option<i64>,
}

impl DraftsQuery {
    fn paging(&self) -> Paging {
        Paging {
            page_number: self.page_number,
            page_size: self.page_size,
        }
    }

    fn drafts(&self, caller: &Caller, house_id: Option<i64>) -> bool {
        let account = caller.account.as_deref();
        self.show_drafts && account.is_some_and(|account| writes(account, house_id))
    }
}

/// The platform's own news of all kinds, latest first.
#[utoipa::path(tag = "news", params(DraftsQuery), responses((status = 200, body = Page<NewsShort>)))]
#[get("/api/news/platform")]
pub async fn platform_news(
    state: Data<AppState>,
    caller: Caller,
    query: Query<DraftsQuery>,
) -> ApiResult<Json<Page<NewsShort>>> {
    let filter = Filter {
        platform: true,
        drafts: query.drafts(&caller, None),
        ..Filter::default()
    };
    page(&state, &filter, &query.paging()).await
}

/// A house's news of all kinds, latest first.
#[utoipa::path(tag = "news", params(("id" = i64, Path, description = "House id"), DraftsQuery),
    responses((status = 200, body = Page<NewsShort>)))]
#[get("/api/news/house/{id}")]
pub async fn house_news(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
    query: Query<DraftsQuery>,
) -> ApiResult<Json<Page<NewsShort>>> {
    require_house(&state, *id).await?;
    let filter = Filter {
        house_id: Some(*id),
        drafts: query.drafts(&caller, Some(*id)),
        ..Filter::default()
    };
    page(&state, &filter, &query.paging()).await
}

/// A news article. Unpublished ones are visible only to those who may edit them.
#[utoipa::path(tag = "news", params(("id" = i64, Path)), responses((status = 200, body = News)))]
#[get("/api/news/article/{id}")]
pub async fn one_news(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
) -> ApiResult<Json<News>> {
    find(&state.pool, *id)
        .await?
        .filter(|news| {
            let account = caller.account.as_deref();
            is_published(news, state.clock.now())
                || account.is_some_and(|account| writes(account, news.short.house_id))
        })
        .map(Json)
        .ok_or_else(ApiError::not_found)
}
