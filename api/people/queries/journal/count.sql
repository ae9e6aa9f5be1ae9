-- Counts the records that search.sql finds, up to $10. $1 to $9 as there; $11 to $13 are its $12 to $14.
select count(*) as "count!" from (
    (select 1 from journal_record r
        where $6 and $13::bigint is null and r.at >= $1 and r.at < $2 and ($3::bigint is null or r.account_id = $3)
            and ($4::smallint is null or r.event = $4)
            and ($9 or developer_sees_record($11, r.event, r.subject_id, $12)))
    union all
    (select 1 from room_command c
        where $7 and ($13::bigint is null or c.catalog_id = $13) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and c.outcome in ('accepted', 'overbid') and ($5::text is null or c.command ? $5)
            and ($9 or not c.command ?| array['place_order', 'withdraw_order', 'drop_orders'])
            and ($9 or developer_sees_command($11, c.catalog_id, c.command, $12)))
    union all
    (select 1 from room_command c
        where $8 and ($13::bigint is null or c.catalog_id = $13) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and c.outcome in ('accepted', 'overbid') and c.command ? $5
            and not c.command ?| array['place_bet', 'place_order', 'withdraw_order']
            and ($9 or not c.command ? 'drop_orders')
            and ($9 or developer_sees_command($11, c.catalog_id, c.command, $12)))
    limit $10
) counted
