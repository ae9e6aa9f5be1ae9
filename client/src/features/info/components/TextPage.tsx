import type { ReactNode } from "react";
import { Breadcrumbs } from "@/components/Breadcrumbs/Breadcrumbs";
import { usePageTitle } from "@/lib/usePageTitle";
import css from "./TextPage.module.css";

/** A page of text: narrow lines, calm headings. */
export function TextPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="page">
      <Breadcrumbs crumbs={[{ label: "Главная", to: "/" }, { label: title }]} />
      <article className={css.text}>
        <h1>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
        {children}
      </article>
    </div>
  );
}
