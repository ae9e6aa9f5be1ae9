import { Button } from "@mantine/core";
import { Icon } from "@/components/Icon/Icon";
import { plural } from "@/lib/format";
import css from "./LotListing.module.css";

/** Opens the filters on a narrow screen, and says how many are chosen. */
export function FilterButton({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <Button
      className={css.open}
      size="sm"
      onClick={onClick}
      leftSection={<Icon name="filter" />}
      aria-label={
        count > 0 ? `Фильтры, ${plural(count, ["выбран", "выбрано", "выбрано"])} ${count}` : "Фильтры"
      }
    >
      {count > 0 ? count : null}
    </Button>
  );
}
