//! An import, from the parsed table to its report.
//!
//! All changes are one transaction, decided by the catalog's room; pictures are stored before it. A dry run on a copy
//! of the room comes first, so that one report lists every refusal and a dry run knows them too. A bet may still arrive
//! between the dry run and the transaction. The room then refuses, nothing is stored, and the row is checked again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use domain::{CatalogState, Currency};
use room_server::WithinError;
use room_server::dry_run::dry_run;
use serde_json::json;
use sqlx::{Postgres, Transaction};
use time::OffsetDateTime;
use uuid::Uuid;
use wire::instant;

use crate::catalogs::lock_catalog;
use crate::editor::Editor;
use crate::import::checking::Checking;
use crate::import::plan::{self, Plan};
use crate::import::progress::Progress;
use crate::import::report::CheckedImport;
use crate::import::runs::{self, NewRun};
use crate::import::staging::{self, AttachedPicture, CheckedPictures, PictureFault};
use crate::import::turns::Turn;
use crate::lots::{
    StoredLot, Target, announce_listed, change_lots, insert_lots, lock_lots_of_catalog,
};
use contract::codes::{self, Code};
use contract::dto::Stage;
use contract::dto::{ImportEnd, ImportReport};
use contract::error::{ApiError, ApiResult};
use outbox::enqueue;
use people::access::Access;
use people::journal::{self, Action, By};
use people::origin::Origin;
use pictures::Pictures;
use sheets::archive::Zip;
use sheets::file::Opened;
use sheets::pictures::PictureFile;

/// Maximum attempts at the transaction if the sale keeps changing it.
const ATTEMPTS: usize = 5;

/// The parameters and dependencies of one import.
pub struct Import {
    pub editor: Editor,
    pub pictures: Arc<Pictures>,
    pub access: Arc<Access>,
    pub account_id: i64,
    pub origin: Origin,
    pub catalog_id: i64,
    pub house_id: i64,
    /// What the house calls the file.
    pub file_name: Option<String>,
    /// The record of this run, which [`Import::run`] begins.
    pub run_id: Option<i64>,
    pub currency: Currency,
    pub opened: Arc<Opened>,
    pub archive: Option<Zip>,
    /// Store nothing.
    pub dry_run: bool,
    /// Import the other rows and pictures even if some are refused.
    pub skip_refused: bool,
}

/// The outcome of one transaction.
enum Attempt {
    Stored(Box<ImportReport>),
    /// Something is refused, and nothing is stored.
    Refused(Box<ImportReport>),
    /// The room refuses these lots, by number.
    Again(HashMap<i32, String>),
}

impl Import {
    /// Runs to completion even if no one reads the progress, and records the outcome. Returns the last line.
    pub async fn run(mut self, turn: &Turn, progress: &mut Progress) -> ImportEnd {
        let (pool, clock) = (self.editor.pool.clone(), self.editor.clock.clone());
        let new = NewRun {
            house_id: self.house_id,
            catalog_id: self.catalog_id,
            account_id: self.account_id,
            file_name: self.file_name.as_deref(),
            dry_run: self.dry_run,
        };
        // Without its record an import runs all the same.
        match runs::begin(&pool, &new, clock.now()).await {
            Ok(id) => {
                turn.runs(id);
                self.run_id = Some(id);
            }
            Err(error) => tracing::warn!(%error, "cannot record the start of an import"),
        }
        let id = self.run_id;
        let end = self.decide(progress).await;
        if let Some(id) = id
            && let Err(error) = runs::end(&pool, id, &end, clock.now()).await
        {
            tracing::warn!(%error, "cannot record the end of an import");
        }
        end
    }

