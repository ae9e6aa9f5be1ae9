//! PDF files that houses attach for people to download, in the object store under random ids: `documents/<id>.pdf`.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use time::OffsetDateTime;
use uuid::Uuid;

/// See the module's description.
pub struct Attachments {
    store: Arc<dyn ObjectStore>,
}

impl Attachments {
    pub fn new(store: Arc<dyn ObjectStore>) -> Self {
        Self { store }
    }

    pub async fn put(&self, id: Uuid, bytes: Bytes) -> anyhow::Result<()> {
        self.store.put(&path(id), bytes.into()).await?;
        Ok(())
    }

    /// None: there is no such file.
    pub async fn get(&self, id: Uuid) -> anyhow::Result<Option<Bytes>> {
        match self.store.get(&path(id)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a file that nothing names any more. One that stays behind costs room and nothing else.
    pub async fn forget(&self, id: Uuid) {
        if let Err(error) = self.store.delete(&path(id)).await {
            tracing::warn!(%error, %id, "an attachment could not be removed from the object store");
        }
    }

    /// Removes the files that were stored before then and are not among `named`.
    pub async fn forget_unnamed(
        &self,
        named: &HashSet<Uuid>,
        before: OffsetDateTime,
    ) -> anyhow::Result<()> {
        let mut files = self.store.list(Some(&Path::from(FOLDER)));
        let mut unnamed = Vec::new();
        while let Some(file) = files.try_next().await? {
            let name = file.location.filename().unwrap_or_default();
            let id = name.strip_suffix(".pdf").map(Uuid::parse_str);
            if let Some(Ok(id)) = id
                && !named.contains(&id)
                && file.last_modified.timestamp() < before.unix_timestamp()
            {
                unnamed.push(id);
            }
        }
        for id in unnamed {
            self.forget(id).await;
        }
        Ok(())
    }
}

const FOLDER: &str = "documents";

fn path(id: Uuid) -> Path {
    Path::from(format!("{FOLDER}/{id}.pdf"))
}
