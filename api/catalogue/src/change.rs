//! A transaction that includes a room's decision.

use std::sync::Arc;

use domain::Command;
use room_server::{Answer, WithinError};
use sqlx::{PgConnection, Postgres, Transaction};

use crate::editor::Editor;
use crate::lots::refused_row;
use crate::real::require_real_catalog;
use contract::error::{ApiError, ApiResult};
use people::journal::By;

/// Pending rows, and the room's decision that they commit with. Dropping it rolls back.
pub struct Change<'a> {
    editor: &'a Editor,
    tx: Transaction<'static, Postgres>,
}

impl<'a> Change<'a> {
    pub async fn begin(editor: &'a Editor) -> ApiResult<Self> {
        Ok(Self {
            editor,
            tx: editor.pool.begin().await?,
        })
    }

    pub fn conn(&mut self) -> &mut PgConnection {
        &mut self.tx
    }

    /// Has the catalog's room decide the commands in order, stores them together with the pending rows, and commits. A
    /// refused command rolls everything back: 422 if a field is at fault, otherwise 409. Without commands it only
    /// commits. Also 409 for a rehearsal, which cannot be edited.
    pub async fn commit(
        mut self,
        by: &By,
        catalog_id: i64,
        commands: Vec<Command>,
    ) -> ApiResult<Vec<Arc<Answer>>> {
        require_real_catalog(&mut self.tx, catalog_id).await?;
        let requests = commands
            .into_iter()
            .map(|command| by.request(command))
            .collect();
        let rooms = &self.editor.rooms;
        let answers = rooms.send_within(catalog_id, requests, self.tx).await;
        answers.map_err(|error| match error {
            WithinError::Refused { refusal, .. } => (&refusal).into(),
            WithinError::Room(error) => error.into(),
            WithinError::Database(error) => refused_row(error),
        })
    }

    /// Like [`Self::commit`], for a lot that may be in the storage (`None`), which has no room.
    pub async fn commit_for(
        self,
        by: &By,
        catalog_id: Option<i64>,
        commands: Vec<Command>,
    ) -> ApiResult<()> {
        match catalog_id {
            Some(catalog_id) => self.commit(by, catalog_id, commands).await.map(|_| ()),
            None => self.commit_alone().await,
        }
    }

    /// Commits rows that concern no room.
    pub async fn commit_alone(self) -> ApiResult<()> {
        self.tx.commit().await.map_err(ApiError::from)
    }
}
