//! Reading what a foreign service answers.

/// Reads the body; None if it is longer than `limit` or breaks off.
pub async fn body(mut answer: reqwest::Response, limit: usize) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.ok()? {
        if body.len() + chunk.len() > limit {
            return None;
        }
        body.extend_from_slice(&chunk);
    }
    Some(body)
}

/// Makes an external text fit to show: one line, at most `limit` characters. None if nothing remains.
pub fn shown(text: &str, limit: usize) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ");
    (!line.is_empty() && line.chars().count() <= limit).then_some(line)
}
