import { type ReactNode, useId, useRef, useState } from "react";
import { NavLink } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import css from "./Header.module.css";

interface HoverMenuProps {
  label: string;
  to: string;
  children: ReactNode;
  /** Only the exact address marks the link as current. */
  end?: boolean;
  /** Whether the page belongs to the link's section. */
  isHere?: boolean;
}

/**
 * A link with a panel below it. Hovering opens the panel, as does the small button after the link. Escape, leaving and
 * choosing close it.
 */
export function HoverMenu({ label, to, children, end, isHere }: HoverMenuProps) {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useId();

  const later = (open: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(open), ms);
  };
  // A key or a press outranks what the pointer began.
  const now = (open: boolean) => {
    clearTimeout(timer.current);
    setOpened(open);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only help; link and button do it all by keyboard
    <div
      className={css.hover}
      onPointerEnter={(e) => e.pointerType === "mouse" && later(true, 120)}
      onPointerLeave={(e) => e.pointerType === "mouse" && later(false, 180)}
      onBlur={(e) => {
        if (!e.currentTarget.contains(e.relatedTarget)) now(false);
      }}
      onKeyDown={(e) => {
        if (e.key === "Escape" && opened) {
          now(false);
          toggle.current?.focus();
        }
      }}
    >
      <NavLink to={to} end={end} data-here={isHere || undefined} onClick={() => now(false)}>
        {label}
      </NavLink>
      <button
        ref={toggle}
        type="button"
        className={css.hoverToggle}
        aria-expanded={opened}
        aria-controls={panel}
        aria-label={`Подразделы: ${label}`}
        onClick={() => now(!opened)}
      >
        <Icon name="chev" size="s" />
      </button>
      <div id={panel} className={css.hoverPanel} hidden={!opened}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: only closes after a link inside was followed */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: same */}
        <div onClick={() => now(false)}>{opened && children}</div>
      </div>
    </div>
  );
}
