//! Imports lots into a catalog from a spreadsheet, with pictures.

use std::convert::Infallible;
use std::sync::Arc;

use actix_multipart::Multipart;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_LENGTH, ContentEncoding};
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, post};
use futures_util::stream;
use serde::Deserialize;
use tracing::Instrument as _;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use application::caller::Member;
use application::state::AppState;
use application::upload;
use catalogue::import::Import;
use catalogue::import::Progress;
use catalogue::import::not_in_this_state;
use catalogue::import::runs::{self, NewRun};
use catalogue::import::takes_lots;
use catalogue::listing::catalogs;
use contract::bounds;
use contract::dto::{CatalogType, ImportLine, ImportOptions};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use sheets::file::{self, ARCHIVE_LIMIT, Opened};
use sheets::headings::{Field, normal};
use sheets::sheet::{Categories, Edits, MOST_COLUMNS, Terms};

/// Allowance for the multipart form around the file, in bytes.
const FORM: u64 = 2 << 20;
/// The most corrected cells of one import.
const CORRECTIONS: usize = 5_000;
/// The most characters of a normalised heading with a chosen meaning. It is part of an index.
const HEADING: usize = 300;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImportQuery {
    /// Returns the report without storing anything.
    #[serde(default)]
    dry_run: bool,
    /// Skips rows and pictures that cannot be imported. Without it, one of them rejects the whole import.
    #[serde(default)]
    skip_refused: bool,
}

/// The form of an import.
#[derive(ToSchema)]
#[expect(
    dead_code,
    reason = "only describes the form, which is read as it arrives"
)]
pub struct ImportRequest {
    options: Option<ImportOptions>,
    #[schema(content_media_type = "application/octet-stream")]
    file: Option<Vec<u8>>,
    upload: Option<Uuid>,
}

/// Imports lots into a catalog from a table or archive.
///
/// The form field `file` holds a table (XLSX, or CSV in UTF-8 or windows-1251, at most 200 MiB), or a ZIP archive (at
/// most 2 GiB) with one such table and pictures named by lot number (`27.jpg`, `27_2.jpg`, `27A.jpg`). docs/import.md
/// describes columns and rules. The form field `options`, a JSON text of at most 1 MiB, says what headings mean and
/// corrects cells. Instead of `file`, the field `upload` may name a whole upload (`/api/uploads`), which is kept for other
/// attempts until one stores the lots. For the house's managers, owners and admins.
///
/// Lots are matched by number: existing ones change where the table differs, and lots missing from the table stay as
/// they are. The import is one transaction. Once the file is read, the answer is 200 with a stream of JSON lines:
/// progress, then the report in the last line. A disconnected client does not stop the import.
#[utoipa::path(operation_id = "import_catalog", tag = "catalogs", params(("id" = i64, Path), ImportQuery),
    security(("token" = [])), request_body(content = ImportRequest, content_type = "multipart/form-data"),
    responses((status = 200, content_type = "application/x-ndjson", body = ImportLine),
        (status = 403, description = "Not entitled"), (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "The sale no longer takes lots, or the house is already importing"),
        (status = 413, description = "The file is too large"), (status = 415, description = "Not a table or an archive"),
        (status = 422, description = "The file is damaged or lacks required data"),
        (status = 429, description = "Too many imports are running")))]
#[post("/api/catalog/{id}/import")]
pub async fn import_catalog(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    query: Query<ImportQuery>,
    request: HttpRequest,
    mut form: Multipart,
) -> ApiResult<HttpResponse> {
    let catalog = catalogs::one(&state.pool, *id, Some(&member)).await?;
    let house_id = catalog.house_id;
    if !member.manages(house_id) {
        return Err(ApiError::forbidden());
    }
    if !takes_lots(catalog.state) {
        return Err(not_in_this_state());
    }
    if announced(&request).is_some_and(|length| length > ARCHIVE_LIMIT + FORM) {
        return Err(ApiError::too_large());
    }
    let turn = state.imports.begin(house_id)?;
    state.limits.upload(member.id).await?;
    let folder = state.config.data_dir.join("imports");
    let upload::Form {
        options,
        file,
        size,
        upload,
    } = upload::to_disk(&state, member.id, &mut form, &folder, file::limit).await?;
    state
        .access
        .still(member.id, |account| account.manages(house_id))
        .await?;

    let mut options = read_options(options)?;
    let file_name = options.file_name.take();
    let terms = Terms {
        currency: catalog.currency,
        on_request: matches!(
            catalog.catalog_type,
            CatalogType::Gallery | CatalogType::PostAuction
        ),
        categories: categories(&state).await?,
        edits: edits(&state, house_id, options).await?,
    };
    let opened = open(move || file::open(file, size, &terms, &folder)).await;
    if let Err(error) = &opened {
        let run = NewRun {
            house_id,
            catalog_id: *id,
            account_id: member.id,
            file_name: file_name.as_deref(),
            dry_run: query.dry_run,
        };
        record_unusable(&state, &run, error).await;
    }
    let mut opened = opened?;
    let (account_id, uploads) = (member.id, state.clone());
    let import = Import {
        editor: state.editor.clone(),
        pictures: state.pictures.clone(),
        access: state.access.clone(),
        account_id: member.id,
        origin: member.origin,
        catalog_id: *id,
        house_id,
        file_name,
        run_id: None,
        currency: catalog.currency,
        archive: opened.archive.take(),
        opened: Arc::new(opened),
        dry_run: query.dry_run,
        skip_refused: query.skip_refused,
    };
    let (mut progress, lines) = Progress::new();
    let running = async move {
        let end = import.run(&turn, &mut progress).await;
        let is_applied = end.result.as_ref().is_some_and(|report| report.applied);
        if let Some(upload) = upload.filter(|_| is_applied)
            && let Err(error) = uploads.uploads.remove(account_id, upload).await
        {
            tracing::warn!(%error, "cannot remove the upload of an import");
        }
        // Release the turn first: a client that has read the report may start the next import at once, and a client
        // that does not read must not block others.
        drop(turn);
        progress.end(end).await;
    };
    tokio::spawn(running.in_current_span());
    let lines = stream::unfold(lines, |mut lines| async move {
        let line = lines.recv().await?;
        Some((Ok::<_, Infallible>(line), lines))
    });
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        .insert_header((CACHE_CONTROL, "no-store"))
        // Disables compression: a compressor would hold lines back.
        .insert_header(ContentEncoding::Identity)
        .streaming(lines))
}

