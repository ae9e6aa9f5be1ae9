use sqlx::{Postgres, QueryBuilder};

/// The beginning of an order, up to a value.
#[derive(Debug, Clone)]
pub struct OrderPrefix {
    pub key: &'static str,
    pub backwards: bool,
    pub until: String,
}

impl OrderPrefix {
    /// Pushes the condition that a lot is in the slice.
    pub fn push(&self, sql: &mut QueryBuilder<Postgres>) {
        if self.key == "settled_price" {
            // The index omits the few prices that still change.
            sql.push("(");
            self.bound(sql, "settled_price");
            sql.push(" or settled_price is null and ");
            self.bound(sql, "price");
            sql.push(")");
        } else {
            self.bound(sql, self.key);
        }
    }

    fn bound(&self, sql: &mut QueryBuilder<Postgres>, column: &str) {
        sql.push(column)
            .push(if self.backwards { " >= " } else { " <= " })
            .push_bind(self.until.clone())
            .push("::")
            .push(of_type(column));
    }
}

/// The type of a sort column.
pub fn of_type(column: &str) -> &'static str {
    match column {
        "created" => "timestamptz",
        "name_key" => "text collate \"C\"",
        "catalog_lot_id" => "integer",
        _ => "bigint",
    }
}
