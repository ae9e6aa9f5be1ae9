import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/Badge/Badge";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Loaded, Wait } from "@/components/Loaded/Loaded";
import { Price } from "@/components/Price/Price";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { tellError, tellSuccess } from "@/components/Toast/toasts";
import type { Bet, Lot } from "@/lib/api/types";
import { dayMonthTime, moscowSeconds, price } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { Block, Figures } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { everyPage, LONGEST_PAGE } from "@/staff/table/everyPage";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { isDone, LotState } from "@/trade/enums";
import { auctionUrl, lotBetsUrl, lotUrl } from "@/trade/urls";
import {
  type AdminLotAction,
  betsOfLotOptions,
  leadingMaximumOptions,
  lotsByWordsOptions,
  lotWithBetsOptions,
  readBetsOfLot,
  useAdminLotAction,
} from "../api/bets";
import css from "./admin.module.css";
import { Thumb } from "./Thumb";

const BETS = ["ставка", "ставки", "ставок"] as const;
const TITLE = "Ставки и возвраты";

/** A lot's bets as the journal keeps them, and what an admin may do with them. */
export default function AdminBets() {
  const { params, change } = useAddress();
  const lotId = Number(params.get("lot")) || null;
  if (lotId !== null) return <LotBets key={lotId} lotId={lotId} />;
  const text = params.get("search") ?? "";
  return (
    <StaffPage title={TITLE} note="Отмена последней ставки и возврат лота в торги">
      <SearchInput
        className={css.find}
        label="Лот"
        placeholder="Название, автор или номер лота"
        value={text}
        onSearch={(search) => change({ search }, { replace: true })}
      />
      <Found text={text} />
    </StaffPage>
  );
}

function Found({ text }: { text: string }) {
  const query = useQuery(lotsByWordsOptions(text));
  const { data } = query;
  if (text === "") return <p className="caption">Найдите лот, чтобы увидеть его ставки.</p>;
  if (!data) return <Wait query={query} h={240} />;
  if (data.length === 0) return <EmptyState title="Лоты не найдены">Попробуйте другие слова.</EmptyState>;
  return (
    <ul className={css.rows}>
      {data.map((lot) => (
        <li key={lot.id}>
          <span className={css.withPicture}>
            <Thumb owner="lots" id={lot.img?.id ?? null} icon="pic" />
            <span className={css.name}>
              <Link className="link" to={lotBetsUrl(lot.id)}>
                {lot.titleRu}
              </Link>
              <small>
                {lot.catalogLotId !== null && `Лот ${lot.catalogLotId}, `}
                {lot.houseNameRu}
              </small>
            </span>
          </span>
          <Price value={lot.price.value ?? lot.price.start} currency={lot.price.currency} />
        </li>
      ))}
    </ul>
  );
}

function LotBets({ lotId }: { lotId: number }) {
  const query = useQuery(lotWithBetsOptions(lotId));
  const { data } = query;
  return (
    <StaffPage
      title={data ? headingOf(data) : "Ставки лота"}
      note={data && <Whose lot={data} />}
      crumbs={[{ label: TITLE, to: "/admin/bets" }]}
    >
      <Loaded query={query} h={400}>
        {(data) => <Story lot={data} />}
      </Loaded>
    </StaffPage>
  );
}

/** «Лот 20. Партитура»; a lot without a sale has no number. */
const headingOf = ({ catalogLotId, titleRu }: Lot) =>
  catalogLotId === null ? titleRu : `Лот ${catalogLotId}. ${titleRu}`;

/** Whose work it is, and where it is sold. */
function Whose({ lot }: { lot: Lot }) {
  const { catalog } = lot;
  return (
    <>
      {authorOf(lot) || "Автор не указан"}
      {" · "}
      {catalog ? (
        <Link className="link" to={auctionUrl(catalog)}>
          {catalog.title}
        </Link>
      ) : (
        lot.houseNameRu
      )}
    </>
  );
}

const STATES: Record<number, string> = {
  [LotState.None]: "Ждёт торгов",
  [LotState.InProcess]: "В торгах",
  [LotState.Sold]: "Продан",
  [LotState.NotSold]: "Не продан",
  [LotState.Paid]: "Оплачен",
};

