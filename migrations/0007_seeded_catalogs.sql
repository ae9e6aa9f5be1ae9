-- Which catalog a seed file's catalog became, so that loading the file again finds it, and a demonstration sale that has
-- ended is put on again once.
create table seeded_catalog (
    key text primary key,
    catalog_id bigint not null references catalog (id)
);
