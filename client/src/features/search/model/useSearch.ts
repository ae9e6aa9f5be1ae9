import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { announce } from "@/lib/announce";
import { suggestionsOptions } from "@/lib/api/queries/suggestions";
import { quoted } from "@/lib/format";
import { forgetSearch, recentSearches } from "@/lib/recentSearches";
import { searchText } from "@/lib/searchText";
import { type Option, optionsOf, recentOption, summary } from "./options";

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 120;
/** The answer usually comes sooner, and «Ищем…» is neither seen nor heard. */
const SOON_MS = 400;

/** What a text finds while it is typed, and how many lots; what was searched for before while there is none. */
export function useSearch(text: string) {
  const typed = searchText(text);
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const { data, isError, isPlaceholderData } = useQuery(suggestionsOptions(asked));
  const [recent, setRecent] = useState(recentSearches);

  const found = typed === "" ? undefined : data;
  // The answer to what the field says, not to an earlier text.
  const isCurrent = found !== undefined && !isPlaceholderData && asked === typed;
  useEffect(() => {
    if (isCurrent && found) announce(summary(found));
  }, [isCurrent, found]);
  // Not while the former answer is shown until the new one comes.
  const isWaiting = typed !== "" && !found && !isError;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => announce("Ищем…"), SOON_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  const options: Option[] = typed === "" ? recent.map(recentOption) : found ? optionsOf(found) : [];
  return {
    typed,
    found,
    isCurrent,
    isError,
    isWaiting,
    recent,
    refreshRecent: () => setRecent(recentSearches()),
    options,
  };
}

export type Search = ReturnType<typeof useSearch>;

interface Keyboard {
  input: RefObject<HTMLInputElement | null>;
  search: Search;
  active: string | null;
  onActive: (id: string | null) => void;
  onChoose: (option: Option) => void;
}

/** The keys of a combobox whose focus stays in the field: arrows, Home, End and Enter; Delete forgets a recent search. */
export function useKeyboard({ input, search, active, onActive, onChoose }: Keyboard): void {
  const { options } = search;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = options.findIndex(({ id }) => id === active);
    const chosen = options[at];
    const go = (to: number) => {
      const option = options[(to + options.length) % options.length];
      if (!option) return;
      event.preventDefault();
      onActive(option.id);
    };
    switch (event.key) {
      case "ArrowDown":
        go(at + 1);
        break;
      case "ArrowUp":
        go(at < 0 ? -1 : at - 1);
        break;
      // Without an active option they move the cursor.
      case "Home":
        if (chosen) go(0);
        break;
      case "End":
        if (chosen) go(-1);
        break;
      case "Enter":
        if (!chosen) return;
        event.preventDefault();
        onChoose(chosen);
        break;
      case "Delete": {
        const text = search.typed === "" ? search.recent[at] : undefined;
        if (text === undefined) return;
        event.preventDefault();
        forgetSearch(text);
        search.refreshRecent();
        announce(`Запрос ${quoted(text)} удалён`);
        break;
      }
    }
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    field.addEventListener("keydown", listen);
    return () => field.removeEventListener("keydown", listen);
  }, [input]);

  const isGone = active !== null && !options.some(({ id }) => id === active);
  const forget = useEffectEvent(() => onActive(null));
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);

  useEffect(() => {
    if (active !== null) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);
}
