-- What people search for besides lots, by its words: any form, beginnings, and by likeness when they are misspelt. A million
-- lots have tens of thousands of authors, catalogs and news.

create function name_words(name text) returns tsvector language sql immutable parallel safe
    return to_tsvector('russian'::regconfig, regexp_replace(translate(lower(name), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g'));

create index author_name_words on author using gin (name_words(name)) with (fastupdate = off);
create index category_name_words on category using gin (name_words(name)) with (fastupdate = off);
create index category_name_trigrams on category using gin (translate(lower(name), 'ё', 'е') gin_trgm_ops);
create index house_name_words on house using gin (name_words(name_ru)) with (fastupdate = off);
create index house_name_trigrams on house using gin (translate(lower(name_ru), 'ё', 'е') gin_trgm_ops);
create index catalog_title_words on catalog using gin (name_words(title)) with (fastupdate = off);
create index catalog_title_trigrams on catalog using gin (translate(lower(title), 'ё', 'е') gin_trgm_ops);
create index news_title_words on news using gin (name_words(title)) with (fastupdate = off);
create index news_title_trigrams on news using gin (translate(lower(title), 'ё', 'е') gin_trgm_ops);
