-- An index outside PostgreSQL that searches read, and what is known of it. While there is a row, changes of the listing are
-- enqueued for it (topic `search`, the key is the lot's id), so a site without a search engine enqueues nothing.
create table search_index (
    name text primary key,
    -- The version of the settings it was built with, and the engine's mark of it: null until it is built. An index with another
    -- mark is not the one that was built.
    settings text,
    mark text,
    built timestamptz,
    wanted timestamptz, -- a new one was asked for
    copied bigint, -- the lots copied so far, while one is being built
    check ((settings is null) = (mark is null) and (settings is null) = (built is null))
);

-- Lots are deleted with their catalogs and houses, without the indexer.
create function enqueue_unlisted_lots() returns trigger language plpgsql as $$
begin
    if exists (select from search_index) then
        insert into outbox (topic, key) select 'search', lot_id::text from unlisted;
    end if;
    return null;
end
$$;
create trigger lot_listing_unlisted after delete on lot_listing
    referencing old table as unlisted
    for each statement execute function enqueue_unlisted_lots();
