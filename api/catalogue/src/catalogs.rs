//! The rows of catalogs.

use std::collections::HashMap;

use domain::{CatalogPatch, CatalogState, Command, Invalid, StepTable, Timestamp};
use outbox::enqueue;
use room_server::setup::{self, SetupError};
use serde::Serialize;
use sqlx::{PgConnection, types::Json};
use time::{Duration, OffsetDateTime};
use wire::instant::timestamp;

use crate::editor::Editor;
use crate::real::require_real;
use contract::bounds;
use contract::codes;
use contract::dto::{self, CatalogRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;

/// Limits from the rules: selling a lot takes between a second and a day.
const SALE_TIMEOUT_S: std::ops::RangeInclusive<i32> = 1..=86_400;
/// Tolerance for dates in the past: forms have a resolution of a minute, and sending one takes time.
const LATE: Duration = Duration::minutes(2);

/// A catalog's description of itself, checked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogFields {
    pub title: String,
    /// Rich text.
    pub description_ru: Option<String>,
    pub catalog_type: dto::CatalogType,
    pub calculation_type: dto::CalculationType,
    pub is_auto_start: bool,
    pub start_date: Option<dto::Timestamp>,
    pub end_date: Option<dto::Timestamp>,
    /// Per cent.
    pub commission: f64,
    pub currency: dto::Currency,
    pub steps_table: Option<StepTable>,
    pub lot_sale_timeout_in_seconds: i32,
}

/// A catalog as stored, locked against other changes until the transaction ends.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredCatalog {
    pub id: i64,
    pub house_id: i64,
    pub revision: i64,
    pub hidden: bool,
    /// The state that the room stored last. A live room may be further along and has the last word.
    pub state: CatalogState,
    pub fields: CatalogFields,
    /// The house's step table, used if the catalog has none of its own.
    pub house_steps: Option<StepTable>,
}

impl StoredCatalog {
    /// The step table in effect, which is also the one shown to people.
    fn steps(&self) -> &StepTable {
        let own = self.fields.steps_table.as_ref();
        own.or(self.house_steps.as_ref())
            .unwrap_or(StepTable::default_table())
    }
}

