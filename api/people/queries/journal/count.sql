-- Counts the records that search.sql finds, up to $13. $1 to $12 as there, $14 as $16 there.
select count(*) as "count!" from (
    (select 1 from journal_record r
        where $6 and $12::bigint is null and r.at >= $1 and r.at < $2 and ($3::bigint is null or r.account_id = $3)
            and ($4::smallint is null or r.event = $4)
            and ($9 or developer_sees_record($10, r.event, r.subject_id, $11)))
    union all
    (select 1 from room_command c
        where $7 and ($12::bigint is null or c.catalog_id = $12) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and (not $14 or c.account_id is not null) and c.outcome in ('accepted', 'overbid') and ($5::text is null or c.command ? $5)
            and ($9 or not c.command ?| array['place_order', 'withdraw_order', 'drop_orders'])
            and ($9 or developer_sees_command($10, c.catalog_id, c.command, $11)))
    union all
    (select 1 from room_command c
        where $8 and ($12::bigint is null or c.catalog_id = $12) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and (not $14 or c.account_id is not null) and c.outcome in ('accepted', 'overbid') and c.command ? $5
            and not c.command ?| array['place_bet', 'place_order', 'withdraw_order']
            and ($9 or not c.command ? 'drop_orders')
            and ($9 or developer_sees_command($10, c.catalog_id, c.command, $11)))
    limit $13
) counted
