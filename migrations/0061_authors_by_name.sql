-- Authors are listed as a dictionary has them: «Ё» is «Е», and capitals are nothing. Names written from memory are found by
-- the index of trigrams there is.
create index author_by_name on author (translate(lower(name), 'ё', 'е'), id);
