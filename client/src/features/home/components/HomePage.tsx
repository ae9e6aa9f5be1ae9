import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { BannerView } from "@/components/Banners/Banners";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Section } from "@/components/Section/Section";
import type { CatalogShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { usePageTitle } from "@/lib/usePageTitle";
import { isSpecial, useClassificator } from "@/trade/api/classificator";
import { Agenda } from "@/trade/components/AgendaRow/Agenda";
import { LotGrid } from "@/trade/components/LotGrid/LotGrid";
import { LotRail } from "@/trade/components/LotRail/LotRail";
import { CatalogType } from "@/trade/enums";
import { isRunning } from "@/trade/rules/trading";
import { bannersOptions, recommendedOptions, salesOptions, topOptions } from "../api/home";
import { CategorySection } from "./CategorySection";
import { Hero } from "./Hero";

const MyEvening = lazy(() => import("./MyEvening"));

const AGENDA_ROWS = 5;

/** The sale on the first screen: a running classic one, else any running, else the next. */
export function heroSale(
  current: readonly CatalogShort[],
  future: readonly CatalogShort[],
): CatalogShort | undefined {
  const running = current.filter((c) => isRunning(c.state));
  return running.find((c) => c.catalogType === CatalogType.Classic) ?? running[0] ?? future[0];
}

export default function HomePage() {
  usePageTitle(null);
  const current = useQuery(salesOptions("current"));
  const future = useQuery(salesOptions("future"));
  const recommended = useQuery(recommendedOptions());
  const top = useQuery(topOptions());
  const banners = useQuery(bannersOptions());
  const { data: categories } = useClassificator();
  const { user } = useSession();

  const sales =
    current.data && future.data
      ? [...current.data.items, ...future.data.items].slice(0, AGENDA_ROWS)
      : undefined;
  const hero = current.data && future.data ? heroSale(current.data.items, future.data.items) : undefined;
  const salesError = current.error ?? future.error;

  return (
    <>
      <Hero catalog={hero} loading={!sales && !salesError} />
      <div className="page">
        {user && (
          <Suspense fallback={null}>
            <MyEvening />
          </Suspense>
        )}
        {banners.data && banners.data.length > 0 && (
          <section className="section" aria-label="Объявления">
            <BannerView banners={banners.data} />
          </section>
        )}
        <Section title="Ближайшие торги" more={{ label: "Все аукционы", to: "/auctions" }}>
          {salesError ? (
            <Fault
              error={salesError}
              retry={() => {
                void current.refetch();
                void future.refetch();
              }}
            />
          ) : sales?.length === 0 ? (
            <EmptyState title="Торги готовятся" action={{ label: "Результаты", to: "/auctions/results" }}>
              Сейчас нет ни идущих, ни объявленных аукционов. Посмотрите, как прошли последние.
            </EmptyState>
          ) : (
            <Agenda catalogs={sales} />
          )}
        </Section>
        <Section title="Рекомендуем" more={{ label: "Все лоты", to: "/lots" }}>
          {recommended.error ? (
            <Fault error={recommended.error} retry={() => void recommended.refetch()} />
          ) : (
            <LotGrid lots={recommended.data} skeletons={10} />
          )}
        </Section>
        {(top.isPending || (top.data && top.data.length > 0)) && (
          <Section title="ТОП-лоты">
            <LotRail lots={top.data} label="ТОП-лоты" />
          </Section>
        )}
        {categories
          ?.filter((c) => !isSpecial(c))
          .map((category) => (
            <CategorySection key={category.id} category={category} />
          ))}
      </div>
    </>
  );
}
