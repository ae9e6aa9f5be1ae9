//! Synonyms as admins write them: one table for every backend. A backend makes of them what its index needs.

use sqlx::PgExecutor;

/// A group of words or phrases that mean the same to those who search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What is typed.
    pub words: Vec<String>,
    /// What it finds as well. Empty: each of `words` finds all the others.
    pub finds: Vec<String>,
}

impl Group {
    /// What each of `words` finds.
    pub fn found(&self) -> &[String] {
        if self.finds.is_empty() {
            &self.words
        } else {
            &self.finds
        }
    }
}

/// Reads all groups. Those who write them keep their number small.
pub async fn read(executor: impl PgExecutor<'_>) -> sqlx::Result<Vec<Group>> {
    sqlx::query_as!(Group, "select words, finds from search_synonym order by id")
        .fetch_all(executor)
        .await
}
