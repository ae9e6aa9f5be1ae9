import { Fragment } from "react";
import { typeset } from "@/lib/format";

/**
 * A word of the text matches a word of the query when they share its stem: all its letters, or, in a long word, all but
 * the last two. The server searches by real morphology; this only marks the words.
 */
function stem(word: string): string {
  const plain = word.toLowerCase().replaceAll("ё", "е");
  if (plain.length <= 3) return plain;
  return plain.slice(0, Math.max(3, plain.length - (plain.length > 5 ? 2 : 1)));
}

interface Piece {
  text: string;
  marked: boolean;
}

function highlightPieces(text: string, query: string): Piece[] {
  const stems = (query.match(/[\p{L}\p{N}]+/gu) ?? []).filter((w) => w.length > 1).map(stem);
  if (stems.length === 0) return [{ text, marked: false }];
  return (text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []).map((piece) => {
    const plain = piece.toLowerCase().replaceAll("ё", "е");
    return { text: piece, marked: stems.some((s) => plain.startsWith(s)) };
  });
}

/** A text with the words of a search marked, in any of their forms. */
export function Highlight({ text, query }: { text: string; query: string }) {
  return (
    <>
      {highlightPieces(typeset(text), query).map((piece, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one string have no other identity
        <Fragment key={i}>{piece.marked ? <mark>{piece.text}</mark> : piece.text}</Fragment>
      ))}
    </>
  );
}
