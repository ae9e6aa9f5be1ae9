import { Select } from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RowSelectionState } from "@tanstack/react-table";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { RemovableChip } from "@/components/Chip/Chip";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import { Wait } from "@/components/Loaded/Loaded";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { tellError } from "@/components/Toast/toasts";
import type { CatalogShort, GridLot } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { count, dayMonthTime } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { gridOptions } from "@/staff/api/grid";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { firstToEdit, houseCatalogsOptions, takesLots } from "@/staff/catalogs/houseCatalogs";
import { BulkBar } from "@/staff/table/BulkBar";
import { ViewsMenu } from "@/staff/table/ViewsMenu";
import { houseOptions } from "@/trade/api/catalog";
import { useClassificator } from "@/trade/api/classificator";
import { CatalogState, CatalogType, Currency, catalogTypeLabel } from "@/trade/enums";
import { categoryNames } from "../model/columns";
import { exportLots, isAmong, matches } from "../model/listed";
import { isNew, type NewRow } from "../model/newRows";
import { MOST_ROWS } from "../model/pasted";
import { openlyCreated } from "../model/published";
import { type GridEdits, useGridEdits } from "../model/useGridEdits";
import { type Act, useHistory } from "../model/useHistory";
import { useLotsOrder } from "../model/useLotsOrder";
import { useNewLots } from "../model/useNewLots";
import { columnsOf, keepColumns, keptColumns, shownColumns } from "../model/view";
import css from "./HouseLotsPage.module.css";
import { LotActs } from "./LotActs";
import { type CardsOrder, LotCards, OrderSelect } from "./LotCards";
import { LotsGrid } from "./LotsGrid";
import { LotsTally, onlyWords } from "./LotsTally";
import { KEEPS, LotsView } from "./LotsView";
import { AskNewLots, HoldNewLots, NewLotsBar } from "./NewLots";
import { PasteLots } from "./PasteLots";

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
const NO_LOTS: readonly GridLot[] = [];

