/// The kind of work, which selects the worker. Every row stores its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Topic {
    /// A lot's listing is stale. The key is the lot's id. The payload `{"only": "trade"}` restricts it to what bets change; nodes of the
    /// previous version rewrite the whole listing.
    Lot,
    /// The listings of a catalog's lots are stale. The key is the catalog's id.
    Catalog,
    /// A lot's listing must be rewritten after a change to how listings are built. The key is the lot's id. Separate from
    /// `Lot`: a full rewrite must not delay changes, and nodes of the previous version, which write the old form, do not
    /// take it.
    Relist,
    /// People must be notified of an event.
    Notify,
    /// A stored notification must be sent to the sockets. The key is its id.
    Sockets,
    /// A lot's document in a search engine is stale. The key is the lot's id. Its reader is not a [`crate::Worker`]: it
    /// waits for the engine without a transaction.
    Search,
}

impl Topic {
    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lot => "lot",
            Self::Catalog => "catalog",
            Self::Relist => "relist",
            Self::Notify => "notify",
            Self::Sockets => "sockets",
            Self::Search => "search",
        }
    }
}
