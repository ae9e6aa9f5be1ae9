import { useQueryClient } from "@tanstack/react-query";
import { tellFault } from "@/components/Toast/toasts";
import { isStatus } from "@/lib/api/errors";
import type { Picture } from "@/lib/api/types";
import { editedLotOptions } from "../api/lot";

export interface PictureStore {
  /** Shows these pictures as the lot's. */
  show: (pictures: Picture[]) => void;
  /** Says why a change was refused. If others have changed the pictures, they are read again. */
  refused: (error: unknown) => void;
}

/** A lot's pictures in the query cache. */
export function usePictureStore(lotId: number): PictureStore {
  const client = useQueryClient();
  const { queryKey } = editedLotOptions(lotId);
  return {
    show: (pictures) =>
      client.setQueryData(queryKey, (lot) =>
        lot ? { ...lot, gallery: { images: pictures }, img: pictures[0] ?? null } : lot,
      ),
    refused: (error) => {
      tellFault(error);
      if (isStatus(error, 404, 409)) void client.invalidateQueries({ queryKey });
    },
  };
}
