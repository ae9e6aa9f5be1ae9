use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What staff keep of a list: a view of it, or an answer to begin with.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct StaffSetting {
    /// The list; `answers` is shared by those who manage the house.
    pub list: String,
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct StaffSettingRequest {
    /// Latin letters and hyphens.
    pub list: String,
    pub name: String,
    /// Absent: the setting is dropped.
    #[serde(default)]
    pub value: Option<String>,
}
