//! The picture store.

use config::Config;
use object_store::{ObjectStoreExt as _, path::Path};
use pictures::Pictures;
use uuid::Uuid;

use super::finding::Finding;

/// Writes, reads and deletes a probe.
pub async fn pictures(config: &Config) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: &str = "pictures";
    let place = match &config.s3 {
        Some(s3) => format!("the bucket {}", s3.bucket),
        None => config.data_dir.display().to_string(),
    };
    let store = Pictures::store(&config.data_dir, config.s3.as_ref())?;
    let probe = Path::from(format!("doctor-{}", Uuid::new_v4()));
    let written = async {
        store.put(&probe, "probe".into()).await?;
        store.get(&probe).await?.bytes().await?;
        store.delete(&probe).await
    };
    Ok(vec![match written.await {
        Ok(()) => Finding::good(SUBJECT, place),
        Err(error) => Finding::broken(
            SUBJECT,
            format!(
                "cannot write to {place}: {error}; run this as the server's user, and check the rights"
            ),
        ),
    }])
}
