//! What the API description says beside what the handlers do: common refusals, bounds of inputs, errors, sockets.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::schema::{
    AllOfBuilder, AnyOfBuilder, ArrayItems, ObjectBuilder, SchemaType, Type,
};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    Array, Content, KnownFormat, Object, OpenApi, Ref, RefOr, Response, ResponseBuilder, Schema,
    SchemaFormat, SecurityRequirement, path::Operation, path::ParameterIn, path::PathItem,
};

use crate::bounds;
use crate::codes;
use crate::sockets;

const PROBLEM: &str = "application/problem+json";

/// The protocol's chapter on sockets, for those who have the server's address and not its source.
fn sockets_chapter() -> String {
    let protocol = include_str!("../../../docs/protocol.md");
    let (_, chapter) = protocol
        .split_once("\n## Sockets\n")
        .expect("the protocol has a chapter on sockets");
    chapter.trim().replace("\n### ", "\n## ")
}

/// What calls answer beside what their handlers describe: name, status, description.
const COMMON: [(&str, &str, &str); 13] = [
    (MALFORMED, "400", "The address or the body cannot be read."),
    (
        NOT_AUTHENTICATED,
        "401",
        "The token is missing or no longer valid.",
    ),
    (
        FORBIDDEN,
        "403",
        "The caller is not entitled, or their rights rest until they have a second factor.",
    ),
    (NOT_FOUND, "404", "Unknown, or not visible to the caller."),
    (INTERRUPTED, "408", "The upload stalled."),
    (TOO_LARGE, "413", "The body is too large."),
    (WRONG_TYPE, "415", "The body has another type."),
    (
        INVALID,
        "422",
        "`errors` names each field and what is wrong with it.",
    ),
    (
        TOO_MANY,
        "429",
        "Too many requests. `Retry-After` has the seconds to wait.",
    ),
    (
        FAILED,
        "500",
        "The server failed. The cause is logged under the `eid`.",
    ),
    (UNDELIVERED, "502", "The message cannot be delivered now."),
    (
        UNAVAILABLE,
        "503",
        "Nothing has changed. `Retry-After` has the seconds to wait.",
    ),
    (
        TIMED_OUT,
        "504",
        "No answer in time. The request may have succeeded.",
    ),
];

const MALFORMED: &str = "Malformed";
const NOT_AUTHENTICATED: &str = "NotAuthenticated";
const FORBIDDEN: &str = "Forbidden";
const NOT_FOUND: &str = "NotFound";
const INTERRUPTED: &str = "Interrupted";
const TOO_LARGE: &str = "TooLarge";
const WRONG_TYPE: &str = "WrongType";
const INVALID: &str = "Invalid";
const TOO_MANY: &str = "TooMany";
const FAILED: &str = "Failed";
const UNDELIVERED: &str = "Undelivered";
const UNAVAILABLE: &str = "Unavailable";
const TIMED_OUT: &str = "TimedOut";

/// Calls that send a message or have the user called, and wait for it.
const SENDING: [&str; 7] = [
    "/api/accounts/change/email",
    "/api/accounts/change/phone",
    "/api/accounts/change/{kind}/old",
    "/api/auth/call",
    "/api/auth/callback",
    "/api/auth/callback/check/{id}",
    "/api/auth/email",
];

/// The document with our extensions. utoipa keeps extensions in a hash map, so two of them would change places from run to
/// run.
#[derive(Serialize)]
struct Extended {
    #[serde(flatten)]
    document: OpenApi,
    #[serde(rename = "x-socket-events")]
    socket_events: Value,
    #[serde(rename = "x-errors")]
    errors: Value,
}

/// The document as served and committed: indented JSON with a final line break.
pub fn json(document: OpenApi) -> String {
    let extended = Extended {
        document,
        socket_events: sockets::events(),
        errors: serde_json::to_value(codes::table()).expect("the table is JSON"),
    };
    let mut text = serde_json::to_string_pretty(&extended).expect("the document is JSON");
    text.push('\n');
    text
}

