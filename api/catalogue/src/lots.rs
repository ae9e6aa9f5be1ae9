//! The rows of lots, handled in bulk: a single lot is a bulk of one.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Amount, Command, Invalid, LotId, LotNumber, LotPatch, LotSetup, LotState, Refusal};
use serde::Serialize;
use serde_json::json;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::lot_form::{LotFields, LotForm};
use contract::error::{ApiError, ApiResult};
use outbox::{Notice, enqueue};

/// Lots per statement.
const CHUNK: usize = 500;

/// The destination of new lots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub house_id: i64,
    /// `None`: the house's storage.
    pub catalog_id: Option<i64>,
    /// The number of the catalog's currency; for the storage, of the lots' own currency.
    pub currency: i16,
}

/// A lot that is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLot {
    /// Its number in the catalog, above 0; `None` in the storage.
    pub number: Option<i32>,
    pub fields: LotFields,
}

/// The result of storing new lots.
#[derive(Debug)]
pub struct Inserted {
    /// In the order of the lots.
    pub ids: Vec<i64>,
    /// For the catalog's room; empty for lots in the storage.
    pub commands: Vec<Command>,
}

/// A lot as stored, locked against other changes until the transaction ends. Its serialised form is the journal's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredLot {
    pub id: i64,
    pub house_id: i64,
    /// `None`: in the house's storage.
    pub catalog_id: Option<i64>,
    #[serde(rename = "catalogLotId")]
    pub number: Option<i32>,
    pub currency: i16,
    #[serde(flatten)]
    pub fields: LotFields,
}

impl StoredLot {
    /// The same lot in the storage of its house.
    pub fn in_storage(&self) -> Self {
        Self {
            catalog_id: None,
            number: None,
            ..self.clone()
        }
    }
}

/// A lot and its new values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LotChange {
    pub lot: StoredLot,
    /// A new number in its catalog; `None` keeps the current one.
    pub number: Option<i32>,
    /// In a catalog, the catalog's currency.
    pub currency: i16,
    pub fields: LotFields,
    /// Whether the caller set the reserve without seeing the stored one. The room then judges it even if it is the same, so
    /// that its answer does not tell.
    pub is_blind_to_reserve: bool,
}

/// A form's fields with the lot's id, as the SQL statements take them.
#[derive(Serialize)]
struct FormRow<'a> {
    id: i64,
    number: Option<i32>,
    currency: i16,
    #[serde(flatten)]
    fields: &'a LotForm,
}

/// Stores new lots and their authors, creating authors for unknown names, and enqueues the lots in the outbox. 422 if a
/// number is taken or a category does not exist. For a catalog, its room must decide the commands in the same
/// transaction.
pub async fn insert_lots(
    conn: &mut PgConnection,
    target: Target,
    lots: &[NewLot],
    now: OffsetDateTime,
) -> ApiResult<Inserted> {
    let ids = sqlx::query_scalar!(
        r#"select nextval(pg_get_serial_sequence('lot', 'id')) as "id!" from generate_series(1, $1)"#,
        i32::try_from(lots.len()).map_err(ApiError::internal)?
    )
    .fetch_all(&mut *conn)
    .await?;
    let rows: Vec<FormRow<'_>> = ids
        .iter()
        .zip(lots)
        .map(|(id, lot)| FormRow {
            id: *id,
            number: lot.number,
            currency: target.currency,
            fields: &lot.fields,
        })
        .collect();
    for rows in rows.chunks(CHUNK) {
        sqlx::query_file!(
            "queries/catalogue/insert_lots.sql",
            Json(rows) as _,
            target.house_id,
            target.catalog_id,
            now
        )
        .execute(&mut *conn)
        .await
        .map_err(refused_row)?;
    }
    let authors = ids.iter().zip(lots);
    set_authors(conn, authors.map(|(id, lot)| (*id, &*lot.fields.authors))).await?;
    enqueue::lots(conn, &ids).await?;
    let commands = match target.catalog_id {
        Some(_) => ids
            .iter()
            .zip(lots)
            .map(|(id, lot)| added(*id, lot))
            .collect::<ApiResult<_>>()?,
        None => Vec::new(),
    };
    Ok(Inserted { ids, commands })
}

fn added(id: i64, lot: &NewLot) -> ApiResult<Command> {
    let number = lot.number.ok_or_else(|| {
        ApiError::internal(anyhow::anyhow!("a lot in a catalog must have a number"))
    })?;
    Ok(add_command(id, number, &lot.fields))
}

/// The command that adds a lot to a catalog's room.
pub fn add_command(id: i64, number: i32, fields: &LotFields) -> Command {
    Command::AddLot {
        lot: LotId(id),
        setup: LotSetup {
            number: LotNumber(number),
            start: Amount(fields.start_price),
            reserve: fields.reserve_price.and_then(Amount::reserve),
            hidden: fields.hidden,
            state: LotState::None,
        },
    }
}