impl CatalogFields {
    /// Checks a form. A catalog may be sent back exactly as it was read (`stored`): a past date is refused only if it
    /// is new, the step table in effect does not become the catalog's own, and a field with a default keeps its value
    /// if it is not sent.
    pub fn check(
        request: CatalogRequest,
        stored: Option<&StoredCatalog>,
        now: OffsetDateTime,
    ) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let start_date = request.start_date.map(to_ms);
        let end_date = request.end_date.map(to_ms);
        let has = stored.map(|stored| &stored.fields);
        let stored_dates = has.map(|has| (has.start_date, has.end_date));
        let is_past = |date: Option<dto::Timestamp>, there: Option<dto::Timestamp>| {
            date != there && date.is_some_and(|date| date.0 < now - LATE)
        };
        if is_past(start_date, stored_dates.and_then(|dates| dates.0)) {
            faults.add("startDate", "Дата начала уже прошла");
        }
        if is_past(end_date, stored_dates.and_then(|dates| dates.1)) {
            faults.add("endDate", "Дата окончания уже прошла");
        }
        if let (Some(start), Some(end)) = (start_date, end_date)
            && request.catalog_type == dto::CatalogType::Parallel
            && end <= start
        {
            let invalid = Invalid::EndNotAfterStart;
            faults.add(codes::field(invalid), codes::field_text(invalid));
        }
        let timeout = request
            .lot_sale_timeout_in_seconds
            .or(has.map(|has| has.lot_sale_timeout_in_seconds))
            .unwrap_or_else(default_timeout);
        if !SALE_TIMEOUT_S.contains(&timeout) {
            let invalid = Invalid::TimeoutOutOfRange;
            faults.add(codes::field(invalid), codes::field_text(invalid));
        }
        let steps = faults.steps("stepsTable", request.steps_table.as_deref());
        let steps_table = match stored {
            Some(stored) if steps.as_ref() == Some(stored.steps()) => {
                stored.fields.steps_table.clone()
            }
            _ => steps,
        };
        let fields = Self {
            title: faults.required_or("title", &request.title, bounds::TITLE, "Укажите название"),
            description_ru: faults.optional(
                "descriptionRu",
                request.description_ru.as_deref(),
                bounds::RICH_TEXT,
            ),
            catalog_type: request.catalog_type,
            calculation_type: request
                .calculation_type
                .or(has.map(|has| has.calculation_type))
                .unwrap_or(dto::CalculationType::ByCatalogType),
            is_auto_start: request.is_auto_start,
            start_date,
            end_date,
            commission: faults.percent("commission", request.commission),
            currency: request
                .currency
                .or(has.map(|has| has.currency))
                .unwrap_or(dto::Currency::Rub),
            steps_table,
            lot_sale_timeout_in_seconds: timeout,
        };
        faults.or(fields)
    }

    /// The fields of a gallery or post-auction sale that runs until it is switched off.
    pub fn standing(title: &str, catalog_type: dto::CatalogType, currency: dto::Currency) -> Self {
        Self {
            title: title.to_owned(),
            description_ru: None,
            catalog_type,
            calculation_type: dto::CalculationType::ByCatalogType,
            is_auto_start: false,
            start_date: None,
            end_date: None,
            commission: 0.0,
            currency,
            steps_table: None,
            lot_sale_timeout_in_seconds: default_timeout(),
        }
    }

    /// The command that the room must decide. The room works out what is new.
    pub fn command(&self) -> ApiResult<Command> {
        let instant = |date: Option<dto::Timestamp>| date.map(|date| timestamp(date.0));
        Ok(Command::ChangeCatalog(Box::new(CatalogPatch {
            catalog_type: Some(self.catalog_type),
            calculation: Some(self.calculation_type),
            currency: Some(self.currency),
            steps: Some(self.steps_table.clone()),
            house_steps: None,
            start_date: Some(instant(self.start_date)),
            end_date: Some(instant(self.end_date)),
            auto_start: Some(self.is_auto_start),
            sale_timeout_s: Some(
                u32::try_from(self.lot_sale_timeout_in_seconds).map_err(ApiError::internal)?,
            ),
        })))
    }
}

fn default_timeout() -> i32 {
    i32::try_from(domain::room::Catalog::DEFAULT_SALE_TIMEOUT_S).unwrap_or(i32::MAX)
}

/// Truncates to milliseconds, the resolution of rooms.
fn to_ms(date: dto::Timestamp) -> dto::Timestamp {
    let Timestamp(ms) = timestamp(date.0);
    dto::Timestamp::from_unix_ms(ms)
}

/// Stores a new catalog without lots and creates its room. Copies the house's current step table. 404 if there is no
/// such house.
pub async fn insert_catalog(
    conn: &mut PgConnection,
    editor: &Editor,
    house_id: i64,
    fields: &CatalogFields,
    begins: CatalogState,
) -> ApiResult<i64> {
    // Shared with other new catalogs, but excludes a change of the house's steps and its deletion.
    sqlx::query_scalar!(
        "select id from house where id = $1 and deleted is null for share",
        house_id
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or_else(|| ApiError::not_found_because("Аукционный дом не найден"))?;
    let id = sqlx::query_scalar!(
        "insert into catalog (house_id, title, description_ru, catalog_type, calculation_type, is_auto_start, start_date,
            end_date, commission, currency, steps_table, house_steps_table, lot_sale_timeout_s, created)
         select id, $2, $3, $4, $5, $6, $7, $8, $9::float8::numeric(5, 2), $10, $11, steps_table, $12, $13
         from house where id = $1 returning id",
        house_id,
        fields.title,
        fields.description_ru,
        fields.catalog_type.number(),
        fields.calculation_type.number(),
        fields.is_auto_start,
        fields.start_date.map(|date| date.0),
        fields.end_date.map(|date| date.0),
        fields.commission,
        fields.currency.number(),
        fields.steps_table.as_ref().map(Json) as _,
        fields.lot_sale_timeout_in_seconds,
        editor.clock.now()
    )
    .fetch_one(&mut *conn)
    .await?;
    let caps = editor.caps;
    setup::create_room(conn, id, begins, caps, &HashMap::new())
        .await
        .map_err(|error| match error {
            SetupError::Database(error) => error.into(),
            other => ApiError::internal(other),
        })?;
    Ok(id)
}

