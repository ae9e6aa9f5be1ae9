//! The admins' list of accounts.

use sqlx::PgPool;
use time::OffsetDateTime;

use crate::contact;
use contract::dto::{
    AccountInfo, AccountSort, AccountsQuery, CatalogTitle, Page, Paging, UserPhoto,
};
use contract::error::{ApiError, ApiResult};

/// The longest search text, in characters.
const SEARCH: usize = 200;
/// Words of fewer characters are part of nearly every name or number, so they must begin one.
const WITHIN: usize = 3;
/// The most accounts of a spreadsheet.
const MOST: i64 = 50_000;

/// A query as the statements take it.
struct Filter<'a> {
    query: &'a AccountsQuery,
    patterns: Option<Vec<String>>,
    begins: Option<String>,
    beginnings: Option<Vec<String>>,
    id: Option<i64>,
    phone: Option<String>,
    exact: Option<String>,
    sort: Option<AccountSort>,
}

impl<'a> Filter<'a> {
    fn of(query: &'a AccountsQuery) -> ApiResult<Self> {
        let text: Option<String> = query
            .search
            .as_deref()
            .map(|text| text.trim().chars().take(SEARCH).collect::<String>())
            .filter(|text| !text.is_empty());
        // A number may be written in any notation.
        let phone = text.as_deref().and_then(|text| contact::phone(text).ok());
        let part = text.as_deref().and_then(part_of_phone);
        Ok(Self {
            query,
            begins: text.as_deref().map(|text| begins(&plain(text))),
            beginnings: match &part {
                Some(_) => None,
                None => text.as_deref().and_then(beginnings),
            },
            patterns: part
                .map(|digits| vec![format!("%{digits}%")])
                .or_else(|| text.as_deref().map(patterns)),
            id: text.as_deref().and_then(|text| text.parse().ok()),
            exact: phone
                .clone()
                .or_else(|| text.as_deref().map(str::to_lowercase)),
            phone,
            sort: AccountSort::of(query.sort.as_deref())?,
        })
    }

    async fn count(&self, pool: &PgPool) -> sqlx::Result<i64> {
        sqlx::query_file_scalar!(
            "queries/accounts/count.sql",
            self.query.deleted,
            self.patterns.as_deref(),
            self.id,
            self.phone,
            self.exact,
            self.query.role,
            self.query.house_id,
            self.query.staff,
            self.beginnings.as_deref()
        )
        .fetch_one(pool)
        .await
    }

    async fn rows(
        &self,
        pool: &PgPool,
        limit: i64,
        offset: i64,
        now: OffsetDateTime,
    ) -> sqlx::Result<Vec<AccountInfo>> {
        let rows = sqlx::query_file!(
            "queries/accounts/list.sql",
            self.query.deleted,
            self.patterns.as_deref(),
            self.id,
            self.phone,
            self.exact,
            self.query.role,
            self.query.house_id,
            self.query.staff,
            limit,
            offset,
            now,
            self.sort.map(AccountSort::name),
            self.begins,
            self.beginnings.as_deref()
        )
        .fetch_all(pool)
        .await?;
        let accounts = rows.into_iter().map(|row| AccountInfo {
            id: row.id,
            display_name: row.display_name,
            roles: row.roles,
            is_phone_confirmed: row.phone.is_some() && !row.unproved_phone,
            is_e_mail_confirmed: row.email.is_some() && !row.unproved_email,
            login: row.phone,
            e_mail: row.email,
            photo: UserPhoto { icon_id: row.photo },
            created: row.created.into(),
            last_seen: row.last_seen.map(Into::into),
            manager_of_house_ids: row.manager_of,
            owner_of_house_ids: row.owner_of,
            newsmaker_of_house_ids: row.newsmaker_of,
            auctioneer_of_catalogs: row
                .auctioneer_of
                .iter()
                .zip(row.auctioneer_of_titles)
                .map(|(id, title)| CatalogTitle { id: *id, title })
                .collect(),
            auctioneer_of_catalog_ids: row.auctioneer_of,
            deleted: row.deleted.map(Into::into),
            restorable_until: row.restorable_until.map(Into::into),
            merged_into: row.merged_into,
        });
        Ok(accounts.collect())
    }
}