/** The rows of a paste that did not fit into the grid, and what the others changed. */
interface Beyond {
  rows: readonly NewRow[];
  changes: Promise<Act | null>;
}

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
  const chosen = params.get("columns");
  const columns = chosen ?? keptColumns();
  const visibility = useMemo(() => columnsOf(columns), [columns]);
  const visible = useMemo(() => shownColumns(visibility), [visibility]);
  useEffect(() => {
    if (chosen) keepColumns(chosen);
  }, [chosen]);
  const onRequest =
    catalog?.catalogType === CatalogType.Gallery || catalog?.catalogType === CatalogType.PostAuction;

  const all = grid.data;
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

  const [beyond, setBeyond] = useState<Beyond | null>(null);
  const fresh = useNewLots({
    houseId,
    catalogId,
    currency: catalog?.currency ?? Currency.Rub,
    all: all ?? NO_LOTS,
    edits,
    history,
  });
  const isPhone = useMediaQuery("(max-width: 45em)", false);
  // Rows that are no lots yet are corrected in their cells, which only the grid has.
  const cards = isPhone && fresh.lots.length === 0;
  const [order, setOrder] = useState<CardsOrder>("number");
  const [selecting, setSelecting] = useState(false);
  const unselect = () => {
    setSelection({});
    setSelecting(false);
  };
  const takesMore = catalog === null || onRequest || takesLots(catalog);
  const warning = openlyCreated(catalog);
  const isAhead = catalog?.state === CatalogState.Temporary || catalog?.state === CatalogState.Scheduled;
  const saleCheck =
    catalog && isAhead && !onRequest ? `/house-account/${houseId}/catalogs/${catalog.id}?field=check` : null;
  const importUrl =
    catalog && takesLots(catalog) ? `/house-account/${houseId}/import?catalog=${catalog.id}` : null;

  const save = async (all: Parameters<GridEdits["save"]>[0], done?: string): Promise<Act | null> => {
    fresh.change(all.filter(({ lotId }) => isNew({ id: lotId })));
    const changes = all.filter(({ lotId }) => !isNew({ id: lotId }));
    if (changes.length === 0) return null;
    const { back, keepsReserve } = await edits.save(changes);
    if (back.length === 0 && !keepsReserve) return null;
    return history.add(async () => {
      const { refusal } = await edits.save(back);
      if (refusal) throw refusal;
      if (keepsReserve) throw "Резерв остаётся новым: прежнюю сумму видит только администратор";
    }, done);
  };
  const takePasted = ({ rows, changes }: Beyond) => {
    if (rows.length === 0) return;
    if (!takesMore) {
      tellError(`Торги больше не принимают лоты: строк не вставлено ${rows.length}`);
    } else if (rows.length > MOST_ROWS) {
      tellError(
        `Строк сверх таблицы: ${rows.length}, а за один раз создаётся не больше ${MOST_ROWS}. Вставьте их частями или загрузите файл на странице импорта`,
      );
    } else setBeyond({ rows, changes });
  };
  const renumber = useLotsOrder(houseId, catalogId, history, refresh);
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
      crumbs={
        catalog
          ? [
              { label: "Каталоги", to: `/house-account/${houseId}/catalogs` },
              { label: catalog.title, to: `/house-account/${houseId}/catalogs/${catalog.id}` },
            ]
          : undefined
      }
      actions={
        <>
          {importUrl && (
            <Button size="xs" component={Link} to={importUrl} leftSection={<Icon name="upload" size="s" />}>
              Импорт
            </Button>
          )}
          <Button
            size="xs"
            leftSection={<Icon name="download" size="s" />}
            disabled={!all || all.length === 0}
            onClick={() => exportLots(shown, categories)}
          >
            Выгрузить
          </Button>
          <Button
            size="xs"
            component={Link}
            to={addUrl}
            leftSection={<Icon name="plus" size="s" />}
            rightSection={<Kbd>N</Kbd>}
          >
            Добавить лот
          </Button>
        </>
      }
    >
      {all && all.length > 0 && (
        <LotsTally
          lots={all}
          onRequest={onRequest}
          only={only}
          onOnly={(only) => change({ only })}
          saleCheck={saleCheck}
        />
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
        {only && (
          <RemovableChip label={onlyWords(only, shown.length)} onRemove={() => change({ only: null })} />
        )}
        <div className={css.views}>
          {cards ? (
            <>
              <OrderSelect order={order} onOrder={setOrder} />
              <ViewsMenu table="lots" keeps={KEEPS} />
              <Button
                size="xs"
                aria-pressed={selecting}
                disabled={shown.length === 0}
                onClick={() => (selecting ? unselect() : setSelecting(true))}
              >
                {selecting ? "Отмена" : "Выбрать"}
              </Button>
            </>
          ) : (
            <LotsView columns={columns} onColumns={(columns) => change({ columns }, { replace: true })} />
          )}
        </div>
      </div>
      <NewLotsBar fresh={fresh} />
      {!all ? (
        <Wait query={grid} h={440} />
      ) : all.length + fresh.lots.length === 0 ? (
        <>
          <EmptyState title="Лотов пока нет" action={{ label: "Добавить лот", to: addUrl }}>
            Добавьте первый лот, загрузите файл на странице импорта или вставьте строки из таблицы.
          </EmptyState>
          {takesMore && (
            <PasteLots
              columns={visible}
              categories={categories}
              warning={warning}
              importUrl={importUrl}
              onCreate={fresh.add}
            />
          )}
        </>
      ) : shown.length + fresh.lots.length === 0 ? (
        <EmptyState
          title="Ничего не найдено"
          action={{ label: "Показать все", onClick: () => change({ q: null, only: null }) }}
        />
      ) : cards ? (
        <LotCards
          lots={shown}
          houseId={houseId}
          pricesOnRequest={onRequest}
          order={order}
          selecting={selecting}
          selection={selection}
          onSelection={setSelection}
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
          onOrder={isOrdered ? renumber : undefined}
          fresh={fresh}
          onPasted={(rows, faults, changes) => {
            takePasted({ rows, changes });
            if (faults > 0) tellError(`Не вставлено значений: ${faults}. Они отмечены в таблице`);
          }}
        />
      )}
      <AskNewLots
        rows={beyond?.rows.length ?? 0}
        warning={warning}
        onClose={() => setBeyond(null)}
        onCreate={() => {
          if (beyond) fresh.add(beyond.rows, beyond.changes);
          setBeyond(null);
        }}
      />
      <HoldNewLots rows={fresh.left} />
      <BulkBar selected={selected.length} noun={LOTS} onClear={unselect}>
        <LotActs
          selected={selected}
          catalogs={catalogs}
          catalogId={catalogId}
          hasStorage={hasStorage}
          hasPostAuction={hasPostAuction}
          onActed={(undo, done) => {
            unselect();
            if (undo) history.add(undo, done);
            refresh();
          }}
        />
      </BulkBar>
    </StaffPage>
  );
}
