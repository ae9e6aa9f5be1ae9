import { createSpotlight, Spotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.layer.css";
import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Icon, type IconName } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { Kbd } from "@/components/Kbd/Kbd";
import { useOverlay } from "@/lib/useOverlay";
import css from "./CommandBox.module.css";

export interface Command {
  id: string;
  label: string;
  note?: string;
  icon?: IconName;
  to: string;
}

interface CommandGroup {
  label: string;
  commands: readonly Command[];
}

/** The keyboard scrolls the list, although its rows are chosen from the field. The list takes what a ScrollArea takes; its type does not say so. */
const REACHABLE: object = { viewportProps: { tabIndex: 0 } };

/** Shows what is found for a query: `<Commands groups=… />`. It is rendered only while the box is open. */
export type CommandResults = (query: string) => React.ReactNode;

const [store, box] = createSpotlight();
const apple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The command box: finds a lot, a person, a sale or an action. Ctrl+K or ⌘K opens it on any keyboard layout. */
export function CommandBox({ results }: { results: CommandResults }) {
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState("");
  useOverlay(opened, box.close);
  useHotkeys([["mod+K", box.open, { usePhysicalKeys: true }]], [], true);
  return (
    <>
      <button
        type="button"
        className={`${css.cmd} only-wide`}
        onClick={box.open}
        aria-keyshortcuts="Control+K"
      >
        <Icon name="search" />
        <span>Найти лот, человека, торги или действие</span>
        <Kbd>{apple ? "⌘ K" : "Ctrl K"}</Kbd>
      </button>
      <span className={`only-phone ${css.phone}`}>
        <IconButton icon="search" label="Найти лот, человека, торги или действие" onClick={box.open} />
      </span>
      <Spotlight.Root
        store={store}
        shortcut={null}
        query={query}
        onQueryChange={setQuery}
        onSpotlightOpen={() => setOpened(true)}
        onSpotlightClose={() => setOpened(false)}
        returnFocus={false}
        scrollable
        maxHeight={460}
        size={640}
        yOffset={72}
        centered={false}
        overlayProps={{ className: css.veil }}
        title="Поиск по кабинету"
        classNames={{
          header: "sr",
          inner: css.inner,
          content: css.content,
          search: css.search,
          action: css.action,
          actionsGroup: css.group,
        }}
      >
        <Spotlight.Search
          placeholder="Лот, человек, торги или действие"
          aria-label="Лот, человек, торги или действие"
          leftSection={<Icon name="search" />}
          rightSection={<IconButton className="only-phone" icon="x" label="Закрыть" onClick={box.close} />}
          rightSectionWidth={52}
          rightSectionPointerEvents="all"
        />
        <Spotlight.ActionsList {...REACHABLE}>{opened && results(query.trim())}</Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  );
}

interface CommandsProps {
  groups: readonly CommandGroup[];
  /** Whether more may still arrive. */
  searching: boolean;
}

/** The found commands in groups; empty groups are left out. */
export function Commands({ groups, searching }: CommandsProps) {
  const navigate = useNavigate();
  const filled = groups.filter(({ commands }) => commands.length > 0);
  if (filled.length === 0)
    return <Spotlight.Empty>{searching ? "Ищем…" : "Ничего не найдено"}</Spotlight.Empty>;
  return filled.map(({ label, commands }) => (
    <Spotlight.ActionsGroup key={label} label={label}>
      {commands.map(({ id, label: name, note, icon, to }) => (
        <Spotlight.Action
          key={id}
          label={name}
          description={note}
          leftSection={<Icon name={icon ?? "right"} />}
          onClick={() => void navigate(to)}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
}

/** Words of fewer characters are part of nearly every label, so they must begin one. */
const WITHIN = 3;

/**
 * The commands whose label or note has every word of the query, those whose label begins with it first; all of them for
 * an empty query.
 */
export function matching(commands: readonly Command[], query: string): Command[] {
  const sought = plain(query.trim());
  const words = sought.split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label, note }) => {
    const text = plain(`${label} ${note ?? ""}`);
    const beginnings = text.split(/[^\p{L}\p{N}]+/u);
    return words.every((word) =>
      word.length < WITHIN ? beginnings.some((beginning) => beginning.startsWith(word)) : text.includes(word),
    );
  });
  const begins = ({ label }: Command) => plain(label).startsWith(sought);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}

const plain = (text: string) => text.toLocaleLowerCase("ru").replaceAll("ё", "е");
