-- Updates lots. $1 is an array of form fields with ids and numbers (null: the lot keeps its number).
update lot set
    catalog_lot_id = coalesce(r.number, lot.catalog_lot_id),
    title_ru = r."titleRu",
    description_ru = r."descriptionRu",
    is_attributed_authorship = r."isAttributedAuthorship",
    category_id = r."categoryId",
    period = r.period,
    materials = r.materials,
    size = r.size,
    source_country_ru = r."sourceCountryRu",
    weight = r.weight,
    notes = r.notes,
    auctioneer_note = r."auctioneerNote",
    video_links = array(select jsonb_array_elements_text(r."videoLinks")),
    start_price = r."startPrice",
    reserve_price = r."reservePrice",
    estimated_from = r."estimatedFrom",
    estimated_to = r."estimatedTo",
    currency = r.currency,
    top = r.top,
    hidden = r.hidden
from jsonb_to_recordset($1) as r (
    id bigint, number integer, currency smallint, "titleRu" text, "descriptionRu" text, "isAttributedAuthorship" boolean,
    "categoryId" bigint, period text, materials text, size text, "sourceCountryRu" text, weight text, notes text,
    "auctioneerNote" text,
    "videoLinks" jsonb, "startPrice" bigint, "reservePrice" bigint, "estimatedFrom" bigint, "estimatedTo" bigint,
    top integer, hidden boolean
)
where lot.id = r.id
