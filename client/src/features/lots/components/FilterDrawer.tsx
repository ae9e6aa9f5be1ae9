import type { ReactNode } from "react";
import { Button } from "@/components/Button/Button";
import { SideDialog } from "@/components/Dialog/Dialog";
import { lotsCount } from "../model/words";
import css from "./LotListing.module.css";

interface FilterDrawerProps {
  opened: boolean;
  onClose: () => void;
  /** The number of lots found; undefined while loading. */
  total: number | undefined;
  children: ReactNode;
}

/** The filters on a narrow screen. */
export function FilterDrawer({ opened, onClose, total, children }: FilterDrawerProps) {
  return (
    <SideDialog
      opened={opened}
      onClose={onClose}
      title="Фильтры"
      position="bottom"
      size="92%"
      classNames={{ content: css.sheet, body: css.sheetBody }}
    >
      {children}
      <div className={css.apply}>
        <Button variant="bid" fullWidth onClick={onClose}>
          {total === undefined ? "Показать" : `Показать ${lotsCount(total)}`}
        </Button>
      </div>
    </SideDialog>
  );
}
