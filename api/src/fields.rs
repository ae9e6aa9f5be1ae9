//! Judging the fields of a body: all that is wrong with it is told at once, field by field.

use crate::error::{ApiError, ApiResult};
use texts::rich_text;
use texts::slug;

/// What has been found wrong so far. A field that is refused gives some value all the same; [`Fields::judged`] says
/// whether the values are of use.
#[derive(Default)]
#[must_use]
pub struct Fields(Option<ApiError>);

impl Fields {
    pub fn refuse(&mut self, field: &str, message: impl Into<String>) {
        self.0 = Some(match self.0.take() {
            None => ApiError::invalid(field, message),
            Some(refused) => refused.and(field, message),
        });
    }

    /// A text that must say something, without the space around it; at most `most` characters.
    pub fn required(&mut self, field: &str, text: &str, most: usize) -> String {
        let text = text.trim();
        if text.is_empty() {
            self.refuse(field, "Обязательное поле");
        }
        self.within(field, text, most).to_owned()
    }

    /// A text that may be left out: nothing but space is none.
    pub fn optional(&mut self, field: &str, text: Option<&str>, most: usize) -> Option<String> {
        let text = text.map(str::trim).filter(|text| !text.is_empty())?;
        Some(self.within(field, text, most).to_owned())
    }

    /// HTML that must say something, cleaned; at most `most` characters as it comes.
    pub fn html(&mut self, field: &str, html: &str, most: usize) -> String {
        let html = self.cleaned(field, html, most);
        if html.is_empty() {
            self.refuse(field, "Обязательное поле");
        }
        html
    }

    /// HTML that may be left out, cleaned: what nothing is left of is none.
    pub fn optional_html(
        &mut self,
        field: &str,
        html: Option<&str>,
        most: usize,
    ) -> Option<String> {
        let html = self.cleaned(field, html?, most);
        (!html.is_empty()).then_some(html)
    }

    /// The slug that is given, else one made of the title.
    pub fn slug(
        &mut self,
        field: &str,
        given: Option<&str>,
        title: &str,
        otherwise: &str,
    ) -> String {
        match given.map(str::trim).filter(|given| !given.is_empty()) {
            None => slug::of(title, otherwise),
            Some(given) => {
                if !slug::is_slug(given) {
                    self.refuse(
                        field,
                        "Только строчные латинские буквы, цифры и дефисы между ними, не более 80 символов",
                    );
                }
                given.to_owned()
            }
        }
    }

    /// Refuses the body if anything was wrong with it.
    pub fn judged(self) -> ApiResult<()> {
        self.0.map_or(Ok(()), Err)
    }

    fn cleaned(&mut self, field: &str, html: &str, most: usize) -> String {
        // Too long a text is not worth the cleaning.
        let html = html.trim();
        if html.chars().count() > most {
            self.refuse(field, format!("Не более {most} символов"));
            return html.to_owned();
        }
        rich_text::clean(html).trim().to_owned()
    }

    fn within<'a>(&mut self, field: &str, text: &'a str, most: usize) -> &'a str {
        if text.chars().count() > most {
            self.refuse(field, format!("Не более {most} символов"));
        }
        text
    }
}
