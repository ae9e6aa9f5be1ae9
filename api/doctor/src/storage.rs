//! The picture store.

use config::Config;
use object_store::{ObjectStoreExt as _, path::Path};
use pictures::Pictures;
use uuid::Uuid;

use super::finding::{Finding, Subject};

/// Writes, reads and deletes a probe.
pub async fn pictures(config: &Config) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Pictures;
    let (works, remedy, place) = match &config.s3 {
        Some(s3) => (
            "Хранилище S3 пишет и читает",
            "Хранилище S3 не пишет или не читает: изображения не загружаются. Проверьте его, ключи и переменные S3_…",
            s3.bucket.clone(),
        ),
        None => (
            "Папка пишется и читается",
            "Папка DATA_DIR не пишется: изображения не загружаются. Проверьте права пользователя сервера и место на диске",
            config.data_dir.display().to_string(),
        ),
    };
    let written = async {
        let store = Pictures::store(&config.data_dir, config.s3.as_ref())?;
        let probe = Path::from(format!("doctor-{}", Uuid::new_v4()));
        store.put(&probe, "probe".into()).await?;
        store.get(&probe).await?.bytes().await?;
        anyhow::Ok(store.delete(&probe).await?)
    };
    Ok(vec![match written.await {
        Ok(()) => Finding::ok(SUBJECT, works).with(place),
        Err(error) => Finding::broken(SUBJECT, remedy).with(format!("{place}: {error:#}")),
    }])
}
