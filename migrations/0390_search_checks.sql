-- When the index was last compared with the listing. Every night one server does.
alter table search_index add column checked timestamptz not null default now();
