-- Quarters, thirds and spans of periods: «третья четверть XIX века» is {1850}, «начало XVIII – конец XIX века» four half centuries.

-- The half centuries that a lot's period names, by their first years: «1868 г.» is {1850}, «XIX век» {1800,1850}, «рубеж XIX–XX веков»
-- {1850,1900}. What is older than 1700 is {1650}. Empty if the period names no time. Periods are free text; Cyrillic letters stand in for
-- Roman numerals. With years in it, only they count.
create or replace function lot_ages(period text) returns smallint[] language plpgsql immutable parallel safe as $$
declare
    written constant text := upper(translate(coalesce(period, ''), 'хХіІёЁ', 'XXIIеЕ'));
    -- The first ten only before «век»: «Александр I» is no century.
    numeral constant text := '\m(?:XX?I{0,3}|XI[XV]|XV?I{0,3}|(?:I{1,3}|IV|VI{0,3}|IX)(?=\s*(?:ВЕК|ВВ?\M)))\M';
    numerals constant text[] := array['I','II','III','IV','V','VI','VII','VIII','IX','X','XI','XII','XIII','XIV','XV','XVI',
        'XVII','XVIII','XIX','XX','XXI'];
    first_ordinal constant text := '(?:ПЕРВ\w*|1(?:-?\w{1,2})?|\mI)\s+';
    second_ordinal constant text := '(?:ВТОР\w*|2(?:-?\w{1,2})?|\mII)\s+';
    third_ordinal constant text := '(?:ТРЕТЬ[ЯЕ]\w?|3(?:-?\w{1,2})?|\mIII)\s+';
    last_ordinal constant text := '(?:ПОСЛ\w*|ЧЕТВЕРТ(?:АЯ|ОЙ)|4(?:-?\w{1,2})?|\mIV)\s+';
    parts text[];
    -- The first years of the earliest and the latest century of a part, and of the part after it.
    earliest integer;
    latest integer;
    next_century integer;
    first_year integer;
    last_year integer;
begin
    select min(year[1]::integer), max(year[1]::integer) into first_year, last_year
    from regexp_matches(written, '(?<!\d)(1\d{3}|20\d{2})(?!\d)', 'g') as year;

    if first_year is null then
        parts := regexp_split_to_array(written, '\s*[–—]\s*|\s+-\s*|(?<=[XVI])-(?=[XVI])');
        for place in reverse coalesce(array_length(parts, 1), 0)..1 loop
            select min(century), max(century) into earliest, latest
            from (
                select (array_position(numerals, written_as[1]) - 1) * 100 as century
                from regexp_matches(parts[place], '(' || numeral || ')', 'g') as written_as
            ) as centuries;
            -- «начало – середина XIX века»: the first part is of the same century.
            earliest := coalesce(earliest, next_century);
            latest := coalesce(latest, next_century);
            continue when earliest is null;
            next_century := earliest;

            if parts[place] ~ (first_ordinal || '(?:ПОЛ|ЧЕТВ|ТРЕТ)') or parts[place] ~ (second_ordinal || 'ЧЕТВ')
                or parts[place] ~ '\mНАЧ'
            then
                latest := latest + 49;
            elsif parts[place] ~ (second_ordinal || 'ПОЛ') or parts[place] ~ (third_ordinal || 'ЧЕТВ')
                or parts[place] ~ (third_ordinal || 'ТРЕТ') or parts[place] ~ (last_ordinal || '(?:ЧЕТВ|ТРЕТ)')
                or parts[place] ~ '\mКОН(?:\.|Е?Ц|\s)'
            then
                earliest := earliest + 50;
                latest := latest + 99;
            else
                latest := latest + 99;
            end if;
            first_year := least(first_year, earliest);
            last_year := greatest(last_year, latest);
        end loop;
        -- The turn of centuries: from the end of the first to the beginning of the last.
        if written ~ 'РУБЕЖ' and first_year is not null then
            if last_year - first_year < 100 then
                first_year := first_year - 100;
            end if;
            first_year := first_year + 50;
            last_year := last_year - 50;
        end if;
    end if;

    if first_year is null then
        return '{}';
    end if;
    return array(
        select distinct greatest(year / 50 * 50, 1650)::smallint
        from generate_series(first_year / 50 * 50, least(greatest(last_year, first_year), 2049), 50) as year
        order by 1
    );
end $$;

update lot_listing set ages = lot_ages(lot.period)
from lot
where lot.id = lot_listing.lot_id and lot.period is not null and lot_listing.ages is distinct from lot_ages(lot.period);
