import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { withMantine } from "@/components/Mantine/Mantine";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { Catalog, House } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { CorrectPaddle, type WrongBet } from "@/staff/actions/CorrectPaddle";
import { betHistoryKey } from "@/trade/api/bets";
import { lotOptions } from "@/trade/api/lots";
import { CatalogState } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import { type LiveSale, useLiveSale } from "@/trade/live/useLiveSale";
import { type Tally, tallyOf } from "@/trade/rules/tally";
import { justTaken } from "@/trade/rules/together";
import { isFinished } from "@/trade/rules/trading";
import { absenteeCountsOptions } from "../api/auctioneer";
import { paddlesOptions } from "../api/paddles";
import { wrongBet } from "../model/desk";
import { joinOff } from "../model/group";
import { calledFor, holderLine } from "../model/paddles";
import { useConduct } from "../model/useConduct";
import { useHall } from "../model/useHall";
import { useKeys } from "../model/useKeys";
import { Aloud } from "./Aloud";
import { Bettors } from "./Bettors";
import { Brought } from "./Brought";
import { Confirmation } from "./Confirmation";
import { ConsoleHead } from "./ConsoleHead";
import { Controls } from "./Controls";
import { CurrentLot } from "./CurrentLot";
import css from "./console.module.css";
import { DeskChat } from "./DeskChat";
import { Eyes } from "./Eyes";
import { FinishedSale } from "./FinishedSale";
import { HallBets } from "./HallBets";
import { HelpDialog } from "./HelpDialog";
import { JoinLots } from "./JoinLots";
import { Jump } from "./Jump";
import { Kbd } from "./Kbd";
import { LotBets } from "./LotBets";
import { LotsFault } from "./LotsFault";
import { Maxima } from "./Maxima";
import { OutcomeLine } from "./OutcomeLine";
import { Paddles } from "./Paddles";
import { Phones } from "./Phones";
import { Queue } from "./Queue";

interface ConsoleProps {
  catalog: Catalog;
  house: House | null;
}

/** The console of a sale: the auctioneer's desk until the sale is over. */
function ConsolePage({ catalog, house }: ConsoleProps) {
  const sale = useLiveSale(catalog);
  if (isFinished(sale.state)) return <FinishedSale sale={sale} catalog={catalog} />;
  return <Desk sale={sale} catalog={catalog} house={house} />;
}

