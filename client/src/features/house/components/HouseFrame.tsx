import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Breadcrumbs, type Crumb } from "@/components/Breadcrumbs/Breadcrumbs";
import { PageFault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { PageSkeleton } from "@/components/Skeletons/PageSkeleton";
import { isStatus } from "@/lib/api/errors";
import type { House } from "@/lib/api/types";
import { useCanonicalPath } from "@/lib/useCanonicalPath";
import { usePageTitle } from "@/lib/usePageTitle";
import { houseOptions } from "@/trade/api/catalog";

interface HouseFrameProps {
  houseId: number;
  /** The title of the tab; `house` is undefined while it loads. */
  title: (house: House | undefined) => string;
  /** The way to the page from the home page. */
  crumbs: (house: House) => readonly Crumb[];
  /** The page's own address. */
  path: (house: House) => string;
  children: (house: House) => ReactNode;
}

/** A page of a house, once the house has loaded. */
export function HouseFrame({ houseId, title, crumbs, path, children }: HouseFrameProps) {
  const { data: house, error, refetch } = useQuery(houseOptions(houseId));
  usePageTitle(title(house));
  useCanonicalPath(house && path(house));

  if (isStatus(error, 404)) return <NotFound />;
  if (error) return <PageFault error={error} retry={() => void refetch()} />;
  if (!house) return <PageSkeleton shape="house" />;
  return (
    <div className="page">
      <Breadcrumbs crumbs={[{ label: "Главная", to: "/" }, ...crumbs(house)]} />
      {children(house)}
    </div>
  );
}
