-- What of the journal a developer may read: records about public things, and about what an admin gave leave for.

-- 341, 342: chat messages; 300 to 399: catalogs; 411: bets; 400 to 499: lots.
create function developer_sees_record(reader bigint, event smallint, subject bigint, at timestamptz) returns boolean
    language sql stable parallel safe
    return case
        when event in (341, 342) then developer_sees_catalog(
            reader, (select chat_message.catalog_id from chat_message where chat_message.id = subject), at)
        when event between 300 and 399 then developer_sees_catalog(reader, subject, at)
        when event = 411 then developer_sees_catalog(reader, subject >> 24, at)
        when event between 400 and 499 then developer_sees_lot(reader, subject, at)
        else true
    end;

-- Commands about a hidden or deleted lot only with leave for its house.
create function developer_sees_command(reader bigint, catalog bigint, command jsonb, at timestamptz) returns boolean
    language sql stable parallel safe
    return not exists (
            select from lot where lot.catalog_id = catalog and (lot.hidden or lot.deleted is not null)
                and lot.id = (jsonb_path_query_first(command, '$.*.lot ? (@ != null)'))::bigint
        ) and developer_sees_catalog(reader, catalog, at)
        or developer_sees_house(reader, (select house_id from catalog as sale where sale.id = catalog), at);
