//! PDF files that houses attach for people to download, in the object store under random ids: `documents/<id>.pdf`.

use std::sync::Arc;

use bytes::Bytes;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt as _};
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
}

fn path(id: Uuid) -> Path {
    Path::from(format!("documents/{id}.pdf"))
}
