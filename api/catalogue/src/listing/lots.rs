//! Lots in lists and on their pages.

use search_indexer::{Counts, Hidden, LotQuery, Meaning, Search, SearchError};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::viewer::{Viewer, numbered, sees_hidden_of};
use people::account::Account;
use room_server::instant;

use contract::dto::{
    self, Author, LeadingBet, LotPrice, LotShort, LotState, Page, Paging, Picture,
    ReservePriceState, StateCounts,
};
use contract::error::{ApiError, ApiResult};

struct LotRow {
    id: i64,
    catalog_id: Option<i64>,
    catalog_lot_id: Option<i32>,
    house_id: i64,
    house_name_ru: String,
    catalog_type: Option<i16>,
    catalog_state: Option<i16>,
    catalog_title: Option<String>,
    title_ru: String,
    authors: Vec<String>,
    author_id: Option<i64>,
    period: Option<String>,
    size: Option<String>,
    materials: Option<String>,
    state: i16,
    is_bidding_over: bool,
    start_trade_time: Option<OffsetDateTime>,
    end_trade_time: Option<OffsetDateTime>,
    warned_at: Option<OffsetDateTime>,
    together: Vec<i32>,
    is_choice: bool,
    catalog_paused_at: Option<OffsetDateTime>,
    catalog_start_date: Option<OffsetDateTime>,
    catalog_end_date: Option<OffsetDateTime>,
    top: i32,
    commission: f64,
    start_price: i64,
    reserve_price: Option<i64>,
    estimated_from: Option<i64>,
    estimated_to: Option<i64>,
    currency: i16,
    min_bet: i64,
    reserve_state: Option<String>,
    leading_bet_id: Option<i64>,
    leading_value: Option<i64>,
    leading_at: Option<OffsetDateTime>,
    leading_account_id: Option<i64>,
    my_participant: Option<i32>,
    leading_participant: Option<i32>,
    leading_paddle: Option<String>,
    leading_is_absentee: Option<bool>,
    bets_count: i32,
    version: i64,
    created: OffsetDateTime,
    hidden: bool,
    category_id: Option<i64>,
    class_code: Option<String>,
    picture_id: Option<Uuid>,
    picture_width: Option<i32>,
    picture_height: Option<i32>,
    picture_alt: Option<String>,
    is_favourite: bool,
    is_subscribed: bool,
}

impl LotRow {
    fn leading_bet(&self, viewer: Viewer<'_>) -> Option<LeadingBet> {
        Some(LeadingBet {
            id: self.leading_bet_id?,
            value: self.leading_value?,
            created: instant::timestamp(self.leading_at?).into(),
            user_id: self
                .leading_account_id
                .filter(|bettor| may_know_bettor(viewer, self.catalog_id, self.house_id, *bettor))
                .map(|bettor| as_viewer(viewer, bettor)),
            participant: self
                .leading_participant
                .and_then(|number| u32::try_from(number).ok()),
            paddle: self.leading_paddle.clone(),
            is_absentee: self
                .leading_is_absentee
                .filter(|_| may_know_absentee(viewer, self.leading_account_id)),
        })
    }

    fn show(self, viewer: Viewer<'_>) -> ApiResult<LotShort> {
        let reserve_price_state = self
            .reserve_state
            .as_deref()
            .map(reserve_state)
            .transpose()?;
        let img = Picture::of_columns(
            "lots",
            self.picture_id,
            self.picture_width,
            self.picture_height,
        )
        .map(|picture| picture.described(self.picture_alt.clone()));
        let leading_bet = self.leading_bet(viewer);
        Ok(LotShort {
            id: self.id,
            lot_id: self.id,
            catalog_id: self.catalog_id,
            catalog_lot_id: self.catalog_lot_id,
            house_id: self.house_id,
            catalog_type: self.catalog_type.map(numbered).transpose()?,
            catalog_state: self.catalog_state.map(numbered).transpose()?,
            state: numbered(self.state)?,
            is_bidding_over: self.is_bidding_over,
            start_trade_time: self.start_trade_time.map(Into::into),
            end_trade_time: self.end_trade_time.map(Into::into),
            warned_at: self.warned_at.map(Into::into),
            together: self.together,
            is_choice: self.is_choice,
            catalog_paused_at: self.catalog_paused_at.map(Into::into),
            catalog_start_date: self.catalog_start_date.map(Into::into),
            catalog_end_date: self.catalog_end_date.map(Into::into),
            top: self.top,
            commission: self.commission,
            price: LotPrice {
                start: self.start_price,
                reserve: self
                    .reserve_price
                    .filter(|_| viewer.is_some_and(|account| account.is_admin())),
                reserve_price_state,
                estimated_from: self.estimated_from,
                estimated_to: self.estimated_to,
                currency: numbered(self.currency)?,
                value: self.leading_value,
                min_bet: self.min_bet,
            },
            leading_bet,
            my_participant: self.my_participant,
            bets_count: self.bets_count,
            img,
            is_favourite: self.is_favourite,
            is_subscribed: self.is_subscribed,
            version: self.version,
            created: self.created.into(),
            hidden: self.hidden,
            category_id: self.category_id,
            class_code: self.class_code,
            house_name_ru: self.house_name_ru,
            catalog_title: self.catalog_title,
            title_ru: self.title_ru,
            author: self
                .authors
                .into_iter()
                .map(|name| Author { name })
                .collect(),
            author_id: self.author_id,
            period: self.period,
            size: self.size,
            materials: self.materials,
        })
    }
}

