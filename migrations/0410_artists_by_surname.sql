-- Artists are listed by surname: its rank, then the words to sort by, in lower case with «ё» as «е». Rank 0 is Russian, 1 Latin,
-- 2 anything else; 3 is alone: the unknown, who have no name to look for.
--   «Илья Ефимович Репин», «Репин Илья Ефимович», «Репин, Илья», «Репин И. Е.» → 0репин …
--   «Юст ван Херенберг (младший)»                       → 0херенберг юст ван
--   «Артель «Красный гончар»», «Мастерская Г. Рябцева»  → as they are written: they have no surname
create function artist_key(name text) returns text
    language sql immutable strict parallel safe
as $$
    select case
        when plain ~ '^\s*(неизвестн|аноним|unknown|anonymous)' then '3'
        when key ~ '^[а-я]' then '0' || key
        when key ~ '^[a-z]' then '1' || key
        else '2' || key
    end
    from (
        select regexp_replace(translate(lower(name), 'ё', 'е'), '\s*\([^)]*\)', '', 'g') as plain
    ) as lowered
    cross join lateral (
        select regexp_replace(split_part(plain, ',', 1), '\s+(мл|ст|младший|старший|jr|sr|[ivx]+)\.?\s*$', '') as person
    ) as first
    cross join lateral (
        select btrim(regexp_replace(case
            -- No people.
            when plain ~ '[«»„“”"]'
                or plain ~ '\m(артель|ателье|братья|завод|комбинат|лаборатория|мануфактура|мастер|мастера|мастерская|мастерские|общество|переплетная|студия|типография|товарищество|фабрика|фирма|школа)\M'
            then plain
            -- «Репин», «Репин, Илья», «Ван Клеве, Йос», «Репин И. Е.»: the surname is first.
            when person !~ '\S\s+\S' or person ~ '\s([[:alpha:]]\.\s*)+$'
                or plain ~ '^(ван|фон|де|ди|да|дю|ле|ла|van|von|de|di|da|du|le|la)\s[^,]*,' then plain
            -- «Репин Илья Ефимович»: so it is where only the last word is a patronymic.
            when btrim(person) ~ '^\S+\s+\S+\s+\S+(вич|ич|вна|ична)$' and btrim(person) !~ '^\S+\s+\S+(вич|ич|вна|ична)\s' then plain
            else regexp_replace(btrim(person), '^(.*)\s+(\S+)$', '\2 \1')
        end, '[^[:alnum:]]+', ' ', 'g')) as key
    ) as keyed
$$;

-- The letter that an artist is listed under: «#» for a name that begins with none, «…» for the unknown.
create function artist_letter(name text) returns text
    language sql immutable strict parallel safe
    return case left(artist_key(name), 1)
        when '3' then '…'
        when '2' then '#'
        else upper(substr(artist_key(name), 2, 1))
    end;

-- Computed once a name, not at each listing. The order of code points is that of the Russian alphabet once «ё» is «е».
alter table author
    add column surname text collate "C" generated always as (artist_key(name)) stored,
    add column letter text generated always as (artist_letter(name)) stored;
create index author_by_letter on author (letter);
