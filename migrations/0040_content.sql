-- What a site tells beside its lots: news, artists, banners, answers to questions and a glossary. Written by `api`.
-- Texts marked HTML went through `rich_text::clean` on their way in.

create table news (
    id bigint generated always as identity primary key,
    house_id bigint references house (id), -- null: the platform's own
    news_type smallint not null check (news_type in (0, 1, 2, 3)), -- announcements, results, events, news
    slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
    title text not null check (char_length(title) between 1 and 300),
    summary text,
    content text not null, -- HTML
    source text,
    info text,
    keywords text,
    author text,
    image uuid references picture (id),
    publisher_id bigint not null references account (id),
    created timestamptz not null,
    published timestamptz -- null: a draft; to come: shown from then on
);
create index news_kind on news (news_type, published desc, id desc) where published is not null;
create index news_house on news (house_id, published desc, id desc);
create index news_image on news (image) where image is not null;

-- An author of lots is an artist with a page of his own.
alter table author
    add column biography text, -- HTML
    add column life_years text, -- as people write it: «1817–1900», «ок. 1430»
    add column logo uuid references picture (id);
create index author_name_trigrams on author using gin (translate(lower(name), 'ё', 'е') gin_trgm_ops);

create table author_image (
    author_id bigint not null references author (id) on delete cascade,
    position smallint not null check (position between 0 and 6),
    picture_id uuid not null references picture (id),
    -- Looked at when a statement ends, so that one can move them all up.
    primary key (author_id, position) deferrable
);
create index author_image_picture on author_image (picture_id);

create table banner (
    id bigint generated always as identity primary key,
    title text not null check (char_length(title) between 1 and 300),
    link text, -- a path of the site, or http(s)
    position integer not null default 0,
    shown_from timestamptz,
    shown_to timestamptz,
    visible boolean not null default false,
    image uuid references picture (id),
    created timestamptz not null,
    constraint banner_times check (shown_to > shown_from)
);

-- Answers to questions, and words explained: what admins write for everybody.
create table help_article (
    id bigint generated always as identity primary key,
    kind smallint not null check (kind in (0, 1)), -- a question of the FAQ, a term of the glossary
    slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
    title text not null check (char_length(title) between 1 and 300),
    content text not null, -- HTML
    position integer not null default 0,
    changed timestamptz not null,
    constraint help_article_slug unique (kind, slug)
);

-- Whoever subscribes to an artist hears of his new lots until then. Renewing moves the end.
create table artist_subscription (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    author_id bigint not null references author (id) on delete cascade,
    created timestamptz not null,
    expires timestamptz not null,
    constraint artist_subscription_once unique (account_id, author_id)
);
create index artist_subscription_author on artist_subscription (author_id, expires);
