-- The results of lots that left a sale after its end, by a move or a deletion. Its protocol lists them still.
create table unsold_lot (
    catalog_id bigint not null references catalog (id),
    lot_id bigint not null references lot (id),
    number integer not null,
    state smallint not null, -- as in lot_trade
    start_price bigint not null,
    estimated_from bigint,
    estimated_to bigint,
    primary key (catalog_id, lot_id)
);
