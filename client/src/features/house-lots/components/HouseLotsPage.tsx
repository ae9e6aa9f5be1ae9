import { Button, Menu, Select, Skeleton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RowSelectionState } from "@tanstack/react-table";
import { useCallback, useMemo, useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { RemovableChip } from "@/components/Chip/Chip";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/RouteError";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import { Wait } from "@/components/Loaded/Loaded";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { tellError, tellFault } from "@/components/Toast/toasts";
import type { CatalogShort, GridLot, LotNumber } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { count, dayMonthTime, plural } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { gridOptions } from "@/staff/api/grid";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { firstToEdit, houseCatalogsOptions, takesLots } from "@/staff/catalogs/houseCatalogs";
import { BulkBar } from "@/staff/table/BulkBar";
import { csv, download } from "@/staff/table/csv";
import { houseOptions } from "@/trade/api/catalog";
import { useClassificator } from "@/trade/api/classificator";
import { CatalogState, CatalogType, catalogTypeLabel } from "@/trade/enums";
import { renumber } from "../api/grid";
import { type CategoryNames, COLUMNS, categoryNames, cellText, shownText } from "../model/columns";
import { type GridEdits, useGridEdits } from "../model/useGridEdits";
import { useHistory } from "../model/useHistory";
import { tally, type VerdictKind, verdictOf } from "../model/verdict";
import { columnsOf, keepColumns, keepView, keptView, VIEWS, type ViewName } from "../model/view";
import css from "./HouseLotsPage.module.css";
import { LotActs } from "./LotActs";
import { LotsGrid } from "./LotsGrid";

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
          <Skeleton h={440} role="status" aria-label="Загрузка" />
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
  if (!chosen && wanted !== STORAGE && wanted !== null) return <NotFound />;
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
    <Lots
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

interface LotsProps {
  houseId: number;
  catalog: CatalogShort | null;
  catalogs: readonly CatalogShort[];
  hasStorage: boolean;
  hasPostAuction: boolean;
  picker: React.ReactNode;
}

const LOTS = ["лот", "лота", "лотов"] as const;

const TALLY_WORDS: Record<VerdictKind, (n: number) => string> = {
  noPicture: (n) => `${n} без фото`,
  noCategory: (n) => `${n} без категории`,
  noPrice: (n) => `${n} без старта`,
  reserveAboveEstimate: (n) => `${n} с резервом выше эстимейта`,
  reserveBelowStart: (n) => `${n} с резервом ниже старта`,
  ready: (n) => `${n} готовы`,
};

function Lots({ houseId, catalog, catalogs, hasStorage, hasPostAuction, picker }: LotsProps) {
  const catalogId = catalog?.id ?? null;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { params, change } = useAddress();
  const grid = useQuery(gridOptions(houseId, catalogId));
  const { data: tree } = useClassificator();
  const categories = useMemo(() => categoryNames(tree ?? []), [tree]);
  const { isAdmin } = useSession();
  const edits = useGridEdits(houseId, catalogId, isAdmin);
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [view, setView] = useState<ViewName>(keptView);
  const [visibility, setVisibility] = useState(() => columnsOf(keptView()));
  const onRequest =
    catalog?.catalogType === CatalogType.Gallery || catalog?.catalogType === CatalogType.PostAuction;

  const all = grid.data;
  const hidden = (all ?? []).filter((lot) => lot.hidden).length;
  const query = params.get("q") ?? "";
  const only = params.get("only");
  const shown = useMemo(
    () => (all ?? []).filter((lot) => matches(lot, query) && isAmong(lot, only, onRequest)),
    [all, query, only, onRequest],
  );
  const selected = useMemo(() => (all ?? []).filter(({ id }) => selection[String(id)]), [all, selection]);
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] }),
    [client, houseId],
  );
  const history = useHistory(refresh);
  const addUrl = `/house-account/${houseId}/lots/new${catalogId === null ? "" : `?catalog=${catalogId}`}`;
  useHotkeys([["N", () => void navigate(addUrl), { usePhysicalKeys: true }]]);

  const save = (changes: Parameters<GridEdits["save"]>[0], done?: string) => {
    void edits.save(changes).then(({ back, keepsReserve }) => {
      if (back.length === 0 && !keepsReserve) return;
      history.add(async () => {
        const { refusal } = await edits.save(back);
        if (refusal) throw refusal;
        if (keepsReserve) throw "Резерв остаётся новым: прежнюю сумму видит только администратор";
      }, done);
    });
  };
  const lastOrder = useRef<Promise<unknown>>(Promise.resolve());
  const order = (numbers: LotNumber[]) => {
    if (catalogId === null || !all) return;
    const before = new Map(all.map(({ id, catalogLotId }) => [id, catalogLotId]));
    const give = async (next: LotNumber[]) => {
      const wanted = new Map(next.map((lot) => [lot.id, lot.catalogLotId]));
      const { queryKey } = gridOptions(houseId, catalogId);
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (lots) =>
        lots?.map((lot) => ({ ...lot, catalogLotId: wanted.get(lot.id) ?? lot.catalogLotId })),
      );
      // One call after another: the second one starts from the numbers that the first one gave.
      const given = lastOrder.current.then(() => renumber(catalogId, next));
      lastOrder.current = given.catch(refresh);
      await given;
    };
    void give(numbers).then(() => {
      const back = numbers.map(({ id }) => ({ id, catalogLotId: before.get(id) ?? 0 }));
      history.add(() => give(back), "Порядок изменён");
    }, tellFault);
  };
  const isOrdered =
    catalog !== null &&
    (catalog.state === CatalogState.Temporary || catalog.state === CatalogState.Scheduled || onRequest);

  const note = catalog
    ? [
        count(all?.length ?? catalog.lotsCount, LOTS),
        catalogTypeLabel[catalog.catalogType]?.toLocaleLowerCase("ru"),
        catalog.startDate ? dayMonthTime(catalog.startDate) : null,
      ]
        .filter(Boolean)
        .join(", ")
    : `${count(all?.length ?? 0, LOTS)}, не в каталоге`;

  return (
    <StaffPage
      title="Лоты"
      note={note}
      crumbs={catalog ? [{ label: catalog.title, to: `/house-account/${houseId}/catalogs` }] : undefined}
      actions={
        <>
          {catalog && takesLots(catalog) && (
            <Button
              size="xs"
              component={Link}
              to={`/house-account/${houseId}/import?catalog=${catalog.id}`}
              leftSection={<Icon name="upload" />}
            >
              Импорт
            </Button>
          )}
          <Button
            size="xs"
            leftSection={<Icon name="download" />}
            disabled={!all || all.length === 0}
            onClick={() => exportLots(shown, categories)}
          >
            Выгрузить
          </Button>
          <Button
            size="xs"
            component={Link}
            to={addUrl}
            leftSection={<Icon name="plus" />}
            rightSection={<Kbd>N</Kbd>}
          >
            Добавить лот
          </Button>
        </>
      }
    >
      {all && all.length > 0 && (
        <section className={css.strip} aria-label="Проверка перед публикацией">
          <b>Проверка перед публикацией</b>
          {tally(all, onRequest).map(({ kind, tone, count: n }) => (
            <button
              key={kind}
              type="button"
              data-tone={tone}
              aria-pressed={only === kind}
              onClick={() => change({ only: only === kind ? null : kind })}
            >
              <Icon name={tone === "ok" ? "check" : "warn"} size="s" />
              {TALLY_WORDS[kind](n)}
            </button>
          ))}
          {hidden > 0 && (
            <button
              type="button"
              aria-pressed={only === "hidden"}
              onClick={() => change({ only: only === "hidden" ? null : "hidden" })}
            >
              {hidden} {plural(hidden, ["скрыт", "скрыты", "скрыты"])}
            </button>
          )}
        </section>
      )}
      <div className={css.tools}>
        {picker}
        <SearchInput
          label="Поиск по лотам"
          placeholder="Номер, автор, название"
          className={css.search}
          value={query}
          onSearch={(q) => change({ q }, { replace: true })}
        />
        <Select
          aria-label="Вид"
          className={css.view}
          data={Object.entries(VIEWS).map(([value, label]) => ({
            value,
            label: `Вид: ${label.toLocaleLowerCase("ru")}`,
          }))}
          value={view}
          onChange={(value) => {
            const next = (value ?? "prices") as ViewName;
            setView(next);
            keepView(next);
            setVisibility(columnsOf(next));
          }}
        />
        {only && (
          <RemovableChip
            label={only === "hidden" ? "Скрытые" : (TALLY_WORDS[only as VerdictKind]?.(shown.length) ?? only)}
            onRemove={() => change({ only: null })}
          />
        )}
        <Menu closeOnItemClick={false}>
          <Menu.Target>
            <Button size="xs" className={css.columns} leftSection={<Icon name="cols" />}>
              Колонки
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {COLUMNS.filter(({ field }) => field !== "catalogLotId" && field !== "titleRu").map(
              ({ field, label }) => (
                <Menu.CheckboxItem
                  key={field}
                  checked={visibility[field] !== false}
                  onChange={(checked) => {
                    const next = { ...visibility, [field]: checked };
                    setVisibility(next);
                    keepColumns(next);
                    setView("own");
                    keepView("own");
                  }}
                >
                  {label}
                </Menu.CheckboxItem>
              ),
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      {!all ? (
        <Wait query={grid} h={440} />
      ) : all.length === 0 ? (
        <EmptyState title="Лотов пока нет" action={{ label: "Добавить лот", to: addUrl }}>
          Добавьте первый лот или загрузите таблицу.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState
          title="Ничего не найдено"
          action={{ label: "Показать все", onClick: () => change({ q: null, only: null }) }}
        />
      ) : (
        <LotsGrid
          lots={shown}
          all={all}
          houseId={houseId}
          categories={categories}
          pricesOnRequest={onRequest}
          visibility={visibility}
          selection={selection}
          onSelection={setSelection}
          edits={edits}
          onSave={save}
          onUndo={history.undo}
          onOrder={isOrdered ? order : undefined}
          onPasted={(beyond, faults) => {
            if (beyond > 0) tellError(`Строк не хватило: ${beyond} из буфера не вставлены`);
            if (faults > 0) tellError(`Не вставлено значений: ${faults}. Они отмечены в таблице`);
          }}
        />
      )}
      <BulkBar selected={selected.length} noun={LOTS} onClear={() => setSelection({})}>
        <LotActs
          selected={selected}
          catalogs={catalogs}
          catalogId={catalogId}
          hasStorage={hasStorage}
          hasPostAuction={hasPostAuction}
          onActed={(undo, done) => {
            setSelection({});
            if (undo) history.add(undo, done);
            refresh();
          }}
        />
      </BulkBar>
    </StaffPage>
  );
}

function matches(lot: GridLot, query: string): boolean {
  const words = query.toLocaleLowerCase("ru").split(/\s+/).filter(Boolean);
  const text = `${lot.catalogLotId ?? ""} ${lot.titleRu} ${lot.author.join(" ")}`.toLocaleLowerCase("ru");
  return words.every((word) => text.includes(word));
}

function isAmong(lot: GridLot, only: string | null, onRequest: boolean): boolean {
  if (only === null) return true;
  if (only === "hidden") return lot.hidden;
  return !lot.hidden && verdictOf(lot, onRequest).kind === only;
}

/** Saves the rows as a table that spreadsheets and the import read. */
function exportLots(lots: readonly GridLot[], categories: CategoryNames): void {
  const head = COLUMNS.map(({ label, field }) => (field === "start" ? "Стартовая цена" : label));
  const rows = lots.map((lot) =>
    COLUMNS.map((column) => {
      const text = cellText(lot, column.field);
      if (column.kind === "text" || text === null) return text;
      return column.kind === "category" ? shownText(column, text, categories) : Number(text);
    }),
  );
  download("Лоты.csv", csv([head, ...rows]), "text/csv;charset=utf-8");
}
