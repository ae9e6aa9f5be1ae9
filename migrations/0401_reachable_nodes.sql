-- What each node says with its heartbeat, so that all of them agree on which one must give its rooms up: the nodes it cannot
-- reach, itself included, and whether it takes rooms at all.
alter table node
    add column cannot_reach uuid[] not null default '{}',
    add column takes_rooms boolean not null default true;
