import { Menu } from "@mantine/core";
import { useCallback, useState } from "react";
import { Link, matchPath, NavLink, useLocation } from "react-router";
import { Button } from "@/components/Button/Button";
import { SideDialog } from "@/components/Dialog/Dialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { MissingPage, type WayOut } from "@/components/ErrorBoundary/missing";
import { Icon } from "@/components/Icon/Icon";
import { Live } from "@/components/Live/Live";
import { useLeave } from "@/lib/auth/leave";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { dayMonthTime, isoInstant, quoted } from "@/lib/format";
import { profileUrl } from "@/lib/urls";
import { StaffPage } from "../blocks/StaffPage";
import { CommandBox, type CommandResults } from "./CommandBox";
import css from "./StaffFrame.module.css";
import type { RunningSale, StaffSection } from "./sections";

interface StaffFrameProps {
  /** What the navigation is called: «Разделы кабинета». */
  label: string;
  /** The top left corner: which house, or what area. */
  switcher: React.ReactNode;
  /** Groups of sections; a hairline parts them. */
  sections: readonly (readonly StaffSection[])[];
  running?: RunningSale | null;
  /** What the command box finds. */
  results: CommandResults;
  children: React.ReactNode;
}

/** What surrounds every staff page: switcher, command box, clock, side navigation; on a phone a tab bar. */
export function StaffFrame({ label, switcher, sections, running, results, children }: StaffFrameProps) {
  const all = sections.flat();
  const { to, label: first } = all[0] ?? {};
  const missing = useCallback(
    (way?: WayOut) => (
      <StaffPage title="Страница не найдена">
        <EmptyState
          title="Здесь ничего нет"
          action={way ?? (to && first ? { label: `В раздел ${quoted(first)}`, to } : undefined)}
        >
          Возможно, адрес набран с ошибкой, или то, что здесь было, удалили.
        </EmptyState>
      </StaffPage>
    ),
    [to, first],
  );
  return (
    <div className={css.frame}>
      <header className={css.top}>
        <div className={css.brand}>{switcher}</div>
        <CommandBox results={results} />
        <div className={css.tools}>
          <MoscowClock />
          <Person />
        </div>
      </header>
      <nav className={css.nav} aria-label={label}>
        <SectionLinks sections={sections} />
        {running && <Running sale={running} className={css.running} />}
      </nav>
      <main id="main" tabIndex={-1} className={css.main}>
        <MissingPage value={missing}>{children}</MissingPage>
      </main>
      <StaffTabs label={label} sections={sections} running={running} />
    </div>
  );
}

function Running({ sale, className }: { sale: RunningSale; className: string | undefined }) {
  return (
    <div className={className}>
      <Live>Идут торги</Live>
      <p className="caption">
        {sale.title}, {sale.place}
      </p>
      <Link className="link small" to={sale.to}>
        Открыть пульт
      </Link>
    </div>
  );
}

/** The sections in their groups, in the side navigation and in a phone's drawer. */
function SectionLinks({ sections }: { sections: readonly (readonly StaffSection[])[] }) {
  return sections.map((group) => (
    <ul key={group[0]?.to}>
      {group.map((section) => (
        <li key={section.to}>
          <SectionLink section={section} />
        </li>
      ))}
    </ul>
  ));
}

function SectionLink({ section }: { section: StaffSection }) {
  return (
    <NavLink to={section.to} title={section.label}>
      <Icon name={section.icon} />
      <span>{section.label}</span>
      {section.count !== undefined && section.count > 0 && (
        <span className={`${css.count} num`}>{section.count > 999 ? "999+" : section.count}</span>
      )}
    </NavLink>
  );
}

function MoscowClock() {
  const now = useServerNow(1000);
  const minute = Math.floor(now / 60_000) * 60_000;
  return (
    <time className={`caption num only-wide ${css.clock}`} dateTime={isoInstant(minute)}>
      {dayMonthTime(minute)}
    </time>
  );
}

/** The way out: to the site, to one's account, or out of the session. */
function Person() {
  const { user } = useSession();
  const leave = useLeave();
  if (!user) return null;
  return (
    <Menu width={220}>
      <Menu.Target>
        <Button
          variant="quiet"
          size="xs"
          className={css.person}
          aria-label={user.displayName}
          leftSection={<Icon name="user" />}
          rightSection={<Icon name="chev" size="s" />}
        >
          <span className="only-wide">{user.displayName}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/">
          На сайт
        </Menu.Item>
        <Menu.Item component={Link} to={profileUrl}>
          Личный кабинет
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={leave}>Выйти</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface StaffTabsProps {
  label: string;
  sections: readonly (readonly StaffSection[])[];
  running: RunningSale | null | undefined;
}

/** The phone's bottom bar: the sections with a short label, and all of them, with the running sale, behind «Ещё». */
function StaffTabs({ label, sections, running }: StaffTabsProps) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  const tabs = sections
    .flat()
    .filter(({ tab }) => tab !== undefined)
    .slice(0, 4);
  const isElsewhere = !tabs.some(({ to }) => matchPath({ path: to, end: false }, pathname));
  return (
    <nav className={`phone-bar only-phone ${css.tabs}`} aria-label="Быстрые переходы">
      {tabs.map((section) => (
        <NavLink key={section.to} to={section.to}>
          <Icon name={section.icon} />
          {section.tab}
          {section.waits && section.count !== undefined && section.count > 0 && (
            <span className={`${css.tabCount} num`}>{section.count > 99 ? "99+" : section.count}</span>
          )}
        </NavLink>
      ))}
      <button type="button" aria-current={isElsewhere || undefined} onClick={() => setOpened(true)}>
        <Icon name="menu" />
        Ещё
      </button>
      <SideDialog key={pathname} opened={opened} onClose={() => setOpened(false)} title={label} size={320}>
        <div className={css.drawer}>
          {running && <Running sale={running} className={css.runningFirst} />}
          <SectionLinks sections={sections} />
        </div>
      </SideDialog>
    </nav>
  );
}

interface MarkProps {
  /** Its first letter is shown in the square. */
  title: string;
  note: string;
}

/** The square with a letter, the title and the note of the frame's corner. */
function FrameMark({ title, note }: MarkProps) {
  const short = title.replace(/^Аукционный дом\s+/u, "");
  const letter = /\p{L}/u.exec(short.replace(/^(Дом|Галерея)\s+/u, ""))?.[0] ?? "";
  return (
    <>
      <span className={`${css.mark} serif`} aria-hidden="true">
        {letter.toUpperCase()}
      </span>
      <span className={css.who}>
        <b title={title}>{short}</b>
        <small>{note}</small>
      </span>
    </>
  );
}

interface SwitcherProps extends MarkProps {
  /** The other places to go to. Without any, the corner is not a button. */
  others: readonly { to: string; label: string }[];
}

/** The house switcher. */
export function FrameSwitcher({ title, note, others }: SwitcherProps) {
  if (others.length === 0) {
    return (
      <div className={css.switch}>
        <FrameMark title={title} note={note} />
      </div>
    );
  }
  return (
    <Menu width={320} position="bottom-start">
      <Menu.Target>
        <button type="button" className={css.switch}>
          <FrameMark title={title} note={note} />
          <span className="sr">, сменить</span>
          <Icon name="updown" size="s" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={css.houses}>
        {others.map(({ to, label }) => (
          <Menu.Item key={to} component={Link} to={to}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
