import { useWindowEvent } from "@mantine/hooks";
import { type FocusEvent, Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { Kbd } from "@/components/Kbd/Kbd";
import { lazyDialog } from "@/components/LazyPart/lazyPart";
import { useBrand } from "@/lib/api/queries/config";
import { isOverlayOpen } from "@/lib/overlays";
import { rememberSearch } from "@/lib/recentSearches";
import { searchText } from "@/lib/searchText";
import { useOverlay } from "@/lib/useOverlay";
import css from "./SearchBox.module.css";

const load = () => import("@/features/search/components/SearchPanel");
/** Loads when the box first opens; the field is there before it. */
const SearchPanel = lazyDialog(load);

const apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** `/` outside of fields, with Shift as in the Russian layout, and Ctrl+K or ⌘K everywhere, by the key's place in any layout. */
function isOpeningKey({ key, code, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return code === "KeyK" && !shiftKey;
  const isTyping =
    target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
  return key === "/" && !isTyping;
}

/** The search of the whole site: a button that opens a field across the header, a whole screen on a phone. `/` and Ctrl+K open it too. */
export function SearchBox({ disabled }: { disabled: boolean }) {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState("");
  const [active, setActive] = useState<string | null>(null);
  const [expanded, setExpanded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const brand = useBrand();
  const navigate = useNavigate();
  const list = useId();

  const close = useCallback(() => {
    setOpened(false);
    setText("");
    setActive(null);
    setExpanded(false);
  }, []);
  useOverlay(opened, close);

  const opener = useRef<HTMLSpanElement>(null);
  const isDismissed = useRef(false);
  const dismiss = () => {
    isDismissed.current = true;
    close();
  };
  useEffect(() => {
    if (opened || !isDismissed.current) return;
    isDismissed.current = false;
    opener.current?.querySelector("button")?.focus();
  }, [opened]);

  const open = () => {
    if (disabled || (isOverlayOpen() && !opened)) return;
    // At once: a phone shows its keyboard only for a field that takes the focus while the tap is handled.
    flushSync(() => setOpened(true));
    input.current?.select();
    input.current?.focus();
  };
  useWindowEvent("keydown", (event) => {
    const action = opened && event.key === "Escape" ? dismiss : isOpeningKey(event) && open;
    if (!action) return;
    event.preventDefault();
    action();
  });

  if (!opened) {
    return (
      <span ref={opener} className={css.opener} onPointerEnter={() => void load()}>
        <IconButton icon="search" label="Поиск" onClick={open} />
      </span>
    );
  }

  const type = (next: string) => {
    setText(next);
    setActive(null);
  };
  const submit = () => {
    const search = searchText(text);
    rememberSearch(search);
    close();
    void navigate(search ? `/lots?${new URLSearchParams({ search })}` : "/lots");
  };
  const leave = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !event.currentTarget.contains(to)) close();
  };
  return (
    <>
      <div className={css.veil} onPointerDown={close} />
      <search className={css.box} onBlur={leave}>
        <div className={css.bar}>
          <form
            className={`page ${css.row}`}
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
          >
            <span className="only-phone">
              <IconButton icon="left" label="Закрыть поиск" onClick={dismiss} />
            </span>
            <Link className={`${css.brand} only-wide`} to="/" onClick={close}>
              {brand}
            </Link>
            <div className={css.field}>
              <Icon name="search" />
              <input
                ref={input}
                role="combobox"
                aria-label="Лоты, художники, дома, аукционы, новости"
                aria-expanded={expanded}
                aria-controls={list}
                aria-autocomplete="list"
                aria-activedescendant={active ?? undefined}
                aria-keyshortcuts="/ Control+K Meta+K"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="search"
                maxLength={200}
                placeholder="Лоты, художники, дома, новости"
                value={text}
                onChange={(event) => type(event.currentTarget.value)}
              />
              <Kbd>{apple ? "⌘ K" : "Ctrl K"}</Kbd>
              {text && (
                <IconButton
                  icon="x"
                  label="Очистить запрос"
                  onClick={() => {
                    type("");
                    input.current?.focus();
                  }}
                />
              )}
            </div>
            <span className="only-wide">
              <Button variant="quiet" size="sm" onClick={dismiss}>
                Закрыть
              </Button>
            </span>
          </form>
        </div>
        <div className={css.found}>
          <Suspense fallback={null}>
            <SearchPanel
              id={list}
              text={text}
              input={input}
              active={active}
              onActive={setActive}
              onExpanded={setExpanded}
              onClose={close}
            />
          </Suspense>
        </div>
      </search>
    </>
  );
}
