import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { Loaded } from "@/components/Loaded/Loaded";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { isStatus } from "@/lib/api/errors";
import type { Catalog, House } from "@/lib/api/types";
import { count } from "@/lib/format";
import { Columns } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { useFieldOfAddress } from "@/staff/form/useFieldOfAddress";
import { catalogOptions, houseOptions } from "@/trade/api/catalog";
import { RehearsalMark } from "@/trade/components/Rehearsal/RehearsalMark";
import { CatalogState, catalogTypeLabel } from "@/trade/enums";
import { type CatalogForm, emptyForm, formOf, STATE_LABEL } from "../model/catalogForm";
import { cabinetUrl } from "../model/sections";
import { Auctioneers } from "./Auctioneers";
import { CatalogActions } from "./CatalogActions";
import { CatalogFields } from "./CatalogFields";
import { CatalogLogo } from "./CatalogLogo";
import { Check } from "./Check";

/** One catalog: its fields, and the check before it is published. «new» makes another. */
export default function CatalogPage() {
  const { houseId: house, catalogId } = useParams();
  const houseId = Number(house);
  const id = Number(catalogId);
  const isNew = catalogId === "new";
  const valid = isNew || (Number.isSafeInteger(id) && id > 0);
  if (!valid) return <NotFound />;
  return isNew ? <NewCatalog houseId={houseId} /> : <OneCatalog key={id} houseId={houseId} id={id} />;
}

const crumbs = (houseId: number) => [{ label: "Каталоги", to: cabinetUrl(houseId, "catalogs") }];

/** The fields of the catalog that is being duplicated, handed over with the navigation. */
function copied(state: unknown): CatalogForm | null {
  return typeof state === "object" && state !== null && "copy" in state ? (state.copy as CatalogForm) : null;
}

function NewCatalog({ houseId }: { houseId: number }) {
  const query = useQuery(houseOptions(houseId));
  const { state } = useLocation();
  const navigate = useNavigate();
  return (
    <StaffPage title="Новый каталог" crumbs={crumbs(houseId)} note="Черновик видят только сотрудники дома">
      <Loaded query={query} h={440}>
        {(house) => (
          <CatalogFields
            houseId={houseId}
            house={house}
            catalog={null}
            stored={copied(state) ?? emptyForm(house)}
            onCreated={({ id }) => void navigate(cabinetUrl(houseId, `catalogs/${id}`), { replace: true })}
          />
        )}
      </Loaded>
    </StaffPage>
  );
}

function OneCatalog({ houseId, id }: { houseId: number; id: number }) {
  const catalog = useQuery(catalogOptions(id));
  const house = useQuery(houseOptions(houseId));
  const error = catalog.error ?? house.error;
  if (isStatus(catalog.error, 404) || (catalog.data && catalog.data.houseId !== houseId)) return <NotFound />;
  if (!catalog.data || !house.data) {
    return (
      <StaffPage title="Каталог" crumbs={crumbs(houseId)}>
        {error ? (
          <Fault error={error} retry={() => void Promise.all([catalog.refetch(), house.refetch()])} />
        ) : (
          <Skeleton h={440} role="status" aria-label="Загрузка" />
        )}
      </StaffPage>
    );
  }
  if (catalog.data.rehearsalOf !== null) return <RehearsalPage catalog={catalog.data} />;
  return <Editor catalog={catalog.data} house={house.data} />;
}

/** Nothing of a rehearsal is edited: it ends, and the next one copies the sale again. */
function RehearsalPage({ catalog }: { catalog: Catalog }) {
  return (
    <StaffPage
      title={catalog.title}
      crumbs={crumbs(catalog.houseId)}
      note="Копия аукциона с вымышленными участниками"
      actions={<RehearsalMark catalog={catalog} />}
    >
      <p className="small">
        Лоты и условия меняются в{" "}
        <Link className="link" to={cabinetUrl(catalog.houseId, `catalogs/${catalog.rehearsalOf}`)}>
          самом аукционе
        </Link>
        .
      </p>
    </StaffPage>
  );
}

function Editor({ catalog, house }: { catalog: Catalog; house: House }) {
  const note = [
    `Каталог ${catalog.id}`,
    catalogTypeLabel[catalog.catalogType]?.toLowerCase(),
    STATE_LABEL[catalog.state]?.toLowerCase(),
    catalog.hidden ? "скрыт" : null,
    count(catalog.lotsCount, ["лот", "лота", "лотов"]),
  ];
  const stored = formOf(catalog, house);
  useFieldOfAddress();
  const isAhead = catalog.state === CatalogState.Temporary || catalog.state === CatalogState.Scheduled;
  return (
    <StaffPage
      title={catalog.title}
      crumbs={crumbs(house.id)}
      note={note.filter(Boolean).join(", ")}
      actions={<CatalogActions catalog={catalog} copy={stored} />}
    >
      <Columns
        main={<CatalogFields houseId={house.id} house={house} catalog={catalog} stored={stored} />}
        side={
          <>
            {isAhead && <Check catalog={catalog} />}
            <Auctioneers catalog={catalog} />
            <CatalogLogo catalog={catalog} />
          </>
        }
      />
    </StaffPage>
  );
}