/// Adds the parts common to all calls and schemas, so that handlers need not repeat them.
pub fn finish(mut document: OpenApi) -> OpenApi {
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(
        "token",
        SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(
            "X-Token",
            "from a login; 64 hexadecimal digits",
        ))),
    );
    document.tags.get_or_insert_default().push(
        TagBuilder::new()
            .name("errors")
            .description(Some(codes::markdown()))
            .build(),
    );
    document.tags.get_or_insert_default().push(
        TagBuilder::new()
            .name("sockets")
            .description(Some(sockets_chapter()))
            .build(),
    );
    document.tags.get_or_insert_default().push(
        TagBuilder::new()
            .name("inputs")
            .description(Some(bounds::markdown()))
            .build(),
    );
    // Pages refer to their items by schema name, as elsewhere; a generic type would inline them.
    let mut items = Vec::new();
    for (name, schema) in &mut components.schemas {
        let Some(item) = name.strip_prefix("Page_") else {
            continue;
        };
        if let Some(written_out) = items_of_page(schema, item) {
            items.push((item.to_owned(), written_out));
        }
    }
    for (name, schema) in items {
        components.schemas.entry(name).or_insert(schema);
    }
    let schemas = &mut components.schemas;
    for (schema, property, bound) in bounds::INPUTS {
        let text = match input(schemas, schema, property) {
            Schema::Array(list) => text_of_items(list),
            Schema::Object(text) => Some(text),
            _ => None,
        };
        let text = text.expect("the table of texts names texts");
        text.max_length = Some(bound.most);
        text.pattern = Some(bounds::pattern(schema, property));
    }
    for (schema, property, range) in bounds::NUMBERS {
        let Some(number) = number_of(input(schemas, schema, property)) else {
            panic!("the table of numbers names numbers: {schema}.{property}");
        };
        number.minimum = Some((*range.start()).into());
        number.maximum = Some((*range.end()).into());
    }
    for (schema, property, choices) in bounds::CHOICES {
        offer(schemas, schema, property, choices);
    }
    for (schema, contacts) in bounds::ONE_OF_TWO {
        require_one(schemas, schema, *contacts);
    }
    for (schema, property, items) in bounds::LISTS {
        let Schema::Array(list) = input(schemas, schema, property) else {
            panic!("the table of lists names lists: {schema}.{property}");
        };
        list.min_items = Some(*items.start()).filter(|least| *least > 0);
        list.max_items = Some(*items.end());
    }
    for (name, schema) in &mut components.schemas {
        spell_out_ids(schema);
        // Responses are always complete: null rather than absent. Requests declare their required fields.
        if !name.ends_with("Request") && name != "Problem" {
            require_all(schema);
        }
        if let Some(item) = name.strip_prefix("Page_") {
            name_items(schema, item);
        }
    }
    for (name, _, description) in COMMON {
        components
            .responses
            .insert(name.to_owned(), RefOr::T(problem(description)));
    }
    for (path, item) in &mut document.paths.paths {
        for operation in operations(item) {
            bound_parameters(operation);
            describe_refusals(path, operation);
        }
    }
    document
}

fn problem(description: &str) -> Response {
    let content = Content::new(Some(Ref::from_schema_name("Problem")));
    ResponseBuilder::new()
        .description(description)
        .content(PROBLEM, content)
        .build()
}

/// Names the length of each text of an address and of a header, and that addresses have no U+0000.
fn bound_parameters(operation: &mut Operation) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter
            && let Some(bound) = bounds::parameter(&parameter.name)
            && let Some(RefOr::T(Schema::Object(text))) = &mut parameter.schema
        {
            text.max_length = Some(bound.most);
            let pattern = text.pattern.take();
            text.pattern = pattern.or_else(|| Some(bounds::ANY.to_owned()));
        }
    }
}

