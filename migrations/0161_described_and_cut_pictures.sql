-- What a picture shows, in words, and the picture it was cut out of: that one stays, so nothing is lost by cutting.
alter table picture add column alt text check (char_length(alt) between 1 and 500);
alter table picture add column source_id uuid references picture (id);
alter table picture add column turns smallint not null default 0 check (turns between 0 and 3);
-- Left, top, width and height, in parts of the turned source.
alter table picture add column crop double precision[] check (array_length(crop, 1) = 4);
create index picture_source on picture (source_id) where source_id is not null;
