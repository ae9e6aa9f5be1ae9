-- The one definition of what everyone may see. Anything else is visible only to the house's staff and admins.
-- Arguments may come from outer joins: a missing catalog is not public, and a catalog without a room is a draft (4).
-- Both functions are single expressions, so the planner inlines them and estimates a query as if it spelt them out.

create function catalog_is_public(catalog catalog, trade catalog_trade, house house) returns boolean
    language sql immutable parallel safe
    return catalog.id is not null and not catalog.hidden and catalog.deleted is null
        and coalesce(trade.state, 4) <> 4 and house.deleted is null;

create function lot_is_public(lot lot, catalog catalog, trade catalog_trade, house house) returns boolean
    language sql immutable parallel safe
    return not lot.hidden and lot.deleted is null and catalog_is_public(catalog, trade, house);
