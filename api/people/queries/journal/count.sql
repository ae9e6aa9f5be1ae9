-- Counts the records that search.sql finds, up to $10. $1 to $9 as there.
select count(*) as "count!" from (
    (select 1 from journal_record r
        where $6 and r.at >= $1 and r.at < $2 and ($3::bigint is null or r.account_id = $3)
            and ($4::smallint is null or r.event = $4))
    union all
    (select 1 from room_command c
        where $7 and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and c.outcome in ('accepted', 'overbid') and ($5::text is null or c.command ? $5)
            and ($9 or not c.command ?| array['place_order', 'withdraw_order', 'drop_orders']))
    union all
    (select 1 from room_command c
        where $8 and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and c.outcome in ('accepted', 'overbid') and c.command ? $5
            and not c.command ?| array['place_bet', 'place_order', 'withdraw_order']
            and ($9 or not c.command ? 'drop_orders'))
    limit $10
) counted
