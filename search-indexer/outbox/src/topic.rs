/// Who does the work. The name is stored with every row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Topic {
    /// A lot's listing is out of date; the key is its id.
    Lot,
    /// The listings of a catalog's lots are out of date; the key is the catalog's id.
    Catalog,
    /// People are to be notified of an event.
    Notify,
}

impl Topic {
    /// As it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lot => "lot",
            Self::Catalog => "catalog",
            Self::Notify => "notify",
        }
    }
}
