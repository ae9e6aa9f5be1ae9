-- How many lots each catalog's list shows, so that no page of it counts them all.
set local lock_timeout = '900ms';

create table catalog_listing (
    catalog_id bigint primary key,
    lots bigint not null
);

create function count_listed_lots() returns trigger language plpgsql as $$
begin
    -- Each statement locks its counts in the order of the catalogs. Two refreshes of several statements may still deadlock; the
    -- outbox repeats the one that is aborted.
    if tg_op = 'TRUNCATE' then
        truncate catalog_listing;
    elsif tg_op = 'INSERT' then
        insert into catalog_listing as known (catalog_id, lots)
        select catalog_id, count(*) from listed
        where catalog_id is not null and not is_hidden
        group by catalog_id
        order by catalog_id
        on conflict (catalog_id) do update set lots = known.lots + excluded.lots;
    elsif tg_op = 'DELETE' then
        insert into catalog_listing as known (catalog_id, lots)
        select catalog_id, -count(*) from unlisted
        where catalog_id is not null and not is_hidden
        group by catalog_id
        order by catalog_id
        on conflict (catalog_id) do update set lots = known.lots + excluded.lots;
    else
        -- A bet moves no lot, so the row stays unlocked.
        insert into catalog_listing as known (catalog_id, lots)
        select catalog_id, sum(lots)
        from (
            select catalog_id, 1 as lots from listed where not is_hidden
            union all
            select catalog_id, -1 from unlisted where not is_hidden
        ) as every
        where catalog_id is not null
        group by catalog_id
        having sum(lots) <> 0
        order by catalog_id
        on conflict (catalog_id) do update set lots = known.lots + excluded.lots;
    end if;
    return null;
end
$$;
create trigger lot_listing_counted after insert on lot_listing
    referencing new table as listed
    for each statement execute function count_listed_lots();
create trigger lot_listing_recounted after update on lot_listing
    referencing old table as unlisted new table as listed
    for each statement execute function count_listed_lots();
create trigger lot_listing_discounted after delete on lot_listing
    referencing old table as unlisted
    for each statement execute function count_listed_lots();
create trigger lot_listing_emptied after truncate on lot_listing
    for each statement execute function count_listed_lots();

-- The triggers' lock keeps the listing as it is until the end of this transaction.
insert into catalog_listing (catalog_id, lots)
select catalog_id, count(*) from lot_listing where catalog_id is not null and not is_hidden group by catalog_id;
