import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { firstToEdit, houseCatalogsOptions } from "@/staff/catalogs/houseCatalogs";
import { houseOptions } from "@/trade/api/catalog";
import { CatalogState } from "@/trade/enums";
import { CatalogLots } from "./CatalogLots";
import css from "./HouseLotsPage.module.css";

const STORAGE = "storage";

/** The house's lots: a catalog's or the storage's, in a grid. */
export default function HouseLotsPage() {
  const houseId = Number(useParams().houseId);
  const { params, change } = useAddress();
  const { data: house, error: houseError, refetch: rereadHouse } = useQuery(houseOptions(houseId));
  const catalogs = useQuery(houseCatalogsOptions(houseId));
  if (!catalogs.data || !house) {
    const error = catalogs.error ?? houseError;
    return (
      <StaffPage title="Лоты">
        {error ? (
          <Fault error={error} retry={() => void Promise.all([catalogs.refetch(), rereadHouse()])} />
        ) : (
          <Skeleton h={440} data-rows role="status" aria-label="Загрузка" />
        )}
      </StaffPage>
    );
  }

  const wanted = params.get("catalog");
  const chosen =
    wanted === STORAGE
      ? null
      : wanted === null
        ? firstToEdit(catalogs.data)
        : catalogs.data.find(({ id }) => String(id) === wanted);
  if (!chosen && wanted !== STORAGE && wanted !== null) {
    return <NotFound way={{ label: "К каталогам", to: `/house-account/${houseId}/catalogs` }} />;
  }
  if (!chosen && wanted !== STORAGE && !house.isStorage) {
    return (
      <StaffPage title="Лоты">
        <EmptyState
          title="Нет ни одного каталога"
          action={{ label: "К каталогам", to: `/house-account/${houseId}/catalogs` }}
        >
          Лоты живут в каталогах. Создайте каталог и добавьте в него лоты.
        </EmptyState>
      </StaffPage>
    );
  }
  const options = [
    ...catalogs.data.map(({ id, title, state }) => ({
      value: String(id),
      label: state === CatalogState.Temporary ? `${title} (черновик)` : title,
    })),
    ...(house.isStorage ? [{ value: STORAGE, label: "Запасник" }] : []),
  ];
  return (
    <CatalogLots
      key={chosen?.id ?? STORAGE}
      houseId={houseId}
      catalog={chosen ?? null}
      catalogs={catalogs.data}
      hasStorage={house.isStorage}
      hasPostAuction={house.isPostAuction}
      picker={
        <Select
          aria-label="Каталог"
          className={css.catalog}
          data={options}
          value={chosen ? String(chosen.id) : STORAGE}
          searchable
          nothingFoundMessage="Нет такого каталога"
          onChange={(value) => change({ catalog: value, q: null, only: null })}
        />
      }
    />
  );
}
