//! Stored pictures and their sizes.
//!
//! The object store (a local folder or S3) holds `pictures/<id>/original.jpg`: the upload without its metadata. Views
//! lie next to it, `pictures/<id>/640.webp`. Those of large pictures are made with the original, the others when
//! someone first looks. The demonstration's pictures are stored as they are: as `original.webp`, unless they are JPEGs.
//!
//! Two lanes do the work, each with a budget of memory: [`bulk`](Pictures::bulk) what is uploaded and imported, which
//! nobody sees yet, and `views` what a visitor waits for.

use std::collections::{BTreeSet, HashMap};
use std::fs::{DirBuilder, File, Permissions};
use std::io::{BufReader, ErrorKind, Read as _, Seek as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path as FilePath;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use bytes::Bytes;
use futures_util::{StreamExt as _, TryStreamExt as _, future, stream};
use object_store::aws::AmazonS3Builder;
use object_store::client::ClientOptions;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _, RetryConfig};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::lanes::{Busy, Lane, Share, Turn};
use crate::making::{Making, Makings, Patience, Shown};
use crate::pace::Pace;
use picture_codec::Size;
use picture_codec::{
    self as codec, Cut, Format, Kind, MAX_FOREIGN_PIXELS, MAX_PIXELS, Prepared, Survey,
};
use picture_codec::{Unreadable, dimensions, survey, survey_bytes, views_cost};

/// The memory for uploads and imports, in bytes.
const BULK_MEMORY: u64 = 250_000_000;
/// The memory for views, in bytes.
const VIEWS_MEMORY: u64 = 100_000_000;
/// Uploads give way to everything else, views to the sales alone.
const BULK_SHARE: Share = Share::Spare;
const VIEWS_SHARE: Share = Share::Priority(35);
/// The most originals that are in memory to make their views, for each thread that makes them.
const ORIGINALS_A_THREAD: usize = 2;
/// Time limits of the bucket, so that a visitor learns that it is away before the server gives the request up: of a connection, of
/// one attempt, and after which no further attempt starts.
const S3_CONNECT: Duration = Duration::from_secs(2);
const S3_ATTEMPT: Duration = Duration::from_secs(20);
const S3_RETRIES: Duration = Duration::from_secs(5);
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

/// A file to be stored as a picture.
pub enum Upload {
    Memory(Bytes),
    /// On disk, so that many at once do not fill the memory.
    Disk(File),
}

/// A checked upload, ready to be stored.
pub struct Ready {
    prepared: Prepared,
    /// SHA-256 of the upload: identifies the same file when it is uploaded again.
    digest: [u8; 32],
}

/// Why an upload is not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    #[error(transparent)]
    Busy(#[from] Busy),
}

/// A stored picture: its id, width and height.
pub type Stored = (Uuid, i32, i32);

/// Stores pictures and serves them in several sizes.
pub struct Pictures(Arc<Inner>);

struct Inner {
    store: Arc<dyn ObjectStore>,
    pool: PgPool,
    bulk: Arc<Lane>,
    views: Lane,
    threads: usize,
    /// Originals in memory, read to cut other pictures out of them.
    cut: Semaphore,
    /// Originals in memory, read to make their views.
    originals: Arc<Semaphore>,
    makings: Makings,
    _pace: Pace,
}

/// Creates a folder that its owner alone may enter. A folder of another user is left alone.
fn close(folder: &FilePath) -> std::io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    match std::fs::set_permissions(folder, Permissions::from_mode(0o700)) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            tracing::warn!(folder = %folder.display(), "DATA_DIR belongs to another user, and may be open to others");
            Ok(())
        }
        closed => closed,
    }
}

