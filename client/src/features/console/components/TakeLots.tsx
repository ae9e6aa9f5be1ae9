import { Checkbox } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import type { AbsenteeCount, LotShort } from "@/lib/api/types";
import { count, price } from "@/lib/format";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { listed } from "@/trade/rules/together";
import { mayBeLifted, reserveOf } from "../model/desk";
import type { Asked, Conduct } from "../model/useConduct";
import { ORDERS } from "../model/words";
import { Answers, Keyed } from "./Answers";
import css from "./console.module.css";
import { Kbd } from "./Kbd";

interface TakeLotsProps {
  asked: Asked;
  /** The choice, the leading lot first. */
  lots: readonly LotShort[];
  absentee: readonly AbsenteeCount[];
  conduct: Conduct;
}

const FORMS = ["лот", "лота", "лотов"] as const;

/** Which lots of a choice the winner takes: figures mark them, Enter sells; below a reserve only after a question. */
export function TakeLots({ asked, lots, absentee, conduct }: TakeLotsProps) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [fault, setFault] = useState<string | null>(null);
  const [inDoubt, setInDoubt] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (inDoubt) back.current?.focus();
  }, [inDoubt]);

  const taken = lots.filter(({ id }) => marked.has(id));
  const below = taken.filter((lot) => reserveOf(lot.price.reservePriceState) === "not-reached");
  // The order of the choice's winner reaches for the reserve of the leading lot, if that is taken, and all are sold for it.
  const lifted = below.find((lot) => lot === lots[0] && mayBeLifted(lot));
  const bid = asked.price ?? 0;
  const toggle = (id: number) => {
    setFault(null);
    setMarked((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  const sell = () => {
    if (taken.length === 0) setFault("Отметьте лоты, которые берёт покупатель");
    else if (below.length > 0 && !inDoubt) setInDoubt(true);
    else conduct.confirm(null, taken);
  };
  // The window listens, because a figure may follow Enter before the dialog has the focus.
  useWindowEvent("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const nth = /^[1-9]$/.test(event.key) ? lots[Number(event.key) - 1] : undefined;
    const isEnter = event.key === "Enter" && !inDoubt && !(event.target instanceof HTMLButtonElement);
    if (event.repeat) event.preventDefault();
    else if (inDoubt && event.code === "KeyL") sell();
    else if (nth && !inDoubt) toggle(nth.id);
    else if (event.key === "*" && !inDoubt) setMarked(new Set(lots.map(({ id }) => id)));
    else if (isEnter) sell();
    else return;
    event.preventDefault();
  });

  return (
    <div className={css.reason}>
      <p className="muted num">{asked.bet}</p>
      {inDoubt ? (
        <p role="alert">
          Резервная цена не достигнута: {below.length === 1 ? "лот" : "лоты"}{" "}
          {listed(below.map(({ catalogLotId }) => catalogLotId ?? 0))}. Продать по текущей ставке?
          {lifted &&
            ` Если заочная ставка лидера доходит до резерва лота ${lifted.catalogLotId}, до него поднимется цена каждого лота.`}
        </p>
      ) : (
        <fieldset className={css.take}>
          <legend>{asked.control.question}</legend>
          {lots.map((lot, index) => (
            <TakenLot
              key={lot.id}
              lot={lot}
              figure={index < 9 ? String(index + 1) : null}
              orders={absentee.find(({ lotId }) => lotId === lot.id)?.count ?? 0}
              marked={marked.has(lot.id)}
              onToggle={() => toggle(lot.id)}
              isFirst={index === 0}
            />
          ))}
        </fieldset>
      )}
      <p className="num" role="status">
        {taken.length === 0
          ? "Цифры отмечают лоты, * — все"
          : `${count(taken.length, FORMS)} по ${price(bid, asked.currency)}, всего ${price(bid * taken.length, asked.currency)}`}
      </p>
      {fault && (
        <p role="alert" className={css.fault}>
          {fault}
        </p>
      )}
      <Answers
        onDismiss={conduct.dismiss}
        back={
          inDoubt ? (
            <Button ref={back} onClick={() => setInDoubt(false)}>
              Изменить выбор
            </Button>
          ) : undefined
        }
      >
        <Button variant="bid" aria-keyshortcuts={inDoubt ? "Д" : "Enter"} onClick={sell}>
          <Keyed k={inDoubt ? "Д" : "Enter"}>Продать</Keyed>
        </Button>
      </Answers>
    </div>
  );
}

interface TakenLotProps {
  lot: LotShort;
  /** The key that marks it; null from the tenth on. */
  figure: string | null;
  orders: number;
  marked: boolean;
  onToggle: () => void;
  isFirst: boolean;
}

function TakenLot({ lot, figure, orders, marked, onToggle, isFirst }: TakenLotProps) {
  const remarks = [
    reserveOf(lot.price.reservePriceState) === "not-reached" && "резерв не достигнут",
    orders > 0 && count(orders, ORDERS),
  ].filter(Boolean);
  return (
    <div className={css.takeLot}>
      <Checkbox
        checked={marked}
        onChange={onToggle}
        data-autofocus={isFirst || undefined}
        aria-keyshortcuts={figure ?? undefined}
        label={
          <span>
            <b className="num">Лот {lot.catalogLotId}</b>{" "}
            {[authorOf(lot), lot.titleRu].filter(Boolean).join(". ")}
            {remarks.length > 0 && <small>{remarks.join(", ")}</small>}
          </span>
        }
      />
      {figure && <Kbd>{figure}</Kbd>}
    </div>
  );
}
