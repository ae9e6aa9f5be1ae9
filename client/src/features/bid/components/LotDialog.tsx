import type { ReactNode } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { OpenedContext } from "@/components/Dialog/Held";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { Lot, LotShort } from "@/lib/api/types";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { useLiveLot } from "@/trade/live/useLiveLot";
import { useNotesGate } from "../model/useNotesGate";
import css from "./bid.module.css";
import { NotesGate } from "./NotesGate";

export interface LotDialogProps {
  /** The lot as its page or card had it. The dialog follows it live. */
  lot: LotShort;
  opened: boolean;
  onClose: () => void;
}

interface FrameProps extends LotDialogProps {
  title: string;
  /** Leaves out the work below the title. */
  bare?: boolean;
  children: (lot: Lot) => ReactNode;
}

/** A dialog about one lot, once the lot has loaded and the bidder has read its notes. */
export function LotDialog({ lot: given, opened, onClose, title, bare = false, children }: FrameProps) {
  const { lot } = useLiveLot(given.id, { enabled: opened });
  const gate = useNotesGate(lot);
  const work = [authorOf(given), given.titleRu || "Без названия"].filter(Boolean).join(". ");
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <div className={css.stack}>
        {!bare && <p className={`small muted ${css.subtitle}`}>{work}</p>}
        {!lot || gate.checking ? (
          <Waiting />
        ) : gate.notes !== null ? (
          <NotesGate notes={gate.notes} onRead={gate.confirm} />
        ) : (
          <OpenedContext value={opened}>{children(lot)}</OpenedContext>
        )}
      </div>
    </Dialog>
  );
}

/** What the titles of the dialogs call the lot. */
export const numberOf = (lot: LotShort) => lot.catalogLotId ?? lot.id;

function Waiting() {
  return (
    <div className={css.stack} aria-busy="true">
      <span className="sr">Загрузка</span>
      <Skeleton h={42} w="60%" />
      <Skeleton h={90} />
      <Skeleton h={56} />
    </div>
  );
}
