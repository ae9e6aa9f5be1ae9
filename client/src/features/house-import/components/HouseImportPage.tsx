import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useParams } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import { quoted } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { firstToEdit, houseCatalogsOptions, takesLots } from "@/staff/catalogs/houseCatalogs";
import { CatalogState } from "@/trade/enums";
import { isRunning } from "@/trade/rules/trading";
import { clearImport, useImport } from "../model/importRun";
import css from "./HouseImportPage.module.css";
import { ImportSteps } from "./ImportSteps";

/** Lots from a spreadsheet: the file, what its columns mean, the check with corrections, and the import. */
export default function HouseImportPage() {
  const houseId = Number(useParams().houseId);
  const { params, change } = useAddress();
  const run = useImport(houseId);
  const catalogs = useQuery(houseCatalogsOptions(houseId));
  const asked = params.get("catalog");
  // The address names another catalog than the house's last import: that import is over, or its page stays open.
  const isElsewhere = asked !== null && run.catalogId !== null && asked !== String(run.catalogId);
  const comeFromElsewhere = useEffectEvent(() => {
    if (!isElsewhere) return;
    if (run.running) change({ catalog: run.catalogId }, { replace: true });
    else clearImport(houseId);
  });
  // Decided once an address: an import that ends while the address goes back to it must not be dropped.
  useEffect(() => {
    if (asked !== null) comeFromElsewhere();
  }, [asked]);
  if (!catalogs.data || isElsewhere) {
    return (
      <StaffPage title="Импорт лотов">
        <Wait query={catalogs} h={240} />
      </StaffPage>
    );
  }
  const open = catalogs.data.filter(takesLots);
  const wanted = run.catalogId === null ? asked : String(run.catalogId);
  const catalog = wanted === null ? firstToEdit(open) : open.find(({ id }) => String(id) === wanted);
  const picker = (
    <Select
      label="Каталог"
      searchable
      nothingFoundMessage="Нет такого каталога"
      data={open.map(({ id, title, state }) => ({
        value: String(id),
        label: `${title}${state === CatalogState.Temporary ? " (черновик)" : isRunning(state) ? " (торги идут)" : ""}`,
      }))}
      value={catalog ? String(catalog.id) : null}
      disabled={run.running !== null}
      onChange={(value) => change({ catalog: value }, { replace: true })}
    />
  );
  const warning = catalog && isRunning(catalog.state) && (
    <p className={css.live}>
      <Badge variant="warn">Торги идут</Badge> Загруженные лоты сразу попадут в идущие торги
    </p>
  );
  if (!catalog) {
    const known = catalogs.data.find(({ id }) => String(id) === wanted);
    return (
      <StaffPage title="Импорт лотов">
        <EmptyState
          title={
            open.length === 0
              ? "Нет каталога, который принимает лоты"
              : known
                ? `${quoted(known.title)} больше не принимает лоты`
                : "Такого каталога нет"
          }
          action={
            open.length === 0
              ? { label: "Новый каталог", to: `/house-account/${houseId}/catalogs/new` }
              : undefined
          }
        >
          {open.length === 0
            ? "Создайте каталог или дождитесь следующих торгов: лоты добавляются в черновик, назначенные и идущие торги."
            : "Лоты добавляются в черновик, назначенные и идущие торги. Выберите другой каталог."}
        </EmptyState>
        {open.length > 0 && <div className={css.start}>{picker}</div>}
      </StaffPage>
    );
  }
  return <ImportSteps houseId={houseId} catalog={catalog} run={run} picker={picker} warning={warning} />;
}