/// Completes the refusals of a call: those that its kind of call has, beside those that its handler describes.
fn describe_refusals(path: &str, operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, response) in &mut *responses {
        if let RefOr::T(response) = response
            && status.starts_with(['4', '5'])
            && response.content.is_empty()
        {
            *response = problem(&response.description);
        }
    }
    let body = operation.request_body.as_ref();
    let is_upload = body.is_some_and(|body| match body {
        RefOr::T(body) => body.content.contains_key("multipart/form-data"),
        RefOr::Ref(_) => false,
    });
    let mut parameters = operation.parameters.iter().flatten();
    let has_query = parameters.any(|one| match one {
        RefOr::T(one) => matches!(one.parameter_in, ParameterIn::Query),
        RefOr::Ref(_) => false,
    });
    let needs_token = operation.security.is_some();
    let common = [
        (true, &[MALFORMED, FAILED, UNAVAILABLE, TIMED_OUT][..]),
        (needs_token, &[NOT_AUTHENTICATED, FORBIDDEN]),
        (path.contains('{'), &[NOT_FOUND]),
        (body.is_some(), &[TOO_LARGE, WRONG_TYPE, INVALID]),
        (has_query, &[INVALID]),
        (is_upload, &[INTERRUPTED, TOO_MANY]),
        (SENDING.contains(&path), &[UNDELIVERED, TOO_MANY]),
    ];
    let named = common.iter().filter(|(applies, _)| *applies);
    for name in named.flat_map(|(_, names)| *names) {
        let status = COMMON.iter().find(|(of, ..)| of == name);
        let (_, status, _) = status.expect("every common answer is in the table");
        responses
            .entry((*status).to_owned())
            .or_insert_with(|| RefOr::Ref(Ref::from_response_name(*name)));
    }
    // The token is optional where visitors may call too.
    if !needs_token {
        operation.security = Some(vec![
            SecurityRequirement::default(),
            SecurityRequirement::new("token", Vec::<String>::new()),
        ]);
    }
}

/// A property of a request that one of the tables of [`bounds`] names.
fn input<'a>(
    schemas: &'a mut BTreeMap<String, RefOr<Schema>>,
    schema: &str,
    property: &str,
) -> &'a mut Schema {
    let named = schemas.get_mut(schema);
    let found = named.and_then(|named| property_of(named, property));
    found.unwrap_or_else(|| panic!("{schema}.{property} is no property of a request"))
}

