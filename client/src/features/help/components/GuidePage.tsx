import * as admin from "@docs/guide-admin.md";
import * as auctioneer from "@docs/guide-auctioneer.md";
import * as house from "@docs/guide-house.md";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import { NavLink, useLocation, useParams } from "react-router";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import type { User } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { elementAt } from "@/lib/navigation/useScrollPlaces";
import { usePageTitle } from "@/lib/usePageTitle";
import type { GuideName } from "@/staff/help/topics";
import { isStaff } from "@/trade/rules/staff";
import css from "./GuidePage.module.css";

const GUIDES = { house, auctioneer, admin };

const TABS: readonly { guide: GuideName; label: string; mayRead: (user: User) => boolean }[] = [
  { guide: "house", label: "Дом", mayRead: isStaff },
  { guide: "auctioneer", label: "Аукционист", mayRead: isStaff },
  { guide: "admin", label: "Администратор", mayRead: ({ isAdmin }) => isAdmin },
];

/** A guide of `docs/`, for staff. */
export default function GuidePage() {
  const { guide: name } = useParams();
  const { user, initialized } = useSession();
  if (!initialized) return <PageSkeleton shape="text" />;
  const tabs = TABS.filter(({ mayRead }) => user && mayRead(user));
  const tab = tabs.find(({ guide }) => guide === name);
  if (!tab) return <NotFound />;
  return <Guide key={tab.guide} name={tab.guide} tabs={tabs} />;
}

function Guide({ name, tabs }: { name: GuideName; tabs: typeof TABS }) {
  const { title, headings, html } = GUIDES[name];
  const { hash } = useLocation();
  usePageTitle(title);
  // The router looks for the heading when the page's code has arrived, which is before the session is known.
  useEffect(() => {
    const heading = elementAt(hash);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <div className="page">
      <h1 className={css.title}>{title}</h1>
      <LinkTabs label="Руководства">
        {tabs.map(({ guide, label }) => (
          <NavLink key={guide} to={`/help/${guide}`}>
            {label}
          </NavLink>
        ))}
      </LinkTabs>
      <div className={css.columns}>
        <Contents headings={headings} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built from our own Markdown */}
        <article className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </div>
  );
}

/** The headings: beside the text, or folded above it where they would fill the first screen. */
function Contents({ headings }: Pick<(typeof GUIDES)[GuideName], "headings">) {
  const isAbove = useMediaQuery("(max-width: 62.5em)", false, { getInitialValueInEffect: false });
  const list = (
    <ul>
      {headings.map(({ id, text, depth }) => (
        <li key={id} data-depth={depth}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={css.contents} aria-label="Содержание">
      {isAbove ? (
        <details>
          <summary>Содержание</summary>
          {list}
        </details>
      ) : (
        <>
          <h2>Содержание</h2>
          {list}
        </>
      )}
    </nav>
  );
}
