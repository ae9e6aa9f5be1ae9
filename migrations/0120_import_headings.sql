-- How a house reads the headings of its tables, as its staff last chose.
create table import_heading (
    house_id bigint not null references house (id),
    heading text not null, -- normalised
    field text, -- the wire name of the lot's field; null: the column is skipped
    primary key (house_id, heading)
);
