import { Button, Menu, SegmentedControl, Select, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { NotFound } from "@/components/ErrorBoundary/RouteError";
import { Icon } from "@/components/Icon/Icon";
import { Live } from "@/components/Live/Live";
import { tellError, tellFault, tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { CatalogShort, LotBidder, LotResult, SaleResults } from "@/lib/api/types";
import { CatalogState, CatalogType } from "@/lib/enums";
import { count, dayMonthTime, percent, phone, price, quoted, thousands } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { usePendingActs } from "@/staff/acts/pendingActs";
import { actLater } from "@/staff/acts/undo";
import { Block, Columns, Figures } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { resultsOptions } from "@/staff/results/results";
import { bandsOf, bidderNumber, isOwed, isPaid, isSold, isUnsold, totalsOf } from "@/staff/results/totals";
import { download } from "@/staff/table/csv";
import { houseOptions } from "@/trade/api/catalog";
import { leaderOf, listed } from "@/trade/rules/together";
import { betsReport, payLot, protocol, salesOptions, toCatalog, toPostAuction } from "../api/results";
import { CorrectBuyer } from "./CorrectBuyer";
import css from "./HouseResultsPage.module.css";

const runs = ({ state }: CatalogShort) =>
  state === CatalogState.InProcess || state === CatalogState.WaitForEnd;
const LOTS = ["лот", "лота", "лотов"] as const;

/** What a sale brought: live while it runs, then totals, buyers, payments, and where the unsold lots go. */
export default function HouseResultsPage() {
  const houseId = Number(useParams().houseId);
  const { params, change } = useAddress();
  const sales = useQuery(salesOptions(houseId));
  if (!sales.data) {
    return (
      <StaffPage title="Результаты">
        {sales.isError ? (
          <Fault error={sales.error} retry={() => void sales.refetch()} />
        ) : (
          <Skeleton h={440} role="status" aria-label="Загрузка" />
        )}
      </StaffPage>
    );
  }
  const held = sales.data.filter((sale) => runs(sale) || sale.state === CatalogState.Completed);
  const wanted = params.get("catalog");
  const isWanted = ({ id }: CatalogShort) => String(id) === wanted;
  if (wanted !== null && !sales.data.some(isWanted)) return <NotFound />;
  const sale = wanted === null ? held[0] : held.find(isWanted);
  if (!sale) {
    return (
      <StaffPage title="Результаты">
        <EmptyState title="Результатов пока нет">Они появятся, когда начнутся первые торги.</EmptyState>
      </StaffPage>
    );
  }
  return (
    <Results
      key={sale.id}
      houseId={houseId}
      sale={sale}
      sales={sales.data}
      picker={
        <Select
          aria-label="Торги"
          className={css.picker}
          searchable
          nothingFoundMessage="Нет таких торгов"
          data={held.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={String(sale.id)}
          onChange={(value) => change({ catalog: value })}
        />
      }
    />
  );
}

interface ResultsProps {
  houseId: number;
  sale: CatalogShort;
  sales: readonly CatalogShort[];
  picker: React.ReactNode;
}

function Results({ houseId, sale, sales, picker }: ResultsProps) {
  const isRunning = runs(sale);
  const { data, error, refetch } = useQuery(resultsOptions(sale.id, isRunning));
  const [making, setMaking] = useState<string | null>(null);
  const save = async (what: string, name: string, make: () => Promise<Blob>) => {
    setMaking(what);
    try {
      const file = await make();
      download(name, file, file.type);
    } catch (fault) {
      tellFault(fault);
    } finally {
      setMaking(null);
    }
  };
  return (
    <StaffPage
      title="Результаты"
      note={
        isRunning ? (
          <Live>Торги идут, цифры обновляются сами</Live>
        ) : (
          [sale.title, sale.endDate ? `завершены ${dayMonthTime(sale.endDate)}` : "завершены"].join(", ")
        )
      }
      actions={
        <>
          {picker}
          <Button
            size="xs"
            leftSection={<Icon name="download" />}
            data-pending={making === "bets" || undefined}
            onClick={() => void save("bets", `Ставки. ${sale.title}.xlsx`, () => betsReport(sale.id))}
          >
            Ставки, xlsx
          </Button>
          <Button
            size="xs"
            leftSection={<Icon name="doc" />}
            data-pending={making === "protocol" || undefined}
            onClick={() => void save("protocol", `Протокол. ${sale.title}.pdf`, () => protocol(sale.id))}
          >
            Протокол, PDF
          </Button>
        </>
      }
    >
      {error && !data ? (
        <Fault error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={440} role="status" aria-label="Загрузка" />
      ) : (
        <>
          <Totals results={data} isRunning={isRunning} />
          <Columns
            main={<Bands results={data} />}
            side={<Next houseId={houseId} sale={sale} sales={sales} results={data} isRunning={isRunning} />}
          />
          <Buyers houseId={houseId} results={data} catalogId={sale.id} />
        </>
      )}
    </StaffPage>
  );
}

function Totals({ results, isRunning }: { results: SaleResults; isRunning: boolean }) {
  const totals = totalsOf(results);
  const amount = (value: number) => price(value, results.currency);
  const above = totals.aboveEstimate;
  return (
    <Figures
      figures={[
        {
          value: `${thousands(totals.sold)} из ${thousands(totals.offered)}`,
          label: `лотов продано, ${percent(totals.share)}`,
        },
        { value: amount(totals.amount), label: isRunning ? "продано на сумму" : "сумма продаж" },
        ...(above === null
          ? []
          : [
              {
                value: `${above > 0 ? "+" : ""}${percent(above)}`,
                label: "к нижнему эстимейту",
                tone: above >= 0 ? ("ok" as const) : ("bad" as const),
              },
            ]),
        { value: amount(totals.commission), label: `комиссия ${percent(results.commission)}` },
        { value: `${totals.paid} из ${totals.sold}`, label: `оплачено, ${amount(totals.paidAmount)}` },
      ]}
    />
  );
}

function Bands({ results }: { results: SaleResults }) {
  const bands = bandsOf(results);
  const most = Math.max(1, ...bands.map(({ offered }) => offered));
  return (
    <Block
      title="Продано по ценам"
      aside={
        <span className={css.legend}>
          <i data-sold /> продано <i /> не продано, справа сумма
        </span>
      }
    >
      <ul className={css.bands}>
        {bands.map(({ label, offered, sold, amount }) => (
          <li key={label}>
            <span>{label}</span>
            <span className={css.bar} aria-hidden="true">
              <i data-sold style={{ width: `${(sold * 60) / most}%` }} />
              <i style={{ width: `${((offered - sold) * 60) / most}%` }} />
              <span className={css.share}>
                <b>{percent(Math.round((sold * 100) / offered))}</b> {sold} из {offered}
              </span>
            </span>
            <span className="sr">
              продано {sold} из {offered}
            </span>
            <span className="num">{price(amount, results.currency)}</span>
          </li>
        ))}
      </ul>
      <p className="caption">По нижнему эстимейту лота, без него по старту</p>
    </Block>
  );
}

interface NextProps {
  houseId: number;
  sale: CatalogShort;
  sales: readonly CatalogShort[];
  results: SaleResults;
  isRunning: boolean;
}

/** What remains to be done after a sale. */
function Next({ houseId, sale, sales, results, isRunning }: NextProps) {
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
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["trade", "results", sale.id] }),
      client.invalidateQueries({ queryKey: ["house", houseId, "grid"] }),
    ]);
  const move = async (where: string, act: (lot: LotResult) => Promise<unknown>) => {
    let moved = 0;
    const refused: string[] = [];
    for (const [at, lot] of unsold.entries()) {
      setProgress(`Переносим ${at + 1} из ${unsold.length}`);
      try {
        await act(lot);
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
              {owed.length > 0 ? `${count(owed.length, LOTS)} ждут оплаты` : "Все проданные лоты оплачены"}
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
                ? `${count(unsold.length, LOTS)} не продано`
                : hasUnsold
                  ? "Непроданные лоты убраны из торгов"
                  : "Непроданных лотов нет"}
              {unsold.length > 0 && <small>{progress ?? "В постаукцион или в следующие торги"}</small>}
            </div>
            {unsold.length > 0 && (
              <Menu width={300}>
                <Menu.Target>
                  <Button size="xs" disabled={progress !== null}>
                    Выбрать
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {house?.isPostAuction && (
                    <Menu.Item
                      onClick={() =>
                        setAsked({
                          where: "в постаукцион",
                          go: () => void move("Перенесены в постаукцион", ({ id }) => toPostAuction(id)),
                        })
                      }
                    >
                      В постаукцион
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
                    <Menu.Item component={Link} to={`/house-account/${houseId}/catalogs/new`}>
                      Будущих торгов нет. Новый каталог
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        </ul>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title="Перенести непроданные лоты"
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

type Among = "all" | "owed" | "unsold";
/** Rows shown at once; the rest follow on request. */
const PIECE = 100;

function Buyers({
  houseId,
  results,
  catalogId,
}: {
  houseId: number;
  results: SaleResults;
  catalogId: number;
}) {
  const { params, change } = useAddress();
  const wanted = params.get("among");
  const among: Among = wanted === "owed" || wanted === "unsold" ? wanted : "all";
  const [shown, setShown] = useState(PIECE);
  const offered = results.lots.filter(({ hidden }) => !hidden);
  const owed = offered.filter(isOwed);
  const unsold = offered.filter(isUnsold);
  const lots = { all: offered, owed, unsold }[among];
  const leaders = new Map(results.lots.map(({ catalogLotId, leader }) => [catalogLotId, leader]));
  return (
    <Block
      title="Кто что купил"
      className={css.buyers}
      aside={
        <SegmentedControl
          className={css.among}
          aria-label="Какие лоты"
          value={among}
          onChange={(value) => {
            change({ among: value === "all" ? null : value }, { replace: true });
            setShown(PIECE);
          }}
          data={[
            { value: "all", label: `Все, ${offered.length}` },
            { value: "owed", label: `Ждут, ${owed.length}` },
            { value: "unsold", label: `Не проданы, ${unsold.length}` },
          ]}
        />
      }
    >
      {lots.length === 0 ? (
        <EmptyState title="Таких лотов нет">Остальные лоты торгов — под «Все».</EmptyState>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col" data-number>
                Лот
              </th>
              <th scope="col">
                <span className="sr">Обложка</span>
              </th>
              <th scope="col">Название и автор</th>
              <th scope="col" data-number>
                Старт
              </th>
              <th scope="col" data-number>
                Цена
              </th>
              <th scope="col">Покупатель</th>
              <th scope="col">Предыдущая ставка</th>
              <th scope="col">Оплата</th>
            </tr>
          </thead>
          <tbody>
            {lots.slice(0, shown).map((lot) => (
              <Row
                key={lot.id}
                houseId={houseId}
                lot={lot}
                buyer={leaders.get(leaderOf(lot) ?? lot.catalogLotId) ?? null}
                currency={results.currency}
                catalogId={catalogId}
              />
            ))}
          </tbody>
        </table>
      )}
      {lots.length > shown && (
        <Button mt="md" onClick={() => setShown((before) => before + PIECE)}>
          Показать ещё
        </Button>
      )}
    </Block>
  );
}

interface RowProps {
  houseId: number;
  lot: LotResult;
  /** Who leads; of lots that are sold as one, the first has the bets. */
  buyer: LotBidder | null;
  currency: number;
  catalogId: number;
}

function Row({ houseId, lot, buyer, currency, catalogId }: RowProps) {
  const { leader, underbidder } = lot;
  const sold = isSold(lot);
  const number = buyer && bidderNumber(buyer);
  const shared = leaderOf(lot);
  const [correcting, setCorrecting] = useState(false);
  return (
    <tr>
      <td data-number>{lot.catalogLotId}</td>
      <td className={css.pic}>
        {lot.img ? (
          <img src={lot.img.icon} alt="" width={34} height={36} loading="lazy" />
        ) : (
          <Icon name="pic" />
        )}
      </td>
      <td className={css.name}>
        {lot.isDeleted ? (
          <b>{lot.titleRu}</b>
        ) : (
          <Link to={`/house-account/${houseId}/lots/${lot.id}`}>
            <b>{lot.titleRu}</b>
          </Link>
        )}
        <small>{lot.author.join(", ")}</small>
      </td>
      <td data-number data-label="Старт">
        {lot.start === 0 ? "по запросу" : price(lot.start, currency)}
      </td>
      <td data-number data-label={sold ? "Продан" : "Цена"}>
        {leader ? (
          sold ? (
            <b>{price(leader.value, currency)}</b>
          ) : (
            price(leader.value, currency)
          )
        ) : shared !== null ? (
          `вместе с лотом ${shared}`
        ) : (
          "ставок нет"
        )}
        {shared === null && lot.together.length > 0 && <small>за лоты {listed(lot.together)}</small>}
      </td>
      <td data-label="Покупатель">
        {buyer && (sold || !lot.isBiddingOver) ? (
          <>
            <span>{buyer.displayName ?? number}</span>
            <small>
              {buyer.displayName ? number : null}
              {buyer.phone && <a href={`tel:+${buyer.phone}`}>{phone(buyer.phone)}</a>}
              {buyer.eMail && <a href={`mailto:${buyer.eMail}`}>{buyer.eMail}</a>}
            </small>
            {leader !== null && leader.participant === null && !isPaid(lot) && (
              <Button
                size="xs"
                variant="quiet"
                className={css.mend}
                aria-label={`Исправить номер участника, лот ${lot.catalogLotId}`}
                onClick={() => setCorrecting(true)}
              >
                Исправить номер
              </Button>
            )}
            {correcting && leader !== null && (
              <CorrectBuyer
                catalogId={catalogId}
                lot={lot}
                leader={leader}
                currency={currency}
                onClose={() => setCorrecting(false)}
              />
            )}
          </>
        ) : (
          isUnsold(lot) && (
            <span className="caption">
              {lot.isDeleted ? "не продан, удалён" : lot.hasLeft ? "не продан, убран из торгов" : "не продан"}
            </span>
          )
        )}
      </td>
      <td data-label="Предыдущая">
        {underbidder && (
          <>
            <span>{underbidder.displayName ?? bidderNumber(underbidder)}</span>
            <small>{price(underbidder.value, currency)}</small>
          </>
        )}
      </td>
      <td className={css.pay}>{sold && <Payment lot={lot} catalogId={catalogId} />}</td>
    </tr>
  );
}

/** Paying cannot be taken back on the server, so the mark is sent after ten seconds. */
function Payment({ lot, catalogId }: { lot: LotResult; catalogId: number }) {
  const client = useQueryClient();
  const key = `paid:${lot.id}`;
  const isPending = usePendingActs().has(key);
  if (isPaid(lot) || isPending) {
    return (
      <span className={css.paid}>
        <Icon name="check" size="s" /> Оплачен
      </span>
    );
  }
  return (
    <Button
      size="xs"
      miw="max-content"
      onClick={() =>
        actLater({
          keys: [key],
          done: `Лот ${lot.catalogLotId} отмечен оплаченным`,
          commit: ({ keepalive }) =>
            payLot(lot.id, keepalive).finally(() =>
              client.invalidateQueries({ queryKey: ["trade", "results", catalogId] }),
            ),
        })
      }
    >
      Отметить оплату
    </Button>
  );
}
