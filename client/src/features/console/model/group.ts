import type { Catalog, LotShort } from "@/lib/api/types";
import { CatalogState } from "@/trade/enums";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { isHammered, listed } from "@/trade/rules/together";
import { lotsOf } from "./paddles";

/** Why lots are not joined or parted now, or null. See domain/src/decide/groups.rs. */
export function joinOff(sale: LiveSale, catalog: Pick<Catalog, "isAutoStart">): string | null {
  const { current } = sale;
  if (sale.state !== CatalogState.InProcess || current === null) return "торги не идут";
  if (catalog.isAutoStart) return "в торгах с автостартом невозможно";
  if (sale.pause) return "торги на паузе";
  if (isHammered(current)) return "торги по лоту окончены";
  return current.leadingBet ? "на лот уже сделана ставка" : null;
}

/** The lots of the typed numbers, or what is wrong with them; the server also knows of absentee orders. */
export function joinable(typed: string, lots: readonly LotShort[], current: LotShort): LotShort[] | string {
  const numbers = lotsOf(typed)?.filter((number) => number !== current.catalogLotId);
  if (!numbers) return "Номера через запятую, например 15, 16 или 15–18";
  if (numbers.length === 0) return "Укажите номера лотов";
  const found = numbers.map((number) => lots.find((lot) => lot.catalogLotId === number));
  const chosen = found.filter((lot) => lot !== undefined);
  const missing = numbers.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) return `Такого лота нет: ${listed(missing)}`;
  const wrong = (is: (lot: LotShort) => boolean, why: (one: boolean, numbers: string) => string) => {
    const some = chosen.filter(is).map(({ catalogLotId }) => catalogLotId ?? 0);
    return some.length > 0 ? why(some.length === 1, listed(some)) : null;
  };
  return (
    wrong(
      ({ isBiddingOver }) => isBiddingOver,
      (one, of) => `Торги по ${one ? "лоту" : "лотам"} ${of} окончены`,
    ) ??
    wrong(
      ({ leadingBet }) => leadingBet !== null,
      (one, of) => (one ? `На лот ${of} уже сделана ставка` : `На лоты ${of} уже сделаны ставки`),
    ) ??
    chosen
  );
}
