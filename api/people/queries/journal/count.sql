-- Counts the records that search.sql finds, up to $10. $1 to $9 as there; $11 to $13 are its $12 to $14.
select count(*) as "count!" from (
    (select 1 from journal_record r
        where $6 and $13::bigint is null and r.at >= $1 and r.at < $2 and ($3::bigint is null or r.account_id = $3)
            and ($4::smallint is null or r.event = $4)
                and ($9 or case
                    when r.event in (341, 342) then developer_sees_catalog(
                        $11, (select m.catalog_id from chat_message m where m.id = r.subject_id), $12)
                    when r.event between 300 and 399 then developer_sees_catalog($11, r.subject_id, $12)
                    when r.event = 411 then developer_sees_catalog($11, r.subject_id >> 24, $12)
                    when r.event between 400 and 499 then developer_sees_lot($11, r.subject_id, $12)
                    else true
                end))
    union all
    (select 1 from room_command c
        where $7 and ($13::bigint is null or c.catalog_id = $13) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and c.outcome in ('accepted', 'overbid') and ($5::text is null or c.command ? $5)
            and ($9 or not c.command ?| array['place_order', 'withdraw_order', 'drop_orders'])
                and ($9 or not exists (
                    select from lot where lot.catalog_id = c.catalog_id and (lot.hidden or lot.deleted is not null)
                        and lot.id = (jsonb_path_query_first(c.command, '$.*.lot ? (@ != null)'))::bigint
                ) and developer_sees_catalog($11, c.catalog_id, $12) or developer_sees_house(
                    $11, (select house_id from catalog where catalog.id = c.catalog_id), $12)))
    union all
    (select 1 from room_command c
        where $8 and ($13::bigint is null or c.catalog_id = $13) and c.at >= $1 and c.at < $2 and ($3::bigint is null or c.account_id = $3)
            and c.outcome in ('accepted', 'overbid') and c.command ? $5
            and not c.command ?| array['place_bet', 'place_order', 'withdraw_order']
            and ($9 or not c.command ? 'drop_orders')
                and ($9 or not exists (
                    select from lot where lot.catalog_id = c.catalog_id and (lot.hidden or lot.deleted is not null)
                        and lot.id = (jsonb_path_query_first(c.command, '$.*.lot ? (@ != null)'))::bigint
                ) and developer_sees_catalog($11, c.catalog_id, $12) or developer_sees_house(
                    $11, (select house_id from catalog where catalog.id = c.catalog_id), $12)))
    limit $10
) counted
