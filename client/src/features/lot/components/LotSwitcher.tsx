import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { IconButton } from "@/components/IconButton/IconButton";
import { Select } from "@/components/Select/Select";
import type { Lot } from "@/lib/api/types";
import { lotNumbersOptions } from "../api/lotNumbers";
import css from "./lot.module.css";

/** The lots before and after in the catalog, and any other by its number. */
export function LotSwitcher({ lot, catalogId }: { lot: Lot; catalogId: number }) {
  const { data = [] } = useQuery(lotNumbersOptions(catalogId));
  const navigate = useNavigate();
  const { search } = useLocation();
  const to = (id: number) => `/lot/${id}${search}`;
  const numbers = useMemo(() => {
    const total = data.length;
    // The lot's own number is known before the others load.
    if (total === 0) return [{ value: String(lot.id), label: `Лот ${lot.catalogLotId ?? lot.id}` }];
    return data.map(({ id, catalogLotId }) => ({
      value: String(id),
      label: `Лот ${catalogLotId}${id === lot.id ? ` из ${total}` : ""}`,
    }));
  }, [data, lot.id, lot.catalogLotId]);
  const numberOf = (id: number | null) => data.find((n) => n.id === id)?.catalogLotId;
  const { prevLotId, nextLotId } = lot;

  return (
    <nav className={css.switcher} aria-label="Лоты каталога">
      {prevLotId === null ? (
        <IconButton icon="left" label="Это первый лот" disabled onClick={() => undefined} />
      ) : (
        <IconButton icon="left" label={`Предыдущий лот, ${numberOf(prevLotId) ?? ""}`} to={to(prevLotId)} />
      )}
      <Select
        className={css.numbers}
        aria-label="Номер лота"
        data={numbers}
        value={String(lot.id)}
        searchable={numbers.length > 20}
        nothingFoundMessage="Нет такого номера"
        onChange={(id) => id && navigate(to(Number(id)))}
      />
      {nextLotId === null ? (
        <IconButton icon="right" label="Это последний лот" disabled onClick={() => undefined} />
      ) : (
        <IconButton icon="right" label={`Следующий лот, ${numberOf(nextLotId) ?? ""}`} to={to(nextLotId)} />
      )}
    </nav>
  );
}
