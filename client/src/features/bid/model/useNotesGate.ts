import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Lot } from "@/lib/api/types";
import { recall, remember } from "@/lib/storage";
import { catalogOptions } from "@/trade/api/catalog";

const key = (lotId: number) => `notes-read:${lotId}`;

interface NotesGate {
  /** The notes to read first; null when there are none to confirm. */
  notes: string | null;
  checking: boolean;
  confirm: () => void;
}

/** Before their first bet on a lot of an imported auction, bidders confirm that they have read its notes. */
export function useNotesGate(lot: Lot | undefined): NotesGate {
  const [confirmed, setConfirmed] = useState<number | null>(null);
  const notes = lot?.notes?.trim() || null;
  const first = lot !== undefined && lot.myLastBet === null && lot.myAbsentee === null;
  const asked = first && notes !== null && confirmed !== lot.id && recall(key(lot.id)) === null;
  const { data, isPending } = useQuery({
    ...catalogOptions(lot?.catalogId ?? 0),
    enabled: asked && lot.catalogId !== null,
  });
  const confirm = () => {
    if (!lot) return;
    remember(key(lot.id), "read");
    setConfirmed(lot.id);
  };
  return { notes: asked && data?.isImported ? notes : null, checking: asked && isPending, confirm };
}
