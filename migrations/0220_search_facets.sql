-- What the counts beside the filters of a search count, kept by the indexer with the rest of the listing.

-- The half centuries that a lot's period names, by their first years: «1868 г.» is {1850}, «XIX век» {1800,1850}, «конец XIX – начало
-- XX века» {1850,1900}. What is older than 1700 is {1650}. Empty if the period names no time. Periods are free text; Cyrillic letters
-- stand in for Roman numerals.
create function lot_ages(period text) returns smallint[] language plpgsql immutable parallel safe as $$
declare
    written text := upper(translate(coalesce(period, ''), 'хХіІ', 'XXII'));
    years integer[];
    first_year integer;
    last_year integer;
begin
    select array_agg(numeral[1]::integer) into years
    from regexp_matches(written, '(?<!\d)(1\d{3}|20\d{2})(?!\d)', 'g') as numeral;
    if years is null then
        -- The first years of centuries.
        select array_agg((array_position(
            array['X','XI','XII','XIII','XIV','XV','XVI','XVII','XVIII','XIX','XX','XXI'], numeral[1]) + 8) * 100)
        into years
        from regexp_matches(written, '\m(XX?I{0,3}|XI[XV]|XV?I{0,3})\M', 'g') as numeral;
        select min(year), max(year) + 50 into first_year, last_year from unnest(years) as year where year is not null;
        if first_year is null then
            return '{}';
        end if;
        if written ~ 'ВТОР|2-Я|2-Й|КОН\.|КОНЕЦ|КОНЦА' then
            first_year := first_year + 50;
        end if;
        if written ~ 'ПЕРВ|1-Я|НАЧ' then
            last_year := last_year - 50;
        end if;
    else
        select min(year), max(year) into first_year, last_year from unnest(years) as year;
    end if;
    if last_year < first_year then
        last_year := first_year;
    end if;
    return array(
        select distinct greatest(year / 50 * 50, 1650)::smallint
        from generate_series(first_year / 50 * 50, least(last_year, 2049), 50) as year
        order by 1
    );
end $$;

-- Where a price stands in a histogram: eight steps to a power of ten, so that each is a third higher than the one before.
create function price_step(price bigint) returns smallint language sql immutable parallel safe
    return case when price < 1 then 0 else floor(8 * log(price::numeric)) end;

alter table lot_listing
    add column ages smallint[] not null default '{}',
    -- In lower case, one space between words.
    add column material text;
update lot_listing set ages = lot_ages(lot.period),
    material = left(nullif(lower(regexp_replace(trim(lot.materials), '\s+', ' ', 'g')), ''), 100)
from lot where lot.id = lot_listing.lot_id and (lot.period is not null or lot.materials is not null);
create index lot_listing_material on lot_listing (material, lot_id) where material is not null;
create index lot_listing_ages on lot_listing using gin (ages) with (fastupdate = off);