impl Pictures {
    /// Opens the bucket, or else the folder `pictures` below `data_dir`, which is created if it is missing. `data_dir` holds
    /// uploads in any case, so it is closed to other users of the machine.
    pub fn store(
        data_dir: &FilePath,
        s3: Option<&S3Config>,
    ) -> anyhow::Result<Arc<dyn ObjectStore>> {
        close(data_dir).with_context(|| format!("DATA_DIR: cannot use {}", data_dir.display()))?;
        let store: Arc<dyn ObjectStore> = match s3 {
            Some(s3) => {
                let mut builder = AmazonS3Builder::new()
                    .with_bucket_name(&s3.bucket)
                    .with_region(&s3.region)
                    .with_access_key_id(&s3.access_key_id)
                    .with_secret_access_key(s3.secret_access_key.expose_secret())
                    .with_retry(RetryConfig {
                        max_retries: 3,
                        retry_timeout: S3_RETRIES,
                        ..RetryConfig::default()
                    });
                let mut client = ClientOptions::new()
                    .with_connect_timeout(S3_CONNECT)
                    .with_timeout(S3_ATTEMPT);
                if let Some(endpoint) = &s3.endpoint {
                    builder = builder.with_endpoint(endpoint);
                    client = client.with_allow_http(endpoint.starts_with("http://"));
                }
                Arc::new(
                    builder
                        .with_client_options(client)
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

    /// Starts the threads. Must be called within a runtime.
    pub fn new(store: Arc<dyn ObjectStore>, pool: PgPool) -> anyhow::Result<Self> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let lane = |name, share, memory| {
            Lane::start(name, threads, share, memory)
                .context("cannot start threads that process pictures")
        };
        let bulk = Arc::new(lane("pictures-bulk", BULK_SHARE, BULK_MEMORY)?);
        Ok(Self(Arc::new(Inner {
            store,
            pool,
            _pace: Pace::keep(bulk.clone()),
            bulk,
            views: lane("pictures-views", VIEWS_SHARE, VIEWS_MEMORY)?,
            threads,
            cut: Semaphore::new(threads),
            originals: Arc::new(Semaphore::new(ORIGINALS_A_THREAD * threads)),
            makings: Makings::default(),
        })))
    }

    /// The object store, which other parts use too.
    pub fn object_store(&self) -> Arc<dyn ObjectStore> {
        self.0.store.clone()
    }

    /// The number of threads that work on uploads and imports.
    pub fn threads(&self) -> usize {
        self.0.threads
    }

    /// Does other work of uploads and imports on the threads that process them.
    pub async fn bulk<T: Send + 'static>(
        &self,
        turn: Turn,
        memory: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> anyhow::Result<T> {
        self.0.bulk.run(turn, memory, work).await
    }

    pub async fn add(&self, upload: Upload, by: i64) -> anyhow::Result<Result<Stored, Refused>> {
        let ready = match self.prepare(upload, Turn::Account(by)).await? {
            Ok(ready) => ready,
            Err(refused) => return Ok(Err(refused)),
        };
        let id = Uuid::new_v4();
        let (width, height) = ready.prepared.size()?;
        self.put_all(&[id], vec![(ready, None)], by).await?;
        Ok(Ok((id, width, height)))
    }

    /// Checks an upload and makes its original. Stores nothing.
    pub async fn prepare(
        &self,
        upload: Upload,
        turn: Turn,
    ) -> anyhow::Result<Result<Ready, Refused>> {
        self.process(upload, turn, |bytes, survey| {
            let digest = Sha256::digest(&bytes).into();
            let prepared = codec::prepare(bytes, survey)?;
            Ok(prepared.map(|prepared| Ready { prepared, digest }))
        })
        .await
    }

    /// Cuts a picture out of the original of `source`. It is the same import file's as `source`, so that an import
    /// recognises it, and has the words of `described_as`, which it replaces.
    pub async fn cut(
        &self,
        source: Uuid,
        described_as: Uuid,
        cut: Cut,
        by: i64,
    ) -> anyhow::Result<Result<Uuid, Refused>> {
        let _one_of_few = self.0.cut.acquire().await?;
        let bytes = self.0.read_original(source).await?;
        let survey = survey_bytes(&bytes)?;
        let memory = survey.memory() + survey.length + views_cost(&survey);
        let worked = self.0.bulk.run(Turn::Account(by), memory, move || {
            codec::cut(bytes, &survey, cut)
        });
        let prepared = match worked.await {
            Ok(done) => match done? {
                Ok(prepared) => prepared,
                Err(unreadable) => return Ok(Err(unreadable.into())),
            },
            Err(error) => return Ok(Err(error.downcast::<Busy>()?.into())),
        };
        let id = Uuid::new_v4();
        let (width, height) = prepared.size()?;
        self.put_files(vec![(id, prepared)]).await?;
        let crop = cut
            .part
            .map(|part| vec![part.x, part.y, part.width, part.height]);
        sqlx::query!(
            "insert into picture (id, width, height, created_by, digest, import_name, alt, source_id, turns, crop)
             select $1, $2, $3, $4, source.digest, source.import_name, replaced.alt, source.id, $7, $8
             from picture source, picture replaced where source.id = $5 and replaced.id = $6",
            id,
            width,
            height,
            by,
            source,
            described_as,
            i16::from(cut.turns),
            crop.as_deref()
        )
        .execute(&self.0.pool)
        .await?;
        Ok(Ok(id))
    }

    /// Whether an upload would be accepted. Stores nothing.
    pub async fn check(&self, upload: Upload, turn: Turn) -> anyhow::Result<Result<(), Refused>> {
        self.process(upload, turn, |bytes, survey| {
            Ok(codec::check(&bytes, survey))
        })
        .await
    }

    /// Reads an upload's header, waits for its turn and its memory, and does the work.
    async fn process<T: Send + 'static>(
        &self,
        upload: Upload,
        turn: Turn,
        work: impl FnOnce(Bytes, &Survey) -> anyhow::Result<Result<T, Unreadable>> + Send + 'static,
    ) -> anyhow::Result<Result<T, Refused>> {
        let read = tokio::task::spawn_blocking(move || {
            let survey = upload.survey();
            (upload, survey)
        });
        let (upload, survey) = read.await?;
        let survey = match survey.and_then(|survey| survey.within(MAX_PIXELS)) {
            Ok(survey) => survey,
            Err(unreadable) => return Ok(Err(unreadable.into())),
        };
        let memory = survey.memory() + views_cost(&survey);
        let worked = self.0.bulk.run(turn, memory, move || {
            let bytes = upload.read()?;
            work(bytes, &survey)
        });
        match worked.await {
            Ok(done) => Ok(done?.map_err(Refused::Unreadable)),
            Err(error) => Ok(Err(error.downcast::<Busy>()?.into())),
        }
    }

    /// Stores uploads that a later transaction uses. Rows in `staged_picture` precede them, so pictures that are never
    /// used can be found. Each has its file's name in the import. Returns their ids.
    pub async fn stage(
        &self,
        uploads: Vec<(Ready, String)>,
        by: i64,
        now: OffsetDateTime,
    ) -> anyhow::Result<Vec<Uuid>> {
        let ids: Vec<Uuid> = uploads.iter().map(|_| Uuid::new_v4()).collect();
        sqlx::query!(
            "insert into staged_picture (id, at) select id, $2 from unnest($1::uuid[]) as id",
            &ids,
            now
        )
        .execute(&self.0.pool)
        .await?;
        let named = uploads
            .into_iter()
            .map(|(ready, name)| (ready, Some(name)))
            .collect();
        self.put_all(&ids, named, by).await?;
        Ok(ids)
    }

    async fn put_all(
        &self,
        ids: &[Uuid],
        pictures: Vec<(Ready, Option<String>)>,
        by: i64,
    ) -> anyhow::Result<()> {
        let (mut widths, mut heights) = (Vec::new(), Vec::new());
        let (mut digests, mut names) = (Vec::new(), Vec::new());
        let mut prepared = Vec::new();
        for (id, (ready, name)) in ids.iter().zip(pictures) {
            let (width, height) = ready.prepared.size()?;
            widths.push(width);
            heights.push(height);
            digests.push(ready.digest.to_vec());
            names.push(name);
            prepared.push((*id, ready.prepared));
        }
        // The files first: a row without its file is a picture that cannot be shown.
        self.put_files(prepared).await?;
        sqlx::query!(
            "insert into picture (id, width, height, created_by, digest, import_name)
             select id, width, height, $4, digest, name
             from unnest($1::uuid[], $2::int[], $3::int[], $5::bytea[], $6::text[]) as p (id, width, height, digest, name)",
            ids,
            &widths,
            &heights,
            by,
            &digests,
            &names as &[Option<String>]
        )
        .execute(&self.0.pool)
        .await?;
        Ok(())
    }

    async fn put_files(&self, pictures: Vec<(Uuid, Prepared)>) -> anyhow::Result<()> {
        let mut files = Vec::new();
        for (id, prepared) in pictures {
            files.push((original_path(id), prepared.original));
            for (size, view) in Size::ALL.into_iter().zip(prepared.views) {
                files.extend(view.map(|view| (view_path(id, size, Format::WebP), view)));
            }
        }
        stream::iter(files)
            .map(|(path, bytes)| async move {
                self.0.store.put(&path, bytes.into()).await?;
                anyhow::Ok(())
            })
            .buffer_unordered(FILES_AT_ONCE)
            .try_collect::<()>()
            .await
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
                    let path = match Kind::of(&bytes) {
                        Some(Kind::Jpeg) => original_path(id),
                        _ => webp_original_path(id),
                    };
                    self.0.store.put(&path, bytes.into()).await?;
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

    /// A view, made now if missing. Returns `None` if there is no such picture.
    pub async fn get(&self, id: Uuid, size: Size, format: Format) -> anyhow::Result<Option<Bytes>> {
        if !self.exists(id).await? {
            return Ok(None);
        }
        if let Some(view) = self.0.read(&view_path(id, size, format)).await? {
            return Ok(Some(view));
        }
        let view = self.making(id, size, format)?.view(size).await;
        Ok(Some(view.with_context(|| unmade(id))?))
    }

    /// A view for someone who does not wait long: a smaller one if it is late. Returns `None` if there is no such
    /// picture.
    pub async fn get_soon(
        &self,
        id: Uuid,
        size: Size,
        format: Format,
    ) -> anyhow::Result<Option<Shown>> {
        if !self.exists(id).await? {
            return Ok(None);
        }
        if let Some(view) = self.0.read(&view_path(id, size, format)).await? {
            return Ok(Some(Shown::View(view)));
        }
        let Ok(making) = self.making(id, size, format) else {
            return Ok(Some(Shown::NotYet));
        };
        let stored = async {
            for size in size.smaller() {
                if let Ok(Some(view)) = self.0.read(&view_path(id, size, format)).await {
                    return Some((size, view));
                }
            }
            None
        };
        let shown = making.view_soon(size, Patience::OF_VIEWERS, stored).await;
        Ok(Some(shown.with_context(|| unmade(id))?))
    }

    /// The picture as it was uploaded, without its metadata, and its format. Returns `None` if there is no such picture.
    pub async fn original(&self, id: Uuid) -> anyhow::Result<Option<(Bytes, Kind)>> {
        if !self.exists(id).await? {
            return Ok(None);
        }
        let bytes = self.0.read_original(id).await?;
        let kind = Kind::of(&bytes).with_context(|| unmade(id))?;
        Ok(Some((bytes, kind)))
    }

    async fn exists(&self, id: Uuid) -> anyhow::Result<bool> {
        let exists = sqlx::query_scalar!(
            r#"select exists(select from picture where id = $1) as "exists!""#,
            id
        );
        Ok(exists.fetch_one(&self.0.pool).await?)
    }

    /// Joins the making of a picture's views, or starts it.
    fn making(&self, id: Uuid, first: Size, format: Format) -> Result<Arc<Making>, Busy> {
        self.0.makings.join((id, format), |making| {
            let inner = self.0.clone();
            tokio::spawn(async move {
                if let Err(error) = inner.make(id, first, format, &making).await {
                    tracing::error!(picture = %id, error = format!("{error:#}"), "cannot make views");
                }
                // Wakes the requests waiting for a view that could not be made.
                making.fail();
            });
        })
    }

    /// Encodes a picture from another site. Stores nothing. `held` is dropped when the work is done.
    pub async fn recode(
        &self,
        bytes: Bytes,
        size: Size,
        format: Format,
        held: impl Send + 'static,
    ) -> anyhow::Result<Result<Bytes, Unreadable>> {
        let surveyed = survey_bytes(&bytes).and_then(|survey| survey.within(MAX_FOREIGN_PIXELS));
        let survey = match surveyed {
            Ok(survey) => survey,
            Err(unreadable) => return Ok(Err(unreadable)),
        };
        let memory = survey.memory() + views_cost(&survey);
        let made = self.0.bulk.run(Turn::Foreign, memory, move || {
            let _held = held;
            codec::make_view(&bytes, &survey, size, format)
        });
        made.await?
    }

    /// Removes the files of a picture whose row is deleted or being deleted. Missing files are not an error.
    pub async fn remove_files(&self, id: Uuid) -> anyhow::Result<()> {
        let folder = Path::from(format!("pictures/{id}"));
        let files = self
            .0
            .store
            .list(Some(&folder))
            .map_ok(|file| file.location);
        self.0
            .store
            .delete_stream(files.boxed())
            .try_for_each(|_| future::ready(Ok(())))
            .await?;
        Ok(())
    }
}

impl Inner {
    /// Makes the views of a picture, publishes each as it gets ready, and stores them.
    async fn make(
        &self,
        id: Uuid,
        first: Size,
        format: Format,
        making: &Arc<Making>,
    ) -> anyhow::Result<()> {
        let held = self.originals.clone().acquire_owned().await?;
        let bytes = self.read_original(id).await?;
        let survey = survey_bytes(&bytes)?;
        let memory = survey.memory() + views_cost(&survey);
        let publishing = making.clone();
        let made = self.views.run(Turn::Viewers, memory, move || {
            let _held = held;
            codec::make_views(&bytes, &survey, format, first, |size, view| {
                publishing.publish(size, view);
            })
        });
        made.await??;
        for (size, view) in Size::ALL.into_iter().zip(making.views()) {
            let view = view.context("a view was not made")?;
            self.store
                .put(&view_path(id, size, format), view.into())
                .await?;
        }
        Ok(())
    }

    async fn read_original(&self, id: Uuid) -> anyhow::Result<Bytes> {
        if let Some(bytes) = self.read(&original_path(id)).await? {
            return Ok(bytes);
        }
        let webp = self.read(&webp_original_path(id)).await?;
        webp.with_context(|| format!("{} is missing in the object store", original_path(id)))
    }

    async fn read(&self, path: &Path) -> anyhow::Result<Option<Bytes>> {
        match self.store.get(path).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl Upload {
    fn survey(&self) -> Result<Survey, Unreadable> {
        match self {
            Self::Memory(bytes) => survey_bytes(bytes),
            Self::Disk(file) => survey(&mut BufReader::new(file)),
        }
    }

    fn read(self) -> std::io::Result<Bytes> {
        match self {
            Self::Memory(bytes) => Ok(bytes),
            Self::Disk(mut file) => {
                let mut bytes = Vec::new();
                file.rewind()?;
                file.read_to_end(&mut bytes)?;
                Ok(bytes.into())
            }
        }
    }
}

impl Ready {
    /// SHA-256 of the upload.
    pub fn digest(&self) -> &[u8] {
        &self.digest
    }
}

fn unmade(id: Uuid) -> String {
    format!("picture {id} cannot be read")
}

fn original_path(id: Uuid) -> Path {
    Path::from(format!("pictures/{id}/original.jpg"))
}

/// Where the original of a demonstration's picture is, unless it is a JPEG.
fn webp_original_path(id: Uuid) -> Path {
    Path::from(format!("pictures/{id}/original.webp"))
}

fn view_path(id: Uuid, size: Size, format: Format) -> Path {
    let (side, extension) = (size.side(), format.extension());
    Path::from(format!("pictures/{id}/{side}.{extension}"))
}
