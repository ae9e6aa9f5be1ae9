//! The application as the sockets use it: authenticates tokens, reads room snapshots and stores chat messages.

use std::time::Duration;

use actix_web::web::Data;
use async_trait::async_trait;
use room_server::{
    Payload, RoomError,
    gateway::{Backend, Identity, Refused, Snapshot},
};
use wire::ChatMessage;

use crate::state::AppState;
use catalogue::participants;
use contract::error::ApiError;
use people::account::Account;
use texts::characters;

/// The application behind the gateway.
pub struct Application(pub Data<AppState>);

impl Application {
    /// Loads the account; None if it no longer exists.
    async fn account(
        &self,
        identity: Option<&Identity>,
    ) -> Result<Option<std::sync::Arc<Account>>, Refused> {
        match identity {
            None => Ok(None),
            Some(identity) => match self
                .0
                .access
                .account(identity.user_id)
                .await
                .map_err(unavailable)?
            {
                // An account that still has to set up its second factor joins as a visitor.
                Some(account) if !account.must_set_second_factor() => Ok(Some(account)),
                _ => Err(Refused::NotAuthenticated),
            },
        }
    }

    /// Returns the catalog's house if the person may see the catalog; otherwise the catalog does not exist for them.
    async fn visible(&self, catalog_id: i64, account: Option<&Account>) -> Result<i64, Refused> {
        let house = self.0.reads.house_of_room(catalog_id, account).await;
        house.map_err(unavailable)?.ok_or(Refused::NotFound)
    }
}

#[async_trait]
impl Backend for Application {
    async fn authenticate(&self, token: &str) -> Result<Identity, Refused> {
        let found = self
            .0
            .access
            .authenticate(token, self.0.clock.now())
            .await
            .map_err(unavailable)?;
        let found = found.filter(|(_, account)| !account.must_set_second_factor());
        let (session, account) = found.ok_or(Refused::NotAuthenticated)?;
        Ok(Identity {
            user_id: account.id,
            session_id: session.id,
        })
    }

    async fn join(
        &self,
        catalog_id: i64,
        identity: Option<&Identity>,
        since_version: Option<i64>,
    ) -> Result<Snapshot, Refused> {
        let account = self.account(identity).await?;
        self.visible(catalog_id, account.as_deref()).await?;
        let since = since_version.filter(|version| *version >= 0);
        // A room that is loading, or has just lost its store, answers soon.
        let snapshot = match self.0.rooms.snapshot(catalog_id, since).await {
            Err(RoomError::Unavailable) => {
                tokio::time::sleep(Duration::from_millis(200)).await;
                self.0.rooms.snapshot(catalog_id, since).await
            }
            other => other,
        };
        let snapshot = snapshot.map_err(|error| match error {
            RoomError::NotFound => Refused::NotFound,
            _ => Refused::Unavailable,
        })?;
        // After the snapshot, so that the number is known of every bet in it.
        let my_participant = match identity {
            Some(identity) => participants::number(&self.0.pool, catalog_id, identity.user_id)
                .await
                .map_err(unavailable)?,
            None => None,
        };
        Ok(Snapshot {
            server_time: self.0.clock.now(),
            catalog: snapshot.catalog.into(),
            lots: snapshot.lots,
            my_participant,
            remote_members: self.0.hub.members_elsewhere(catalog_id),
        })
    }

    async fn send_chat(
        &self,
        catalog_id: i64,
        identity: &Identity,
        text: &str,
    ) -> Result<Payload, Refused> {
        let shown = characters::lines(text);
        // HTTP requests are checked for U+0000 before routing; here it is refused the same way, not dropped.
        if shown.is_empty() || text.contains('\0') {
            return Err(Refused::ValidationFailed);
        }
        let text = shown;
        let account = self
            .account(Some(identity))
            .await?
            .ok_or(Refused::NotAuthenticated)?;
        let house_id = self.visible(catalog_id, Some(&account)).await?;
        let is_controller = account.controls(catalog_id, house_id);
        if !is_controller && !account.is_accepted_in(house_id) {
            return Err(Refused::NotRegisteredInHouse);
        }
        if !self.0.limits.chat(account.id).await {
            return Err(Refused::TooManyRequests);
        }
        let is_muted = sqlx::query_scalar!(
            r#"select exists (select from chat_mute where catalog_id = $1 and account_id = $2) as "muted!""#,
            catalog_id,
            account.id
        )
        .fetch_one(&self.0.pool)
        .await
        .map_err(|error| unavailable(error.into()))?;
        // Silenced before they came to conduct the sale.
        if is_muted && !is_controller {
            return Err(Refused::Muted);
        }
        let row = sqlx::query!(
            "insert into chat_message (catalog_id, account_id, name, is_controller, text, at)
             values ($1, $2, $3, $4, $5, $6) returning id, at",
            catalog_id,
            account.id,
            account.display_name,
            is_controller,
            text,
            self.0.clock.now()
        )
        .fetch_one(&self.0.pool)
        .await
        .map_err(|error| unavailable(error.into()))?;
        let message = Payload::encode(&ChatMessage::shown(
            (catalog_id, row.id),
            account.display_name.clone(),
            is_controller,
            text,
            row.at,
        ))
        .map_err(|error| unavailable(ApiError::internal(error)))?;
        self.0.hub.publish_chat(catalog_id, &message);
        Ok(message)
    }
}

fn unavailable(error: ApiError) -> Refused {
    tracing::warn!(%error, "socket request failed");
    Refused::Unavailable
}
