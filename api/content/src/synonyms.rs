//! Words that mean the same to those who search. The search reads them (`search_indexer::synonyms`).

use sqlx::{PgConnection, PgExecutor, PgPool};

use contract::bounds;
use contract::dto::{SearchSynonym, SearchSynonymRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::{Action, By};

/// The most groups. The search keeps all of them in memory.
const MOST: i64 = 500;
/// The most words of a phrase.
const MOST_WORDS: usize = 4;

/// All groups, by their first word.
pub async fn all(pool: &PgPool) -> ApiResult<Vec<SearchSynonym>> {
    find(pool, None).await
}

async fn find(executor: impl PgExecutor<'_>, id: Option<i64>) -> ApiResult<Vec<SearchSynonym>> {
    let rows = sqlx::query!(
        "select id, words, finds, changed from search_synonym where $1::bigint is null or id = $1
         order by lower(words[1]), id",
        id
    )
    .fetch_all(executor)
    .await?;
    let groups = rows.into_iter().map(|row| SearchSynonym {
        id: row.id,
        words: row.words,
        finds: row.finds,
        changed: row.changed.into(),
    });
    Ok(groups.collect())
}

async fn one(executor: impl PgExecutor<'_>, id: i64) -> ApiResult<SearchSynonym> {
    find(executor, Some(id))
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

/// Locks a group until the transaction ends.
async fn lock(tx: &mut PgConnection, id: i64) -> ApiResult<SearchSynonym> {
    sqlx::query!("select id from search_synonym where id = $1 for update", id)
        .fetch_optional(&mut *tx)
        .await?;
    one(tx, id).await
}

/// Validates a request. Returns the words and what they find.
fn parse(request: &SearchSynonymRequest) -> ApiResult<(Vec<String>, Vec<String>)> {
    let mut faults = Faults::default();
    let words = phrases(&mut faults, "words", &request.words);
    let finds = phrases(&mut faults, "finds", &request.finds);
    match (words.len(), finds.len()) {
        (0, _) => faults.add("words", "Обязательное поле"),
        (1, 0) => faults.add("words", "Нужны хотя бы два слова"),
        _ => {}
    }
    if finds.iter().any(|phrase| words.contains(phrase)) {
        faults.add("finds", "Эти слова уже названы слева");
    }
    faults.into_result()?;
    Ok((words, finds))
}

/// Lower-case phrases without repetition.
fn phrases(faults: &mut Faults, field: &str, given: &[String]) -> Vec<String> {
    let most = bounds::SYNONYMS.end();
    if given.len() > *most {
        faults.add(field, format!("Не более {most} слов и выражений"));
    }
    let mut phrases: Vec<String> = Vec::new();
    for text in given.iter().take(*most) {
        let Some(phrase) = faults.optional(field, Some(text), bounds::SYNONYM) else {
            continue;
        };
        let phrase = phrase.to_lowercase();
        let words = phrase.split(|c: char| !c.is_alphanumeric());
        match words.filter(|word| !word.is_empty()).count() {
            0 => faults.add(field, format!("«{phrase}» — не слово")),
            1..=MOST_WORDS => {}
            _ => faults.add(
                field,
                format!("«{phrase}»: не более {MOST_WORDS} слов в выражении"),
            ),
        }
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    phrases
}

pub async fn add(
    pool: &PgPool,
    by: &By,
    request: &SearchSynonymRequest,
) -> ApiResult<SearchSynonym> {
    let (words, finds) = parse(request)?;
    let mut tx = pool.begin().await?;
    let id = sqlx::query_scalar!(
        "insert into search_synonym (words, finds, changed)
         select $1, $2, $3 where (select count(*) from search_synonym) < $4 returning id",
        &words,
        &finds,
        by.at,
        MOST
    )
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(|| ApiError::conflict("Синонимов слишком много, удалите ненужные"))?;
    let after = one(&mut *tx, id).await?;
    by.record_creation(&mut tx, Action::SynonymsCreated, id, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}

pub async fn change(
    pool: &PgPool,
    by: &By,
    id: i64,
    request: &SearchSynonymRequest,
) -> ApiResult<SearchSynonym> {
    let (words, finds) = parse(request)?;
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!(
        "update search_synonym set words = $2, finds = $3, changed = $4 where id = $1",
        id,
        &words,
        &finds,
        by.at
    )
    .execute(&mut *tx)
    .await?;
    let after = one(&mut *tx, id).await?;
    by.record_change(&mut tx, Action::SynonymsChanged, id, &before, &after)
        .await?;
    tx.commit().await?;
    Ok(after)
}

pub async fn delete(pool: &PgPool, by: &By, id: i64) -> ApiResult<()> {
    let mut tx = pool.begin().await?;
    let before = lock(&mut tx, id).await?;
    sqlx::query!("delete from search_synonym where id = $1", id)
        .execute(&mut *tx)
        .await?;
    by.record_deletion(&mut tx, Action::SynonymsDeleted, id, &before)
        .await?;
    tx.commit().await?;
    Ok(())
}
