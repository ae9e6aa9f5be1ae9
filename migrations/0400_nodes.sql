-- The nodes of a multi-node site (REDIS_URL) and the rooms they own. Ownership routes commands; the epoch is what makes it
-- safe. Any node may claim a room without a living owner.
create table node (
    id uuid primary key,
    -- Address of its internal listener.
    address text not null,
    seen timestamptz not null
);

-- No foreign key: rows of dead nodes are deleted, while a room keeps its last owner until the next claim.
alter table catalog_trade
    add column owner uuid,
    -- When its owner handed it over with everything stored. A takeover soon after is not an outage.
    add column handed_over timestamptz;