/** The auctioneer's desk: one screen, driven entirely by keyboard. */
function Desk({ sale, catalog, house }: ConsoleProps & { sale: LiveSale }) {
  const { isAdmin } = useSession();
  const { data: absentee = [] } = useQuery(absenteeCountsOptions(catalog.id));
  const [help, setHelp] = useState(false);
  const conduct = useConduct(sale, catalog);
  const { data: holders = [] } = useQuery(paddlesOptions(catalog.id));
  const hall = useHall({ sale, catalog, house, conduct, holders });
  const [paddles, setPaddles] = useState(false);
  const called = calledFor(sale.current, holders);
  const takeNumber = (number: string) => {
    hall.setPaddle(number);
    hall.field.current?.focus();
  };
  const now = useServerNow(10_000);
  const tally = tallyOf(sale.lots, now);
  const jumpField = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const [wrong, setWrong] = useState<WrongBet | null>(null);
  const [joins, setJoins] = useState(false);
  const openJoin = () => {
    const off = joinOff(sale, catalog);
    if (off === null) setJoins(true);
    else conduct.refuse(`Продать лоты вместе: ${off}`);
  };
  useKeys({
    conduct,
    hall,
    onHelp: () => setHelp(true),
    onJump: () => jumpField.current?.focus(),
    onJoin: openJoin,
    onPaddles: () => setPaddles(true),
    onLine: (index) => {
      const holder = called[index];
      if (holder) takeNumber(holder.number);
      return holder !== undefined;
    },
  });

  const { current } = sale;
  const { isError: isDetailFault } = useQuery({
    ...lotOptions(current?.id ?? 0),
    enabled: current !== null,
  });
  const taken = justTaken(sale.lots, current);
  const orders = absentee.find(({ lotId }) => lotId === current?.id)?.count ?? 0;
  return (
    <div className={css.console} data-room>
      <ConsoleHead sale={sale} catalog={catalog} tally={tally} onHelp={() => setHelp(true)} />
      <Queue
        sale={sale}
        expected={catalog.lotsCount}
        absentee={absentee}
        onCorrect={(lot) => lot.leadingBet && setWrong(wrongBet(lot, lot.leadingBet))}
      >
        <Jump field={jumpField} conduct={conduct} />
        <div className={css.panelKey}>
          <Button size="xs" fullWidth rightSection={<Kbd>*</Kbd>} onClick={openJoin}>
            Объединить лоты
          </Button>
        </div>
      </Queue>

      <section className={`${css.pane} ${css.desk}`} aria-label="Текущий лот">
        {current ? (
          <div className={css.onBlock}>
            <CurrentLot
              sale={sale}
              lot={sale.shown ?? current}
              catalog={catalog}
              house={house}
              orders={orders}
            />
            {taken === null && <Aloud lot={sale.detail} isLoading={sale.detail === null && !isDetailFault} />}
          </div>
        ) : sale.lotsFault ? (
          <LotsFault sale={sale} />
        ) : sale.lotsLoading ? (
          <div className={css.onBlock} role="status" aria-label="Загрузка">
            <Skeleton className={css.waits} />
            <Aloud lot={null} isLoading />
          </div>
        ) : (
          <Closing sale={sale} tally={tally} currency={catalog.currency} />
        )}
        <LotBets
          sale={sale}
          currency={catalog.currency}
          onCorrect={(bet) => sale.shown && setWrong(wrongBet(sale.shown, bet))}
        />
        <OutcomeLine outcome={conduct.outcome} />
        <div className={css.acts}>
          <HallBets
            hall={hall}
            currency={catalog.currency}
            holder={holderLine(hall.named, holders, {
              lots: sale.lots,
              next: hall.next,
              currency: catalog.currency,
            })}
            note={conduct.note}
          />
          <Controls conduct={conduct} />
        </div>
      </section>

      <section className={css.pane} aria-label="Участники и чат">
        {isAdmin && current && <Maxima lotId={current.id} rows={absentee} currency={catalog.currency} />}
        <Eyes sale={sale} catalogId={catalog.id} />
        <div className={`${css.block} ${css.bettors}`}>
          <Bettors sale={sale} currency={catalog.currency} />
        </div>
        <Phones called={called} onTake={takeNumber} />
        <div className={css.panelKey}>
          <Button size="xs" fullWidth rightSection={<Kbd>F7</Kbd>} onClick={() => setPaddles(true)}>
            Участники зала
          </Button>
        </div>
        <DeskChat sale={sale} catalogId={catalog.id} />
      </section>

      <Confirmation conduct={conduct} sale={sale} absentee={absentee} />
      {wrong && (
        <CorrectPaddle
          bet={wrong}
          catalogId={catalog.id}
          currency={catalog.currency}
          onDone={(paddle, answer) => {
            applyAnswer(client, answer);
            void client.invalidateQueries({ queryKey: betHistoryKey(wrong.lotId) });
            conduct.setOutcome({ text: `Номер исправлен: участник ${paddle}`, bad: false });
            // The answer may come long after the Enter that asked for it.
            conduct.enterElsewhere.hold();
          }}
          onClose={() => setWrong(null)}
        />
      )}
      {joins && (
        <JoinLots sale={sale} catalogId={catalog.id} conduct={conduct} onClose={() => setJoins(false)} />
      )}
      {paddles && (
        <Paddles
          catalogId={catalog.id}
          currency={catalog.currency}
          holders={holders}
          opened
          onClose={() => setPaddles(false)}
        />
      )}
      <HelpDialog controls={conduct.controls} opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

/** What is shown instead of a lot: before the start, between two lots, and after the last one. */
function Closing({ sale, tally, currency }: { sale: LiveSale; tally: Tally; currency: number }) {
  if (sale.state === CatalogState.Scheduled) return <p className={css.empty}>Торги ещё не начаты.</p>;
  if (sale.state === CatalogState.InProcess) return <p className={css.empty}>Лота на торгах нет.</p>;
  return (
    <div className={css.closing}>
      <p className={css.k}>Все лоты пройдены. Завершите торги или верните предыдущий лот.</p>
      <Brought tally={tally} currency={currency} />
    </div>
  );
}

export default withMantine(ConsolePage);
