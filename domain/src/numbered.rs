//! Enumerations with numbers: [`numbered!`](crate::numbered!) defines one, its numbers, its wire form and its schema.

use thiserror::Error;

/// A number that names no value of the enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{number} is no {of}")]
pub struct UnknownNumber {
    pub of: &'static str,
    pub number: i16,
}

/// What [`numbered!`](crate::numbered!) implements.
pub trait Numbered: Copy + 'static {
    /// The enumeration's name.
    const NAME: &'static str;
    const EACH: &'static [Self];

    fn to_number(self) -> i16;

    /// The value's name, as the code spells it.
    fn variant(self) -> &'static str;
}

/// Defines an enumeration whose values have numbers. Serde writes the number; [`by_name`] writes the name instead.
#[macro_export]
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $number:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$vdoc])* $variant),+
        }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The number on the wire and in the database.
            pub const fn number(self) -> i16 {
                match self {
                    $(Self::$variant => $number),+
                }
            }
        }

        impl $crate::numbered::Numbered for $name {
            const NAME: &'static str = stringify!($name);
            const EACH: &'static [Self] = Self::ALL;

            fn to_number(self) -> i16 {
                self.number()
            }

            fn variant(self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($variant)),+
                }
            }
        }

        impl TryFrom<i16> for $name {
            type Error = $crate::numbered::UnknownNumber;

            fn try_from(number: i16) -> Result<Self, Self::Error> {
                match number {
                    $($number => Ok(Self::$variant),)+
                    _ => Err($crate::numbered::UnknownNumber { of: stringify!($name), number }),
                }
            }
        }

        impl $crate::numbered::serde::Serialize for $name {
            fn serialize<S: $crate::numbered::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_i16(self.number())
            }
        }

        impl<'de> $crate::numbered::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::numbered::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let number = <i16 as $crate::numbered::serde::Deserialize>::deserialize(from)?;
                Self::try_from(number).map_err($crate::numbered::serde::de::Error::custom)
            }
        }

        $crate::describe_numbered!($name);
    };
}

#[doc(hidden)]
pub use serde;

/// Without the feature `schema` an enumeration has no schema.
#[cfg(not(feature = "schema"))]
#[macro_export]
macro_rules! describe_numbered {
    ($name:ident) => {};
}

/// Serde by name, in snake_case: how the journal spells enumerations.
pub mod by_name {
    use super::Numbered;
    use serde::{Deserialize, Deserializer, Serializer, de};
    use std::borrow::Cow;

    pub fn serialize<T: Numbered, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&snake_case(value.variant()))
    }

    pub fn deserialize<'de, T: Numbered, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        named(&Cow::<str>::deserialize(from)?)
    }

    /// The same for a value that may be absent.
    pub mod option {
        use super::{Numbered, named, serialize as some};
        use serde::{Deserialize, Deserializer, Serializer};
        use std::borrow::Cow;

        pub fn serialize<T: Numbered, S: Serializer>(
            value: &Option<T>,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            match value {
                Some(value) => some(value, to),
                None => to.serialize_none(),
            }
        }

        pub fn deserialize<'de, T: Numbered, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<T>, D::Error> {
            let name = Option::<Cow<str>>::deserialize(from)?;
            name.map(|name| named(&name)).transpose()
        }
    }

    fn named<T: Numbered, E: de::Error>(name: &str) -> Result<T, E> {
        let mut each = T::EACH.iter().copied();
        each.find(|value| snake_case(value.variant()) == name)
            .ok_or_else(|| E::custom(format_args!("{name:?} is no {}", T::NAME)))
    }

    fn snake_case(variant: &str) -> String {
        let mut name = String::with_capacity(variant.len() + 4);
        for (place, letter) in variant.char_indices() {
            if place > 0 && letter.is_ascii_uppercase() {
                name.push('_');
            }
            name.push(letter.to_ascii_lowercase());
        }
        name
    }
}
