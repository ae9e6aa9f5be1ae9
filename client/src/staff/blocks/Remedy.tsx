import { Icon } from "@/components/Icon/Icon";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import css from "./blocks.module.css";

export type RemedyTone = "bad" | "warn" | "ok";

interface RemedyProps {
  tone: RemedyTone;
  /** What is wrong. */
  title: string;
  /** Why it matters, or where. */
  note?: React.ReactNode;
  /** The action that mends it. */
  children?: React.ReactNode;
}

const WORD = { bad: "Ошибка", warn: "Замечание", ok: "В порядке" } as const;

/** What is wrong, why it matters, and the action that mends it: one row of a list. */
export function Remedy({ tone, title, note, children }: RemedyProps) {
  return (
    <li className={css.remedy} data-tone={tone}>
      <Icon name={tone === "ok" ? "check" : "warn"} />
      <div>
        <span className="sr">{WORD[tone]}: </span>
        {title}
        {note && <small>{note}</small>}
      </div>
      {children && <div className={css.remedyActs}>{children}</div>}
    </li>
  );
}

/** In place of one that is not known yet: as tall as a short one. */
export function RemedyAwaited() {
  return (
    <li className={css.remedy} data-tone="ok">
      <Skeleton h={39} data-rows style={{ gridColumn: "1 / -1" }} />
    </li>
  );
}
