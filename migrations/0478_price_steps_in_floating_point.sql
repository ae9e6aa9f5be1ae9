-- A logarithm of `numeric` took 21 µs, a second for the prices of 50 000 lots. In floating point it takes 0.2 µs, with the same steps for
-- all prices up to 10^14, far above the highest.
create or replace function price_step(price bigint) returns smallint language sql immutable parallel safe
    return case when price < 1 then 0 else floor(8 * log(price::float8)) end;
