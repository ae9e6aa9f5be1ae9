import { faultText, rightsRest } from "@/lib/api/errors";
import { count } from "@/lib/format";

/** How many of the refused things are named; the others are only counted. */
const NAMED = 3;

interface Words<T> {
  /** What has not happened to those that were refused: «Оплата не отмечена». */
  undone: string;
  noun: readonly [string, string, string];
  nameOf: (item: T) => string;
}

/**
 * Sends an action for each of several things at once: leaving the page, all requests must be on their way. A refused one
 * stops no other. Throws what the person has to know of those that were refused: how many, which, and why.
 */
export async function sendEach<T>(
  items: readonly T[],
  send: (item: T) => Promise<unknown>,
  words: Words<T>,
): Promise<void> {
  const answers = await Promise.allSettled(items.map(send));
  const names: string[] = [];
  const reasons: unknown[] = [];
  for (const [at, item] of items.entries()) {
    const answer = answers[at];
    if (answer?.status !== "rejected") continue;
    names.push(words.nameOf(item));
    reasons.push(answer.reason);
  }
  if (reasons.length === 0) return;
  // It is the same for all of them, and the fault itself says where to go.
  const resting = reasons.find(rightsRest);
  throw resting ?? refused(names, reasons, items.length, words);
}

/** «Решение не принято: 2 заявки из 5 (Артём Лисицын; Денис Хомутов). Заявка уже отозвана». */
function refused<T>(names: string[], reasons: unknown[], of: number, { undone, noun }: Words<T>): string {
  const more = names.length - NAMED;
  const named = [...names.slice(0, NAMED), ...(more > 0 ? [`и ещё ${more}`] : [])].join("; ");
  const which = of === 1 ? named : `${count(names.length, noun)} из ${of} (${named})`;
  const why = new Set(reasons.map((reason) => faultText(reason) ?? "Прервано"));
  return `${undone}: ${which}. ${[...why].join(". ")}`;
}
