-- What the index of a search engine holds of these lots. The words are the lexemes of the listing in their order, by weight.
select
    listed.lot_id,
    listed.catalog_lot_id as number,
    coalesce(words.title, '') as "title!",
    coalesce(words.offered, '') as "offered!",
    coalesce(words.described, '') as "described!",
    listed.catalog_id,
    listed.house_id,
    listed.category_id,
    listed.catalog_type,
    case
        when listed.catalog_type in (0, 1) and catalog_is_finished(listed.catalog_state) then 0
        when listed.catalog_type in (0, 1) and listed.catalog_state = 0 then 1
        when listed.catalog_type in (0, 1) and catalog_is_running(listed.catalog_state) then 2
        when listed.catalog_type = 2 then 3
        when listed.catalog_type = 3 then 4
    end as scope,
    listed.lot_state,
    listed.is_bidding_over,
    listed.bets_count > 0 as "has_bets!",
    case when not listed.is_hidden then 0 when catalog.rehearsal_of is null then 1 else 2 end as "hidden!",
    listed.name_key as "name_key!",
    listed.start_price,
    listed.price,
    (extract(epoch from listed.created) * 1000000)::bigint as "created!",
    (listed.lot_state = 1 and not listed.is_bidding_over)::integer as "in_trade!",
    listed.top,
    listed.ages as "ages!",
    listed.material,
    listed.currency,
    case when listed.price > 0 then price_step(listed.price) end as step
from lot_listing as listed
left join catalog on catalog.id = listed.catalog_id
cross join lateral (
    select
        string_agg(lexeme, ' ' order by place) filter (where weight = 'A') as title,
        string_agg(lexeme, ' ' order by place) filter (where weight = 'B') as offered,
        string_agg(lexeme, ' ' order by place) filter (where weight = 'D') as described
    from unnest(listed.words) as word (lexeme, positions, weights)
    cross join unnest(word.positions, word.weights) as found (place, weight)
) as words
where listed.lot_id = any($1)
