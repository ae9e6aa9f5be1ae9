import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useChosenInView } from "@/lib/useChosenInView";
import css from "./LinkTabs.module.css";

interface LinkTabsProps {
  label: string;
  className?: string;
  /** Links. The current one has `aria-current="page"`. */
  children: ReactNode;
}

/** Sections of a page as links in a row, which scrolls sideways on a narrow screen. */
export function LinkTabs({ label, className, children }: LinkTabsProps) {
  const { pathname, search } = useLocation();
  const row = useChosenInView<HTMLElement>(pathname + search);
  return (
    <nav ref={row} className={className ? `${css.tabs} ${className}` : css.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
