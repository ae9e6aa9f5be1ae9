//! Rows of `store.sql` as PostgreSQL's composite types (migration 475). Fields stand in the order of the types' columns.

use time::OffsetDateTime;
use uuid::Uuid;

macro_rules! records {
    ($($type:literal $name:ident { $($field:ident: $of:ty),+ $(,)? })+) => { $(
        #[derive(sqlx::Encode)]
        pub struct $name<'a> { $(pub $field: $of),+ }

        impl sqlx::Type<sqlx::Postgres> for $name<'_> {
            fn type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::with_name($type)
            }
        }

        impl sqlx::postgres::PgHasArrayType for $name<'_> {
            fn array_type_info() -> sqlx::postgres::PgTypeInfo {
                sqlx::postgres::PgTypeInfo::array_of($type)
            }
        }
    )+ };
}

records! {
    "journal_head" HeadRecord {
        catalog_id: i64,
        epoch: i64,
        seq_before: i64,
        seq_after: i64,
        version: i64,
        state: i16,
        current_lot_id: Option<i64>,
        start_date: Option<OffsetDateTime>,
        end_date: Option<OffsetDateTime>,
        next_wake: Option<OffsetDateTime>,
        at: OffsetDateTime,
        paused_at: Option<OffsetDateTime>,
        pause_reason: Option<&'a str>,
    }
    "journal_command" CommandRecord {
        catalog_id: i64,
        seq: i64,
        id: Uuid,
        at: OffsetDateTime,
        account_id: Option<i64>,
        address: Option<&'a str>,
        request_id: Option<&'a str>,
        command: &'a str,
        events: &'a str,
        outcome: &'a str,
        idempotency_key: Option<&'a str>,
        request_hash: Option<&'a [u8]>,
        answer: Option<&'a str>,
    }
    "journal_bet" BetRecord {
        catalog_id: i64,
        id: i64,
        lot_id: i64,
        account_id: Option<i64>,
        paddle: Option<&'a str>,
        participant: Option<i32>,
        value: i64,
        at: OffsetDateTime,
        is_absentee: bool,
        revoked: Option<OffsetDateTime>,
        revoked_by: Option<i64>,
    }
    "journal_lot" LotRecord {
        catalog_id: i64,
        lot_id: i64,
        version: i64,
        state: i16,
        is_bidding_over: bool,
        start_trade_time: Option<OffsetDateTime>,
        end_trade_time: Option<OffsetDateTime>,
        leading_bet_id: Option<i64>,
        leading_value: Option<i64>,
        leading_account_id: Option<i64>,
        leading_paddle: Option<&'a str>,
        leading_participant: Option<i32>,
        leading_at: Option<OffsetDateTime>,
        leading_is_absentee: Option<bool>,
        bets_count: i32,
        min_bet: i64,
        reserve_state: Option<&'a str>,
        warned_at: Option<OffsetDateTime>,
        together: &'a [i32],
        is_choice: bool,
    }
    "journal_job" JobRecord {
        catalog_id: i64,
        topic: &'a str,
        job: String,
    }
}
