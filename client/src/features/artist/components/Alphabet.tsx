import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { count } from "@/lib/format";
import { useChosenInView } from "@/lib/useChosenInView";
import { lettersOptions } from "@/trade/api/artists";
import css from "./artist.module.css";

/** What the signs for names without a first letter mean. */
const SIGNS: Record<string, string> = {
  "#": "Имена, которые начинаются не с буквы",
  "…": "Неизвестные художники",
};

/** The letters that artists are listed under, in one row. */
export function Alphabet({ chosen }: { chosen: string | null }) {
  const { data: letters, isError } = useQuery(lettersOptions());
  const [params] = useSearchParams();
  const row = useChosenInView<HTMLElement>(chosen ?? "");
  if (!letters) return isError ? null : <Skeleton className={css.alphabet} />;
  // One letter is no choice.
  if (letters.length < 2) return null;
  const to = (letter: string | null) => {
    const next = new URLSearchParams(params);
    next.delete("page");
    if (letter === null) next.delete("letter");
    else next.set("letter", letter);
    return { search: next.toString() };
  };
  return (
    <nav ref={row} className={css.alphabet} aria-label="По первой букве фамилии">
      <Link to={to(null)} preventScrollReset aria-current={chosen === null ? "page" : undefined}>
        Все
      </Link>
      {letters.map(({ letter, artists }) => (
        <Link
          key={letter}
          to={to(letter)}
          preventScrollReset
          aria-current={chosen === letter ? "page" : undefined}
          aria-label={`${SIGNS[letter] ?? letter}, ${count(artists, ["художник", "художника", "художников"])}`}
        >
          {letter}
        </Link>
      ))}
    </nav>
  );
}
