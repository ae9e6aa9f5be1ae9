//! Lots in lists and on their pages.

use std::collections::HashMap;

use search_indexer::{Hidden, LotQuery, Search, SearchError};
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio::sync::OnceCell;
use uuid::Uuid;

use super::catalogs::{self, CatalogRow};
use super::found::{self, Places};
use super::viewer::{Viewer, numbered, sees_hidden_of};
use people::account::Account;
use wire::instant;

use contract::dto::{
    self, Author, LeadingBet, LotPrice, LotShort, Page, Paging, Picture, ReservePriceState,
};
use contract::error::{ApiError, ApiResult};

/// A lot of a list, the same for every viewer.
pub(super) struct LotRow {
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
}

/// The viewer's own part of a lot.
#[derive(Debug, Clone, Copy, Default)]
struct Personal {
    /// The viewer's bidder number in the lot's catalog.
    participant: Option<i32>,
    is_favourite: bool,
    is_subscribed: bool,
}

impl LotRow {
    fn exists_for(&self, viewer: Viewer<'_>) -> bool {
        !self.hidden || viewer.is_some_and(|account| account.sees_hidden_of(self.house_id))
    }

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

    /// Approximate size in bytes.
    fn size(&self) -> usize {
        let texts = [
            self.catalog_title.as_ref(),
            Some(&self.title_ru),
            self.period.as_ref(),
            self.size.as_ref(),
            self.materials.as_ref(),
            self.picture_alt.as_ref(),
        ];
        let texts = texts.into_iter().flatten().chain(&self.authors);
        size_of::<Self>() + texts.map(String::len).sum::<usize>()
    }