    async fn decide(mut self, progress: &mut Progress) -> ImportEnd {
        let archive = self.archive.take().map(|zip| Arc::new(Mutex::new(zip)));
        let request_id = self.origin.request_id.clone();
        let mut staged = Vec::new();
        let ended = self.import(archive, progress, &mut staged).await;
        // Deletes the pictures that no lot refers to; attached ones stay.
        staging::forget(&self.editor.pool, &self.pictures, &staged).await;
        match ended {
            Ok(report) => {
                let refused = !report.applied && !self.dry_run;
                ImportEnd {
                    problem: refused.then(|| refusal(&report).problem(Some(&request_id))),
                    result: Some(report),
                }
            }
            Err(error) => {
                if error.status().is_server_error() {
                    tracing::error!(%error, catalog_id = self.catalog_id, "import: failed");
                }
                ImportEnd {
                    result: None,
                    problem: Some(error.problem(Some(&request_id))),
                }
            }
        }
    }

    async fn import(
        &self,
        archive: Option<Arc<Mutex<Zip>>>,
        progress: &mut Progress,
        staged: &mut Vec<Uuid>,
    ) -> ApiResult<ImportReport> {
        let rows = self.opened.table.rows;
        progress.at(Stage::Rows, 0, rows);
        let (plan, attached) = self.draft().await?;
        progress.at(Stage::Rows, rows, rows);

        let stores = !self.dry_run && (self.skip_refused || plan.refused.is_empty());
        let (files, unmatched, faults) = self.sort_pictures(&plan);
        let mut checked = match archive {
            Some(archive) => {
                let checking = Checking {
                    pictures: &self.pictures,
                    archive,
                    attached: &attached,
                    house_id: self.house_id,
                    by: stores.then_some(self.account_id),
                    now: self.editor.clock.now(),
                };
                checking.run(&files, progress, staged).await?
            }
            None => CheckedPictures::default(),
        };
        checked.faults.extend(faults);
        let import = CheckedImport {
            opened: &self.opened,
            plan: &plan,
            attached: &attached,
            checked: &checked,
            unmatched: &unmatched,
        };
        if !stores || !self.may_be_stored(&import) {
            return Ok(import.report(self.dry_run, false));
        }

        // Checking pictures takes long; the manager's rights may have been revoked meanwhile.
        self.access
            .still(self.account_id, |account| account.manages(self.house_id))
            .await?;
        let mut refused = HashMap::new();
        for _ in 0..ATTEMPTS {
            progress.at(Stage::Saving, 0, plan.lots.len());
            match self.attempt(&checked, &unmatched, &refused, staged).await? {
                Attempt::Stored(report) => {
                    progress.at(Stage::Saving, plan.lots.len(), plan.lots.len());
                    return Ok(*report);
                }
                Attempt::Refused(report) => return Ok(*report),
                Attempt::Again(more) => refused.extend(more),
            }
        }
        Err(ApiError::conflict(
            "Аукцион менялся во время импорта. Ничего не изменено, повторите импорт",
        ))
    }

    /// Compares the table with the current lots and tries the changes on a copy of the room.
    async fn draft(&self) -> ApiResult<(Plan, HashMap<i32, Vec<AttachedPicture>>)> {
        let mut tx = self.editor.pool.begin().await?;
        let stored = lock_lots_of_catalog(&mut tx, self.catalog_id).await?;
        let attached = staging::attached(&mut tx, self.catalog_id).await?;
        tx.rollback().await?;
        let plan = self.plan(stored.clone(), HashMap::new()).await?;
        let refused = self.dry_run(&plan).await?;
        if refused.is_empty() {
            return Ok((plan, attached));
        }
        Ok((self.plan(stored, refused).await?, attached))
    }

    /// Compares the table with the stored lots, on a blocking thread because it parses descriptions.
    async fn plan(&self, stored: Vec<StoredLot>, refused: HashMap<i32, String>) -> ApiResult<Plan> {
        let opened = self.opened.clone();
        let planned =
            tokio::task::spawn_blocking(move || plan::plan(&opened.table, stored, &refused));
        planned.await.map_err(ApiError::internal)
    }

