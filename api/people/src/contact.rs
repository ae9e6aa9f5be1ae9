//! Phone numbers and e-mail addresses, in the single form in which they are stored.

use contract::bounds;
use contract::codes::Code;
use contract::error::{ApiError, ApiResult};

/// A phone number or an e-mail address that a person can prove they hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contact {
    Phone(String),
    Email(String),
}

impl Contact {
    /// The contact in a body that names a person by number or e-mail; the number wins if both are given.
    pub fn of(number: Option<&str>, email_address: Option<&str>) -> ApiResult<Self> {
        fn filled(text: Option<&str>) -> Option<&str> {
            text.map(str::trim).filter(|text| !text.is_empty())
        }
        match (filled(number), filled(email_address)) {
            (Some(number), _) => Ok(Self::Phone(phone(number)?)),
            (None, Some(address)) => Ok(Self::Email(email(address)?)),
            (None, None) => Err(ApiError::invalid("number", "Укажите телефон или e-mail")),
        }
    }

    pub fn phone(&self) -> Option<&str> {
        match self {
            Self::Phone(number) => Some(number),
            Self::Email(_) => None,
        }
    }

    pub fn email(&self) -> Option<&str> {
        match self {
            Self::Phone(_) => None,
            Self::Email(address) => Some(address),
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Self::Phone(text) | Self::Email(text) => text,
        }
    }
}

/// Maps a violated contact constraint to 409: another account has the contact, or had it and can still be restored. The
/// answer does not say which account.
pub fn taken(error: sqlx::Error) -> ApiError {
    const UNIQUE: [&str; 3] = [
        "account_phone_key",
        "account_email_key",
        "account_contact_reserved",
    ];
    match sqlstate::constraint(&error) {
        Some(constraint) if UNIQUE.contains(&constraint) => is_taken(),
        _ => error.into(),
    }
}

/// 409 `contact_taken`.
pub fn is_taken() -> ApiError {
    Code::ContactTaken.into()
}

/// Normalises a number to `+79000000001`. Russian numbers may begin with 8 or omit the country code.
pub fn phone(text: &str) -> ApiResult<String> {
    let invalid = || ApiError::invalid("number", "Введите корректный номер телефона");
    let mut digits = String::new();
    for c in text.trim().chars() {
        match c {
            '0'..='9' => digits.push(c),
            '+' if digits.is_empty() => {}
            ' ' | '(' | ')' | '-' | '.' | '\u{a0}' => {}
            _ => return Err(invalid()),
        }
    }
    let international = text.trim_start().starts_with('+');
    match (digits.len(), digits.as_bytes().first()) {
        (10, _) if !international => Ok(format!("+7{digits}")),
        (11, Some(b'8')) if !international => Ok(format!("+7{}", &digits[1..])),
        (10..=15, Some(b'1'..=b'9')) => Ok(format!("+{digits}")),
        _ => Err(invalid()),
    }
}

/// Checks an e-mail address and returns it in lower case; 422 at `email`.
pub fn email(text: &str) -> ApiResult<String> {
    email_of("email", text)
}

/// Like [`email`], with the error at another field.
pub fn email_of(field: &str, text: &str) -> ApiResult<String> {
    let address = text.trim().to_lowercase();
    let fits = bounds::CONTACT.fits(text)
        && !address.contains(|c: char| c.is_whitespace() || c.is_control() || "<>,;\"".contains(c))
        && address.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && !domain.contains('@')
                && domain.contains('.')
                && domain
                    .split('.')
                    .all(|label| !label.is_empty() && !label.starts_with('-'))
        });
    if fits {
        Ok(address)
    } else {
        Err(ApiError::invalid(field, "Введите корректный email"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_phone_number_has_one_stored_form() {
        for text in [
            "+7 (900) 000-00-01",
            "89000000001",
            "9000000001",
            "7 900 000 00 01",
            "+79000000001",
        ] {
            assert_eq!(phone(text).unwrap(), "+79000000001", "{text}");
        }
        assert_eq!(phone("+49 30 1234567").unwrap(), "+49301234567");
        for text in [
            "",
            "123",
            "+7900000000x",
            "+0000000000000",
            "+1234567890123456",
            "7+9000000001",
        ] {
            assert!(phone(text).is_err(), "{text}");
        }
    }

    #[test]
    fn valid_addresses_are_stored_in_lower_case() {
        assert_eq!(
            email(" Ivan.Petrov@Demo.Example ").unwrap(),
            "ivan.petrov@demo.example"
        );
        for text in [
            "", "a", "a@b", "@b.ru", "a@b..ru", "a b@c.ru", "a@b@c.ru", "a@.ru", "<a@b.ru>",
        ] {
            assert!(email(text).is_err(), "{text}");
        }
    }
}
