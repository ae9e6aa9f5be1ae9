import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Chat } from "@/components/Chat/Chat";
import type { Catalog, House, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { CatalogState } from "@/lib/enums";
import { count } from "@/lib/format";
import { chatConnection } from "@/trade/live/chatConnection";
import { useLiveSale } from "@/trade/live/useLiveSale";
import { absenteeCountsOptions } from "../api/auctioneer";
import { titleOf } from "../model/desk";
import { useConduct } from "../model/useConduct";
import { useHall } from "../model/useHall";
import { useKeys } from "../model/useKeys";
import { Aloud } from "./Aloud";
import { Bettors } from "./Bettors";
import { Confirmation } from "./Confirmation";
import { ConsoleHead } from "./ConsoleHead";
import { Controls } from "./Controls";
import { CorrectPaddle, type WrongBet } from "./CorrectPaddle";
import { CurrentLot } from "./CurrentLot";
import css from "./console.module.css";
import { HallBets } from "./HallBets";
import { HelpDialog } from "./HelpDialog";
import { LotBets } from "./LotBets";
import { Maxima } from "./Maxima";
import { Queue } from "./Queue";

const MEMBERS = ["участник", "участника", "участников"] as const;

interface ConsoleProps {
  catalog: Catalog;
  house: House | null;
}

/** The auctioneer's desk: one screen, driven entirely by keyboard. */
export function ConsolePage({ catalog, house }: ConsoleProps) {
  const { isAdmin } = useSession();
  const sale = useLiveSale(catalog);
  const { data: absentee = [] } = useQuery(absenteeCountsOptions(catalog.id));
  const [help, setHelp] = useState(false);
  const conduct = useConduct(sale, catalog);
  const { controls, press, asked } = conduct;
  const hall = useHall({ sale, catalog, house, conduct });
  const jumpField = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<WrongBet | null>(null);
  useKeys({
    controls,
    press,
    refuse: conduct.refuse,
    hall,
    onHelp: () => setHelp(true),
    onJump: () => jumpField.current?.focus(),
    blocked: asked !== null || help || wrong !== null,
  });

  const { current } = sale;
  const orders = absentee.find(({ lotId }) => lotId === current?.id)?.count ?? 0;
  const { members } = sale.room;
  const offline = sale.connection.state === "offline";
  return (
    <div className={css.console} data-room>
      <ConsoleHead sale={sale} catalog={catalog} outcome={conduct.outcome} onHelp={() => setHelp(true)} />
      <Queue
        sale={sale}
        absentee={absentee}
        conduct={conduct}
        jumpField={jumpField}
        onCorrect={(lot) => lot.leadingBet && setWrong(wrongBet(lot, lot.leadingBet))}
      />

      <section className={`${css.pane} ${css.desk}`} aria-label="Текущий лот">
        {current ? (
          <div>
            <CurrentLot sale={sale} lot={current} catalog={catalog} house={house} orders={orders} />
            <Aloud lot={sale.detail} />
          </div>
        ) : (
          <p className={css.empty}>{WITHOUT_LOT[sale.state] ?? "Торги завершены."}</p>
        )}
        <LotBets
          sale={sale}
          currency={catalog.currency}
          onCorrect={(bet) => current && setWrong(wrongBet(current, bet))}
        />
        <HallBets hall={hall} currency={catalog.currency} />
        <Controls conduct={conduct} />
      </section>

      <section className={css.pane} aria-label="Участники и чат">
        {isAdmin && current && <Maxima lotId={current.id} rows={absentee} currency={catalog.currency} />}
        <h2 className={css.paneHead}>
          Участники в сети
          <span className="num">{members === null ? "" : count(members, MEMBERS)}</span>
        </h2>
        <div className={css.block}>
          <Bettors sale={sale} currency={catalog.currency} />
        </div>
        <div className={css.chat}>
          <Chat
            messages={sale.chat.messages}
            caption={offline ? "нет связи" : ""}
            writable={offline ? { allowed: false, why: "Нет связи" } : { allowed: true }}
            onSend={(text) => chatConnection.send(catalog.id, text)}
          />
        </div>
      </section>

      <Confirmation conduct={conduct} />
      {wrong && (
        <CorrectPaddle
          bet={wrong}
          catalogId={catalog.id}
          currency={catalog.currency}
          conduct={conduct}
          onClose={() => setWrong(null)}
        />
      )}
      <HelpDialog controls={controls} opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

const wrongBet = (lot: LotShort, bet: { id: number; value: number; paddle: string | null }): WrongBet => ({
  id: bet.id,
  lotId: lot.id,
  lot: titleOf(lot),
  value: bet.value,
  paddle: bet.paddle,
});

const WITHOUT_LOT: Record<number, string> = {
  [CatalogState.WaitForEnd]: "Все лоты пройдены. Завершите аукцион или верните предыдущий лот.",
  [CatalogState.Scheduled]: "Торги ещё не начаты.",
};