/// A number, or what the items of a list of numbers are.
fn number_of(schema: &mut Schema) -> Option<&mut Object> {
    match schema {
        Schema::Object(number) => Some(number),
        Schema::Array(Array {
            items: ArrayItems::RefOrSchema(item),
            ..
        }) => match &mut **item {
            RefOr::T(Schema::Object(number)) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// Names the events that the journal can be searched for, which only the parts that record them know.
pub fn offer_event(document: &mut OpenApi, events: &[i64]) {
    let components = document.components.get_or_insert_default();
    offer(&mut components.schemas, "JournalRequest", "eventId", events);
}

/// Leaves only some numbers of a property to choose from.
fn offer(
    schemas: &mut BTreeMap<String, RefOr<Schema>>,
    schema: &str,
    property: &str,
    choices: &[i64],
) {
    let Some(RefOr::T(Schema::Object(object))) = schemas.get_mut(schema) else {
        panic!("the table of choices names requests: {schema}");
    };
    let offered = match object.properties.get_mut(property) {
        Some(RefOr::T(Schema::Object(number))) => number,
        // All numbers of the enumeration are too many.
        Some(RefOr::Ref(enumeration)) => {
            let number = ObjectBuilder::new()
                .schema_type(Type::Integer)
                .description(Some(enumeration.description.clone()));
            let number = RefOr::T(Schema::Object(number.build()));
            object.properties.insert(property.to_owned(), number);
            return offer(schemas, schema, property, choices);
        }
        _ => panic!("the table of choices names numbers: {schema}.{property}"),
    };
    let may_be_null =
        matches!(&offered.schema_type, SchemaType::Array(types) if types.contains(&Type::Null));
    let numbers = choices.iter().map(|choice| (*choice).into());
    let null = may_be_null.then_some(Value::Null);
    offered.enum_values = Some(numbers.chain(null).collect());
}

/// Requires one of two optional texts.
fn require_one(schemas: &mut BTreeMap<String, RefOr<Schema>>, schema: &str, properties: [&str; 2]) {
    let whole = schemas.get_mut(schema);
    let whole = whole.unwrap_or_else(|| panic!("the table of contacts names requests: {schema}"));
    let text = |name| {
        let text = ObjectBuilder::new().schema_type(Type::String);
        text.pattern(Some(bounds::contact_pattern(name)))
    };
    let one = properties
        .into_iter()
        .fold(AnyOfBuilder::new(), |one, name| {
            one.item(
                ObjectBuilder::new()
                    .property(name, text(name))
                    .required(name),
            )
        });
    let RefOr::T(Schema::Object(object)) = &mut *whole else {
        panic!("the table of contacts names objects: {schema}");
    };
    let description = object.description.take();
    let both = AllOfBuilder::new()
        .item(whole.clone())
        .item(Schema::AnyOf(one.build()))
        .description(description);
    *whole = RefOr::T(Schema::AllOf(both.build()));
}

fn property_of<'a>(schema: &'a mut RefOr<Schema>, property: &str) -> Option<&'a mut Schema> {
    match schema {
        RefOr::T(Schema::Object(object)) => match object.properties.get_mut(property)? {
            RefOr::T(schema) => Some(schema),
            RefOr::Ref(_) => None,
        },
        RefOr::T(Schema::AllOf(all)) => {
            let mut parts = all.items.iter_mut();
            parts.find_map(|part| property_of(part, property))
        }
        _ => None,
    }
}

fn text_of_items(list: &mut Array) -> Option<&mut Object> {
    match &mut list.items {
        ArrayItems::RefOrSchema(item) => match &mut **item {
            RefOr::T(Schema::Object(text)) => Some(text),
            _ => None,
        },
        ArrayItems::False => None,
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.delete,
        &mut item.patch,
    ]
    .into_iter()
    .filter_map(Option::as_mut)
}

/// Makes a page's items refer to the named schema instead of copying it.
fn name_items(page: &mut RefOr<Schema>, item: &str) {
    if let RefOr::T(Schema::Object(page)) = page
        && let Some(RefOr::T(Schema::Array(items))) = page.properties.get_mut("items")
    {
        items.items = ArrayItems::RefOrSchema(Box::new(Ref::from_schema_name(item).into()));
    }
}

fn require_all(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            object.required = object.properties.keys().cloned().collect()
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(require_all),
        _ => {}
    }
}

/// Gives ids of pictures a pattern, since validators may ignore formats.
fn spell_out_ids(schema: &mut RefOr<Schema>) {
    const ID: &str = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";
    const UUID: SchemaFormat = SchemaFormat::KnownFormat(KnownFormat::Uuid);
    match schema {
        RefOr::T(Schema::Object(object)) => {
            if object.format == Some(UUID) {
                object.pattern = Some(ID.to_owned());
            }
            object.properties.values_mut().for_each(spell_out_ids);
        }
        RefOr::T(Schema::Array(Array {
            items: ArrayItems::RefOrSchema(item),
            ..
        })) => spell_out_ids(item),
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(spell_out_ids),
        _ => {}
    }
}

/// Replaces a page's inlined items with a reference; returns the inlined schema.
fn items_of_page(page: &mut RefOr<Schema>, item: &str) -> Option<RefOr<Schema>> {
    let RefOr::T(Schema::Object(page)) = page else {
        return None;
    };
    let RefOr::T(Schema::Array(list)) = page.properties.get_mut("items")? else {
        return None;
    };
    let ArrayItems::RefOrSchema(schema) = &mut list.items else {
        return None;
    };
    let reference = RefOr::Ref(Ref::from_schema_name(item));
    let written_out = std::mem::replace(schema.as_mut(), reference);
    matches!(written_out, RefOr::T(_)).then_some(written_out)
}
