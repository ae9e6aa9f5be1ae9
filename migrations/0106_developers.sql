-- A developer's leave to see a house's drafts and hidden things, which an admin gives for some days.
create table developer_leave (
    account_id bigint not null references account (id),
    house_id bigint not null references house (id),
    granted timestamptz not null,
    until timestamptz not null,
    primary key (account_id, house_id)
);
create index developer_leave_until on developer_leave (until);

create function developer_sees_house(reader bigint, house bigint, at timestamptz) returns boolean
    language sql stable parallel safe
    return exists (
        select from developer_leave l where l.account_id = reader and l.house_id = house and l.until > at
    );

-- What a developer sees in the journal: what is public, and what they have leave for.
create function developer_sees_catalog(reader bigint, catalog bigint, at timestamptz) returns boolean
    language sql stable parallel safe
    return exists (
        select from catalog c join house h on h.id = c.house_id left join catalog_trade t on t.catalog_id = c.id
        where c.id = catalog and (catalog_is_public(c, t, h) or developer_sees_house(reader, c.house_id, at))
    );

create function developer_sees_lot(reader bigint, lot bigint, at timestamptz) returns boolean
    language sql stable parallel safe
    return exists (
        select from lot l join house h on h.id = l.house_id left join catalog c on c.id = l.catalog_id
            left join catalog_trade t on t.catalog_id = l.catalog_id
        where l.id = lot and (lot_is_public(l, c, t, h) or developer_sees_house(reader, l.house_id, at))
    );
