use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::timestamp::Timestamp;

/// What was checked of the site's machines and services.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemReport {
    pub checked: Timestamp,
    /// The most urgent first.
    pub checks: Vec<SystemCheck>,
    pub versions: Vec<SystemVersion>,
    /// Empty if the site has one node.
    pub nodes: Vec<SystemNode>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SystemState {
    Ok,
    /// The site works, with a risk.
    Warn,
    /// The site does not work, or not wholly.
    Broken,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemCheck {
    /// What was checked, such as `database`. Several checks may have one name.
    pub name: String,
    /// The same in Russian.
    pub title: String,
    pub state: SystemState,
    /// What was found and, unless all is well, what to do, in Russian. Names no address and no secret.
    pub text: String,
}

/// A part of the site and its version.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemVersion {
    pub name: String,
    /// Null: it did not answer in time.
    pub version: Option<String>,
}

/// One of several servers of the site.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemNode {
    /// A new name at every start.
    pub name: String,
    pub is_alive: bool,
    pub seen: Timestamp,
    /// How many live rooms it has.
    pub rooms: i64,
    /// By how many milliseconds its clock is ahead of the database's. Null: unknown.
    pub clock_skew_ms: Option<i64>,
}
