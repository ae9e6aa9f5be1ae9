import { Fragment } from "react";
import type { TextPiece } from "@/lib/api/types";

/** A text with the words that the server searched for marked. */
export function Pieces({ of }: { of: readonly TextPiece[] }) {
  return of.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
    <Fragment key={at}>{piece.isMarked ? <mark>{piece.text}</mark> : piece.text}</Fragment>
  ));
}
