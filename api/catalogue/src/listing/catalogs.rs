//! Catalogs in lists and on their pages.

use domain::StepTable;
use sqlx::{PgPool, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::viewer::{Viewer, numbered, sees_hidden_of};
use contract::dto::{self, CatalogShort, CatalogSort, CatalogType, Page, Paging, StepRow};
use contract::error::{ApiError, ApiResult};

/// A catalog, the same for every viewer.
pub(super) struct CatalogRow {
    id: i64,
    title: String,
    catalog_type: i16,
    state: i16,
    start_date: Option<OffsetDateTime>,
    end_date: Option<OffsetDateTime>,
    current_lot_id: Option<i64>,
    paused_at: Option<OffsetDateTime>,
    pause_reason: Option<String>,
    house_id: i64,
    house_name_ru: String,
    is_auto_start: bool,
    commission: f64,
    currency: i16,
    calculation_type: i16,
    lot_sale_timeout_s: i32,
    logo: Option<Uuid>,
    hidden: bool,
    lots_count: i64,
    sold_count: i64,
    version: i64,
    revision: i64,
    description_ru: Option<String>,
    steps_table: Option<serde_json::Value>,
    is_imported: bool,
    is_secret: bool,
    rehearsal_of: Option<i64>,
}

impl CatalogRow {
    pub(super) fn exists_for(&self, viewer: Viewer<'_>) -> bool {
        exists_for(viewer, self.is_secret, self.house_id)
    }

    pub(super) fn show(&self) -> ApiResult<CatalogShort> {
        Ok(CatalogShort {
            id: self.id,
            catalog_type: numbered(self.catalog_type)?,
            state: numbered(self.state)?,
            start_date: self.start_date.map(Into::into),
            end_date: self.end_date.map(Into::into),
            current_lot_id: self.current_lot_id,
            paused_at: self.paused_at.map(Into::into),
            pause_reason: self.pause_reason.clone(),
            house_id: self.house_id,
            is_auto_start: self.is_auto_start,
            commission: self.commission,
            currency: numbered(self.currency)?,
            calculation_type: numbered(self.calculation_type)?,
            lot_sale_timeout_in_seconds: self.lot_sale_timeout_s,
            logo: dto::HousePhoto {
                preview_id: self.logo,
            },
            hidden: self.hidden,
            lots_count: self.lots_count,
            sold_count: self.sold_count,
            title: self.title.clone(),
            house_name_ru: self.house_name_ru.clone(),
        })
    }
}

fn exists_for(viewer: Viewer<'_>, is_secret: bool, house_id: i64) -> bool {
    !is_secret || viewer.is_some_and(|account| account.sees_hidden_of(house_id))
}

async fn rows(pool: &PgPool, ids: &[i64], viewer: Viewer<'_>) -> ApiResult<Vec<CatalogRow>> {
    let rows = sqlx::query_file_as!(CatalogRow, "queries/catalogs/short.sql", ids)
        .fetch_all(pool)
        .await?;
    Ok(rows
        .into_iter()
        .filter(|row| row.exists_for(viewer))
        .collect())
}

/// The catalog, whoever views it; `None` if there is none.
pub(super) async fn row(pool: &PgPool, id: i64) -> ApiResult<Option<CatalogRow>> {
    Ok(
        sqlx::query_file_as!(CatalogRow, "queries/catalogs/short.sql", &[id])
            .fetch_optional(pool)
            .await?,
    )
}

/// The catalogs with these ids, in the same order, without those that do not exist for the viewer.
pub async fn by_ids(
    pool: &PgPool,
    ids: &[i64],
    viewer: Viewer<'_>,
) -> ApiResult<Vec<CatalogShort>> {
    rows(pool, ids, viewer)
        .await?
        .iter()
        .map(CatalogRow::show)
        .collect()
}

/// A catalog as lists show it; 404 if it does not exist for the viewer.
pub async fn one(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<CatalogShort> {
    by_ids(pool, &[id], viewer)
        .await?
        .pop()
        .ok_or_else(ApiError::catalog_not_found)
}

/// The facts that decide who may see a catalog.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visibility {
    pub house_id: i64,
    is_secret: bool,
    /// Whether it is traded in a room.
    pub has_room: bool,
}

impl Visibility {
    /// `None` if there is no such catalog.
    pub async fn read(pool: &PgPool, id: i64) -> ApiResult<Option<Self>> {
        Ok(sqlx::query_as!(
            Self,
            r#"select catalog.house_id, not catalog_is_public(catalog, catalog_trade, house) as "is_secret!",
                catalog_trade.catalog_id is not null as "has_room!"
             from catalog join house on house.id = catalog.house_id
             left join catalog_trade on catalog_trade.catalog_id = catalog.id
             where catalog.id = $1 and catalog.deleted is null"#,
            id
        )
        .fetch_optional(pool)
        .await?)
    }

    pub fn exists_for(self, viewer: Viewer<'_>) -> bool {
        exists_for(viewer, self.is_secret, self.house_id)
    }
}

/// Whether the catalog exists for the viewer.
pub async fn exists(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<bool> {
    let catalog = Visibility::read(pool, id).await?;
    Ok(catalog.is_some_and(|catalog| catalog.exists_for(viewer)))
}

/// 404 if the catalog does not exist for the viewer. Cheaper than [`one`], which counts its lots.
pub async fn require(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<()> {
    match exists(pool, id, viewer).await? {
        true => Ok(()),
        false => Err(ApiError::catalog_not_found()),
    }
}

/// A catalog as lists show it, and what only its own pages need.
pub struct Head {
    pub catalog: CatalogShort,
    /// Counts the catalog's public changes.
    pub version: i64,
    pub is_rehearsal: bool,
}

/// 404 if it does not exist for the viewer.
pub async fn head(pool: &PgPool, id: i64, viewer: Viewer<'_>) -> ApiResult<Head> {
    let row = rows(pool, &[id], viewer)
        .await?
        .pop()
        .ok_or_else(ApiError::catalog_not_found)?;
    Ok(Head {
        version: row.version,
        is_rehearsal: row.rehearsal_of.is_some(),
        catalog: row.show()?,
    })
}

/// A catalog's page, the same for every viewer.
pub(super) struct CatalogRead {
    row: CatalogRow,
    untrusted_cap: dto::UntrustedCap,
}

impl CatalogRead {
    /// 404 if there is no such catalog.
    pub(super) async fn read(pool: &PgPool, id: i64) -> ApiResult<Self> {
        let row = row(pool, id).await?;
        Ok(Self {
            row: row.ok_or_else(ApiError::catalog_not_found)?,
            untrusted_cap: untrusted_cap(pool, id).await?,
        })
    }

    /// Approximate size in bytes.
    pub(super) fn size(&self) -> usize {
        const REST: usize = 2048;
        REST + self.row.description_ru.as_ref().map_or(0, String::len)
    }

    /// 404 if the catalog does not exist for the viewer.
    pub(super) async fn shown(
        &self,
        pool: &PgPool,
        viewer: Viewer<'_>,
        now: OffsetDateTime,
    ) -> ApiResult<dto::Catalog> {
        let row = &self.row;
        if !row.exists_for(viewer) {
            return Err(ApiError::catalog_not_found());
        }
        let is_controller = viewer.is_some_and(|account| account.controls(row.id, row.house_id));
        let auctioneers = match is_controller {
            true => Some(auctioneers(pool, row.id).await?),
            false => None,
        };
        let steps = step_table(row.steps_table.clone())?;
        let table = steps.as_ref().unwrap_or(StepTable::default_table());
        Ok(dto::Catalog {
            description_ru: row.description_ru.clone(),
            steps_table: table
                .rows()
                .iter()
                .map(|row| StepRow {
                    start: row.start.0,
                    step: row.step.0,
                })
                .collect(),
            is_imported: row.is_imported,
            version: row.version,
            revision: row.revision,
            untrusted_cap: self.untrusted_cap,
            server_time: now.into(),
            is_controller,
            rehearsal_of: row.rehearsal_of,
            is_auctioneer: viewer.is_some_and(|account| account.is_auctioneer(row.id)),
            auctioneers,
            short: row.show()?,
        })
    }
}

/// A catalog's page; 404 if it does not exist for the viewer.
pub async fn details(
    pool: &PgPool,
    id: i64,
    viewer: Viewer<'_>,
    now: OffsetDateTime,
) -> ApiResult<dto::Catalog> {
    CatalogRead::read(pool, id)
        .await?
        .shown(pool, viewer, now)
        .await
}

async fn untrusted_cap(pool: &PgPool, id: i64) -> ApiResult<dto::UntrustedCap> {
    let caps = sqlx::query_scalar!(
        r#"select state->'catalog'->'caps' as "caps!" from room_snapshot where catalog_id = $1 order by seq desc limit 1"#,
        id
    )
    .fetch_one(pool)
    .await?;
    serde_json::from_value(caps).map_err(ApiError::internal)
}

async fn auctioneers(pool: &PgPool, id: i64) -> ApiResult<Vec<dto::Auctioneer>> {
    let auctioneers = sqlx::query_as!(
        dto::Auctioneer,
        "select account.id as user_id, account.display_name
         from catalog_auctioneer join account on account.id = catalog_auctioneer.account_id
         where catalog_auctioneer.catalog_id = $1 order by account.display_name, account.id",
        id
    )
    .fetch_all(pool)
    .await?;
    Ok(auctioneers)
}

/// Parses a stored step table, which was checked when it was saved.
pub fn step_table(stored: Option<serde_json::Value>) -> ApiResult<Option<StepTable>> {
    stored
        .map(serde_json::from_value)
        .transpose()
        .map_err(ApiError::internal)
}

/// The sales that a list of catalogs includes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Every sale: running first, of these the live rooms, then scheduled, then past.
    #[default]
    All,
    /// Running sales.
    Current,
    /// Scheduled sales, the earliest first.
    Future,
    /// Completed and canceled sales, the latest first.
    Results,
}

/// The filters of a list of catalogs; they combine with «and».
#[derive(Debug, Clone, Default)]
pub struct Filter {
    pub scope: Scope,
    /// `None` means Classic and Parallel, or every type if a house is given.
    pub catalog_type: Option<CatalogType>,
    pub house_id: Option<i64>,
    /// Part of the title or of the house's name.
    pub search: Option<String>,
    /// `None` means running sales first (live rooms, then timed sales by their end), then scheduled ones by start, then ended ones
    /// from the latest.
    pub sort: Option<CatalogSort>,
}

impl Filter {
    fn push(&self, sql: &mut QueryBuilder<Postgres>, viewer: Viewer<'_>) {
        sql.push(
            " from catalog
              join house on house.id = catalog.house_id
              left join catalog_trade on catalog_trade.catalog_id = catalog.id
              where catalog.deleted is null and catalog.rehearsal_of is null",
        );
        if let Some(houses) = sees_hidden_of(viewer) {
            sql.push(
                " and (catalog_is_public(catalog, catalog_trade, house) or catalog.house_id = any(",
            );
            sql.push_bind(houses).push("))");
        }
        match self.scope {
            Scope::All => {}
            Scope::Current => {
                sql.push(" and catalog_is_running(catalog_trade.state)");
            }
            Scope::Future => {
                sql.push(" and catalog_trade.state = 0");
            }
            Scope::Results => {
                sql.push(" and catalog_is_finished(catalog_trade.state)");
            }
        }
        if let Some(catalog_type) = self.catalog_type {
            sql.push(" and catalog.catalog_type = ")
                .push_bind(catalog_type.number());
        } else if self.house_id.is_none() {
            sql.push(" and catalog.catalog_type in (0, 1)");
        }
        if let Some(house) = self.house_id {
            sql.push(" and catalog.house_id = ").push_bind(house);
        }
        if let Some(search) = self
            .search
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            sql.push(
                " and strpos(translate(lower(catalog.title || ' ' || house.name_ru), 'ё', 'е'), ",
            );
            sql.push_bind(search.to_lowercase().replace('ё', "е"))
                .push(") > 0");
        }
    }
}

/// The text of an order. Its last key is the id, so that pages neither repeat nor omit a catalog.
const fn in_order(sort: Option<CatalogSort>) -> &'static str {
    match sort {
        None => {
            "case when catalog_is_running(catalog_trade.state) then 0 when catalog_trade.state = 0 then 1
                 when catalog_is_finished(catalog_trade.state) then 2 else 3 end,
             case when catalog_is_running(catalog_trade.state) then catalog.catalog_type end,
             case when catalog_is_running(catalog_trade.state) and catalog.catalog_type = 1 then catalog_trade.end_date end,
             case when catalog_is_unfinished(catalog_trade.state) then catalog_trade.start_date end,
             coalesce(catalog_trade.end_date, catalog_trade.start_date) desc nulls last,
             catalog.id desc"
        }
        Some(CatalogSort::Title) => "translate(lower(catalog.title), 'ё', 'е'), catalog.id",
        Some(CatalogSort::TitleDesc) => {
            "translate(lower(catalog.title), 'ё', 'е') desc, catalog.id desc"
        }
        Some(CatalogSort::Start) => {
            "coalesce(catalog_trade.start_date, catalog.start_date) nulls last, catalog.id"
        }
        Some(CatalogSort::StartDesc) => {
            "coalesce(catalog_trade.start_date, catalog.start_date) desc nulls last, catalog.id desc"
        }
        Some(CatalogSort::End) => {
            "coalesce(catalog_trade.end_date, catalog.end_date) nulls last, catalog.id"
        }
        Some(CatalogSort::EndDesc) => {
            "coalesce(catalog_trade.end_date, catalog.end_date) desc nulls last, catalog.id desc"
        }
        Some(CatalogSort::Commission) => "catalog.commission, catalog.id",
        Some(CatalogSort::CommissionDesc) => "catalog.commission desc, catalog.id desc",
        Some(CatalogSort::Lots) => "(select lots from lots_of_catalog(catalog.id)), catalog.id",
        Some(CatalogSort::LotsDesc) => "(select lots from lots_of_catalog(catalog.id)) desc, catalog.id desc",
        Some(CatalogSort::Sold) => "(select sold from lots_of_catalog(catalog.id)), catalog.id",
        Some(CatalogSort::SoldDesc) => "(select sold from lots_of_catalog(catalog.id)) desc, catalog.id desc",
    }
}

/// A page of catalogs.
pub async fn page(
    pool: &PgPool,
    filter: &Filter,
    paging: &Paging,
    viewer: Viewer<'_>,
) -> ApiResult<Page<CatalogShort>> {
    let mut count = QueryBuilder::new("select count(*)");
    filter.push(&mut count, viewer);
    let window = paging.window(count.build_query_scalar().fetch_one(pool).await?);

    let mut select = QueryBuilder::new("select catalog.id");
    filter.push(&mut select, viewer);
    select
        .push(" order by ")
        .push(in_order(filter.sort))
        .push(" limit ")
        .push_bind(window.limit)
        .push(" offset ")
        .push_bind(window.offset);
    let ids: Vec<i64> = select.build_query_scalar().fetch_all(pool).await?;
    Ok(Page::new(by_ids(pool, &ids, viewer).await?, window))
}
