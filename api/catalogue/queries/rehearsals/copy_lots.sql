-- Copies the visible lots of catalog $1 into catalog $2 under their numbers, with their authors and pictures.
with copied as (
    insert into lot (house_id, catalog_id, catalog_lot_id, title_ru, description_ru, is_attributed_authorship, category_id,
        period, materials, size, source_country_ru, weight, notes, auctioneer_note, video_links, start_price, reserve_price,
        estimated_from, estimated_to, currency, created)
    select house_id, $2, catalog_lot_id, title_ru, description_ru, is_attributed_authorship, category_id,
        period, materials, size, source_country_ru, weight, notes, auctioneer_note, video_links, start_price, reserve_price,
        estimated_from, estimated_to, currency, $3
    from lot where catalog_id = $1 and deleted is null and not hidden
    order by catalog_lot_id
    returning id, catalog_lot_id
),
pairs as (
    select lot.id as original, copied.id as copy
    from copied join lot on lot.catalog_id = $1 and lot.catalog_lot_id = copied.catalog_lot_id and lot.deleted is null
),
authors as (
    insert into lot_author (lot_id, author_id, position)
    select pairs.copy, author_id, position from lot_author join pairs on pairs.original = lot_author.lot_id
),
pictures as (
    insert into lot_image (lot_id, position, picture_id)
    select pairs.copy, position, picture_id from lot_image join pairs on pairs.original = lot_image.lot_id
)
select count(*) as "lots!" from copied
