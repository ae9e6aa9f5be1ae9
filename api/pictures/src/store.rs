//! Stored pictures and their sizes.
//!
//! The object store (a local folder or S3) holds `pictures/<id>/original.webp`: the upload decoded and encoded again,
//! so no metadata passes through. The first request for a size derives it from the original and stores it next to the
//! original. At most two pictures are processed at a time, and each size is derived once.
//!
//! libwebp encodes lossy WebP. The `image` crate encodes only lossless WebP, several times larger for paintings.
//! Clients that do not accept WebP get JPEG.

use std::collections::{BTreeSet, HashMap};
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use anyhow::Context as _;
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, future, stream};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::codec::{self, Format, Unreadable, dimensions};
use crate::size::Size;
use crate::workshop::Workshop;

/// The most pictures decoded at once.
const AT_ONCE: usize = 2;
/// The most seed files stored at once.
const FILES_AT_ONCE: usize = 8;

/// The S3 bucket for pictures.
#[derive(Debug, Clone)]
pub struct S3Config {
    pub bucket: String,
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: SecretString,
}

/// An upload, ready to be stored.
struct Prepared {
    bytes: Vec<u8>,
    /// Of the upload, before shrinking.
    width: i32,
    height: i32,
    /// SHA-256 of the upload: identifies the same file when it is uploaded again.
    digest: [u8; 32],
}

/// Stores pictures and serves them in several sizes.
pub struct Pictures {
    store: Arc<dyn ObjectStore>,
    pool: PgPool,
    working: Workshop,
    /// A lock for each file being derived.
    making: Mutex<HashMap<Path, Weak<tokio::sync::Mutex<()>>>>,
}

impl Pictures {
    /// Opens the bucket, or else the folder `pictures` below `data_dir`, which is created if it is missing.
    pub fn store(
        data_dir: &FilePath,
        s3: Option<&S3Config>,
    ) -> anyhow::Result<Arc<dyn ObjectStore>> {
        let store: Arc<dyn ObjectStore> = match s3 {
            Some(s3) => {
                let mut builder = AmazonS3Builder::new()
                    .with_bucket_name(&s3.bucket)
                    .with_region(&s3.region)
                    .with_access_key_id(&s3.access_key_id)
                    .with_secret_access_key(s3.secret_access_key.expose_secret());
                if let Some(endpoint) = &s3.endpoint {
                    builder = builder
                        .with_endpoint(endpoint)
                        .with_allow_http(endpoint.starts_with("http://"));
                }
                Arc::new(
                    builder
                        .build()
                        .context("S3_BUCKET: cannot use the bucket")?,
                )
            }
            None => {
                let folder = data_dir.join("pictures");
                let created = std::fs::create_dir_all(&folder);
                created.with_context(|| format!("DATA_DIR: cannot create {}", folder.display()))?;
                Arc::new(LocalFileSystem::new_with_prefix(folder)?)
            }
        };
        Ok(store)
    }

    pub fn new(store: Arc<dyn ObjectStore>, pool: PgPool) -> Self {
        Self {
            store,
            pool,
            working: Workshop::new(AT_ONCE),
            making: Mutex::default(),
        }
    }

    /// The object store, which other parts use too.
    pub fn object_store(&self) -> Arc<dyn ObjectStore> {
        self.store.clone()
    }

    /// Stores an upload: decodes it within the limits and encodes it again, upright and without metadata. Returns id,
    /// width and height.
    pub async fn add(
        &self,
        upload: Bytes,
        by: i64,
    ) -> anyhow::Result<Result<(Uuid, i32, i32), Unreadable>> {
        let prepared = match self.prepare(upload).await? {
            Ok(prepared) => prepared,
            Err(unreadable) => return Ok(Err(unreadable)),
        };
        let id = Uuid::new_v4();
        let (width, height) = (prepared.width, prepared.height);
        self.put(id, prepared, by, None).await?;
        Ok(Ok((id, width, height)))
    }

    /// Stores an upload that a later transaction uses. A row in `staged_picture` precedes it, so a picture that is
    /// never used can be found. `name` is the file's name in the import.
    pub async fn stage(
        &self,
        upload: Bytes,
        by: i64,
        name: &str,
        now: OffsetDateTime,
    ) -> anyhow::Result<Result<Uuid, Unreadable>> {
        let prepared = match self.prepare(upload).await? {
            Ok(prepared) => prepared,
            Err(unreadable) => return Ok(Err(unreadable)),
        };
        let id = Uuid::new_v4();
        sqlx::query!(
            "insert into staged_picture (id, at) values ($1, $2)",
            id,
            now
        )
        .execute(&self.pool)
        .await?;
        self.put(id, prepared, by, Some(name)).await?;
        Ok(Ok(id))
    }

    /// Whether an upload would be accepted. Stores nothing.
    pub async fn judge(&self, upload: Bytes) -> anyhow::Result<Result<(), Unreadable>> {
        self.working
            .run((), move || Ok(codec::decode(&upload).map(|_| ())))
            .await
    }

    async fn prepare(&self, upload: Bytes) -> anyhow::Result<Result<Prepared, Unreadable>> {
        self.working
            .run((), move || {
                let image = match codec::decode(&upload) {
                    Ok(image) => image,
                    Err(unreadable) => return Ok(Err(unreadable)),
                };
                let original = codec::shrink(&image, codec::ORIGINAL_SIDE);
                Ok(Ok(Prepared {
                    bytes: codec::encode(&original, Format::WebP, 92.0)?,
                    width: i32::try_from(image.width())?,
                    height: i32::try_from(image.height())?,
                    digest: Sha256::digest(&upload).into(),
                }))
            })
            .await
    }

