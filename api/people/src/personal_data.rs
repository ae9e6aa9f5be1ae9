//! Personal data, table by table: what a person receives in an export, and what is erased when a deleted account's
//! restoration period ends.
//!
//! Register every table that refers to accounts here: in [`PARTS`], or in [`NOTHING_PERSONAL`] with a reason. A test
//! compares the lists with the schema.

use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};
use sqlx::{PgConnection, PgPool};

type Work<'a, T> = Pin<Box<dyn Future<Output = sqlx::Result<T>> + Send + 'a>>;

/// The data that one table stores about a person.
pub struct Part {
    pub table: &'static str,
    /// The part's name in the export.
    name: &'static str,
    export: for<'a> fn(&'a mut PgConnection, i64) -> Work<'a, Vec<Value>>,
    /// Statement that erases the data with the account. `None` keeps it: the account it names no longer identifies
    /// anyone.
    erase: Option<for<'a> fn(&'a mut PgConnection, i64) -> Work<'a, ()>>,
}

/// Builds a [`Part`]. `$1` is the account. `export` returns one JSON object per row.
macro_rules! part {
    ($table:literal as $name:literal, export $export:literal $(, erase $erase:literal)? $(,)?) => {
        Part {
            table: $table,
            name: $name,
            export: |conn, account_id| {
                Box::pin(async move { sqlx::query_scalar!($export, account_id).fetch_all(conn).await })
            },
            erase: part!(@erase $($erase)?),
        }
    };
    (@erase) => { None };
    (@erase $erase:literal) => {
        Some(|conn, account_id| {
            Box::pin(async move {
                sqlx::query!($erase, account_id).execute(conn).await?;
                Ok(())
            })
        })
    };
}

