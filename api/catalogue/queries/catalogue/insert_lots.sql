-- Inserts lots. $1 is an array of form fields with ids and numbers, $2 the house, $3 the catalog (null: the house's storage),
-- $4 the time.
insert into lot (
    id, house_id, catalog_id, catalog_lot_id, title_ru, description_ru, is_attributed_authorship, category_id, period,
    materials, size, source_country_ru, weight, notes, auctioneer_note, video_links, start_price, reserve_price, estimated_from,
    estimated_to, currency, top, hidden, created
)
select
    r.id, $2, $3, r.number, r."titleRu", r."descriptionRu", r."isAttributedAuthorship", r."categoryId", r.period,
    r.materials, r.size, r."sourceCountryRu", r.weight, r.notes, r."auctioneerNote",
    array(select jsonb_array_elements_text(r."videoLinks")), r."startPrice", r."reservePrice", r."estimatedFrom",
    r."estimatedTo", r.currency, r.top, r.hidden, $4
from jsonb_to_recordset($1) as r (
    id bigint, number integer, currency smallint, "titleRu" text, "descriptionRu" text, "isAttributedAuthorship" boolean,
    "categoryId" bigint, period text, materials text, size text, "sourceCountryRu" text, weight text, notes text,
    "auctioneerNote" text,
    "videoLinks" jsonb, "startPrice" bigint, "reservePrice" bigint, "estimatedFrom" bigint, "estimatedTo" bigint,
    top integer, hidden boolean
)