fn announced(request: &HttpRequest) -> Option<u64> {
    request
        .headers()
        .get(CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

fn read_options(sent: Option<bytes::Bytes>) -> ApiResult<ImportOptions> {
    let Some(sent) = sent else {
        return Ok(ImportOptions::default());
    };
    let mut options: ImportOptions = serde_json::from_slice(&sent)
        .map_err(|_| ApiError::malformed("Поле options не является правильным JSON"))?;
    let mut fields = Faults::default();
    options.file_name =
        fields.optional("fileName", options.file_name.as_deref(), bounds::FILE_NAME);
    fields.into_result()?;
    match options.corrections.len() <= CORRECTIONS {
        true => Ok(options),
        false => Err(ApiError::invalid(
            "corrections",
            format!("Не более {CORRECTIONS} исправлений: исправьте таблицу"),
        )),
    }
}

/// Records a file that holds no table, so that the house finds it among its imports. A table whose columns must be named
/// first is not refused yet.
async fn record_unusable(state: &AppState, run: &NewRun<'_>, error: &ApiError) {
    let mut problem = error.problem(None);
    if !error.is_refusal() || problem.errors.contains_key("headings") {
        return;
    }
    if let Some(reasons) = problem.errors.get("file") {
        problem.detail = reasons.join(". ");
    }
    let now = state.clock.now();
    if let Err(error) = runs::unusable(&state.pool, run, problem, now).await {
        tracing::warn!(%error, "cannot record a file that is no table");
    }
}

/// What the house chose for headings, now or before, and the corrections. Remembers the choices.
async fn edits(state: &AppState, house_id: i64, options: ImportOptions) -> ApiResult<Edits> {
    let (mut headings, mut fields) = (Vec::new(), Vec::new());
    for (heading, field) in options.columns {
        if let Some(field) = &field {
            known(field)?;
        }
        let heading = normal(&heading);
        if !heading.is_empty() && !headings.contains(&heading) {
            headings.push(heading);
            fields.push(field);
        }
    }
    if headings.len() > MOST_COLUMNS {
        return Err(ApiError::invalid("columns", "Слишком много столбцов"));
    }
    if headings
        .iter()
        .any(|heading| heading.chars().count() > HEADING)
    {
        return Err(ApiError::invalid(
            "columns",
            format!("Заголовок столбца длиннее {HEADING} символов: сократите его в таблице"),
        ));
    }
    sqlx::query!(
        "insert into import_heading (house_id, heading, field)
         select $1, heading, field from unnest($2::text[], $3::text[]) as chosen (heading, field) order by heading
         on conflict (house_id, heading) do update set field = excluded.field",
        house_id,
        &headings,
        &fields as &[Option<String>]
    )
    .execute(&state.pool)
    .await?;
    let remembered = sqlx::query!(
        "select heading, field from import_heading where house_id = $1",
        house_id
    )
    .fetch_all(&state.pool)
    .await?;
    let mut edits = Edits::default();
    for chosen in remembered {
        let field = chosen.field.as_deref().and_then(Field::of_wire);
        edits.columns.insert(chosen.heading, field);
    }
    for correction in options.corrections {
        let field = known(&correction.field)?;
        edits
            .cells
            .insert((correction.row, field), correction.value);
    }
    Ok(edits)
}

fn known(field: &str) -> ApiResult<Field> {
    Field::of_wire(field).ok_or_else(|| ApiError::invalid("field", format!("Нет поля «{field}»")))
}

async fn categories(state: &AppState) -> ApiResult<Categories> {
    let rows = sqlx::query!("select id, code, name from category")
        .fetch_all(&state.pool)
        .await?;
    Ok(Categories::new(
        rows.into_iter().map(|row| (row.id, row.code, row.name)),
    ))
}

/// Opens a file off the worker threads. A panic while reading an upload counts as a damaged file.
async fn open(
    opening: impl FnOnce() -> Result<Opened, sheets::unusable::Unusable> + Send + 'static,
) -> ApiResult<Opened> {
    let opened = tokio::task::spawn_blocking(opening).await;
    match opened {
        Ok(opened) => Ok(opened?),
        Err(error) => {
            tracing::error!(%error, "cannot read an uploaded file");
            Err(ApiError::invalid("file", "Файл повреждён и не читается"))
        }
    }
}
