//! Stores the pictures and files of forms.

use std::fs::File;
use std::io::Read as _;

use actix_multipart::Multipart;
use bytes::Bytes;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::caller::Member;
use crate::state::AppState;
use crate::upload::{Sent, next_sent, no_file, receive, to_memory, uploaded};
use contract::error::{ApiError, ApiResult};
use contract::limits::IMAGE_LIMIT;
use pictures::{Refused, Stored, Unreadable, Upload};

/// `Retry-After` for an account that sends pictures faster than they are processed, in seconds.
const COME_AGAIN_S: u64 = 10;

/// One or more files in the form field `file`, or ids of whole uploads in `upload`: JPEG, PNG or WebP, each at most
/// 20 MiB and 50 megapixels.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a multipart body")]
pub struct ImagesRequest {
    #[schema(value_type = Vec<String>, format = Binary, min_items = 1)]
    file: Vec<Vec<u8>>,
}

/// One file in the form field `file`, or the id of a whole upload in `upload`: JPEG, PNG or WebP, at most 20 MiB and 50
/// megapixels.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a multipart body")]
pub struct ImageRequest {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// One file in the form field `file`, or the id of a whole upload in `upload`.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes a multipart body")]
pub struct FileRequest {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Reads at most `most` pictures from a form and stores them one by one, each through a file on disk, so that slow
/// uploads fill no memory. Check the caller's rights first: the body has not been read yet.
pub async fn store_all(
    state: &AppState,
    member: &Member,
    form: &mut Multipart,
    most: usize,
    too_many: fn() -> ApiError,
) -> ApiResult<Vec<Stored>> {
    let folder = state.config.data_dir.join("uploads");
    let mut stored = Vec::new();
    while let Some(sent) = next_sent(form).await? {
        if stored.len() == most {
            return Err(too_many());
        }
        match sent {
            Sent::Here(mut field) => {
                state.limits.upload(member.id).await?;
                let (file, _) = receive(&mut field, &folder, image_limit).await?;
                stored.push(store_file(state, member, file).await?);
            }
            // It was counted when it was announced.
            Sent::Before(id) => {
                let (file, _) = uploaded(state, member.id, id, image_limit).await?;
                stored.push(store_file(state, member, file).await?);
                state.uploads.remove(member.id, id).await?;
            }
        }
    }
    if stored.is_empty() {
        return Err(no_file());
    }
    Ok(stored)
}

fn image_limit(_beginning: &[u8]) -> u64 {
    IMAGE_LIMIT as u64
}

/// Reads a form's single picture and stores it, like [`store_all`].
pub async fn store_one(state: &AppState, member: &Member, form: &mut Multipart) -> ApiResult<Uuid> {
    let stored = store_all(state, member, form, 1, only_one).await?;
    Ok(stored[0].0)
}

/// Reads a form's single file of any type, of at most `limit` bytes. Check the caller's rights first.
pub async fn read_one(
    state: &AppState,
    member: &Member,
    form: &mut Multipart,
    limit: usize,
) -> ApiResult<Bytes> {
    let mut read = None;
    while let Some(sent) = next_sent(form).await? {
        if read.is_some() {
            return Err(ApiError::invalid("file", "Не более одного файла"));
        }
        let bytes = match sent {
            Sent::Here(mut field) => {
                state.limits.upload(member.id).await?;
                to_memory(&mut field, limit).await?
            }
            Sent::Before(id) => {
                let (file, size) = uploaded(state, member.id, id, |_| u64::MAX).await?;
                if size > limit as u64 {
                    return Err(ApiError::too_large());
                }
                let bytes = in_memory(file).await.map_err(ApiError::internal)?;
                state.uploads.remove(member.id, id).await?;
                bytes
            }
        };
        read = Some(bytes).filter(|bytes| !bytes.is_empty());
    }
    read.ok_or_else(no_file)
}

async fn in_memory(mut file: File) -> std::io::Result<Bytes> {
    let read = tokio::task::spawn_blocking(move || {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes.into())
    });
    read.await.map_err(std::io::Error::other)?
}

pub async fn store_file(state: &AppState, member: &Member, file: File) -> ApiResult<Stored> {
    state
        .pictures
        .add(Upload::Disk(file), member.id)
        .await?
        .map_err(not_stored)
}

/// Why a picture is not stored, for people.
pub fn not_stored(refused: Refused) -> ApiError {
    match refused {
        Refused::Unreadable(Unreadable::UnknownFormat) => ApiError::wrong_type(),
        Refused::Unreadable(other) => ApiError::invalid("file", other.text()),
        Refused::Busy(_) => ApiError::too_many(
            COME_AGAIN_S,
            "Предыдущие изображения ещё обрабатываются, повторите попытку позже",
        ),
    }
}

fn only_one() -> ApiError {
    ApiError::invalid("file", "Не более одного изображения")
}
