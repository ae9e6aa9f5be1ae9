//! Resumable uploads.
//!
//! The received part of an upload is a file, and its length is the offset. So after a broken connection or a restart,
//! the client sends only what is missing. The database records the owner and the expiry.
//! This crate does not know what an upload is for.

use std::collections::HashSet;
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};
use contract::limits::{UNFINISHED_UPLOADS, UNFINISHED_UPLOADS_BYTES, UPLOAD_LIMIT};
use futures_util::{Stream, StreamExt as _};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};
use tokio::fs;
use tokio::io::AsyncWriteExt as _;
use uuid::Uuid;

/// How long an upload is kept after its last part arrived.
pub const KEPT: Duration = Duration::hours(24);

/// An upload and how much of it has arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Upload {
    pub id: Uuid,
    pub length: u64,
    pub offset: u64,
    pub expires: OffsetDateTime,
}

/// The uploads that this process receives.
pub struct Uploads {
    pool: PgPool,
    folder: PathBuf,
    /// Uploads that a request is writing to.
    written: Mutex<HashSet<Uuid>>,
}

impl Uploads {
    /// Keeps the files in `folder`, which is created when it is needed.
    pub fn new(pool: PgPool, folder: PathBuf) -> Self {
        Self {
            pool,
            folder,
            written: Mutex::default(),
        }
    }

    /// Creates an upload of `length` bytes. 413 if it is too long, 422 if the account has too much in progress. Uploads that
    /// have arrived whole wait only for their use: the oldest make room.
    pub async fn create(
        &self,
        account_id: i64,
        length: u64,
        now: OffsetDateTime,
    ) -> ApiResult<Upload> {
        if length == 0 {
            return Err(ApiError::invalid("file", "Файл пуст"));
        }
        if length > UPLOAD_LIMIT {
            return Err(ApiError::too_large());
        }
        let stored = i64::try_from(length).map_err(ApiError::internal)?;
        let (id, expires) = (Uuid::new_v4(), now + KEPT);
        let mut tx = self.pool.begin().await?;
        // Two at once are counted one after the other.
        sqlx::query!(
            "select id from account where id = $1 for no key update",
            account_id
        )
        .fetch_optional(&mut *tx)
        .await?;
        let present = sqlx::query!(
            "select id, length from upload where account_id = $1 and expires > $2 order by created, id",
            account_id,
            now
        )
        .fetch_all(&mut *tx)
        .await?;
        let mut count = present.len();
        let mut bytes = stored + present.iter().map(|one| one.length).sum::<i64>();
        let mut replaced = Vec::new();
        for one in present {
            if count < UNFINISHED_UPLOADS && bytes <= UNFINISHED_UPLOADS_BYTES {
                break;
            }
            let arrived = fs::metadata(self.path(one.id)).await;
            if arrived.is_ok_and(|file| i64::try_from(file.len()) == Ok(one.length)) {
                count -= 1;
                bytes -= one.length;
                replaced.push(one.id);
            }
        }
        if count >= UNFINISHED_UPLOADS || bytes > UNFINISHED_UPLOADS_BYTES {
            let text = "Слишком много незаконченных загрузок. Закончите их или подождите сутки";
            return Err(ApiError::invalid("file", text));
        }
        sqlx::query!("delete from upload where id = any($1)", &replaced)
            .execute(&mut *tx)
            .await?;
        sqlx::query!(
            "insert into upload (id, account_id, length, created, expires) values ($1, $2, $3, $4, $5)",
            id,
            account_id,
            stored,
            now,
            expires
        )
        .execute(&mut *tx)
        .await?;
        fs::create_dir_all(&self.folder).await.map_err(unwritten)?;
        fs::File::create_new(self.path(id))
            .await
            .map_err(unwritten)?;
        tx.commit().await?;
        for old in replaced {
            self.remove_file(old).await;
        }
        Ok(Upload {
            id,
            length,
            offset: 0,
            expires,
        })
    }