/// A page of accounts.
pub async fn page(
    pool: &PgPool,
    query: &AccountsQuery,
    paging: &Paging,
    now: OffsetDateTime,
) -> ApiResult<Page<AccountInfo>> {
    let filter = Filter::of(query)?;
    let window = paging.window(filter.count(pool).await?);
    let accounts = filter.rows(pool, window.limit, window.offset, now).await?;
    Ok(Page::new(accounts, window))
}

/// All accounts of a query. 422 if a spreadsheet cannot hold them.
pub async fn all(
    pool: &PgPool,
    query: &AccountsQuery,
    now: OffsetDateTime,
) -> ApiResult<Vec<AccountInfo>> {
    let accounts = Filter::of(query)?.rows(pool, MOST + 1, 0, now).await?;
    if accounts.len() as i64 > MOST {
        return Err(ApiError::invalid(
            "search",
            "В выгрузку помещается 50 000 учётных записей: уточните поиск",
        ));
    }
    Ok(accounts)
}

/// Case and the dots of «ё» make no difference.
fn plain(text: &str) -> String {
    text.to_lowercase().replace('ё', "е")
}

/// The digits of a part of a phone number that is written with separators: «916 123-45». A leading 8 stands for 7 and is left
/// out, if it is set apart or begins most of a number: «8 (916) 1», «8916123».
fn part_of_phone(text: &str) -> Option<String> {
    /// From here on, what follows the 8 is most of a number.
    const MOST: usize = 6;
    let is_separator = |c: char| c.is_whitespace() || "+()-‑–".contains(c);
    if !text.chars().all(|c| c.is_ascii_digit() || is_separator(c)) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_set_apart = text
        .strip_prefix('8')
        .is_some_and(|rest| rest.starts_with(is_separator));
    let least = if is_set_apart { WITHIN } else { MOST };
    let national = digits
        .strip_prefix('8')
        .filter(|rest| rest.len() >= least && text.starts_with('8'));
    match national {
        Some(rest) => Some(rest.to_owned()),
        // The beginning of a number that is still being typed.
        None if is_set_apart => None,
        None if digits.len() >= WITHIN && text.contains(is_separator) => Some(digits),
        None => None,
    }
}

/// A `like` pattern for each word of the text.
fn patterns(text: &str) -> Vec<String> {
    let text = plain(text);
    let words = text.split_whitespace();
    words.map(|word| format!("%{}", begins(word))).collect()
}

/// `like` patterns of the short words, which begin a word.
fn beginnings(text: &str) -> Option<Vec<String>> {
    let is_short =
        |word: &&str| word.chars().count() < WITHIN && word.chars().all(char::is_alphanumeric);
    let text = plain(text);
    let words = text.split_whitespace().filter(is_short);
    let patterns: Vec<String> = words.map(|word| format!("% {}", begins(word))).collect();
    Some(patterns).filter(|patterns| !patterns.is_empty())
}

/// A `like` pattern of what begins with the text.
fn begins(text: &str) -> String {
    let mut pattern = String::new();
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::{beginnings, part_of_phone, patterns};

    #[test]
    fn a_part_of_a_phone_number_may_have_separators_and_begin_with_8() {
        let digits = |text| part_of_phone(text).unwrap_or_default();
        assert_eq!(digits("123-45"), "12345");
        assert_eq!(digits("+7 (916) 12"), "791612");
        assert_eq!(digits("8 (916) 123"), "916123");
        assert_eq!(digits("8916123"), "916123");
        assert_eq!(digits("812-345"), "812345");
        for other in ["123", "8", "8123", "8-9", "8 91", "2-й зал", "a-12345", ""] {
            assert_eq!(part_of_phone(other), None, "{other}");
        }
    }

    #[test]
    fn patterns_escape_their_metacharacters() {
        assert_eq!(patterns(r"A_b%\"), [r"%a\_b\%\\%"]);
        assert_eq!(beginnings("_"), None);
    }

    #[test]
    fn a_short_word_begins_a_word() {
        assert_eq!(patterns("Ма Артём"), ["%ма%", "%артем%"]);
        assert_eq!(beginnings("Ма Артём"), Some(vec!["% ма%".to_owned()]));
    }
}
