import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import type { SaleResults } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { Block } from "@/staff/blocks/Block";
import { isOwed, isUnsold } from "@/staff/results/totals";
import plain from "@/staff/table/plain.module.css";
import { leaderOf } from "@/trade/rules/together";
import { BuyerRow } from "./BuyerRow";
import css from "./HouseResultsPage.module.css";

type Among = "all" | "owed" | "unsold";

/** Rows shown at once; the rest follow on request. */
const PIECE = 100;

/** The lots of a sale with who leads or has bought each. */
export function Buyers({
  houseId,
  results,
  catalogId,
}: {
  houseId: number;
  results: SaleResults;
  catalogId: number;
}) {
  const { params, change } = useAddress();
  const wanted = params.get("among");
  const among: Among = wanted === "owed" || wanted === "unsold" ? wanted : "all";
  const [shown, setShown] = useState(PIECE);
  const offered = results.lots.filter(({ hidden }) => !hidden);
  const owed = offered.filter(isOwed);
  const unsold = offered.filter(isUnsold);
  const lots = { all: offered, owed, unsold }[among];
  const leaders = new Map(results.lots.map(({ catalogLotId, leader }) => [catalogLotId, leader]));
  return (
    <Block
      title="Кто что купил"
      className={css.buyers}
      aside={
        <SegmentedControl
          className={css.among}
          aria-label="Какие лоты"
          value={among}
          onChange={(value) => {
            change({ among: value === "all" ? null : value }, { replace: true });
            setShown(PIECE);
          }}
          data={[
            { value: "all", label: `Все, ${offered.length}` },
            { value: "owed", label: `Ждут, ${owed.length}` },
            { value: "unsold", label: `Не проданы, ${unsold.length}` },
          ]}
        />
      }
    >
      {lots.length === 0 ? (
        <EmptyState title="Таких лотов нет">Остальные лоты торгов — под «Все».</EmptyState>
      ) : (
        <table className={`${plain.table} ${css.table}`}>
          <thead>
            <tr>
              <th scope="col" data-number>
                Лот
              </th>
              <th scope="col">
                <span className="sr">Обложка</span>
              </th>
              <th scope="col">Название и автор</th>
              <th scope="col" data-number>
                Старт
              </th>
              <th scope="col" data-number>
                Цена
              </th>
              <th scope="col">Покупатель</th>
              <th scope="col">Предыдущая ставка</th>
              <th scope="col">Оплата</th>
            </tr>
          </thead>
          <tbody>
            {lots.slice(0, shown).map((lot) => (
              <BuyerRow
                key={lot.id}
                houseId={houseId}
                lot={lot}
                buyer={leaders.get(leaderOf(lot) ?? lot.catalogLotId) ?? null}
                currency={results.currency}
                catalogId={catalogId}
              />
            ))}
          </tbody>
        </table>
      )}
      {lots.length > shown && (
        <Button mt="md" onClick={() => setShown((before) => before + PIECE)}>
          Показать ещё
        </Button>
      )}
    </Block>
  );
}
