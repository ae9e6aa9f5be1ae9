import { Menu } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Icon } from "@/components/Icon/Icon";
import { tellError, tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { CatalogShort, LotResult, SaleResults } from "@/lib/api/types";
import { count, plural, price, quoted } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { isOwed, isUnsold } from "@/staff/results/totals";
import { houseOptions } from "@/trade/api/catalog";
import { CatalogState, CatalogType } from "@/trade/enums";
import { toCatalog, toPostAuction } from "../api/results";
import { LOTS } from "../model/sale";
import css from "./HouseResultsPage.module.css";

const WAITS = ["ждёт", "ждут", "ждут"] as const;
const UNSOLD = ["не продан", "не продано", "не продано"] as const;

interface AfterSaleProps {
  houseId: number;
  sale: CatalogShort;
  sales: readonly CatalogShort[];
  results: SaleResults;
  isRunning: boolean;
}

/** What remains to be done after a sale. */
export function AfterSale({ houseId, sale, sales, results, isRunning }: AfterSaleProps) {
  const client = useQueryClient();
  const { data: house } = useQuery(houseOptions(houseId));
  const [progress, setProgress] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ where: string; go: () => void } | null>(null);
  const unsold = results.lots.filter((lot) => isUnsold(lot) && !lot.hidden && !lot.hasLeft);
  const hasUnsold = results.lots.some((lot) => isUnsold(lot) && !lot.hidden);
  const owed = results.lots.filter(isOwed);
  const coming = sales.filter(
    ({ id, state, currency, catalogType }) =>
      id !== sale.id &&
      (state === CatalogState.Scheduled || state === CatalogState.Temporary) &&
      currency === sale.currency &&
      (catalogType === CatalogType.Classic || catalogType === CatalogType.Parallel),
  );
  const ways = [house?.isPostAuction && "в ПостАукцион", coming.length > 0 && "в следующие торги"]
    .filter(Boolean)
    .join(" или ");
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["trade", "results", sale.id] }),
      client.invalidateQueries({ queryKey: ["house", houseId, "grid"] }),
    ]);
  const move = async (where: string, action: (lot: LotResult) => Promise<unknown>) => {
    let moved = 0;
    const refused: string[] = [];
    for (const [at, lot] of unsold.entries()) {
      setProgress(`Переносим ${at + 1} из ${unsold.length}`);
      try {
        await action(lot);
        moved += 1;
      } catch (fault) {
        refused.push(`лот ${lot.catalogLotId}: ${faultText(fault) ?? "прервано"}`);
      }
    }
    setProgress(null);
    await refresh();
    if (refused.length > 0) tellError(`Не перенесено: ${refused.slice(0, 3).join("; ")}`);
    if (moved > 0) tellSuccess(`${where}: ${count(moved, LOTS)}`);
  };
  return (
    <Block title="Дальше">
      {isRunning ? (
        <p className="small">Оплата и непроданные лоты появятся здесь, когда торги завершатся.</p>
      ) : (
        <ul className={css.next}>
          <li>
            <Icon name={owed.length > 0 ? "clock" : "check"} />
            <div>
              {owed.length > 0
                ? `${count(owed.length, LOTS)} ${plural(owed.length, WAITS)} оплаты`
                : "Все проданные лоты оплачены"}
              {owed.length > 0 && (
                <small>
                  {price(
                    owed.reduce((total, { leader }) => total + (leader?.value ?? 0), 0),
                    results.currency,
                  )}{" "}
                  без комиссии
                </small>
              )}
            </div>
          </li>
          <li>
            <Icon name={unsold.length > 0 ? "gavel" : "check"} />
            <div>
              {unsold.length > 0
                ? `${count(unsold.length, LOTS)} ${plural(unsold.length, UNSOLD)}`
                : hasUnsold
                  ? "Непроданные лоты убраны из торгов"
                  : "Непроданных лотов нет"}
              {unsold.length > 0 && (
                <small>
                  {progress ??
                    (ways ? `Можно перенести ${ways}` : "Переносить пока некуда: будущих торгов нет")}
                </small>
              )}
            </div>
            {unsold.length > 0 && (
              <Menu width={300}>
                <Menu.Target>
                  <Button size="xs" disabled={progress !== null}>
                    Куда перенести
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {house?.isPostAuction && (
                    <Menu.Item
                      onClick={() =>
                        setAsked({
                          where: "в ПостАукцион",
                          go: () => void move("Перенесены в ПостАукцион", ({ id }) => toPostAuction(id)),
                        })
                      }
                    >
                      В ПостАукцион
                    </Menu.Item>
                  )}
                  {coming.map(({ id, title }) => (
                    <Menu.Item
                      key={id}
                      onClick={() =>
                        setAsked({
                          where: `в ${quoted(title)}`,
                          go: () => void move("Перенесены", (lot) => toCatalog(lot.id, id)),
                        })
                      }
                    >
                      {title}
                    </Menu.Item>
                  ))}
                  {!house?.isPostAuction && coming.length === 0 && (
                    <>
                      <Menu.Label>Будущих торгов нет</Menu.Label>
                      <Menu.Item
                        component={Link}
                        to={`/house-account/${houseId}/catalogs/new`}
                        leftSection={<Icon name="plus" size="s" />}
                      >
                        Новый каталог
                      </Menu.Item>
                    </>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        </ul>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title="Перенести непроданные лоты?"
        confirm="Перенести"
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          asked?.go();
        }}
      >
        <p>
          Перенести {count(unsold.length, LOTS)} {asked?.where}? Торги завершены: вернуть лоты в них нельзя.
          Результаты торгов сохранятся.
        </p>
      </ConfirmDialog>
    </Block>
  );
}
