import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import type { GridLot } from "@/lib/api/types";
import { count, plural } from "@/lib/format";
import { tally, type VerdictKind } from "../model/verdict";
import css from "./HouseLotsPage.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;

const WORDS: Record<VerdictKind, (n: number) => string> = {
  noPicture: (n) => `${n} без фото`,
  noCategory: (n) => `${n} без категории`,
  noPrice: (n) => `${n} без старта`,
  reserveAboveEstimate: (n) => `${n} с резервом выше эстимейта`,
  reserveBelowStart: (n) => `${n} с резервом ниже старта`,
  // Counts lots only: the sale has its own check.
  ready: (n) => `${count(n, LOTS)} ${plural(n, ["готов", "готовы", "готовы"])}`,
};

/** What the list is narrowed to: a verdict, or the hidden lots. */
export function onlyWords(only: string, n: number): string {
  return only === "hidden" ? "Скрытые" : (WORDS[only as VerdictKind]?.(n) ?? only);
}

interface LotsTallyProps {
  lots: readonly GridLot[];
  /** Whether the lots' prices are on request. */
  onRequest: boolean;
  only: string | null;
  onOnly: (only: string | null) => void;
  /** The address of the sale's own check, while there is one. */
  saleCheck: string | null;
}

/** Counts what lots lack before they can be published; a press narrows the list to these. */
export function LotsTally({ lots, onRequest, only, onOnly, saleCheck }: LotsTallyProps) {
  const hidden = lots.filter((lot) => lot.hidden).length;
  return (
    <section className={css.strip} aria-label="Проверка лотов">
      <b>Проверка лотов</b>
      {tally(lots, onRequest).map(({ kind, tone, count: n }) => (
        <button
          key={kind}
          type="button"
          data-tone={tone}
          aria-pressed={only === kind}
          onClick={() => onOnly(only === kind ? null : kind)}
        >
          <Icon name={tone === "ok" ? "check" : "warn"} size="s" />
          {WORDS[kind](n)}
        </button>
      ))}
      {hidden > 0 && (
        <button
          type="button"
          aria-pressed={only === "hidden"}
          onClick={() => onOnly(only === "hidden" ? null : "hidden")}
        >
          {hidden} {plural(hidden, ["скрыт", "скрыты", "скрыты"])}
        </button>
      )}
      {saleCheck && (
        <Link className="link" to={saleCheck}>
          Даты, шаги и условия — в проверке каталога
        </Link>
      )}
    </section>
  );
}
