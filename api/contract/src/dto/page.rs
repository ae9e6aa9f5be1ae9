use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// One page of a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    pub has_next: bool,
    pub has_previous: bool,
    /// From 1. A request past the end returns the last page.
    pub current_page: i64,
    pub total_count: i64,
    /// At least 1, even for an empty list.
    pub total_pages: i64,
}

/// The requested page of a list. Values out of range are clamped.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// From 1; default 1.
    #[serde(default)]
    pub page_number: Option<i64>,
    /// 1 to 100; default 20.
    #[serde(default)]
    pub page_size: Option<i64>,
}

/// The rows of a list that make up the requested page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub limit: i64,
    pub offset: i64,
    page: i64,
    pages: i64,
    total: i64,
}

impl Paging {
    /// The page's rows in a list of `total` rows, clamped to the last page.
    pub fn window(&self, total: i64) -> Window {
        let limit = self.page_size.unwrap_or(20).clamp(1, 100);
        let total = total.max(0);
        let pages = (total / limit + i64::from(total % limit != 0)).max(1);
        let page = self.page_number.unwrap_or(1).clamp(1, pages);
        Window {
            limit,
            offset: (page - 1) * limit,
            page,
            pages,
            total,
        }
    }
}

impl<T> Page<T> {
    pub fn new(items: Vec<T>, window: Window) -> Self {
        Self {
            items,
            has_next: window.page < window.pages,
            has_previous: window.page > 1,
            current_page: window.page,
            total_count: window.total,
            total_pages: window.pages,
        }
    }

    /// The same page with converted items.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(f).collect(),
            has_next: self.has_next,
            has_previous: self.has_previous,
            current_page: self.current_page,
            total_count: self.total_count,
            total_pages: self.total_pages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(page_number: Option<i64>, page_size: Option<i64>, total: i64) -> Window {
        Paging {
            page_number,
            page_size,
        }
        .window(total)
    }

    #[test]
    fn page_and_size_are_clamped_to_their_ranges() {
        assert_eq!(window(None, None, 45).limit, 20);
        assert_eq!(window(Some(9), None, 45).offset, 40);
        assert_eq!(window(Some(i64::MIN), Some(0), 3).offset, 0);
        assert_eq!(window(Some(i64::MAX), Some(i64::MAX), 1000).offset, 900);
        let empty = Page::<()>::new(vec![], window(Some(3), None, 0));
        assert_eq!(
            (
                empty.current_page,
                empty.total_pages,
                empty.has_next,
                empty.has_previous
            ),
            (1, 1, false, false)
        );
        let middle = Page::<()>::new(vec![], window(Some(2), Some(10), 30));
        assert!(middle.has_next && middle.has_previous);
        assert!(!Page::<()>::new(vec![], window(Some(3), Some(10), 30)).has_next);
    }
}
