-- The invented bidders of a rehearsal. Any server goes on with them once theirs is gone.
create table rehearsal_crowd (
    catalog_id bigint primary key references catalog (id),
    -- 0 slow, 1 normal, 2 brisk
    pace smallint not null check (pace in (0, 1, 2)),
    -- The process that bids for them, and until when no other may.
    runner uuid not null,
    held_until timestamptz not null
);