/// Whether the viewer may know whose bet it is: the bidder and the catalog's controllers may.
pub fn may_know_bettor(
    viewer: Viewer<'_>,
    catalog_id: Option<i64>,
    house_id: i64,
    bettor: i64,
) -> bool {
    viewer.is_some_and(|account| {
        account.is_own(bettor)
            || catalog_id.is_some_and(|catalog| account.controls(catalog, house_id))
    })
}

/// Whether the viewer may know that a bet came from an absentee order: admins and the bidder may.
pub fn may_know_absentee(viewer: Viewer<'_>, bettor: Option<i64>) -> bool {
    viewer.is_some_and(|account| {
        account.is_admin() || bettor.is_some_and(|bettor| account.is_own(bettor))
    })
}

/// The bettor's account; the viewer's own for those merged into it.
pub fn as_viewer(viewer: Viewer<'_>, bettor: i64) -> i64 {
    viewer
        .filter(|account| account.is_own(bettor))
        .map_or(bettor, |account| account.id)
}

fn reserve_state(name: &str) -> ApiResult<ReservePriceState> {
    ReservePriceState::named(name)
        .ok_or_else(|| ApiError::internal(anyhow::anyhow!("{name:?} is not a reserve state")))
}

/// The lots with these ids, in the same order, without those that do not exist for the viewer.
pub async fn by_ids(pool: &PgPool, ids: &[i64], viewer: Viewer<'_>) -> ApiResult<Vec<LotShort>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_file_as!(
        LotRow,
        "queries/lots/short.sql",
        ids,
        viewer.map(|account| account.id)
    )
    .fetch_all(pool)
    .await?
    .into_iter()
    .filter(|row| !row.hidden || viewer.is_some_and(|account| account.sees_hidden_of(row.house_id)))
    .map(|row| row.show(viewer))
    .collect()
}

/// A lot as lists show it; 404 if it does not exist for the viewer.
pub async fn one(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<LotShort> {
    by_ids(pool, &[id], viewer)
        .await?
        .pop()
        .ok_or_else(ApiError::lot_not_found)
}

/// A page of search results. Hidden lots in `query.hidden` are limited to those that the viewer may see.
pub async fn page(
    pool: &PgPool,
    search: &dyn Search,
    query: &LotQuery,
    paging: &Paging,
    viewer: Viewer<'_>,
) -> ApiResult<Page<LotShort>> {
    let size = paging.window(0).limit;
    let found = search
        .find(
            query,
            search_indexer::Paging {
                page: paging.page_number.unwrap_or(1),
                size,
            },
        )
        .await
        .map_err(failed)?;
    let items = by_ids(pool, &found.ids, viewer).await?;
    Ok(Page::new(items, paging.window(found.total)))
}

/// The counts beside the filters of a search.
pub async fn counts(search: &dyn Search, query: &LotQuery) -> ApiResult<Counts> {
    search.counts(query).await.map_err(failed)
}

/// How many lots of a search are in each state, whatever states it asks for.
pub async fn by_state(search: &dyn Search, query: &LotQuery) -> ApiResult<StateCounts> {
    let of = async |states: &[LotState], is_bidding_over, has_bets| {
        let query = LotQuery {
            states: states.iter().map(|state| state.number()).collect(),
            is_bidding_over,
            has_bets,
            ..query.clone()
        };
        let first = search_indexer::Paging { page: 1, size: 1 };
        let found = search.find(&query, first).await.map_err(failed)?;
        Ok::<_, ApiError>(found.total)
    };
    Ok(StateCounts {
        all: of(&[], None, None).await?,
        trading: of(&[LotState::InProcess], Some(false), None).await?,
        sold: of(&[LotState::Sold, LotState::Paid], None, None).await?,
        not_sold: of(&[LotState::NotSold], None, None).await?,
        with_bets: of(&[], None, Some(true)).await?,
    })
}

/// The words that a search is for, if they are not those of its text.
pub async fn meant(pool: &PgPool, query: &LotQuery) -> ApiResult<Option<String>> {
    let Some(text) = &query.text else {
        return Ok(None);
    };
    let mut tx = pool.begin().await?;
    let meaning = Meaning::read(&mut tx, text).await?;
    tx.commit().await?;
    Ok(meaning.instead_of(text))
}

pub(super) fn failed(error: SearchError) -> ApiError {
    match error {
        SearchError::Database(error) => error.into(),
        SearchError::Engine(_) | SearchError::Unfit => ApiError::unavailable(error),
    }
}

/// A list of lots that a person keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Favourites,
    Subscriptions,
}

