-- Runs of imports. A page that was closed finds the report here; a run without an end, of which no process knows, was broken off.
create table import_run (
    id bigint generated always as identity primary key,
    house_id bigint not null references house (id),
    catalog_id bigint not null references catalog (id) on delete cascade,
    account_id bigint not null references account (id),
    file_name text,
    dry_run boolean not null,
    started timestamptz not null,
    ended timestamptz,
    applied boolean not null default false,
    -- What lists show of the report, which may have a megabyte.
    counts jsonb,
    report jsonb,
    problem text, -- in Russian
    check (ended is not null or (counts is null and report is null and problem is null and not applied))
);
create index import_run_house on import_run (house_id, id desc);
create index import_run_account on import_run (account_id);
create index import_run_catalog on import_run (catalog_id);
create index import_run_started on import_run (started);
