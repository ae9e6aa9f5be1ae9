-- Catalogs for lists, in the order of $1. The subquery hides the length of $1 from the planner, which would otherwise plan every call
-- for its parameters. Planning takes longer than running this.
select
    catalog.id,
    catalog.title,
    catalog.catalog_type,
    coalesce(catalog_trade.state, 4::smallint) as "state!",
    coalesce(catalog_trade.start_date, catalog.start_date) as "start_date?",
    coalesce(catalog_trade.end_date, catalog.end_date) as "end_date?",
    catalog_trade.current_lot_id as "current_lot_id?",
    catalog_trade.paused_at as "paused_at?",
    catalog_trade.pause_reason as "pause_reason?",
    catalog.house_id,
    house.name_ru as house_name_ru,
    catalog.is_auto_start,
    catalog.commission::float8 as "commission!",
    catalog.currency,
    catalog.calculation_type,
    catalog.lot_sale_timeout_s,
    catalog.logo,
    catalog.hidden,
    counts.lots as "lots_count!",
    counts.sold as "sold_count!",
    coalesce(catalog_trade.version, 0) as "version!",
    catalog.revision,
    catalog.description_ru,
    coalesce(catalog.steps_table, catalog.house_steps_table) as "steps_table?",
    catalog.is_imported,
    not catalog_is_public(catalog, catalog_trade, house) as "is_secret!",
    catalog.rehearsal_of as "rehearsal_of?"
from unnest((select $1::bigint[])) with ordinality as wanted (id, position)
join catalog on catalog.id = wanted.id
join house on house.id = catalog.house_id
left join catalog_trade on catalog_trade.catalog_id = catalog.id
cross join lots_of_catalog(catalog.id) as counts
where catalog.deleted is null
order by wanted.position
