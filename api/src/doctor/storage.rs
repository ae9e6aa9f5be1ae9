//! The picture store and the disk.

use config::Config;
use object_store::{ObjectStoreExt as _, path::Path};
use pictures::Pictures;
use uuid::Uuid;

use super::finding::Finding;

const GIB: u64 = 1 << 30;
/// Below this share or amount, imports will soon fail; see [`FULL`].
const LITTLE_SPACE: u64 = 5 * GIB;
/// Below this uploads and, on the same disk, the database fail at any time.
const FULL: u64 = GIB / 2;

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

/// The disk of DATA_DIR.
pub fn disk(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "disk";
    let free = match rustix::fs::statvfs(&config.data_dir) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            let text = format!("cannot look at {}: {error}", config.data_dir.display());
            return vec![Finding::broken(SUBJECT, text)];
        }
    };
    let text = format!(
        "{:.1} GiB are free for {}",
        free as f64 / GIB as f64,
        config.data_dir.display()
    );
    vec![if free < FULL {
        Finding::broken(SUBJECT, format!("{text}; make room now"))
    } else if free < LITTLE_SPACE {
        Finding::risky(SUBJECT, format!("{text}; make room soon"))
    } else {
        Finding::good(SUBJECT, text)
    }]
}
