-- The nodes of a site that has several (REDIS_URL), and which of them owns a room. Ownership says where to send a command;
-- what makes it safe is the epoch. A room without an owner, or with one that has fallen silent, may be taken by any node.
create table node (
    id uuid primary key,
    -- Where the other nodes reach it.
    address text not null,
    seen timestamptz not null
);

-- No foreign key: the rows of nodes that are gone are deleted, and a room keeps the name of its last owner until the next.
alter table catalog_trade
    add column owner uuid,
    -- When its owner gave it away with everything stored. A takeover right after that is no outage.
    add column handed_over timestamptz;
