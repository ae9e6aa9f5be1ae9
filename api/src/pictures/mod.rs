//! Pictures: what is stored of them, and their sizes.
//!
//! The object store (a local folder or S3) holds `pictures/<id>/original.webp`, the upload decoded and encoded again, so
//! that nothing of the file itself, its metadata least of all, is passed through. The sizes people see are made from it
//! when they are first asked for, and stored beside it; so are the views of demonstration pictures, which have a
//! [`Source`] in place of an original. At most two pictures are worked on at a time, and each size once.
//!
//! WebP is lossy by libwebp (the `image` crate writes lossless WebP alone, several times the size for paintings); JPEG
//! is for clients that do not accept WebP.

mod codec;
mod views;
mod workshop;

use std::collections::HashMap;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use anyhow::Context as _;
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, future};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

pub use codec::{Format, MAX_PIXELS, Unreadable, dimensions};
pub use workshop::Workshop;

use crate::config::Config;

/// Pictures decoded or drawn at once.
const AT_ONCE: usize = 2;

/// What is asked of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Size {
    Icon,
    Preview,
    Full,
}

impl Size {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "icon" => Some(Self::Icon),
            "preview" => Some(Self::Preview),
            "full" => Some(Self::Full),
            _ => None,
        }
    }

    /// Of the longer side, in pixels; smaller pictures are not enlarged.
    pub fn side(self) -> u32 {
        match self {
            Self::Icon => 128,
            Self::Preview => 512,
            Self::Full => 2048,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Icon => "icon",
            Self::Preview => "preview",
            Self::Full => "full",
        }
    }
}

/// A picture that is drawn from a work when it is first asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Where the work lies in the object store.
    pub work: String,
    pub view: View,
    #[serde(default)]
    pub seed: u64,
}

/// How a work is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Whole,
    Detail,
    Signature,
    Back,
    Frame,
}

/// An upload as it is kept.
struct Prepared {
    bytes: Vec<u8>,
    /// Of the upload.
    width: i32,
    height: i32,
    /// SHA-256 of the upload, by which the same is known when it comes again.
    digest: [u8; 32],
}

/// See the module's description.
pub struct Pictures {
    store: Arc<dyn ObjectStore>,
    pool: PgPool,
    working: Workshop,
    /// One entry for each file that is being made.
    making: Mutex<HashMap<Path, Weak<tokio::sync::Mutex<()>>>>,
}

