//! Cuts texts into words.

/// The most words of a text. More would only add cost.
const MAX_TERMS: usize = 12;

/// The words of a text in lower case. They contain only letters and digits, so they are safe inside a `tsquery`.
pub fn terms(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('ё', "е")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|term| !term.is_empty())
        .map(|term| term.chars().take(64).collect())
        .take(MAX_TERMS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_contain_no_query_syntax() {
        assert_eq!(
            terms("Ёлка, «сос'на» & (дуб:*)!"),
            ["елка", "сос", "на", "дуб"]
        );
        assert_eq!(terms(&"слово ".repeat(40)).len(), MAX_TERMS);
    }
}
