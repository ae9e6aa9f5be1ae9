"""JSON Schema counts 5.0 among the whole numbers. In an address it is none, so whole numbers are sent in digits."""

import schemathesis


def in_digits(values):
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in (values or {}).items()
    }


@schemathesis.hook
def map_query(context, query):
    return in_digits(query)


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return in_digits(path_parameters)