function Story({ lot }: { lot: Lot }) {
  const maximum = useQuery(leadingMaximumOptions(lot.id));
  const mutation = useAdminLotAction(lot);
  const [asking, setAsking] = useState<AdminLotAction | null>(null);
  const returnable = lot.state === LotState.Sold || lot.state === LotState.NotSold;
  const { currency } = lot.price;

  const send = (action: AdminLotAction) => {
    setAsking(null);
    mutation.mutate(action, {
      onSuccess: (answer) => (isDone(answer) ? tellSuccess : tellError)(answer.message),
    });
  };

  return (
    <>
      <Figures
        figures={[
          { label: "Состояние", value: STATES[lot.state] ?? "" },
          {
            label: lot.price.value === null ? "Старт" : "Цена",
            value: price(lot.price.value ?? lot.price.start, currency),
          },
          {
            label: maximum.data
              ? `Высшая заочная ставка, участник ${maximum.data.participant ?? "без номера"}`
              : "Высшая заочная ставка",
            value: maximum.data ? price(maximum.data.value, currency) : "Нет",
          },
        ]}
      />
      <div className={css.acts}>
        <Button
          size="xs"
          variant="danger"
          disabled={lot.betsCount === 0 || mutation.isPending}
          onClick={() => setAsking("cancelBet")}
        >
          Отменить последнюю ставку
        </Button>
        {returnable && (
          <Button size="xs" disabled={mutation.isPending} onClick={() => setAsking("return")}>
            Вернуть в торги
          </Button>
        )}
        <Button size="xs" component={Link} to={lotUrl(lot)}>
          Страница лота
        </Button>
        {lot.catalogId !== null && (
          <Button size="xs" component={Link} to={`/admin/journal?catalog=${lot.catalogId}&system=1`}>
            Журнал торгов
          </Button>
        )}
      </div>
      <Block title="История ставок" className={css.block}>
        <History lot={lot} />
      </Block>
      <ConfirmDialog
        opened={asking === "cancelBet"}
        title="Отмена ставки"
        confirm="Отменить ставку"
        onClose={() => setAsking(null)}
        onConfirm={() => send("cancelBet")}
      >
        <p>Вы действительно хотите отменить последнюю ставку?</p>
        <p className="small muted">
          {headingOf(lot)}. Вместе с ней отменятся ответы заочных ставок на неё. Журнал сохранит, кто её
          отменил.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === "return"}
        title="Вернуть в торги?"
        confirm="Вернуть в торги"
        onClose={() => setAsking(null)}
        onConfirm={() => send("return")}
      >
        <p>
          {headingOf(lot)}. Результат «{STATES[lot.state]}» снимется, лот снова примет ставки.
        </p>
      </ConfirmDialog>
    </>
  );
}

const who = ({ participant, paddle }: Bet) =>
  participant === null ? `Зал${paddle ? `, карточка ${paddle}` : ""}` : `Участник ${participant}`;

function standingOf(bet: Bet): string {
  if (bet.revoked) {
    const by = bet.revokedBy ? `, ${bet.revokedBy}` : "";
    return `Отменена ${dayMonthTime(bet.revoked)}${by}`;
  }
  return bet.isVisible ? "" : "Скрыта из истории";
}

function History({ lot }: { lot: Lot }) {
  const state = useTableState();
  const list = useQuery(betsOfLotOptions(lot.id, state.page));
  const columns: readonly StaffColumn<Bet>[] = [
    {
      id: "at",
      title: "Время (МСК)",
      width: 190,
      render: ({ created }) => (
        <span className="num">
          {dayMonthTime(created).split(",")[0]}, {moscowSeconds(created)}
        </span>
      ),
      value: ({ created }) => created,
    },
    {
      id: "who",
      title: "Кто",
      render: (bet) => (
        <>
          {bet.userId === null ? (
            who(bet)
          ) : (
            <Link className="link" to={`/admin/users?id=${bet.userId}`}>
              {who(bet)}
            </Link>
          )}{" "}
          {bet.isAbsentee && <Badge>Заочная</Badge>}
        </>
      ),
      value: who,
    },
    {
      id: "value",
      title: "Ставка",
      width: 150,
      numeric: true,
      render: ({ value }) => <Price value={value} currency={lot.price.currency} />,
      value: ({ value }) => value,
    },
    { id: "standing", title: "Отменена или скрыта", render: standingOf, value: standingOf },
  ];
  return (
    <StaffTable
      name="bets"
      label="История ставок"
      noun={BETS}
      rowId={({ id }) => id}
      rowLabel={({ value }) => String(value)}
      columns={columns}
      query={list}
      state={state}
      all={() => everyPage((page) => readBetsOfLot(lot.id, page, LONGEST_PAGE))}
      card={(bet) => (
        <div className={css.card}>
          <b>
            <Price value={bet.value} currency={lot.price.currency} />
          </b>
          <small>
            {who(bet)}
            {bet.isAbsentee && ", заочная"}, {dayMonthTime(bet.created)}
          </small>
          <small>{standingOf(bet)}</small>
        </div>
      )}
      empty={<p className="caption">Ставок не было.</p>}
    />
  );
}
