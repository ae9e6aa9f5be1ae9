import { Button } from "@/components/Button/Button";
import { Chips, RemovableChip } from "@/components/Chip/Chip";
import { emptyFilter } from "../model/filter";
import type { LotList } from "../model/useLotList";

/** The chosen filters as chips, each to be removed, with a button that removes all. The search stays. */
export function ChosenFilters({ filter, chosen, change }: LotList) {
  if (chosen.length === 0) return null;
  return (
    <Chips label="Выбранные фильтры">
      {chosen.map(({ key, label, without }) => (
        <RemovableChip key={key} label={label} onRemove={() => change(without)} />
      ))}
      <Button variant="quiet" size="sm" onClick={() => change({ ...emptyFilter, search: filter.search })}>
        Сбросить всё
      </Button>
    </Chips>
  );
}
