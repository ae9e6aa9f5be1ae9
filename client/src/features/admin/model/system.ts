import type { SystemCheck } from "@/lib/api/types";
import { count } from "@/lib/format";
import type { RemedyTone } from "@/staff/blocks/Remedy";

export const CHECK_TONE: Record<SystemCheck["state"], RemedyTone> = { broken: "bad", warn: "warn", ok: "ok" };

const FAULT = ["неисправность", "неисправности", "неисправностей"] as const;
const REMARK = ["замечание", "замечания", "замечаний"] as const;

export interface Verdict {
  tone: RemedyTone;
  title: string;
  /** What to do first; null if all is well. */
  first: string | null;
}

/** What an admin learns at first glance. The checks come with the most urgent first. */
export function verdictOf(checks: readonly SystemCheck[]): Verdict {
  const [first] = checks;
  if (!first || first.state === "ok") return { tone: "ok", title: "Всё в порядке", first: null };
  const number = (of: SystemCheck["state"]) => checks.filter(({ state }) => state === of).length;
  return {
    tone: CHECK_TONE[first.state],
    title:
      first.state === "broken"
        ? `На сайте ${count(number("broken"), FAULT)}`
        : `Сайт работает, есть ${count(number("warn"), REMARK)}`,
    first: `Начните с пункта «${first.title}». ${first.text}${/[.?!]$/.test(first.text) ? "" : "."}`,
  };
}
