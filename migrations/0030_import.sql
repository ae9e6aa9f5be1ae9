-- Imports of lots with their pictures.

-- SHA-256 of the file a picture was made of, and the name under which it was imported: so that the same picture is not added
-- to a lot twice, and another one under the same name takes its place.
alter table picture add column digest bytea check (octet_length(digest) = 32);
alter table picture add column import_name text;

-- Pictures that an import has stored before the transaction that hangs them on lots. What is still here after that import
-- has ended is taken away.
create table staged_picture (
    id uuid primary key,
    at timestamptz not null
);