/// Every table that stores personal data.
pub const PARTS: &[Part] = &[
    part!("account" as "account",
        export r#"select jsonb_build_object('id', id, 'displayName', display_name, 'phone', phone, 'eMail', email,
                'isPhoneConfirmed', phone is not null and not unproved_phone,
                'isEMailConfirmed', email is not null and not unproved_email,
                'roles', roles, 'photo', photo, 'created', created) as "row!"
            from account where id = $1"#),
    part!("session" as "sessions",
        export r#"select jsonb_build_object('id', id, 'name', name, 'address', address, 'userAgent', user_agent,
                'created', created, 'lastSeen', last_seen, 'expires', expires, 'ended', ended) as "row!"
            from session where account_id = $1 order by id"#,
        erase "delete from session where account_id = $1"),
    part!("push_subscription" as "pushSubscriptions",
        export r#"select jsonb_build_object('sessionId', p.session_id, 'endpoint', p.endpoint, 'created', p.created) as "row!"
            from push_subscription p join session s on s.id = p.session_id where s.account_id = $1 order by p.session_id"#,
        erase "delete from push_subscription p using session s where s.id = p.session_id and s.account_id = $1"),
    part!("second_factor" as "secondFactor",
        export r#"select jsonb_build_object('created', created, 'confirmed', confirmed) as "row!"
            from second_factor where account_id = $1"#,
        erase "delete from second_factor where account_id = $1"),
    part!("recovery_code" as "recoveryCodes",
        export r#"select jsonb_build_object('codesLeft', count(*)) as "row!" from recovery_code where account_id = $1"#,
        erase "delete from recovery_code where account_id = $1"),
    part!("second_factor_failure" as "secondFactorFailures",
        export r#"select jsonb_build_object('at', at) as "row!" from second_factor_failure where account_id = $1 order by at"#,
        erase "delete from second_factor_failure where account_id = $1"),
    part!("contact_change" as "contactChanges",
        export r#"select jsonb_build_object('phone', phone, 'eMail', email, 'requested', requested, 'due', due) as "row!"
            from contact_change where account_id = $1 order by id"#,
        erase "delete from contact_change where account_id = $1"),
    part!("login_attempt" as "loginAttempts",
        export r#"select jsonb_build_object('target', t.target, 'address', t.address, 'created', t.created,
                'confirmed', t.confirmed, 'codeBySms', t.texted) as "row!"
            from login_attempt t join account a on a.id = $1
            where t.account_id = a.id or t.target in (a.phone, a.email) order by t.id"#,
        erase "delete from login_attempt t using deleted_account d where d.account_id = $1
            and (t.account_id = d.account_id or t.target in (d.phone, d.email))"),
    part!("letter" as "letters",
        export r#"select jsonb_build_object('key', key, 'created', created, 'content', content, 'done', done,
                'outcome', outcome) as "row!"
            from letter where account_id = $1 order by id"#,
        erase "delete from letter where account_id = $1"),
    part!("consent" as "consents",
        export r#"select jsonb_build_object('kind', kind, 'version', version, 'given', given, 'address', address,
                'withdrawn', withdrawn, 'withdrawnAddress', withdrawn_address) as "row!"
            from consent where account_id = $1 order by id"#,
        erase "delete from consent where account_id = $1"),
    part!("house_order" as "houseOrders",
        export r#"select jsonb_build_object('id', id, 'houseId', house_id, 'note', note, 'conclusion', conclusion,
                'status', status, 'created', created, 'decided', decided) as "row!"
            from house_order where account_id = $1 order by id"#,
        // The person's own words about themselves and the house's reply to them.
        erase "update house_order set note = null, conclusion = null where account_id = $1"),
    part!("house_trust" as "houseTrust",
        export r#"select jsonb_build_object('houseId', house_id, 'trusted', trusted, 'reason', reason, 'created', created) as "row!"
            from house_trust where account_id = $1 order by house_id"#,
        erase "update house_trust set reason = null where account_id = $1"),
    part!("house_staff" as "houseStaff",
        export r#"select jsonb_build_object('houseId', house_id, 'role', role, 'created', created, 'isShown', is_shown,
                'isContactShown', is_contact_shown) as "row!"
            from house_staff where account_id = $1 order by house_id, role"#,
        erase "delete from house_staff where account_id = $1"),
    part!("staff_invitation" as "staffInvitations",
        export r#"select jsonb_build_object('houseId', i.house_id, 'role', i.role, 'catalogId', i.catalog_id, 'created',
                i.created, 'expires', i.expires, 'isMine', i.invited_by = a.id) as "row!"
            from staff_invitation i join account a on a.id = $1
            where i.invited_by = a.id or i.phone = a.phone and not a.unproved_phone
                or i.email = a.email and not a.unproved_email order by i.id"#,
        erase "delete from staff_invitation i using deleted_account d where d.account_id = $1
            and (i.invited_by = d.account_id or i.phone = d.phone or i.email = d.email)"),
    part!("catalog_auctioneer" as "auctioneerOf",
        export r#"select jsonb_build_object('catalogId', catalog_id) as "row!"
            from catalog_auctioneer where account_id = $1 order by catalog_id"#,
        erase "delete from catalog_auctioneer where account_id = $1"),
    part!("developer_leave" as "developerLeaves",
        export r#"select jsonb_build_object('houseId', house_id, 'granted', granted, 'until', until) as "row!"
            from developer_leave where account_id = $1 order by house_id"#,
        erase "delete from developer_leave where account_id = $1"),
    part!("import_run" as "imports",
        export r#"select jsonb_build_object('houseId', house_id, 'catalogId', catalog_id, 'fileName', file_name,
                'dryRun', dry_run, 'started', started) as "row!"
            from import_run where account_id = $1 order by id"#),
    part!("staff_setting" as "settings",
        export r#"select jsonb_build_object('houseId', house_id, 'list', list, 'name', name, 'value', value) as "row!"
            from staff_setting where account_id = $1 order by id"#,
        erase "delete from staff_setting where account_id = $1"),
    part!("bet" as "bets",
        export r#"select jsonb_build_object('id', id, 'catalogId', catalog_id, 'lotId', lot_id, 'value', value, 'at', at,
                'isAbsentee', is_absentee, 'revoked', revoked) as "row!"
            from bet where account_id = $1 order by id"#),
    part!("absentee_order" as "absenteeOrders",
        export r#"select jsonb_build_object('catalogId', catalog_id, 'lotId', lot_id, 'value', value, 'at', at) as "row!"
            from absentee_order where account_id = $1 order by at"#),
    part!("participant" as "participantNumbers",
        export r#"select jsonb_build_object('catalogId', catalog_id, 'number', number) as "row!"
            from participant where account_id = $1 order by catalog_id"#),
    part!("paddle" as "paddles",
        export r#"select jsonb_build_object('catalogId', p.catalog_id, 'number', p.number, 'name', p.name,
                'phone', p.phone, 'deposit', p.deposit, 'limit', p.spending_limit, 'isByPhone', p.is_by_phone,
                'language', p.language, 'lots', p.lots, 'created', p.created) as "row!"
            from paddle p join account a on a.id = $1
            where p.phone = a.phone and not a.unproved_phone order by p.id"#,
        erase "delete from paddle p using deleted_account d where d.account_id = $1 and p.phone = d.phone"),
    part!("upload" as "uploads",
        export r#"select jsonb_build_object('length', length, 'created', created, 'expires', expires) as "row!"
            from upload where account_id = $1 order by created"#,
        erase "delete from upload where account_id = $1"),
    part!("favourite" as "favourites",
        export r#"select jsonb_build_object('lotId', lot_id, 'created', created) as "row!"
            from favourite where account_id = $1 order by created"#,
        erase "delete from favourite where account_id = $1"),
    part!("catalog_subscription" as "catalogSubscriptions",
        export r#"select jsonb_build_object('catalogId', catalog_id, 'created', created) as "row!"
            from catalog_subscription where account_id = $1 order by created"#,
        erase "delete from catalog_subscription where account_id = $1"),
    part!("lot_subscription" as "lotSubscriptions",
        export r#"select jsonb_build_object('lotId', lot_id, 'created', created) as "row!"
            from lot_subscription where account_id = $1 order by created"#,
        erase "delete from lot_subscription where account_id = $1"),
    part!("artist_subscription" as "artistSubscriptions",
        export r#"select jsonb_build_object('authorId', author_id, 'created', created, 'expires', expires) as "row!"
            from artist_subscription where account_id = $1 order by id"#,
        erase "delete from artist_subscription where account_id = $1"),
    part!("saved_search" as "savedSearches",
        export r#"select jsonb_build_object('name', name, 'path', path, 'letters', letters, 'created', created) as "row!"
            from saved_search where account_id = $1 order by id"#,
        erase "delete from saved_search where account_id = $1"),
    part!("price_query" as "priceQueries",
        export r#"select jsonb_build_object('id', id, 'lotId', lot_id, 'message', message, 'status', status,
                'answer', answer, 'created', created, 'answered', answered) as "row!"
            from price_query where account_id = $1 order by id"#,
        // The house keeps the fact of the question, not the text.
        erase "update price_query set message = '—', answer = case when answer is not null then '—' end
            where account_id = $1"),
    part!("notification" as "notifications",
        export r#"select jsonb_build_object('kind', kind, 'subject', subject, 'text', text, 'created', created,
                'read', read) as "row!"
            from notification where account_id = $1 order by id"#,
        erase "delete from notification where account_id = $1"),
    part!("notification_setting" as "notificationSettings",
        export r#"select to_jsonb(s) - 'account_id' as "row!" from notification_setting s where account_id = $1"#,
        erase "delete from notification_setting where account_id = $1"),
    part!("letter_end" as "letterEnds",
        export r#"select jsonb_build_object('address', '/unsubscribe/' || secret) as "row!"
            from letter_end where account_id = $1"#,
        erase "delete from letter_end where account_id = $1"),
    part!("lot_view" as "viewedLots",
        export r#"select jsonb_build_object('lotId', lot_id, 'at', at) as "row!"
            from lot_view where visitor = 'account:' || $1::bigint order by at"#,
        erase "delete from lot_view where visitor = 'account:' || $1::bigint"),
    part!("chat_message" as "chatMessages",
        export r#"select jsonb_build_object('id', id, 'catalogId', catalog_id, 'name', name, 'text', text, 'at', at) as "row!"
            from chat_message where account_id = $1 order by id"#,
        erase "update chat_message set name = 'Удалённый пользователь' where account_id = $1"),
    part!("chat_mute" as "chatMutes",
        export r#"select jsonb_build_object('catalogId', catalog_id, 'muted', muted) as "row!"
            from chat_mute where account_id = $1 order by catalog_id"#,
        erase "delete from chat_mute where account_id = $1"),
    part!("picture" as "pictures",
        export r#"select jsonb_build_object('id', id, 'width', width, 'height', height, 'created', created) as "row!"
            from picture where created_by = $1 order by created"#),
    part!("journal_record" as "journal",
        export r#"select jsonb_build_object('at', at, 'event', event, 'address', address) as "row!"
            from journal_record where account_id = $1 order by id"#),
];

/// Tables that refer to accounts but store nothing personal beyond the parts above, each with the reason.
pub const NOTHING_PERSONAL: &[(&str, &str)] = &[
    ("node", "the addresses are those of the site's servers"),
    (
        "news",
        "published by a house or the platform; the journal records the author",
    ),
    (
        "site_contacts",
        "how people reach the operator, published in the footer; the journal records who wrote it",
    ),
    (
        "house_info",
        "a house's own document; the journal records who uploaded it",
    ),
    (
        "deleted_account",
        "the account itself, kept while it can be restored and erased with it",
    ),
    (
        "login_failure",
        "wrong codes by network, of no account in particular, and erased after 7 days",
    ),
    (
        "room_command",
        "bets, orders and the journal cover the actions; it has no index by account, to keep bets fast, and \
         its addresses are erased after 90 days",
    ),
];

/// The account, and those that were merged into it.
async fn accounts_of(conn: &mut PgConnection, account_id: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select id from account where id = $1 or merged_into = $1 order by id <> $1, id",
        account_id
    )
    .fetch_all(conn)
    .await
}

/// Everything stored about a person: each part's rows under its name.
pub async fn export(pool: &PgPool, account_id: i64) -> sqlx::Result<Map<String, Value>> {
    let mut tx = pool.begin().await?;
    // A consistent snapshot across all tables.
    sqlx::query!("set transaction isolation level repeatable read, read only")
        .execute(&mut *tx)
        .await?;
    let mut parts = Map::new();
    let accounts = accounts_of(&mut tx, account_id).await?;
    for part in PARTS {
        let mut rows = Vec::new();
        for account_id in &accounts {
            rows.extend((part.export)(&mut tx, *account_id).await?);
        }
        parts.insert(part.name.to_owned(), rows.into());
    }
    Ok(parts)
}

/// Erases the data of a deleted account that belongs to it alone.
pub async fn erase(tx: &mut PgConnection, account_id: i64) -> sqlx::Result<()> {
    for account_id in accounts_of(tx, account_id).await? {
        for erase in PARTS.iter().filter_map(|part| part.erase) {
            erase(tx, account_id).await?;
        }
    }
    Ok(())
}
