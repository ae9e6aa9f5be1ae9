import type { Lot } from "@/lib/api/types";
import { workText } from "@/trade/rules/work";

/** A line of what is read out about a lot. */
export interface AloudLine {
  term: string;
  text: string;
  /** The house's own remarks: for the auctioneer, not for the room. */
  own?: boolean;
}

/**
 * Sentences end with a word, a number or a quotation before the full stop: initials and «1894 г.» do not end one. Lines of
 * the description are sentences of their own.
 */
const SENTENCE = /(?<=[а-яёa-z0-9»)]{2}[.!?…])\s+(?=[А-ЯЁA-Z«—])|\n+/u;

/** What a sentence of a description is about, by its words; the first that fits. */
const SUBJECTS: readonly (readonly [string, RegExp])[] = [
  ["Состояние", /сохранност|состояни|реставр|кракелюр|утрат|потёрт|потерт|сколы?(?![а-яё])|трещин|дублир/iu],
  ["Выставки", /выставл|экспониров|выставк/iu],
  ["Происхождение", /провенанс|происхо|собрани|коллекци|наследник|приобретен|приобретён|бытовал/iu],
];

/** The label that a sentence may begin with, which the term says already: «Состояние: …». */
const LABEL = /^(состояние|сохранность|провенанс|происхождение|выставки)\s*[:—–-]\s*/iu;

/** What there is to read out about a lot. Every sentence of its description is there once. */
export function aloudOf(lot: Lot): AloudLine[] {
  const found = new Map<string, string[]>();
  for (const sentence of (lot.descriptionRu ?? "").split(SENTENCE)) {
    const text = sentence.trim();
    if (text === "") continue;
    const subject = SUBJECTS.find(([, words]) => words.test(text))?.[0] ?? "Описание";
    found.set(subject, [...(found.get(subject) ?? []), text.replace(LABEL, "")]);
  }
  const line = (term: string, text: string | null | undefined, own = false): AloudLine[] =>
    text?.trim() ? [{ term, text: text.trim(), ...(own && { own }) }] : [];
  const told = (subject: string) => line(subject, found.get(subject)?.join(" "));
  return [
    ...line("Ваша заметка", lot.auctioneerNote, true),
    ...line("Работа", workText(lot)),
    ...told("Состояние"),
    ...told("Происхождение"),
    ...told("Выставки"),
    ...line("Примечания", lot.notes),
    ...told("Описание"),
  ];
}
