//! What PostgreSQL writes into its own log. The site has no hold of that log, so it must not contain what people entered.

use sqlx::PgPool;

/// The settings by which the database logs values: parameters of statements, or the details of errors, which quote the
/// values of unique keys. Each with the value it should have.
pub async fn leaks(pool: &PgPool) -> sqlx::Result<Vec<&'static str>> {
    let shown = sqlx::query!(
        r#"select current_setting('log_error_verbosity') = 'terse' as "is_terse!",
            current_setting('log_parameter_max_length_on_error') in ('0', '0B') as "errors_are_clean!",
            current_setting('log_parameter_max_length') in ('0', '0B')
                or current_setting('log_statement') = 'none'
                    and current_setting('log_min_duration_statement') = '-1'
                    and current_setting('log_min_duration_sample') = '-1' as "statements_are_clean!""#
    )
    .fetch_one(pool)
    .await?;
    let checks = [
        (shown.is_terse, "log_error_verbosity = terse"),
        (
            shown.errors_are_clean,
            "log_parameter_max_length_on_error = 0",
        ),
        (shown.statements_are_clean, "log_parameter_max_length = 0"),
    ];
    Ok(checks
        .into_iter()
        .filter_map(|(is_right, setting)| (!is_right).then_some(setting))
        .collect())
}

/// Warns about each setting that would log what people entered.
pub async fn warn(pool: &PgPool) {
    match leaks(pool).await {
        Ok(leaks) if leaks.is_empty() => {}
        Ok(leaks) => tracing::warn!(
            set = leaks.join(", "),
            "PostgreSQL may write what people entered into its log; change its settings"
        ),
        Err(error) => tracing::warn!(%error, "cannot read what PostgreSQL logs"),
    }
}
