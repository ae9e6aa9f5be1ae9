import { useLocation } from "react-router";
import { Breadcrumbs, type Crumb } from "@/components/Breadcrumbs/Breadcrumbs";
import { usePageTitle } from "@/lib/usePageTitle";
import { HelpLink } from "../help/HelpLink";
import { topicOf } from "../help/topics";
import css from "./blocks.module.css";

interface StaffPageProps {
  title: string;
  /** The pages above this one; the page itself is added. Hidden on a phone. */
  crumbs?: readonly Crumb[];
  /** One line under the title. */
  note?: React.ReactNode;
  /** Buttons at the right of the title. */
  actions?: React.ReactNode;
  children: React.ReactNode;
}

/** The head of a staff page: breadcrumbs, title with the way to its help, one line of what matters, its actions. */
export function StaffPage({ title, crumbs, note, actions, children }: StaffPageProps) {
  usePageTitle(title);
  const topic = topicOf(useLocation().pathname);
  return (
    <>
      {crumbs && (
        <div className={`only-wide ${css.crumbs}`}>
          <Breadcrumbs crumbs={[...crumbs, { label: title }]} />
        </div>
      )}
      <div className={css.head}>
        <div>
          <div className={css.title}>
            <h1>{title}</h1>
            {topic && <HelpLink topic={topic} label="Справка по этой странице" />}
          </div>
          {note && <p className="muted small">{note}</p>}
        </div>
        {actions && <div className="row row--wrap">{actions}</div>}
      </div>
      {children}
    </>
  );
}
