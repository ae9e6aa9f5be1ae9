import type { ReactNode } from "react";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { Fault } from "../ErrorBoundary/Fault";

interface Asked<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface WaitProps {
  query: Asked<unknown>;
  /** The height of what is awaited. */
  h: number;
  mt?: number;
}

/** In place of what has not come: why it did not, or that it is on its way. */
export function Wait({ query: { data, error, refetch }, h, mt }: WaitProps) {
  if (error && data === undefined) return <Fault error={error} retry={() => void refetch()} />;
  return <Skeleton h={h} mt={mt} data-rows role="status" aria-label="Загрузка" />;
}

interface LoadedProps<T> extends Omit<WaitProps, "query"> {
  query: Asked<T>;
  /** In place of a list of nothing. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What shows an answer of the server. An answer that could not be read again still shows. */
export function Loaded<T>({ query, empty, children, ...wait }: LoadedProps<T>) {
  const { data } = query;
  if (data === undefined) return <Wait query={query} {...wait} />;
  return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
}
