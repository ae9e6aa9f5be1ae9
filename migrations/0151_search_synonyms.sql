-- Words that mean the same to those who search, as admins write them. Any search engine may read the table; each makes of
-- the words what its index needs.
create table search_synonym (
    id bigint generated always as identity primary key,
    words text[] not null check (cardinality(words) between 1 and 20), -- words or phrases, as typed
    finds text[] not null check (cardinality(finds) <= 20), -- what they find too; empty: each of `words` finds all others
    changed timestamptz not null,
    check (cardinality(finds) > 0 or cardinality(words) > 1)
);
