//! Multipart uploads, read in chunks after the handler has checked the sender's rights.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::time::Duration;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::http::StatusCode;
use bytes::{Bytes, BytesMut};
use futures_util::TryStreamExt as _;
use tokio::io::AsyncWriteExt as _;
use tokio::time::Instant;
use uuid::Uuid;

use crate::state::AppState;
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};

/// Maximum wait for the next chunk of an upload.
const PAUSE: Duration = Duration::from_secs(30);
/// Maximum duration of an upload to disk: it occupies a slot that others wait for.
const LONGEST: Duration = Duration::from_secs(3600);
/// The most bytes of a form's field `options`.
const OPTIONS: usize = 1 << 20;
/// Number of leading bytes that identify a file's type.
const BEGINNING: usize = 16;
/// The most bytes of an upload's id.
const UPLOAD_ID: usize = 64;

/// Awaits the next part or chunk of a form. Fails if the upload stalls; an upload may take any time as long as data
/// arrives.
pub async fn in_time<T>(next: impl Future<Output = Result<T, MultipartError>>) -> ApiResult<T> {
    match tokio::time::timeout(PAUSE, next).await {
        Ok(next) => next.map_err(form_error),
        Err(_) => Err(broke_off()),
    }
}

fn broke_off() -> ApiError {
    ApiError::new(Code::Timeout, "Загрузка прервалась. Повторите её")
        .at(StatusCode::REQUEST_TIMEOUT)
}

fn form_error(error: MultipartError) -> ApiError {
    match error {
        MultipartError::ContentTypeMissing
        | MultipartError::ContentTypeParse
        | MultipartError::ContentTypeIncompatible => ApiError::wrong_type(),
        _ => wrong_form(),
    }
}

fn wrong_form() -> ApiError {
    ApiError::malformed("Неверная форма с файлами")
}

pub fn no_file() -> ApiError {
    ApiError::invalid("file", "Нет прикрепленного файла")
}

/// A file of a form.
pub enum Sent {
    /// It comes with the form, in a field `file`.
    Here(Box<Field>),
    /// It has been uploaded in parts; a field `upload` has its id.
    Before(Uuid),
}

/// Returns the form's next file.
pub async fn next_sent(form: &mut Multipart) -> ApiResult<Option<Sent>> {
    let Some(mut field) = in_time(form.try_next()).await? else {
        return Ok(None);
    };
    match field.name() {
        Some("file") => Ok(Some(Sent::Here(Box::new(field)))),
        Some("upload") => Ok(Some(Sent::Before(upload_id(&mut field).await?))),
        _ => Err(wrong_form()),
    }
}

async fn upload_id(field: &mut Field) -> ApiResult<Uuid> {
    let id = to_memory(field, UPLOAD_ID).await?;
    Uuid::try_parse_ascii(&id).map_err(|_| ApiError::invalid("upload", "Неверный номер загрузки"))
}

/// Opens a complete upload of the account. `limit` says how many bytes it may have, judging by its first ones.
pub async fn uploaded(
    state: &AppState,
    account_id: i64,
    id: Uuid,
    limit: fn(&[u8]) -> u64,
) -> ApiResult<(File, u64)> {
    let now = state.clock.now();
    let (file, size) = state.uploads.open(account_id, id, now).await?;
    let read = tokio::task::spawn_blocking(move || {
        let mut beginning = Vec::with_capacity(BEGINNING);
        (&file).take(BEGINNING as u64).read_to_end(&mut beginning)?;
        (&file).rewind()?;
        std::io::Result::Ok((file, beginning))
    });
    let (file, beginning) = read
        .await
        .map_err(ApiError::internal)?
        .map_err(ApiError::internal)?;
    match size > limit(&beginning) {
        true => Err(ApiError::too_large()),
        false => Ok((file, size)),
    }
}

/// Reads a file of up to `limit` bytes into memory.
pub async fn to_memory(field: &mut Field, limit: usize) -> ApiResult<Bytes> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = in_time(field.try_next()).await? {
        if bytes.len() + chunk.len() > limit {
            return Err(ApiError::too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

/// The text of a form's field `options`, if there is one, and its only file.
pub struct Form {
    pub options: Option<Bytes>,
    pub file: File,
    pub size: u64,
    /// The upload in parts that the file is.
    pub upload: Option<Uuid>,
}

/// Writes a form's only file to disk in `folder`, unless it is there already as an upload of the account. The file is
/// unlinked from the start, so it disappears when closed, however the process ends. `limit` derives the maximum size
/// from the first bytes.
pub async fn to_disk(
    state: &AppState,
    account_id: i64,
    form: &mut Multipart,
    folder: &Path,
    limit: fn(&[u8]) -> u64,
) -> ApiResult<Form> {
    let by = Instant::now() + LONGEST;
    let received = async {
        // The reader of an archive unpacks it there.
        tokio::fs::create_dir_all(folder).await.map_err(unwritten)?;
        let (mut received, mut options, mut upload) = (None, None, None);
        while let Some(mut field) = in_time(form.try_next()).await? {
            match field.name() {
                Some("options") if options.is_none() => {
                    options = Some(to_memory(&mut field, OPTIONS).await?);
                }
                Some("file" | "upload") if received.is_some() => {
                    return Err(ApiError::invalid("file", "Не более одного файла"));
                }
                Some("file") => received = Some(receive(&mut field, folder, limit).await?),
                Some("upload") => {
                    let id = upload_id(&mut field).await?;
                    upload = Some(id);
                    received = Some(uploaded(state, account_id, id, limit).await?);
                }
                _ => return Err(wrong_form()),
            }
        }
        let (file, size) = received.filter(|(_, size)| *size > 0).ok_or_else(no_file)?;
        Ok(Form {
            options,
            file,
            size,
            upload,
        })
    };
    tokio::time::timeout_at(by, received)
        .await
        .unwrap_or_else(|_| Err(broke_off()))
}

/// Writes one file of a form to disk, like [`to_disk`].
pub async fn receive(
    field: &mut Field,
    folder: &Path,
    limit: fn(&[u8]) -> u64,
) -> ApiResult<(File, u64)> {
    let folder = folder.to_owned();
    let file = tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(&folder)?;
        tempfile::tempfile_in(&folder)
    });
    let file = file.await.map_err(ApiError::internal)?.map_err(unwritten)?;
    let mut file = tokio::fs::File::from_std(file);
    let (mut size, mut beginning) = (0_u64, Vec::with_capacity(BEGINNING));
    while let Some(chunk) = in_time(field.try_next()).await? {
        size += chunk.len() as u64;
        let missing = BEGINNING - beginning.len();
        beginning.extend(chunk.iter().take(missing));
        // The size is negligible until enough bytes have arrived to identify the type.
        if beginning.len() == BEGINNING && size > limit(&beginning) {
            return Err(ApiError::too_large());
        }
        file.write_all(&chunk).await.map_err(unwritten)?;
    }
    file.flush().await.map_err(unwritten)?;
    Ok((file.into_std().await, size))
}

/// Maps a write error: a full disk is temporary; other errors are unexpected.
fn unwritten(error: std::io::Error) -> ApiError {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
            ApiError::unavailable(error)
        }
        _ => ApiError::internal(error),
    }
}