impl Pictures {
    /// The store that the configuration names; a local folder is made if it is not there.
    pub fn store(config: &Config) -> anyhow::Result<Arc<dyn ObjectStore>> {
        let store: Arc<dyn ObjectStore> = match &config.s3 {
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
                        .context("S3_BUCKET: the bucket cannot be used")?,
                )
            }
            None => {
                let folder = config.data_dir.join("pictures");
                let made = std::fs::create_dir_all(&folder);
                made.with_context(|| format!("DATA_DIR: {} cannot be made", folder.display()))?;
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

    /// Where the pictures lie, for what else is kept there.
    pub fn object_store(&self) -> Arc<dyn ObjectStore> {
        self.store.clone()
    }

    /// Takes an upload: decodes it within the limits, encodes it again without metadata, upright. Its id, width, height.
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

    /// The same for a picture that is to be used in a transaction of its own later: it is noted in `staged_picture` first, so
    /// that one which never is can be found. `name` is the file's in the import.
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

    /// Whether an upload would be taken; nothing is stored.
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
                    digest: crate::access::hash_bytes(&upload),
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
        // The file first: a row without its file would be a picture that cannot be shown.
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

    /// Stores a work from which views are drawn. Its path in the store, and its width and height.
    pub async fn add_work(&self, file: &FilePath) -> anyhow::Result<(String, u32, u32)> {
        let bytes = tokio::fs::read(file)
            .await
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let (width, height) =
            dimensions(&bytes).with_context(|| format!("{} is no picture", file.display()))?;
        let digest = crate::access::hash_bytes(&bytes);
        let name: String = digest
            .iter()
            .take(16)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let path = Path::from(format!("works/{name}"));
        if self.store.head(&path).await.is_err() {
            self.store.put(&path, bytes.into()).await?;
        }
        Ok((path.to_string(), width, height))
    }

    /// A picture that shows a work of this width and height; drawn when it is first asked for.
    pub async fn add_view(
        connection: &mut PgConnection,
        source: Source,
        width: u32,
        height: u32,
    ) -> anyhow::Result<Uuid> {
        let id = Uuid::new_v4();
        let (width, height) = views::dimensions(source.view, width, height);
        sqlx::query!(
            "insert into picture (id, width, height, source) values ($1, $2, $3, $4)",
            id,
            i32::try_from(width)?,
            i32::try_from(height)?,
            Json(source) as _
        )
        .execute(connection)
        .await?;
        Ok(id)
    }

    /// The bytes of a size, made now if need be. None: there is no such picture.
    pub async fn get(&self, id: Uuid, size: Size, format: Format) -> anyhow::Result<Option<Bytes>> {
        let row = sqlx::query_scalar!(
            r#"select source as "source: Json<Source>" from picture where id = $1"#,
            id
        )
        .fetch_optional(&self.pool)
        .await?;
        match row {
            None => Ok(None),
            Some(source) => Ok(Some(
                self.made(id, source.map(|source| source.0), size, format)
                    .await?,
            )),
        }
    }

    async fn made(
        &self,
        id: Uuid,
        source: Option<Source>,
        size: Size,
        format: Format,
    ) -> anyhow::Result<Bytes> {
        // Views of the same work are the same picture, whichever lot shows them.
        let (folder, original) = match &source {
            Some(source) => {
                let view = format!("{:?}", source.view).to_lowercase();
                (
                    format!("{}-{view}-{}", source.work, source.seed),
                    Path::from(source.work.as_str()),
                )
            }
            None => (format!("pictures/{id}"), original_path(id)),
        };
        let path = Path::from(format!("{folder}/{}.{}", size.name(), format.extension()));
        if let Some(bytes) = self.read(&path).await? {
            return Ok(bytes);
        }
        // Whoever comes while it is made waits for it, and finds it.
        let turn = self.turn(&path);
        let _turn = turn.lock().await;
        if let Some(bytes) = self.read(&path).await? {
            return Ok(bytes);
        }
        let bytes = self.read(&original).await?;
        let bytes = bytes.with_context(|| format!("{original} is missing in the object store"))?;
        let made = self
            .working
            .run((), move || {
                let image = codec::decode(&bytes)?;
                let image = match source {
                    Some(source) => views::draw(&image, source.view, source.seed),
                    None => image,
                };
                let quality = if size == Size::Full { 86.0 } else { 82.0 };
                codec::encode(&codec::shrink(&image, size.side()), format, quality)
            })
            .await?;
        let made = Bytes::from(made);
        self.store.put(&path, made.clone().into()).await?;
        Ok(made)
    }

    /// A picture of somebody's, in a size and format of ours; nothing of it is stored. `held` is dropped when the work is
    /// done.
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

    /// Removes the files of an uploaded picture, whose row is gone or going. Those that are gone already are fine.
    pub async fn remove_files(&self, id: Uuid) -> anyhow::Result<()> {
        let folder = Path::from(format!("pictures/{id}"));
        let files = self.store.list(Some(&folder)).map_ok(|file| file.location);
        self.store
            .delete_stream(files.boxed())
            .try_for_each(|_| future::ready(Ok(())))
            .await?;
        Ok(())
    }

    /// Makes what the lists of a demonstration show first, one after the other, so that the first visitor waits less.
    pub async fn warm_up(&self) -> anyhow::Result<()> {
        let ids = sqlx::query_scalar!(
            "select min(picture_id::text)::uuid from (
                select p.source ->> 'work' as work, i.picture_id, l.top, l.id from lot_image i
                join picture p on p.id = i.picture_id join lot l on l.id = i.lot_id
                where i.position = 0 and p.source is not null) shown
             group by work order by max(top) desc, min(id)"
        )
        .fetch_all(&self.pool)
        .await?;
        for id in ids.into_iter().flatten() {
            self.get(id, Size::Preview, Format::WebP).await?;
        }
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
