import { Menu } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Icon } from "@/components/Icon/Icon";
import { tellError, tellSuccess } from "@/components/Toast/toasts";
import type { CatalogShort, GridLot } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { takesLots } from "@/staff/catalogs/houseCatalogs";
import { CatalogType, LotState } from "@/trade/enums";
import {
  copyInto,
  copyLot,
  deleteLot,
  hideLot,
  moveBack,
  payLot,
  showLot,
  toCatalog,
  toPostAuction,
  toStorage,
} from "../api/grid";
import { forEachLot, refusalText } from "../model/bulk";
import css from "./HouseLotsPage.module.css";

interface BulkActionsProps {
  selected: readonly GridLot[];
  /** The house's catalogs. */
  catalogs: readonly CatalogShort[];
  catalogId: number | null;
  hasStorage: boolean;
  hasPostAuction: boolean;
  /** After an action, with what takes it back. */
  onActed: (undo: (() => Promise<unknown>) | null, done: string) => void;
}

const LOTS = ["лот", "лота", "лотов"] as const;

/** Its lots may be paid for at any time: they have no sale of their own. */
const sellsWithoutBids = (catalog: CatalogShort | undefined) =>
  catalog?.catalogType === CatalogType.Gallery || catalog?.catalogType === CatalogType.PostAuction;

/** What can be done to the selected lots. Lots that the server refuses stay as they are, and it is said why. */
export function BulkActions({
  selected,
  catalogs,
  catalogId,
  hasStorage,
  hasPostAuction,
  onActed,
}: BulkActionsProps) {
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [paying, setPaying] = useState(false);
  const [leaving, setLeaving] = useState<(() => void) | null>(null);

  async function run<T>(
    word: string,
    action: (lot: GridLot) => Promise<T>,
    undo: ((lot: GridLot, result: T) => Promise<unknown>) | null,
    lots: readonly GridLot[] = selected,
  ) {
    setProgress({ done: 0, of: lots.length });
    const { done, refused } = await forEachLot(lots, action, (n) =>
      setProgress({ done: n, of: lots.length }),
    );
    setProgress(null);
    const reasons = refusalText(refused);
    if (reasons) tellError(reasons);
    if (done.length === 0) return;
    const said = `${word}: ${count(done.length, LOTS)}`;
    if (!undo) tellSuccess(said);
    const results = new Map(done.map(({ lot, result }) => [lot.id, result]));
    const back = async () => {
      const undone = await forEachLot(
        done.map(({ lot }) => lot).toReversed(),
        async (lot) => {
          const result = results.get(lot.id);
          if (result !== undefined || results.has(lot.id)) await undo?.(lot, result as T);
        },
        () => undefined,
      );
      const left = refusalText(undone.refused);
      if (left) throw left;
    };
    onActed(undo ? back : null, said);
  }
  const shown = selected.filter(({ hidden }) => !hidden);
  const targets = catalogs.filter((catalog) => catalog.id !== catalogId && takesLots(catalog));
  const here = catalogs.find(({ id }) => id === catalogId);
  const payable = selected.filter(({ state }) =>
    sellsWithoutBids(here) ? state !== LotState.Paid : state === LotState.Sold,
  );
  /** Moves the lots at once where that can be taken back; lots never return to a sale that is over. */
  const move = (word: string, action: (lot: GridLot) => Promise<number | null>) => {
    const isFinal = here !== undefined && !takesLots(here);
    const go = () => void run(word, action, isFinal ? null : moveBack);
    if (isFinal) setLeaving(() => go);
    else go();
  };
  const copy = (word: string, action: (lot: GridLot) => Promise<{ id: number }>) =>
    void run(word, action, (_, { id }) => deleteLot(id));
  const storable = hasStorage ? here : undefined;

  if (progress) {
    return (
      <span role="status">
        Готово {progress.done} из {progress.of}
      </span>
    );
  }
  return (
    <>
      {shown.length === 0 ? (
        <Button
          variant="quiet"
          onClick={() =>
            void run(
              "Показаны",
              ({ id }) => showLot(id),
              ({ id }) => hideLot(id),
            )
          }
        >
          Показать
        </Button>
      ) : (
        <Button
          variant="quiet"
          onClick={() =>
            void run(
              "Скрыты",
              ({ id }) => hideLot(id),
              ({ id }) => showLot(id),
              shown,
            )
          }
        >
          Скрыть
        </Button>
      )}
      <Menu position="top-start" width={320}>
        <Menu.Target>
          <Button variant="quiet" rightSection={<Icon name="chev" size="s" />}>
            Перенести
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={css.targets}>
          {targets.map(({ id, title }) => (
            <Menu.Item
              key={id}
              onClick={() => move("Перенесены", (lot) => toCatalog(lot.id, id).then(() => id))}
            >
              {title}
            </Menu.Item>
          ))}
          {storable && (
            <Menu.Item
              onClick={() =>
                move("Убраны в запасник", (lot) => toStorage(lot.id, storable.id).then(() => null))
              }
            >
              Запасник
            </Menu.Item>
          )}
          {targets.length === 0 && !storable && (
            <Menu.Label>Нет другого каталога, который принимает лоты</Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      {hasStorage && (
        <Menu position="top-start" width={320}>
          <Menu.Target>
            <Button variant="quiet" rightSection={<Icon name="chev" size="s" />}>
              Копировать в…
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={css.targets}>
            {catalogs.filter(takesLots).map(({ id, title }) => (
              <Menu.Item key={id} onClick={() => copy("Скопированы", (lot) => copyInto(lot.id, id))}>
                {title}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => copy("Скопированы в запасник", (lot) => copyLot(lot.id))}>
              Запасник
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {hasPostAuction && here?.catalogType !== CatalogType.PostAuction && (
        <Button
          variant="quiet"
          onClick={() =>
            move("Перенесены в ПостАукцион", ({ id }) =>
              toPostAuction(id).then(({ catalogId: there }) => there),
            )
          }
        >
          В ПостАукцион
        </Button>
      )}
      {payable.length > 0 && (
        <Button variant="quiet" onClick={() => setPaying(true)}>
          Оплачен
        </Button>
      )}
      <ConfirmDialog
        opened={leaving !== null}
        title="Перенести лоты?"
        confirm="Перенести"
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          setLeaving(null);
          leaving?.();
        }}
      >
        <p>
          Перенести {count(selected.length, LOTS)}? {here && quoted(here.title)} больше не принимает лоты:
          вернуть их туда нельзя. Результаты торгов сохранятся.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={paying}
        title={`Отметить оплаченными ${count(payable.length, LOTS)}?`}
        confirm="Отметить"
        onClose={() => setPaying(false)}
        onConfirm={() => {
          setPaying(false);
          void run("Отмечены оплаченными", ({ id }) => payLot(id), null, payable);
        }}
      >
        <p>Отметку нельзя снять: оплаченный лот не вернётся в торги. Отметка попадёт в журнал.</p>
      </ConfirmDialog>
    </>
  );
}
