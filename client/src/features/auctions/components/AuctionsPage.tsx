import { useQuery } from "@tanstack/react-query";
import { NavLink, useParams } from "react-router";
import { Chips, ToggleChip } from "@/components/Chip/Chip";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { PagedList } from "@/components/PagedList/PagedList";
import { PageHeading } from "@/components/PageHeading/PageHeading";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { Select } from "@/components/Select/Select";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePageTitle } from "@/lib/usePageTitle";
import { Agenda } from "@/trade/components/AgendaRow/Agenda";
import { catalogsOptions, houseChoicesOptions, type Scope } from "../api/catalogs";
import { type Kind, kindAt, kinds, listOf } from "../model/kinds";
import css from "./AuctionsPage.module.css";

/** The address's `state`, where the tab leaves the choice open. */
const STATES: readonly { value: Scope; label: string }[] = [
  { value: "current", label: "Идут сейчас" },
  { value: "future", label: "Будущие" },
  { value: "results", label: "Завершённые" },
];

export default function AuctionsPage() {
  const { kind: name } = useParams();
  const kind = kindAt(name ? `/auctions/${name}` : "/auctions");
  return kind ? <AuctionList kind={kind} /> : <NotFound />;
}

function AuctionList({ kind }: { kind: Kind }) {
  usePageTitle(kind.title);
  const { params, change } = useAddress();
  const search = params.get("search") ?? "";
  const house = params.get("house");
  const state = STATES.find((s) => s.value === params.get("state"))?.value;
  const { data: houses } = useQuery(houseChoicesOptions());
  const list = useQuery(
    catalogsOptions({
      ...listOf(kind),
      ...(kind.scope === "all" && state && { scope: state }),
      houseId: house ? Number(house) : undefined,
      search: search || undefined,
      page: pageOfAddress(params),
    }),
  );
  // Beside all sales the tabs offer the others.
  const states =
    kind.catalogType === undefined
      ? STATES.filter(({ value }) => value === "current" || value === state)
      : STATES;
  const filtered = search !== "" || house !== null || state !== undefined;

  return (
    <div className="page">
      <PageHeading>Онлайн аукционы</PageHeading>
      <LinkTabs label="Вид аукционов">
        {kinds.map(({ path, tab }) => (
          <NavLink key={path} to={path} end>
            {tab}
          </NavLink>
        ))}
      </LinkTabs>
      <div className={css.toolbar}>
        <SearchInput
          className={css.search}
          label="Поиск аукционов"
          placeholder="Название аукциона или дом"
          value={search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
        <Select
          className={css.house}
          aria-label="Дом"
          data={[
            { value: "", label: "Все дома" },
            ...(houses?.items.map((h) => ({ value: String(h.id), label: h.nameRu })) ?? []),
          ]}
          value={house ?? ""}
          onChange={(value) => change({ house: value })}
        />
      </div>
      {kind.scope === "all" && (
        <Chips label="Состояние">
          {states.map(({ value, label }) => (
            <ToggleChip
              key={value}
              on={state === value}
              onClick={() => change({ state: state === value ? null : value })}
            >
              {label}
            </ToggleChip>
          ))}
        </Chips>
      )}
      <PagedList
        list={list}
        empty={
          filtered ? <NothingFound onReset={() => change(UNFILTERED)} /> : <NoAuctions scope={kind.scope} />
        }
        dims
      >
        {(catalogs) => <Agenda catalogs={catalogs} skeletons={6} headings={2} />}
      </PagedList>
    </div>
  );
}

const UNFILTERED = { search: null, house: null, state: null } as const;

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <EmptyState title="Ничего не нашлось" action={{ label: "Сбросить фильтры", onClick: onReset }}>
      Попробуйте другое название или другой дом.
    </EmptyState>
  );
}

function NoAuctions({ scope }: { scope: string }) {
  const way =
    scope === "results"
      ? { label: "Все аукционы", to: "/auctions" }
      : { label: "Прошедшие аукционы", to: "/auctions/results" };
  return (
    <EmptyState title="Аукционов пока нет" action={way}>
      Новые торги появятся здесь, как только дома их объявят.
    </EmptyState>
  );
}
