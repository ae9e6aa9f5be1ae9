-- Houses, catalogs and lots that people change.

-- The house's step table as it was when the catalog was made or last changed, which is the one its room counts by.
alter table catalog add column house_steps_table jsonb;
update catalog set house_steps_table = house.steps_table from house where house.id = catalog.house_id;

-- A lot is sold in a second at least and a day at most (the room's rule).
alter table catalog drop constraint catalog_lot_sale_timeout_s_check;
alter table catalog add constraint catalog_lot_sale_timeout_s_check check (lot_sale_timeout_s between 1 and 86400);

-- Every house may keep lots in its storage until an admin says otherwise; nothing has asked for the switch until now.
alter table house alter column is_storage set default true;
update house set is_storage = true;

-- A house's lots in no catalog.
create index lot_storage on lot (house_id, created desc, id desc) where catalog_id is null and deleted is null;

-- What a house tells of itself in a PDF. Its bytes lie in the object store under `documents/<object>.pdf`.
create table house_info (
    house_id bigint primary key references house (id),
    object uuid not null unique,
    size_bytes bigint not null check (size_bytes > 0),
    uploaded timestamptz not null,
    uploaded_by bigint not null references account (id)
);

-- Who wants to hear of a catalog.
create table catalog_subscription (
    account_id bigint not null references account (id),
    catalog_id bigint not null references catalog (id),
    created timestamptz not null default now(),
    primary key (account_id, catalog_id)
);
create index catalog_subscription_catalog on catalog_subscription (catalog_id);