/// A page of the lots that a person keeps in a list, latest first. Omits lots no longer visible to them.
pub async fn kept(
    pool: &PgPool,
    list: Kept,
    account: &Account,
    paging: &Paging,
) -> ApiResult<Page<LotShort>> {
    let houses = sees_hidden_of(Some(account));
    let is_favourites = list == Kept::Favourites;
    let total = sqlx::query_file_scalar!(
        "queries/lots/kept_count.sql",
        account.id,
        is_favourites,
        houses.as_deref()
    )
    .fetch_one(pool)
    .await?;
    let window = paging.window(total);
    let ids = sqlx::query_file_scalar!(
        "queries/lots/kept.sql",
        account.id,
        is_favourites,
        houses.as_deref(),
        window.limit,
        window.offset
    )
    .fetch_all(pool)
    .await?;
    Ok(Page::new(by_ids(pool, &ids, Some(account)).await?, window))
}

/// The hidden lots that a viewer may search.
pub fn hidden_for(viewer: Viewer<'_>) -> Hidden {
    match sees_hidden_of(viewer) {
        None => Hidden::All,
        Some(houses) if houses.is_empty() => Hidden::None,
        Some(houses) => Hidden::OfHouses(houses),
    }
}

/// A lot's page; 404 if it does not exist for the viewer.
pub async fn details(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<dto::Lot> {
    let short = one(pool, id, viewer).await?;
    let sees_hidden = viewer.is_some_and(|account| account.sees_hidden_of(short.house_id));
    let catalog = async {
        match short.catalog_id {
            Some(catalog) => Ok(super::catalogs::by_ids(pool, &[catalog], viewer)
                .await?
                .pop()),
            None => Ok(None),
        }
    };
    let details = async {
        let query = sqlx::query_file!(
            "queries/lots/details.sql",
            id,
            viewer.map(|account| account.id),
            sees_hidden
        );
        Ok::<_, ApiError>(query.fetch_one(pool).await?)
    };
    let images = async {
        let query = sqlx::query!(
            "select picture.id, picture.width, picture.height, picture.alt
             from lot_image join picture on picture.id = lot_image.picture_id
             where lot_image.lot_id = $1 order by lot_image.position",
            id
        );
        Ok(query.fetch_all(pool).await?)
    };
    let (catalog, details, images) = futures_util::try_join!(catalog, details, images)?;
    let leading_of = |types: &[dto::CatalogType]| {
        short
            .leading_bet
            .clone()
            .filter(|_| short.catalog_type.is_some_and(|of| types.contains(&of)))
    };
    Ok(dto::Lot {
        parallel_leading_bet: leading_of(&[dto::CatalogType::Parallel]),
        classic_leading_bet: leading_of(&[dto::CatalogType::Classic]),
        gallery_leading_bet: leading_of(&[
            dto::CatalogType::Gallery,
            dto::CatalogType::PostAuction,
        ]),
        short,
        description_ru: details.description_ru,
        is_attributed_authorship: details.is_attributed_authorship,
        source_country_ru: details.source_country_ru,
        weight: details.weight,
        notes: details.notes,
        auctioneer_note: details.auctioneer_note.filter(|_| sees_hidden),
        video_links: details.video_links,
        gallery: dto::LotGallery {
            images: images
                .into_iter()
                .map(|picture| {
                    Picture::new("lots", picture.id, picture.width, picture.height)
                        .described(picture.alt)
                })
                .collect(),
        },
        counters: dto::LotCounters {
            views: details.views_count,
            favourites: details.favourites,
            subscriptions: details.subscriptions,
        },
        catalog,
        my_absentee: details.my_absentee,
        my_last_bet: details.my_last_bet,
        prev_lot_id: details.prev_lot_id,
        next_lot_id: details.next_lot_id,
    })
}
