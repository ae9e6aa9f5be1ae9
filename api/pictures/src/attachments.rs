//! PDF files that houses attach for people to download, in the object store under random ids: `documents/<id>.pdf`.

use std::collections::HashSet;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
use time::OffsetDateTime;
use uuid::Uuid;

/// Stores, reads and removes attached files.
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

    /// Returns `None` if there is no such file.
    pub async fn get(&self, id: Uuid) -> anyhow::Result<Option<Bytes>> {
        match self.store.get(&path(id)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes a file that nothing refers to. Only logs a failure, because a leftover file costs nothing but space.
    pub async fn forget(&self, id: Uuid) {
        if let Err(error) = self.store.delete(&path(id)).await {
            tracing::warn!(%error, %id, "cannot remove an attachment from the object store");
        }
    }

    /// Removes the files that were stored before `before` and are not in `named`.
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