    /// The lots that the room would refuse, by number, with the reason.
    async fn dry_run(&self, plan: &Plan) -> ApiResult<HashMap<i32, String>> {
        let (mut numbers, mut commands) = (Vec::new(), Vec::new());
        for (place, lot) in plan.lots.iter().enumerate() {
            for command in lot.commands(plan::no_id_yet(place)) {
                numbers.push(lot.number);
                commands.push(command);
            }
        }
        if commands.is_empty() {
            return Ok(HashMap::new());
        }
        let now = instant::timestamp(self.editor.clock.now());
        let answers = dry_run(&self.editor.pool, self.catalog_id, &commands, now)
            .await
            .map_err(|error| ApiError::unavailable(anyhow::Error::new(error)))?;
        Ok(numbers
            .into_iter()
            .zip(answers)
            .filter_map(|(number, refusal)| Some((number, codes::refusal_text(&refusal?))))
            .collect())
    }

    /// Splits the pictures: sorted files of accepted lots, names whose lot is not in the table, and faults of pictures
    /// whose lot is refused.
    fn sort_pictures(&self, plan: &Plan) -> (Vec<&PictureFile>, Vec<String>, Vec<PictureFault>) {
        let planned: HashSet<i32> = plan.lots.iter().map(|lot| lot.number).collect();
        let refused: HashSet<&str> = plan
            .refused
            .iter()
            .filter_map(|fault| fault.number.as_deref())
            .collect();
        let (mut files, mut unmatched, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for picture in &self.opened.pictures {
            if planned.contains(&picture.lot_number) {
                files.push(picture);
            } else if refused.contains(picture.lot_number.to_string().as_str()) {
                faults.push(PictureFault {
                    name: picture.shown.clone(),
                    lot_number: picture.lot_number,
                    reason: "Строка лота отклонена".to_owned(),
                });
            } else {
                unmatched.push(picture.shown.clone());
            }
        }
        files.sort();
        (files, unmatched, faults)
    }

    fn by(&self) -> By {
        By::of(Some(self.account_id), &self.origin, self.editor.clock.now())
    }

    fn may_be_stored(&self, import: &CheckedImport<'_>) -> bool {
        self.skip_refused || import.refusals() == (0, 0)
    }

    /// Writes everything in one transaction together with the room's decision. On success `staged` loses the attached
    /// pictures and gains the replaced ones.
    async fn attempt(
        &self,
        checked: &CheckedPictures,
        unmatched: &[String],
        refused: &HashMap<i32, String>,
        staged: &mut Vec<Uuid>,
    ) -> ApiResult<Attempt> {
        let mut tx = self.editor.pool.begin().await?;
        self.require_same(&mut tx).await?;
        let stored = lock_lots_of_catalog(&mut tx, self.catalog_id).await?;
        let attached = staging::attached(&mut tx, self.catalog_id).await?;
        let plan = self.plan(stored, refused.clone()).await?;
        let more = self.dry_run(&plan).await?;
        if !more.is_empty() {
            tx.rollback().await?;
            return Ok(Attempt::Again(more));
        }
        let import = CheckedImport {
            opened: &self.opened,
            plan: &plan,
            attached: &attached,
            checked,
            unmatched,
        };
        if !self.may_be_stored(&import) {
            tx.rollback().await?;
            return Ok(Attempt::Refused(Box::new(import.report(false, false))));
        }
        let report = import.report(false, true);
        let Applied {
            commands,
            numbers,
            attached,
            replaced,
        } = self.write(&mut tx, &import, &report).await?;
        if let Some(id) = self.run_id {
            runs::store(&mut tx, id, &report, self.editor.clock.now()).await?;
        }
        let by = self.by();
        let requests = commands
            .into_iter()
            .map(|command| by.request(command))
            .collect();
        match self
            .editor
            .rooms
            .send_within(self.catalog_id, requests, tx)
            .await
        {
            Ok(_) => {
                staged.retain(|id| !attached.contains(id));
                staged.extend(replaced);
                Ok(Attempt::Stored(Box::new(report)))
            }
            Err(WithinError::Refused { place, refusal }) => {
                let number = numbers.get(place).copied().unwrap_or_default();
                let text = codes::refusal_text(&refusal);
                Ok(Attempt::Again(HashMap::from([(number, text)])))
            }
            Err(WithinError::Room(error)) => Err(error.into()),
            Err(WithinError::Database(error)) => Err(error.into()),
        }
    }

    /// 409 if the catalog changed so that the table no longer applies.
    async fn require_same(&self, tx: &mut Transaction<'static, Postgres>) -> ApiResult<()> {
        let catalog = lock_catalog(tx, self.catalog_id)
            .await?
            .ok_or_else(ApiError::catalog_not_found)?;
        if catalog.fields.currency.number() != self.currency.number() {
            return Err(ApiError::conflict(
                "Валюта аукциона изменилась во время импорта. Ничего не изменено, повторите импорт",
            ));
        }
        if !takes_lots(catalog.state) {
            return Err(not_in_this_state());
        }
        Ok(())
    }

    async fn write(
        &self,
        tx: &mut Transaction<'static, Postgres>,
        import: &CheckedImport<'_>,
        report: &ImportReport,
    ) -> ApiResult<Applied> {
        let now = self.editor.clock.now();
        let lots = &import.plan.lots;
        let target = Target {
            house_id: self.house_id,
            catalog_id: Some(self.catalog_id),
            currency: self.currency.number(),
        };
        let new: Vec<_> = lots.iter().filter_map(|lot| lot.new_lot()).collect();
        let inserted = insert_lots(tx, target, &new, now).await?;
        let changes: Vec<_> = lots.iter().filter_map(|lot| lot.change()).collect();
        let mut commands = inserted.commands;
        commands.extend(change_lots(tx, &changes).await?);

        let mut ids: HashMap<i32, i64> = lots
            .iter()
            .filter_map(|lot| match &lot.what {
                plan::What::Known { lot: stored, .. } => Some((lot.number, stored.id)),
                plan::What::New(_) => None,
            })
            .collect();
        ids.extend(
            new.iter()
                .filter_map(|lot| lot.number)
                .zip(inserted.ids.iter().copied()),
        );
        let picture_changes = attach(tx, import, &ids, now).await?;

        let with_other_authors = changes
            .iter()
            .filter(|change| change.fields.authors != change.lot.fields.authors)
            .map(|change| change.lot.id);
        let listed: Vec<i64> = inserted
            .ids
            .iter()
            .copied()
            .chain(with_other_authors)
            .collect();
        announce_listed(tx, &listed).await?;
        sqlx::query!(
            "update catalog set is_imported = true where id = $1 and not is_imported",
            self.catalog_id
        )
        .execute(&mut **tx)
        .await?;
        enqueue::catalog(tx, self.catalog_id).await?;
        let by = self.by();
        let counts = json!({
            "rowsRead": report.rows_read,
            "new": report.new,
            "changed": report.changed,
            "unchanged": report.unchanged,
            "refused": report.refused,
            "pictures": report.pictures.added,
        });
        let id = self.catalog_id;
        by.record_creation(tx, Action::CatalogImported, id, &counts)
            .await?;
        let created = new.iter().zip(&inserted.ids).map(|(lot, id)| {
            let after = StoredLot {
                id: *id,
                house_id: target.house_id,
                catalog_id: target.catalog_id,
                number: lot.number,
                currency: target.currency,
                fields: lot.fields.clone(),
            };
            (*id, journal::NOTHING, Some(after))
        });
        journal::record_all(tx, &by, Action::LotCreated, created).await?;
        let changed = changes.iter().map(|change| {
            let after = StoredLot {
                fields: change.fields.clone(),
                ..change.lot.clone()
            };
            (change.lot.id, Some(&change.lot), Some(after))
        });
        journal::record_all(tx, &by, Action::LotChanged, changed).await?;
        let pictures = picture_changes.iter().map(|change| {
            let (before, after) = (&change.before, &change.after);
            (
                change.lot_id,
                Some(json!({"images": before})),
                Some(json!({"images": after})),
            )
        });
        journal::record_all(tx, &by, Action::LotChanged, pictures).await?;

        let by_id: HashMap<i64, i32> = ids.iter().map(|(number, id)| (*id, *number)).collect();
        let numbers = commands
            .iter()
            .map(|command| {
                plan::about(command)
                    .and_then(|lot| by_id.get(&lot.0).copied())
                    .unwrap_or_default()
            })
            .collect();
        Ok(Applied {
            commands,
            numbers,
            attached: picture_changes
                .iter()
                .flat_map(|change| change.after.iter().copied())
                .collect(),
            replaced: picture_changes
                .into_iter()
                .flat_map(|change| change.replaced)
                .collect(),
        })
    }
}

struct Applied {
    commands: Vec<domain::Command>,
    /// Lot numbers, one per command.
    numbers: Vec<i32>,
    attached: HashSet<Uuid>,
    /// Pictures that are detached once this commits.
    replaced: Vec<Uuid>,
}

/// A lot whose pictures change: their order before and after.
struct PictureChange {
    lot_id: i64,
    before: Vec<Uuid>,
    after: Vec<Uuid>,
    /// Pictures of `before` that new ones replaced.
    replaced: Vec<Uuid>,
}

/// Attaches the new pictures to their lots. Unstages new pictures and stages replaced ones, so cleanup survives a
/// crash.
async fn attach(
    tx: &mut Transaction<'static, Postgres>,
    import: &CheckedImport<'_>,
    ids: &HashMap<i32, i64>,
    now: OffsetDateTime,
) -> ApiResult<Vec<PictureChange>> {
    let mut picture_changes = Vec::new();
    let none = Vec::new();
    for (number, ready) in import.ready() {
        let Some(lot_id) = ids.get(&number).copied() else {
            continue;
        };
        let attached = import.attached.get(&number).unwrap_or(&none);
        let arranged = staging::arrange(attached, ready.into_iter());
        if arranged.added == 0 {
            continue;
        }
        let stored = || ApiError::internal(anyhow::anyhow!("an accepted picture was not stored"));
        picture_changes.push(PictureChange {
            lot_id,
            before: attached.iter().map(|picture| picture.id).collect(),
            after: arranged
                .pictures
                .into_iter()
                .collect::<Option<_>>()
                .ok_or_else(stored)?,
            replaced: arranged.replaced,
        });
    }
    if picture_changes.is_empty() {
        return Ok(picture_changes);
    }
    picture_changes.sort_by_key(|change| change.lot_id);
    let lots: Vec<i64> = picture_changes.iter().map(|change| change.lot_id).collect();
    let (mut lot_ids, mut places, mut pictures) = (Vec::new(), Vec::new(), Vec::new());
    for change in &picture_changes {
        for (place, id) in change.after.iter().enumerate() {
            lot_ids.push(change.lot_id);
            places.push(i16::try_from(place).map_err(ApiError::internal)?);
            pictures.push(*id);
        }
    }
    let replaced: Vec<Uuid> = picture_changes
        .iter()
        .flat_map(|change| change.replaced.iter().copied())
        .collect();
    sqlx::query!("delete from lot_image where lot_id = any($1)", &lots)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "insert into lot_image (lot_id, position, picture_id)
         select * from unnest($1::bigint[], $2::smallint[], $3::uuid[])",
        &lot_ids,
        &places,
        &pictures
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from staged_picture where id = any($1)", &pictures)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "insert into staged_picture (id, at) select id, $2 from unnest($1::uuid[]) as id on conflict (id) do nothing",
        &replaced,
        now
    )
    .execute(&mut **tx)
    .await?;
    enqueue::lots(tx, &lots).await?;
    Ok(picture_changes)
}

/// Whether a catalog in this state accepts new lots.
pub fn takes_lots(state: CatalogState) -> bool {
    matches!(
        state,
        CatalogState::Temporary | CatalogState::Scheduled | CatalogState::InProcess
    )
}

pub fn not_in_this_state() -> ApiError {
    ApiError::conflict("В этот аукцион лоты больше не добавляются")
}

fn refusal(report: &ImportReport) -> ApiError {
    ApiError::new(
        Code::ImportRefused,
        format!(
            "Ничего не изменено: отклонено строк — {}, изображений — {}",
            report.refused, report.pictures.refused
        ),
    )
}