/// Locks a catalog against other changes and reads it; `None` if there is none, 409 for a rehearsal.
pub async fn lock_catalog(conn: &mut PgConnection, id: i64) -> ApiResult<Option<StoredCatalog>> {
    let row = sqlx::query!(
        r#"select c.house_id, c.revision, c.hidden, c.title, c.description_ru, c.catalog_type, c.calculation_type, c.is_auto_start,
            c.start_date, c.end_date, c.commission::float8 as "commission!", c.currency,
            c.steps_table as "steps_table: Json<StepTable>",
            c.house_steps_table as "house_steps_table: Json<StepTable>", c.lot_sale_timeout_s, c.rehearsal_of
         from catalog c where c.id = $1 and c.deleted is null for no key update"#,
        id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    require_real(row.rehearsal_of)?;
    // A separate statement: the locking one sees other tables as they were before it waited.
    let state = sqlx::query_scalar!("select state from catalog_trade where catalog_id = $1", id)
        .fetch_optional(conn)
        .await?;
    Ok(Some(StoredCatalog {
        id,
        house_id: row.house_id,
        revision: row.revision,
        hidden: row.hidden,
        state: match state {
            Some(state) => CatalogState::try_from(state).map_err(ApiError::internal)?,
            None => CatalogState::Temporary,
        },
        house_steps: row.house_steps_table.map(|steps| steps.0),
        fields: CatalogFields {
            title: row.title,
            description_ru: row.description_ru,
            catalog_type: row.catalog_type.try_into().map_err(ApiError::internal)?,
            calculation_type: row
                .calculation_type
                .try_into()
                .map_err(ApiError::internal)?,
            is_auto_start: row.is_auto_start,
            start_date: row.start_date.map(|date| to_ms(date.into())),
            end_date: row.end_date.map(|date| to_ms(date.into())),
            commission: row.commission,
            currency: row.currency.try_into().map_err(ApiError::internal)?,
            steps_table: row.steps_table.map(|steps| steps.0),
            lot_sale_timeout_in_seconds: row.lot_sale_timeout_s,
        },
    }))
}

/// Stores all fields of a catalog, sets its lots' currency, and enqueues the catalog in the outbox. The caller holds
/// the lock of the catalog, and of its lots if the currency changes. The catalog's room must decide
/// [`CatalogFields::command`] in the same transaction.
pub async fn update_catalog(
    conn: &mut PgConnection,
    id: i64,
    fields: &CatalogFields,
) -> ApiResult<()> {
    sqlx::query!(
        "update catalog set title = $2, description_ru = $3, catalog_type = $4, calculation_type = $5, is_auto_start = $6,
            start_date = $7, end_date = $8, commission = $9::float8::numeric(5, 2), currency = $10, steps_table = $11,
            lot_sale_timeout_s = $12, revision = revision + 1
         where id = $1",
        id,
        fields.title,
        fields.description_ru,
        fields.catalog_type.number(),
        fields.calculation_type.number(),
        fields.is_auto_start,
        fields.start_date.map(|date| date.0),
        fields.end_date.map(|date| date.0),
        fields.commission,
        fields.currency.number(),
        fields.steps_table.as_ref().map(Json) as _,
        fields.lot_sale_timeout_in_seconds
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "update lot set currency = $2 where catalog_id = $1 and deleted is null and currency <> $2",
        id,
        fields.currency.number()
    )
    .execute(&mut *conn)
    .await?;
    Ok(enqueue::catalog(conn, id).await?)
}
