//! The API description, generated from the handlers.

use actix_web::App;
use serde::Serialize;
use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::schema::ArrayItems;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    Content, Object, OpenApi, Ref, RefOr, ResponseBuilder, Schema, SecurityRequirement,
    path::Operation, path::PathItem,
};
use utoipa_actix_web::AppExt as _;

use crate::routes;
use crate::sockets;
use contract::bounds;
use contract::codes;
use contract::dto;
use contract::error::Problem;

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Auction platform",
        description = "Lists are pages, errors are problems (RFC 9457), instants are RFC 3339 UTC. Every path works with and \
            without a trailing slash. Every response carries `server_time_ts` (Unix ms) and `X-Request-Id`.",
        license(name = "MIT")
    ),
    // Socket payloads are listed here because no handler refers to them.
    components(schemas(
        Problem, dto::LotUpdate, dto::CatalogStatusUpdate, dto::ChatMessage,
        sockets::RoomSnapshot, sockets::MessageStored, sockets::Done, sockets::SocketRefusal,
    ))
)]
struct Api;

const PROBLEM: &str = "application/problem+json";

/// Builds the complete document.
pub fn document() -> OpenApi {
    let (_, document) = App::new()
        .into_utoipa_app()
        .openapi(Api::openapi())
        .configure(routes::configure)
        .split_for_parts();
    finish(document)
}

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
pub fn json() -> String {
    let extended = Extended {
        document: document(),
        socket_events: sockets::events(),
        errors: serde_json::to_value(codes::table()).expect("the table is JSON"),
    };
    let mut text = serde_json::to_string_pretty(&extended).expect("the document is JSON");
    text.push('\n');
    text
}

/// Adds the parts common to all calls and schemas, so that handlers need not repeat them.
fn finish(mut document: OpenApi) -> OpenApi {
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
    for (schema, property, bound) in bounds::INPUTS {
        let object = components.schemas.get_mut(*schema);
        let property = object.and_then(|object| property_of(object, property));
        property
            .expect("the table of inputs names a text of a request")
            .max_length = Some(bound.most);
    }
    for (name, schema) in &mut components.schemas {
        // Responses are always complete: null rather than absent. Requests declare their required fields.
        if !name.ends_with("Request") && name != "Problem" {
            require_all(schema);
        }
        if let Some(item) = name.strip_prefix("Page_") {
            name_items(schema, item);
        }
    }
    for item in document.paths.paths.values_mut() {
        for operation in operations(item) {
            let problem = ResponseBuilder::new()
                .description("Refused or failed")
                .content(
                    PROBLEM,
                    Content::new(Some(Ref::from_schema_name("Problem"))),
                )
                .build();
            // Where the rules refuse in plain text, refusals before the rules still use problems.
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && status.starts_with('4')
                    && !response.content.is_empty()
                {
                    response
                        .content
                        .entry(PROBLEM.to_owned())
                        .or_insert_with(|| {
                            RefOr::T(Content::new(Some(Ref::from_schema_name("Problem"))))
                        });
                }
            }
            operation
                .responses
                .responses
                .insert("default".to_owned(), RefOr::T(problem));
            // The token is optional where visitors may call too.
            if operation.security.is_none() {
                operation.security = Some(vec![
                    SecurityRequirement::default(),
                    SecurityRequirement::new("token", Vec::<String>::new()),
                ]);
            }
        }
    }
    document
}

/// A text of a schema, or the texts of a list in it.
fn property_of<'a>(schema: &'a mut RefOr<Schema>, property: &str) -> Option<&'a mut Object> {
    match schema {
        RefOr::T(Schema::Object(object)) => match object.properties.get_mut(property)? {
            RefOr::T(Schema::Object(text)) => Some(text),
            RefOr::T(Schema::Array(list)) => match &mut list.items {
                ArrayItems::RefOrSchema(item) => match &mut **item {
                    RefOr::T(Schema::Object(text)) => Some(text),
                    _ => None,
                },
                ArrayItems::False => None,
            },
            _ => None,
        },
        RefOr::T(Schema::AllOf(all)) => {
            let mut parts = all.items.iter_mut();
            parts.find_map(|part| property_of(part, property))
        }
        _ => None,
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.delete,
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
