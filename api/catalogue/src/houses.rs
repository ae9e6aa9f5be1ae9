//! The rows of houses.

use domain::StepTable;
use serde::Serialize;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::lot_form::is_web_address;
use contract::bounds;
use contract::dto::HouseRequest;
use contract::error::ApiResult;
use contract::fields::Faults;
use people::login;

/// A house's description of itself, checked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HouseFields {
    pub name_ru: String,
    /// Rich text.
    pub description_ru: Option<String>,
    pub address: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub site: Option<String>,
    pub whatsup_phone: Option<String>,
    pub gallery_type: Option<i16>,
    /// Per cent.
    pub commission: f64,
    /// Rich text.
    pub payment_and_delivery: Option<String>,
    pub steps_table: Option<StepTable>,
}

/// A house as stored, locked against other changes until the transaction ends.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredHouse {
    pub revision: i64,
    pub fields: HouseFields,
}

impl HouseFields {
    pub fn check(request: HouseRequest) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let payment = request.payment_and_delivery.unwrap_or_default();
        let fields = Self {
            name_ru: faults.required_or(
                "nameRu",
                &request.name_ru,
                bounds::NAME,
                "Укажите название аукционного дома",
            ),
            description_ru: faults.optional(
                "descriptionRu",
                request.description_ru.as_deref(),
                bounds::RICH_TEXT,
            ),
            address: faults.optional("address", request.address.as_deref(), bounds::ADDRESS),
            email: email(&mut faults, request.email.as_deref()),
            phone: phone(&mut faults, "phone", request.phone.as_deref()),
            site: site(&mut faults, request.site.as_deref()),
            whatsup_phone: phone(
                &mut faults,
                "whatsupPhone",
                request.whatsup_phone.as_deref(),
            ),
            gallery_type: request.gallery_type.map(|of| of.number()),
            commission: faults.percent("paymentAndDelivery.commission", payment.commission),
            payment_and_delivery: faults.optional(
                "paymentAndDelivery.text",
                payment.text.as_deref(),
                bounds::RICH_TEXT,
            ),
            steps_table: faults.steps("stepsTable", request.steps_table.as_deref()),
        };
        faults.or(fields)
    }
}

fn email(faults: &mut Faults, text: Option<&str>) -> Option<String> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?;
    match login::email(text) {
        Ok(email) => Some(email),
        Err(_) => {
            faults.add("email", "Введите корректный email");
            None
        }
    }
}

fn phone(faults: &mut Faults, field: &str, text: Option<&str>) -> Option<String> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?;
    match login::phone(text) {
        Ok(phone) => Some(phone),
        Err(_) => {
            faults.add(field, "Введите корректный номер телефона");
            None
        }
    }
}

/// Adds `http://` to an address without a scheme. Schemes other than http and https are a fault.
fn site(faults: &mut Faults, text: Option<&str>) -> Option<String> {
    let text = faults.optional("site", text, bounds::SITE)?;
    let text = match text.contains("://") {
        true => text,
        false => format!("http://{text}"),
    };
    if !is_web_address(&text) {
        faults.add("site", "Введите корректный адрес сайта");
    }
    Some(text)
}

/// Stores a new house and returns its id.
pub async fn insert_house(
    conn: &mut PgConnection,
    fields: &HouseFields,
    now: OffsetDateTime,
) -> ApiResult<i64> {
    Ok(sqlx::query_scalar!(
        "insert into house (name_ru, description_ru, address, email, phone, site, whatsup_phone, gallery_type,
            commission, payment_and_delivery, steps_table, created)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9::float8::numeric(5, 2), $10, $11, $12) returning id",
        fields.name_ru,
        fields.description_ru,
        fields.address,
        fields.email,
        fields.phone,
        fields.site,
        fields.whatsup_phone,
        fields.gallery_type,
        fields.commission,
        fields.payment_and_delivery,
        fields.steps_table.as_ref().map(Json) as _,
        now
    )
    .fetch_one(conn)
    .await?)
}

/// Locks a house against other changes and reads it; `None` if there is none.
pub async fn lock_house(conn: &mut PgConnection, id: i64) -> ApiResult<Option<StoredHouse>> {
    let row = sqlx::query!(
        r#"select name_ru, description_ru, address, email, phone, site, whatsup_phone, gallery_type,
            commission::float8 as "commission!", payment_and_delivery, steps_table as "steps_table: Json<StepTable>",
            revision
         from house where id = $1 and deleted is null for no key update"#,
        id
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| StoredHouse {
        revision: row.revision,
        fields: HouseFields {
            name_ru: row.name_ru,
            description_ru: row.description_ru,
            address: row.address,
            email: row.email,
            phone: row.phone,
            site: row.site,
            whatsup_phone: row.whatsup_phone,
            gallery_type: row.gallery_type,
            commission: row.commission,
            payment_and_delivery: row.payment_and_delivery,
            steps_table: row.steps_table.map(|steps| steps.0),
        },
    }))
}

/// Stores all fields of a house. The caller holds its lock.
pub async fn update_house(conn: &mut PgConnection, id: i64, fields: &HouseFields) -> ApiResult<()> {
    sqlx::query!(
        "update house set name_ru = $2, description_ru = $3, address = $4, email = $5, phone = $6, site = $7,
            whatsup_phone = $8, gallery_type = $9, commission = $10::float8::numeric(5, 2), payment_and_delivery = $11,
            steps_table = $12, revision = revision + 1
         where id = $1",
        id,
        fields.name_ru,
        fields.description_ru,
        fields.address,
        fields.email,
        fields.phone,
        fields.site,
        fields.whatsup_phone,
        fields.gallery_type,
        fields.commission,
        fields.payment_and_delivery,
        fields.steps_table.as_ref().map(Json) as _
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_must_be_an_http_or_https_address() {
        for (typed, stored) in [
            ("example.ru", "http://example.ru"),
            ("www.a.ru", "http://www.a.ru"),
            ("http://a.ru", "http://a.ru"),
            (" https://a.ru/x ", "https://a.ru/x"),
            ("дом.рф", "http://дом.рф"),
        ] {
            let mut faults = Faults::default();
            assert_eq!(site(&mut faults, Some(typed)).as_deref(), Some(stored));
            assert_eq!(faults, Faults::default(), "{typed}");
        }
        for typed in [
            "javascript://a.ru/%0aalert(1)",
            "ftp://a.ru",
            "a b",
            "http://",
        ] {
            let mut faults = Faults::default();
            site(&mut faults, Some(typed));
            assert_ne!(faults, Faults::default(), "{typed}");
        }
    }
}
