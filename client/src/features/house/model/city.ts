const COUNTRY = /^(россия|рф|российская федерация)$/i;
const REGION = /(область|обл\.?|край|республика|округ)/i;
const STREET =
  /^(ул|улица|пр|пр-т|проспект|пл|площадь|наб|набережная|пер|переулок|бульвар|ш|шоссе|дом|д)[.\s]/i;

/** The city of an address as houses write it: «190000, Россия, г. Санкт-Петербург, …»; null if it names none. */
export function cityOf(address: string | null): string | null {
  const parts = (address ?? "").split(",").map((part) => part.trim());
  const city = parts.find((part) => part && !/^\d+$/.test(part) && !COUNTRY.test(part) && !REGION.test(part));
  if (!city || STREET.test(city)) return null;
  return city.replace(/^(г\.|г|город)\s*(?=\p{Lu})/u, "").replace(/^\d{6}\s+/, "");
}
