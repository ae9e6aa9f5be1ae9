-- What the node's own clock showed when it was last seen. Rooms take their ends from the clock of their node.
alter table node add column clock timestamptz;
