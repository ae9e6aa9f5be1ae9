-- Invitations to work for a house. They name a contact, not an account: who has proved the contact may accept.
create table staff_invitation (
    id bigint generated always as identity primary key,
    house_id bigint not null references house (id),
    -- as in house_staff; null for an auctioneer
    role smallint check (role between 0 and 2),
    catalog_id bigint references catalog (id),
    phone text,
    email text,
    invited_by bigint not null references account (id),
    created timestamptz not null,
    expires timestamptz not null,
    check ((phone is null) <> (email is null)),
    check ((role is null) <> (catalog_id is null))
);
create unique index staff_invitation_once on staff_invitation
    (house_id, coalesce(role, -1), coalesce(catalog_id, 0), coalesce(phone, email));
create index staff_invitation_phone on staff_invitation (phone) where phone is not null;
create index staff_invitation_email on staff_invitation (email) where email is not null;
create index staff_invitation_expires on staff_invitation (expires);

-- What visitors see of a member of the staff: nothing until that person agrees.
alter table house_staff
    add column is_shown boolean not null default false,
    add column is_contact_shown boolean not null default false;