    /// Its authors and its title.
    fn names(&self) -> String {
        let names = self.authors.iter().chain([&self.title_ru]);
        names.map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    fn show(&self, viewer: Viewer<'_>, personal: Personal) -> ApiResult<LotShort> {
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
            together: self.together.clone(),
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
            my_participant: personal.participant,
            bets_count: self.bets_count,
            img,
            is_favourite: personal.is_favourite,
            is_subscribed: personal.is_subscribed,
            version: self.version,
            created: self.created.into(),
            hidden: self.hidden,
            category_id: self.category_id,
            class_code: self.class_code.clone(),
            house_name_ru: self.house_name_ru.clone(),
            catalog_title: self.catalog_title.clone(),
            title_ru: self.title_ru.clone(),
            author: self
                .authors
                .iter()
                .map(|name| Author { name: name.clone() })
                .collect(),
            author_id: self.author_id,
            period: self.period.clone(),
            size: self.size.clone(),
            materials: self.materials.clone(),
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

/// The lots with these ids, in the same order, the same for every viewer.
async fn rows(pool: &PgPool, ids: &[i64]) -> ApiResult<Vec<LotRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query_file_as!(LotRow, "queries/lots/short.sql", ids);
    Ok(rows.fetch_all(pool).await?)
}

/// The lots as the viewer sees them, without those that do not exist for them.
async fn shown(pool: &PgPool, rows: &[LotRow], viewer: Viewer<'_>) -> ApiResult<Vec<LotShort>> {
    let rows: Vec<_> = rows.iter().filter(|row| row.exists_for(viewer)).collect();
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let personal = personal(pool, &ids, viewer).await?;
    rows.into_iter()
        .map(|row| row.show(viewer, personal.get(&row.id).copied().unwrap_or_default()))
        .collect()
}

async fn personal(
    pool: &PgPool,
    ids: &[i64],
    viewer: Viewer<'_>,
) -> ApiResult<HashMap<i64, Personal>> {
    let Some(viewer) = viewer.filter(|_| !ids.is_empty()) else {
        return Ok(HashMap::new());
    };
    let rows = sqlx::query_file!("queries/lots/personal.sql", ids, viewer.id)
        .fetch_all(pool)
        .await?;
    let personal = rows.into_iter().map(|row| {
        let personal = Personal {
            participant: row.participant,
            is_favourite: row.is_favourite,
            is_subscribed: row.is_subscribed,
        };
        (row.id, personal)
    });
    Ok(personal.collect())
}

/// The lots with these ids, in the same order, without those that do not exist for the viewer.
pub async fn by_ids(pool: &PgPool, ids: &[i64], viewer: Viewer<'_>) -> ApiResult<Vec<LotShort>> {
    shown(pool, &rows(pool, ids).await?, viewer).await
}

/// A lot as lists show it; 404 if it does not exist for the viewer.
pub async fn one(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<LotShort> {
    by_ids(pool, &[id], viewer)
        .await?
        .pop()
        .ok_or_else(ApiError::lot_not_found)
}

/// A page of search results, the same for everyone who may run this search. The total relies on `LotQuery::hidden`; the lots
/// are filtered again for each viewer.
pub(super) struct PageRead {
    total: i64,
    rows: Vec<LotRow>,
    /// Read on first use.
    places: OnceCell<Places>,
}

impl PageRead {
    pub(super) async fn read(
        pool: &PgPool,
        search: &dyn Search,
        query: &LotQuery,
        paging: search_indexer::Paging,
    ) -> ApiResult<Self> {
        let found = search.find(query, paging).await.map_err(failed)?;
        Ok(Self {
            total: found.total,
            rows: rows(pool, &found.ids).await?,
            places: OnceCell::new(),
        })
    }

    /// Approximate size in bytes.
    pub(super) fn size(&self) -> usize {
        self.rows.iter().map(LotRow::size).sum()
    }

    /// Where each lot matches the search text.
    pub(super) async fn places(&self, pool: &PgPool, text: Option<&str>) -> ApiResult<&Places> {
        let read = async || {
            let lots: Vec<_> = self.rows.iter().map(|row| (row.id, row.names())).collect();
            found::places(pool, text, &lots).await
        };
        self.places.get_or_try_init(read).await
    }

    pub(super) async fn shown(
        &self,
        pool: &PgPool,
        paging: &Paging,
        viewer: Viewer<'_>,
    ) -> ApiResult<Page<LotShort>> {
        let items = shown(pool, &self.rows, viewer).await?;
        Ok(Page::new(items, paging.window(self.total)))
    }
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

/// A lot's page, the same for every viewer.
pub(super) struct LotRead {
    row: LotRow,
    catalog: Option<CatalogRow>,
    details: DetailsRow,
    images: Vec<Picture>,
}

struct DetailsRow {
    description_ru: Option<String>,
    is_attributed_authorship: bool,
    source_country_ru: Option<String>,
    weight: Option<String>,
    notes: Option<String>,
    auctioneer_note: Option<String>,
    video_links: Vec<String>,
    views_count: i64,
    favourites: i64,
    subscriptions: i64,
    prev_lot_id: Option<i64>,
    prev_public_lot_id: Option<i64>,
    next_lot_id: Option<i64>,
    next_public_lot_id: Option<i64>,
}

impl LotRead {
    /// 404 if there is no such lot.
    pub(super) async fn read(pool: &PgPool, id: i64) -> ApiResult<Self> {
        let row = rows(pool, &[id])
            .await?
            .pop()
            .ok_or_else(ApiError::lot_not_found)?;
        let catalog = async {
            match row.catalog_id {
                Some(catalog) => catalogs::row(pool, catalog).await,
                None => Ok(None),
            }
        };
        let details = async {
            let query = sqlx::query_file_as!(DetailsRow, "queries/lots/details.sql", id);
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
        let images = images.into_iter().map(|picture| {
            Picture::new("lots", picture.id, picture.width, picture.height).described(picture.alt)
        });
        Ok(Self {
            row,
            catalog,
            details,
            images: images.collect(),
        })
    }

    /// Approximate size in bytes.
    pub(super) fn size(&self) -> usize {
        /// Sizes of a picture and of the catalog.
        const PICTURE: usize = 256;
        const CATALOG: usize = 2048;
        let texts = [
            &self.details.description_ru,
            &self.details.notes,
            &self.details.auctioneer_note,
        ];
        let texts: usize = texts.into_iter().flatten().map(String::len).sum();
        self.row.size() + texts + self.images.len() * PICTURE + CATALOG
    }

    /// 404 if the lot does not exist for the viewer.
    pub(super) async fn shown(&self, pool: &PgPool, viewer: Viewer<'_>) -> ApiResult<dto::Lot> {
        let id = self.row.id;
        let own = async {
            let Some(viewer) = viewer else {
                return Ok((None, None));
            };
            let query = sqlx::query_file!("queries/lots/own_bets.sql", id, viewer.id);
            let own = query.fetch_one(pool).await?;
            Ok((own.absentee, own.last_bet))
        };
        let short = shown(pool, std::slice::from_ref(&self.row), viewer);
        let (mut short, (my_absentee, my_last_bet)) = futures_util::try_join!(short, own)?;
        let short = short.pop().ok_or_else(ApiError::lot_not_found)?;
        let sees_hidden = viewer.is_some_and(|account| account.sees_hidden_of(short.house_id));
        let leading_of = |types: &[dto::CatalogType]| {
            short
                .leading_bet
                .clone()
                .filter(|_| short.catalog_type.is_some_and(|of| types.contains(&of)))
        };
        let catalog = self.catalog.as_ref();
        let catalog = catalog.filter(|catalog| catalog.exists_for(viewer));
        let details = &self.details;
        let (prev_lot_id, next_lot_id) = match sees_hidden {
            true => (details.prev_lot_id, details.next_lot_id),
            false => (details.prev_public_lot_id, details.next_public_lot_id),
        };
        Ok(dto::Lot {
            parallel_leading_bet: leading_of(&[dto::CatalogType::Parallel]),
            classic_leading_bet: leading_of(&[dto::CatalogType::Classic]),
            gallery_leading_bet: leading_of(&[
                dto::CatalogType::Gallery,
                dto::CatalogType::PostAuction,
            ]),
            short,
            description_ru: details.description_ru.clone(),
            is_attributed_authorship: details.is_attributed_authorship,
            source_country_ru: details.source_country_ru.clone(),
            weight: details.weight.clone(),
            notes: details.notes.clone(),
            auctioneer_note: details.auctioneer_note.clone().filter(|_| sees_hidden),
            video_links: details.video_links.clone(),
            gallery: dto::LotGallery {
                images: self.images.clone(),
            },
            counters: dto::LotCounters {
                views: details.views_count,
                favourites: details.favourites,
                subscriptions: details.subscriptions,
            },
            catalog: catalog.map(CatalogRow::show).transpose()?,
            my_absentee,
            my_last_bet,
            prev_lot_id,
            next_lot_id,
        })
    }
}

/// A lot's page; 404 if it does not exist for the viewer.
pub async fn details(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<dto::Lot> {
    LotRead::read(pool, id).await?.shown(pool, viewer).await
}