/// Locks and reads lots in the order of their ids. Skips ids without a lot.
pub async fn lock_lots(conn: &mut PgConnection, ids: &[i64]) -> ApiResult<Vec<StoredLot>> {
    read(conn, ids, None).await
}

/// Locks and reads all lots of a catalog, hidden ones included, in the order of their ids.
pub async fn lock_lots_of_catalog(
    conn: &mut PgConnection,
    catalog_id: i64,
) -> ApiResult<Vec<StoredLot>> {
    read(conn, &[], Some(catalog_id)).await
}

async fn read(
    conn: &mut PgConnection,
    ids: &[i64],
    catalog_id: Option<i64>,
) -> ApiResult<Vec<StoredLot>> {
    let rows = sqlx::query_file!("queries/catalogue/lock_lots.sql", ids, catalog_id)
        .fetch_all(&mut *conn)
        .await?;
    let mut authors = authors_of(conn, rows.iter().map(|row| row.id).collect()).await?;
    let lots = rows.into_iter().map(|row| StoredLot {
        id: row.id,
        house_id: row.house_id,
        catalog_id: row.catalog_id,
        number: row.catalog_lot_id,
        currency: row.currency,
        fields: LotFields::stored(LotForm {
            title_ru: row.title_ru,
            description_ru: row.description_ru,
            authors: authors.remove(&row.id).unwrap_or_default(),
            is_attributed_authorship: row.is_attributed_authorship,
            category_id: row.category_id,
            period: row.period,
            materials: row.materials,
            size: row.size,
            source_country_ru: row.source_country_ru,
            weight: row.weight,
            notes: row.notes,
            auctioneer_note: row.auctioneer_note,
            video_links: row.video_links,
            start_price: row.start_price,
            reserve_price: row.reserve_price,
            estimated_from: row.estimated_from,
            estimated_to: row.estimated_to,
            top: row.top,
            hidden: row.hidden,
        }),
    });
    Ok(lots.collect())
}

/// The authors of locked lots, in order. A separate statement: the locking one sees other tables as they were before it
/// waited.
async fn authors_of(
    conn: &mut PgConnection,
    lots: Vec<i64>,
) -> ApiResult<BTreeMap<i64, Vec<String>>> {
    let rows = sqlx::query!(
        r#"select lot_id, array_agg(author.name order by position) as "names!"
         from lot_author join author on author.id = lot_author.author_id where lot_id = any($1) group by lot_id"#,
        &lots
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.lot_id, row.names))
        .collect())
}

impl LotChange {
    /// New fields for a lot; everything else stays.
    pub fn of(lot: StoredLot, fields: LotFields) -> Self {
        Self {
            number: None,
            currency: lot.currency,
            lot,
            fields,
            is_blind_to_reserve: false,
        }
    }

    /// Whether the change has any effect.
    pub fn changes_anything(&self) -> bool {
        self.fields != self.lot.fields
            || self.currency != self.lot.currency
            || self.new_number().is_some()
            || self.sends_reserve()
    }

    fn sends_reserve(&self) -> bool {
        let (old, new) = (self.lot.fields.reserve_price, self.fields.reserve_price);
        new != old || (self.is_blind_to_reserve && new.is_some())
    }

    fn new_number(&self) -> Option<i32> {
        self.number
            .filter(|number| self.lot.number != Some(*number))
    }

    /// The commands that the room must decide; none for texts, estimates and lots in the storage.
    pub fn commands(&self) -> impl Iterator<Item = Command> {
        let (id, old, new) = (LotId(self.lot.id), &self.lot.fields, &self.fields);
        let patch = LotPatch {
            number: self.new_number().map(LotNumber),
            start: (new.start_price != old.start_price).then_some(Amount(new.start_price)),
            reserve: self
                .sends_reserve()
                .then_some(new.reserve_price.and_then(Amount::reserve)),
        };
        let change =
            (patch != LotPatch::default()).then_some(Command::ChangeLot { lot: id, patch });
        let visibility = (new.hidden != old.hidden).then_some(match new.hidden {
            true => Command::WithdrawLot { lot: id },
            false => Command::ShowLot { lot: id },
        });
        change
            .into_iter()
            .chain(visibility)
            .filter(|_| self.lot.catalog_id.is_some())
    }
}

/// Stores the differences and enqueues the lots in the outbox. The caller holds the lots' locks. Returns the commands
/// that the room must decide in the same transaction, so pass lots of one catalog, or of the storage, at a time. 422 if
/// a number is taken or a category does not exist.
pub async fn change_lots(
    conn: &mut PgConnection,
    changes: &[LotChange],
) -> ApiResult<Vec<Command>> {
    let changes: Vec<&LotChange> = changes
        .iter()
        .filter(|change| change.changes_anything())
        .collect();
    let rows: Vec<FormRow<'_>> = changes
        .iter()
        .map(|change| FormRow {
            id: change.lot.id,
            number: change.new_number(),
            currency: change.currency,
            fields: &change.fields,
        })
        .collect();
    for rows in rows.chunks(CHUNK) {
        sqlx::query_file!("queries/catalogue/update_lots.sql", Json(rows) as _)
            .execute(&mut *conn)
            .await
            .map_err(refused_row)?;
    }
    let authors = changes
        .iter()
        .filter(|change| change.fields.authors != change.lot.fields.authors);
    set_authors(
        conn,
        authors.map(|change| (change.lot.id, &*change.fields.authors)),
    )
    .await?;
    let ids: Vec<i64> = changes.iter().map(|change| change.lot.id).collect();
    enqueue::lots(conn, &ids).await?;
    Ok(changes
        .iter()
        .flat_map(|change| change.commands())
        .collect())
}