    async fn put(
        &self,
        id: Uuid,
        picture: Prepared,
        by: i64,
        name: Option<&str>,
    ) -> anyhow::Result<()> {
        // The file first: a row without its file is a picture that cannot be shown.
        self.store
            .put(&original_path(id), picture.bytes.into())
            .await?;
        sqlx::query!(
            "insert into picture (id, width, height, created_by, digest, import_name) values ($1, $2, $3, $4, $5, $6)",
            id,
            picture.width,
            picture.height,
            by,
            picture.digest.as_slice(),
            name
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Stores the picture files of a seed unchanged, because the operator provides them. A file that is already stored
    /// is not stored twice. Returns the picture's id for each name.
    pub async fn add_files(
        &self,
        connection: &mut PgConnection,
        folder: &FilePath,
        names: BTreeSet<&str>,
    ) -> anyhow::Result<HashMap<String, Uuid>> {
        let stored = sqlx::query!(
            r#"select digest as "digest!", id from picture where digest is not null and created_by is null"#
        )
        .fetch_all(&mut *connection)
        .await?;
        let stored: HashMap<Vec<u8>, Uuid> =
            stored.into_iter().map(|row| (row.digest, row.id)).collect();
        let files = stream::iter(names)
            .map(|name| {
                let (file, stored) = (folder.join(name), &stored);
                async move {
                    let bytes = tokio::fs::read(&file)
                        .await
                        .with_context(|| format!("cannot read {}", file.display()))?;
                    let digest = Sha256::digest(&bytes);
                    if let Some(id) = stored.get(digest.as_slice()) {
                        return Ok((name.to_owned(), *id, None));
                    }
                    let (width, height) = dimensions(&bytes)
                        .with_context(|| format!("{} is not a picture", file.display()))?;
                    let id = Uuid::new_v4();
                    self.store.put(&original_path(id), bytes.into()).await?;
                    anyhow::Ok((name.to_owned(), id, Some((width, height, digest))))
                }
            })
            .buffered(FILES_AT_ONCE)
            .try_collect::<Vec<_>>()
            .await?;
        let mut ids = HashMap::with_capacity(files.len());
        for (name, id, new) in files {
            if let Some((width, height, digest)) = new {
                sqlx::query!(
                    "insert into picture (id, width, height, digest) values ($1, $2, $3, $4)",
                    id,
                    i32::try_from(width)?,
                    i32::try_from(height)?,
                    digest.as_slice()
                )
                .execute(&mut *connection)
                .await?;
            }
            ids.insert(name, id);
        }
        Ok(ids)
    }

    /// The bytes of a size, derived now if missing. Returns `None` if there is no such picture.
    pub async fn get(&self, id: Uuid, size: Size, format: Format) -> anyhow::Result<Option<Bytes>> {
        let exists = sqlx::query_scalar!(
            r#"select exists(select from picture where id = $1) as "exists!""#,
            id
        )
        .fetch_one(&self.pool)
        .await?;
        if !exists {
            return Ok(None);
        }
        Ok(Some(self.made(id, size, format).await?))
    }

    async fn made(&self, id: Uuid, size: Size, format: Format) -> anyhow::Result<Bytes> {
        let path = Path::from(format!(
            "pictures/{id}/{}.{}",
            size.name(),
            format.extension()
        ));
        if let Some(bytes) = self.read(&path).await? {
            return Ok(bytes);
        }
        // Concurrent requests wait for the first one and find what it stored.
        let turn = self.turn(&path);
        let _turn = turn.lock().await;
        if let Some(bytes) = self.read(&path).await? {
            return Ok(bytes);
        }
        let original = original_path(id);
        let bytes = self.read(&original).await?;
        let bytes = bytes.with_context(|| format!("{original} is missing in the object store"))?;
        let made = self
            .working
            .run((), move || {
                let quality = if size == Size::Full { 86.0 } else { 82.0 };
                let image = codec::decode(&bytes)?;
                codec::encode(&codec::shrink(&image, size.side()), format, quality)
            })
            .await?;
        let made = Bytes::from(made);
        self.store.put(&path, made.clone().into()).await?;
        Ok(made)
    }

    /// Resizes and encodes a picture from another site. Stores nothing. `held` is dropped when the work is done.
    pub async fn recode(
        &self,
        bytes: Bytes,
        size: Size,
        format: Format,
        held: impl Send + 'static,
    ) -> anyhow::Result<Result<Bytes, Unreadable>> {
        let made = self
            .working
            .run(held, move || match codec::decode_foreign(&bytes) {
                Ok(image) => {
                    codec::encode(&codec::shrink(&image, size.side()), format, 82.0).map(Ok)
                }
                Err(unreadable) => Ok(Err(unreadable)),
            });
        Ok(made.await?.map(Bytes::from))
    }

    /// Removes the files of a picture whose row is deleted or being deleted. Missing files are not an error.
    pub async fn remove_files(&self, id: Uuid) -> anyhow::Result<()> {
        let folder = Path::from(format!("pictures/{id}"));
        let files = self.store.list(Some(&folder)).map_ok(|file| file.location);
        self.store
            .delete_stream(files.boxed())
            .try_for_each(|_| future::ready(Ok(())))
            .await?;
        Ok(())
    }

    async fn read(&self, path: &Path) -> anyhow::Result<Option<Bytes>> {
        match self.store.get(path).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn turn(&self, path: &Path) -> Arc<tokio::sync::Mutex<()>> {
        let mut making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        making.retain(|_, turn| turn.strong_count() > 0);
        if let Some(turn) = making.get(path).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::new(tokio::sync::Mutex::new(()));
        making.insert(path.clone(), Arc::downgrade(&turn));
        turn
    }
}

fn original_path(id: Uuid) -> Path {
    Path::from(format!("pictures/{id}/original.webp"))
}
