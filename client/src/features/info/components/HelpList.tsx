import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import type { HelpArticle } from "@/lib/api/types";

interface HelpListProps {
  list: UseQueryResult<HelpArticle[]>;
  empty: string;
  children: (articles: HelpArticle[]) => ReactNode;
}

/** Articles written by admins, or why there are none. */
export function HelpList({ list, empty, children }: HelpListProps) {
  if (list.error) return <Fault error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <PageSkeleton />;
  if (list.data.length === 0) return <EmptyState title={empty} action={{ label: "На главную", to: "/" }} />;
  return children(list.data);
}
