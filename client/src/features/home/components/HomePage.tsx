import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { BannerView } from "@/components/Banners/Banners";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { lazyPart } from "@/components/LazyPart/lazyPart";
import { Section } from "@/components/Section/Section";
import { WhenNear } from "@/components/WhenNear/WhenNear";
import type { CatalogShort, LotShort } from "@/lib/api/types";
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

const MyEvening = lazyPart(() => import("./MyEvening"));

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
        <WhenNear placeholder={<Recommended />}>
          <RecommendedNow />
        </WhenNear>
        <WhenNear placeholder={<Top />}>
          <TopNow />
        </WhenNear>
        {categories
          ?.filter((c) => !isSpecial(c))
          .map((category) => (
            <CategorySection key={category.id} category={category} />
          ))}
      </div>
    </>
  );
}

function RecommendedNow() {
  const { data, error, refetch } = useQuery(recommendedOptions());
  return <Recommended lots={data} fault={error && <Fault error={error} retry={() => void refetch()} />} />;
}

function Recommended({ lots, fault }: { lots?: LotShort[]; fault?: ReactNode }) {
  return (
    <Section title="Рекомендуем" more={{ label: "Все лоты", to: "/lots" }}>
      {fault || <LotGrid lots={lots} skeletons={10} />}
    </Section>
  );
}

/** Nothing when no lot was chosen. */
function TopNow() {
  const { data, isPending } = useQuery(topOptions());
  return isPending || (data && data.length > 0) ? <Top lots={data} /> : null;
}

function Top({ lots }: { lots?: LotShort[] }) {
  return (
    <Section title="ТОП-лоты">
      <LotRail lots={lots} label="ТОП-лоты" />
    </Section>
  );
}
