import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { HelpArticle } from "@/lib/api/types";
import css from "./TextPage.module.css";

interface HelpListProps {
  list: UseQueryResult<HelpArticle[]>;
  empty: string;
  children: (articles: HelpArticle[]) => ReactNode;
}

/** Articles written by admins, or why there are none. */
export function HelpList({ list, empty, children }: HelpListProps) {
  if (list.error) return <Fault error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <Waiting />;
  if (list.data.length === 0) return <EmptyState title={empty} action={{ label: "На главную", to: "/" }} />;
  return children(list.data);
}

function Waiting() {
  return (
    <div className={css.waiting} aria-busy="true">
      <span className="sr">Загрузка</span>
      {Array.from({ length: 6 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
        <Skeleton key={i} h={48} />
      ))}
    </div>
  );
}
