-- What staff keep of their lists: views of their own, and answers that a house's staff share.
create table staff_setting (
    id bigint generated always as identity primary key,
    house_id bigint references house (id), -- null: of the admin area
    account_id bigint references account (id), -- null: shared by those who manage the house
    list text not null check (list ~ '^[a-z-]{1,40}$'),
    name text not null,
    value text not null,
    check (house_id is not null or account_id is not null)
);
create unique index staff_setting_once on staff_setting (coalesce(house_id, 0), coalesce(account_id, 0), list, name);
create index staff_setting_account on staff_setting (account_id);
