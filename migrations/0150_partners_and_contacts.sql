-- Partners of the platform, on their own page: what admins write for everybody.
create table partner (
    id bigint generated always as identity primary key,
    name text not null check (char_length(name) between 1 and 300),
    description text,
    link text, -- a path of the site, or http(s)
    position integer not null default 0,
    visible boolean not null default false,
    image uuid references picture (id),
    created timestamptz not null
);
create index partner_image on partner (image) where image is not null;

-- The operator's contacts and social links. Without the row those of the server's settings are shown.
create table site_contacts (
    id boolean primary key default true check (id), -- one row
    phone text,
    email text,
    address text,
    social_links jsonb not null default '[]' -- [{name, url}] in order
);