    /// An account's upload. 404 if there is none, or if it has expired.
    pub async fn one(&self, account_id: i64, id: Uuid, now: OffsetDateTime) -> ApiResult<Upload> {
        let row = sqlx::query!(
            "select length, expires from upload where id = $1 and account_id = $2 and expires > $3",
            id,
            account_id,
            now
        )
        .fetch_optional(&self.pool)
        .await?
        .ok_or_else(unknown)?;
        let offset = match fs::metadata(self.path(id)).await {
            Ok(file) => file.len(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(unknown()),
            Err(error) => return Err(ApiError::internal(error)),
        };
        Ok(Upload {
            id,
            length: u64::try_from(row.length).map_err(ApiError::internal)?,
            offset,
            expires: row.expires,
        })
    }

    /// Writes what arrives, from `offset` on, which must be the upload's own: 409 if not, 423 while another
    /// request writes. What has arrived stays even if the rest does not.
    pub async fn append(
        &self,
        account_id: i64,
        id: Uuid,
        offset: u64,
        mut chunks: impl Stream<Item = ApiResult<Bytes>> + Unpin,
        now: OffsetDateTime,
    ) -> ApiResult<Upload> {
        let _only_one = self.write(id).ok_or(Code::UploadBusy)?;
        let mut upload = self.one(account_id, id, now).await?;
        if upload.offset != offset {
            return Err(Code::OffsetMismatch.into());
        }
        let path = self.path(id);
        let mut file = fs::File::options()
            .append(true)
            .open(path)
            .await
            .map_err(unwritten)?;
        let received = async {
            while let Some(chunk) = chunks.next().await {
                let chunk = chunk?;
                if chunk.len() as u64 > upload.length - upload.offset {
                    return Err(ApiError::too_large());
                }
                file.write_all(&chunk).await.map_err(unwritten)?;
                upload.offset += chunk.len() as u64;
            }
            Ok(())
        }
        .await;
        // An offset that was answered survives a power failure.
        file.flush().await.map_err(unwritten)?;
        file.sync_data().await.map_err(unwritten)?;
        upload.expires = now + KEPT;
        sqlx::query!(
            "update upload set expires = $2 where id = $1",
            id,
            upload.expires
        )
        .execute(&self.pool)
        .await?;
        received?;
        Ok(upload)
    }

    /// A whole upload, to be read from its beginning, and its length. 422 for a form's field `upload` if it is unknown or
    /// parts of it are missing.
    pub async fn open(
        &self,
        account_id: i64,
        id: Uuid,
        now: OffsetDateTime,
    ) -> ApiResult<(File, u64)> {
        let upload = match self.one(account_id, id, now).await {
            Err(error) if error.code() == Code::NotFound => {
                return Err(ApiError::invalid("upload", UNKNOWN));
            }
            other => other?,
        };
        if upload.offset != upload.length {
            return Err(ApiError::invalid("upload", "Файл загружен не полностью"));
        }
        let file = fs::File::open(self.path(id))
            .await
            .map_err(ApiError::internal)?;
        Ok((file.into_std().await, upload.length))
    }

    /// Deletes an account's upload. 404 if there is none, 423 while a request writes to it.
    pub async fn remove(&self, account_id: i64, id: Uuid) -> ApiResult<()> {
        let _only_one = self.write(id).ok_or(Code::UploadBusy)?;
        let removed = sqlx::query!(
            "delete from upload where id = $1 and account_id = $2",
            id,
            account_id
        )
        .execute(&self.pool)
        .await?;
        if removed.rows_affected() == 0 {
            return Err(unknown());
        }
        self.remove_file(id).await;
        Ok(())
    }

    /// Deletes expired uploads, and files that no upload has any more.
    pub async fn sweep(&self, now: OffsetDateTime) -> ApiResult<()> {
        sqlx::query!("delete from upload where expires <= $1", now)
            .execute(&self.pool)
            .await?;
        let mut files = match fs::read_dir(&self.folder).await {
            Ok(files) => files,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(ApiError::internal(error)),
        };
        while let Some(file) = files.next_entry().await.map_err(ApiError::internal)? {
            let Some(id) = file
                .file_name()
                .to_str()
                .and_then(|name| Uuid::parse_str(name).ok())
            else {
                continue;
            };
            let is_known = sqlx::query_scalar!(
                r#"select exists(select from upload where id = $1) as "is!""#,
                id
            )
            .fetch_one(&self.pool)
            .await?;
            // An upload's file exists before its row is committed.
            let is_new = file
                .metadata()
                .await
                .and_then(|file| file.modified())
                .is_ok_and(|modified| modified > SystemTime::now() - Duration::minutes(10));
            if !is_known && !is_new {
                self.remove_file(id).await;
            }
        }
        Ok(())
    }

    fn path(&self, id: Uuid) -> PathBuf {
        self.folder.join(id.to_string())
    }

    async fn remove_file(&self, id: Uuid) {
        if let Err(error) = fs::remove_file(self.path(id)).await
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(upload = %id, %error, "cannot remove the file of an upload");
        }
    }

    /// Keeps other requests from writing until it is dropped; `None` while one writes.
    fn write(&self, id: Uuid) -> Option<Writing<'_>> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(id).then_some(Writing { uploads: self, id })
    }
}

struct Writing<'a> {
    uploads: &'a Uploads,
    id: Uuid,
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        let written = &self.uploads.written;
        written
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.id);
    }
}

const UNKNOWN: &str = "Загрузка не найдена или устарела. Начните её заново";

fn unknown() -> ApiError {
    ApiError::not_found_because(UNKNOWN)
}

/// Maps a write error: a full disk is temporary; other errors are unexpected.
fn unwritten(error: std::io::Error) -> ApiError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ApiError::unavailable(error),
        _ => ApiError::internal(error),
    }
}
