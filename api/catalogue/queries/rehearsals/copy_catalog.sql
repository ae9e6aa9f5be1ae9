-- Copies catalog $1 as its rehearsal that may be started by hand from $2 on.
insert into catalog (house_id, title, description_ru, catalog_type, calculation_type, is_auto_start, start_date, commission,
    currency, steps_table, house_steps_table, lot_sale_timeout_s, logo, hidden, created, rehearsal_of)
select house_id, title, description_ru, catalog_type, calculation_type, is_auto_start, $2, commission,
    currency, steps_table, house_steps_table, lot_sale_timeout_s, logo, true, $3, id
from catalog where id = $1
returning id
