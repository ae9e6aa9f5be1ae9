-- Finds journal records between $1 and $2, latest first, or earliest first if $15. Filters: $3 the account; $4 the event, for
-- records of people; $5 the command, for rooms; $12 the catalog, for rooms, which leaves records of people out. Sources: $6
-- records of people; $7 all room commands; $8 room commands other than bettors' own; $9 adds absentee orders and everything
-- that is not public, of which a developer ($10, at $11) sees only what an admin gave leave for. $13 limit, $14 offset. $16 leaves
-- out what rooms did by themselves. Records of people and the rare commands have an index on time; bets only have a
-- block-range index, so the window should be small.
select p.id as "id!", p.catalog_id as "catalog_id?", p.at as "at!", p.account_id as "account_id?",
    a.display_name as "account_name?", p.address as "address?", p.request_id as "request_id?", p.event as "event?",
    p.subject_id as "subject_id?", p.before as "before?", p.after as "after?", p.command as "command?",
    p.events as "events?", p.outcome as "outcome?"
from (
    select * from (
        (select r.id, null::bigint as catalog_id, r.at, r.account_id, r.address, r.request_id, r.event, r.subject_id,
                r.before, r.after, null::jsonb as command, null::jsonb as events, null::text as outcome
            from journal_record r
            where $6 and $12::bigint is null and r.at >= $1 and r.at < $2 and ($3::bigint is null or r.account_id = $3)
                and ($4::smallint is null or r.event = $4)
                and ($9 or developer_sees_record($10, r.event, r.subject_id, $11))
            order by case when $15 then r.at end, case when $15 then r.id end, r.at desc, r.id desc limit $13::bigint + $14::bigint)
        union all
        (select (c.catalog_id << 24) | c.seq, c.catalog_id, c.at, c.account_id, c.address, c.request_id, null, null,
                null, null, c.command, c.events, c.outcome
            from room_command c
            where $7 and ($12::bigint is null or c.catalog_id = $12) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
                and (not $16 or c.account_id is not null) and c.outcome in ('accepted', 'overbid') and ($5::text is null or c.command ? $5)
                and ($9 or not c.command ?| array['place_order', 'withdraw_order', 'drop_orders'])
                and ($9 or developer_sees_command($10, c.catalog_id, c.command, $11))
            order by case when $15 then c.at end, case when $15 then c.catalog_id end desc, case when $15 then c.seq end,
                c.at desc, c.catalog_id, c.seq desc limit $13::bigint + $14::bigint)
        union all
        (select (c.catalog_id << 24) | c.seq, c.catalog_id, c.at, c.account_id, c.address, c.request_id, null, null,
                null, null, c.command, c.events, c.outcome
            from room_command c
            where $8 and ($12::bigint is null or c.catalog_id = $12) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
                and (not $16 or c.account_id is not null) and c.outcome in ('accepted', 'overbid') and c.command ? $5
                and not c.command ?| array['place_bet', 'place_order', 'withdraw_order']
                and ($9 or not c.command ? 'drop_orders')
                and ($9 or developer_sees_command($10, c.catalog_id, c.command, $11))
            order by case when $15 then c.at end, case when $15 then c.catalog_id end desc, case when $15 then c.seq end,
                c.at desc, c.catalog_id, c.seq desc limit $13::bigint + $14::bigint)
    ) parts
    order by case when $15 then at end, case when $15 then catalog_id end desc nulls last, case when $15 then id end,
        at desc, catalog_id nulls first, id desc
    limit $13 offset $14
) p
left join account a on a.id = p.account_id
order by case when $15 then p.at end, case when $15 then p.catalog_id end desc nulls last, case when $15 then p.id end,
    p.at desc, p.catalog_id nulls first, p.id desc
