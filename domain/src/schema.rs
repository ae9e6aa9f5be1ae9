//! OpenAPI schemas of the domain's types, for the crates that describe an API (feature `schema`).

use crate::{kinds::ReserveState, numbered::Numbered};
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, extensions::ExtensionsBuilder, schema::Type},
};

#[doc(hidden)]
pub use utoipa;

/// An integer with its values and, in `x-enum-varnames`, their names.
pub fn numbered<T: Numbered>() -> RefOr<Schema> {
    let values = T::EACH.iter();
    let described: Vec<_> = values
        .clone()
        .map(|value| format!("{} {}", value.to_number(), value.variant()))
        .collect();
    let names: Vec<_> = values.clone().map(|value| value.variant()).collect();
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .enum_values(Some(values.map(|value| value.to_number())))
        .description(Some(described.join(", ")))
        .extensions(Some(
            ExtensionsBuilder::new()
                .add("x-enum-varnames", names)
                .build(),
        ))
        .into()
}

/// Describes an enumeration of [`numbered!`](crate::numbered!).
#[macro_export]
macro_rules! describe_numbered {
    ($name:ident) => {
        impl $crate::schema::utoipa::PartialSchema for $name {
            fn schema()
            -> $crate::schema::utoipa::openapi::RefOr<$crate::schema::utoipa::openapi::Schema> {
                $crate::schema::numbered::<Self>()
            }
        }

        impl $crate::schema::utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                <Self as $crate::numbered::Numbered>::NAME.into()
            }
        }
    };
}

impl PartialSchema for ReserveState {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Self::ALL.map(Self::as_str)))
            .into()
    }
}

impl ToSchema for ReserveState {
    fn name() -> Cow<'static, str> {
        "ReservePriceState".into()
    }
}