/// Notifies subscribers of the authors of a catalog's lots. Call when the catalog becomes public.
pub async fn announce_lots(conn: &mut PgConnection, catalog_id: i64) -> ApiResult<()> {
    let lots = sqlx::query_scalar!(
        "select id from lot where catalog_id = $1 and deleted is null and not hidden
            and exists(select from lot_author where lot_id = lot.id) order by id",
        catalog_id
    )
    .fetch_all(&mut *conn)
    .await?;
    let notices: Vec<Notice> = lots
        .into_iter()
        .map(|lot_id| Notice::LotListed { lot_id })
        .collect();
    enqueue::notices(conn, &notices).await?;
    Ok(())
}

/// Notifies subscribers of a lot's authors, if the lot as now written is public.
pub async fn announce_lot(conn: &mut PgConnection, lot_id: i64) -> ApiResult<()> {
    announce_listed(conn, &[lot_id]).await
}

/// Notifies subscribers of the authors of those lots that, as now written, are public.
pub async fn announce_listed(conn: &mut PgConnection, lots: &[i64]) -> ApiResult<()> {
    let public = sqlx::query_scalar!(
        "select lot.id from lot join catalog c on c.id = lot.catalog_id join catalog_trade t on t.catalog_id = c.id
         join house h on h.id = lot.house_id
         where lot.id = any($1) and lot_is_public(lot, c, t, h)
            and exists(select from lot_author where lot_id = lot.id) order by lot.id",
        lots
    )
    .fetch_all(&mut *conn)
    .await?;
    let notices: Vec<Notice> = public
        .into_iter()
        .map(|lot_id| Notice::LotListed { lot_id })
        .collect();
    enqueue::notices(conn, &notices).await?;
    Ok(())
}

/// Replaces the lots' authors, in order. Creates authors for unknown names, which are public once a lot of theirs is.
async fn set_authors<'a>(
    conn: &mut PgConnection,
    lots: impl Iterator<Item = (i64, &'a [String])>,
) -> ApiResult<()> {
    let lots: Vec<(i64, &[String])> = lots.collect();
    let ids: Vec<i64> = lots.iter().map(|(id, _)| *id).collect();
    sqlx::query!("delete from lot_author where lot_id = any($1)", &ids)
        .execute(&mut *conn)
        .await?;
    // Sorted, so that two changes never wait for each other's names. Existing authors are locked too, so none is
    // deleted between this statement and the insert below.
    let names: BTreeSet<&str> = lots
        .iter()
        .flat_map(|(_, names)| names.iter().map(String::as_str))
        .collect();
    let names: Vec<&str> = names.into_iter().collect();
    let known = sqlx::query!(
        "insert into author (name, is_typed) select name, true from unnest($1::text[]) as name order by name collate \"C\"
         on conflict (name) do update set name = excluded.name returning id, name",
        &names as &[&str]
    )
    .fetch_all(&mut *conn)
    .await?;
    let known: BTreeMap<String, i64> = known.into_iter().map(|row| (row.name, row.id)).collect();
    let mut links = Vec::new();
    for (id, names) in lots {
        for (position, name) in names.iter().enumerate() {
            links.push(json!({"lot": id, "author": known.get(name), "position": position}));
        }
    }
    sqlx::query!(
        "insert into lot_author (lot_id, author_id, position)
         select lot, author, position from jsonb_to_recordset($1) as r (lot bigint, author bigint, position smallint)",
        Json(links) as _
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Maps a violated constraint to the form's error.
pub fn refused_row(error: sqlx::Error) -> ApiError {
    match sqlstate::constraint(&error) {
        Some("lot_number_in_catalog") => taken_number(),
        Some("lot_category_id_fkey") => ApiError::invalid("categoryId", "Такой категории нет"),
        Some("lot_catalog_lot_id_check") => refused_number(),
        Some("catalog_commission_fixed") => fixed_commission(),
        _ => error.into(),
    }
}

/// 422: another lot of the catalog has the number.
pub fn taken_number() -> ApiError {
    (&Refusal::Invalid(Invalid::NumberTaken)).into()
}

/// 409: the catalog has bets, or its sale is over.
pub fn fixed_commission() -> ApiError {
    ApiError::conflict("Есть ставки или торги окончены: комиссию нельзя изменить")
}

pub fn refused_number() -> ApiError {
    ApiError::invalid("catalogLotId", "Номер лота должен быть больше нуля")
}
