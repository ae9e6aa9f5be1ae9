import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import css from "./LotListing.module.css";

interface FilterButtonProps {
  /** The filters chosen. */
  count: number;
  /** It is about to be pressed. */
  onReach: () => void;
  onClick: () => void;
}

/** Opens the filters on a narrow screen, and says how many are chosen. */
export function FilterButton({ count, onReach, onClick }: FilterButtonProps) {
  return (
    <Button
      className={css.open}
      size="sm"
      onPointerEnter={onReach}
      onFocus={onReach}
      onClick={onClick}
      leftSection={<Icon name="filter" />}
    >
      Фильтры
      {count > 0 && (
        <>
          <span className="sr">, выбрано:</span> <span className="num">{count}</span>
        </>
      )}
    </Button>
  );
}
