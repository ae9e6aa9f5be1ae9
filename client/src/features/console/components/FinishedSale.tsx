import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Icon } from "@/components/Icon/Icon";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { tellSuccess } from "@/components/Toast/toasts";
import type { Catalog } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { CorrectPaddle, type WrongBet } from "@/staff/actions/CorrectPaddle";
import { protocol } from "@/staff/results/results";
import { download } from "@/staff/table/csv";
import { CatalogState } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { mayDecideOrders } from "@/trade/rules/staff";
import { tallyOf } from "@/trade/rules/tally";
import { wrongBet } from "../model/desk";
import { Brought } from "./Brought";
import { ConsoleHead } from "./ConsoleHead";
import css from "./console.module.css";
import { DeskChat } from "./DeskChat";
import { Queue } from "./Queue";

interface FinishedSaleProps {
  sale: LiveSale;
  catalog: Catalog;
}

/** In place of the desk once the sale is over: what it has brought, its lots, and where it goes on. */
export function FinishedSale({ sale, catalog }: FinishedSaleProps) {
  const client = useQueryClient();
  const tally = tallyOf(sale.lots, useServerNow(60_000));
  const [wrong, setWrong] = useState<WrongBet | null>(null);
  const isHeld = sale.state === CatalogState.Completed;
  return (
    <div className={css.console} data-room data-finished>
      <ConsoleHead sale={sale} catalog={catalog} />
      <Queue
        sale={sale}
        expected={catalog.lotsCount}
        absentee={[]}
        onCorrect={(lot) => lot.leadingBet && setWrong(wrongBet(lot, lot.leadingBet))}
      />
      <section className={`${css.pane} ${css.desk}`} aria-label="Итоги">
        {sale.lotsFault ? (
          <Fault error={sale.lotsFault} retry={sale.rereadLots} />
        ) : sale.lotsLoading ? (
          <Skeleton className={css.waits} role="status" aria-label="Загрузка" />
        ) : (
          <div className={css.closing}>
            <h2 className="h3">{isHeld ? "Торги завершены" : "Торги отменены"}</h2>
            {isHeld && <Brought tally={tally} currency={catalog.currency} />}
            {isHeld && catalog.rehearsalOf === null && <AfterSale catalog={catalog} />}
          </div>
        )}
      </section>
      <section className={css.pane} aria-label="Чат с участниками">
        <DeskChat sale={sale} catalogId={catalog.id} isOver />
      </section>
      {wrong && (
        <CorrectPaddle
          bet={wrong}
          catalogId={catalog.id}
          currency={catalog.currency}
          asksReason
          onDone={(paddle, answer) => {
            applyAnswer(client, answer);
            tellSuccess(`Номер исправлен: участник ${paddle}`, { life: 3000 });
          }}
          onClose={() => setWrong(null)}
        />
      )}
    </div>
  );
}

/** The results, for those who may enter the house's cabinet, and the protocol, for all who conducted the sale. */
function AfterSale({ catalog: { id, title, houseId } }: { catalog: Catalog }) {
  const { user } = useSession();
  const save = useMutation({
    mutationFn: () => protocol(id),
    onSuccess: (file) => download(`Протокол. ${title}.pdf`, file, file.type),
  });
  return (
    <div className={css.answers}>
      {user && mayDecideOrders(user, houseId) && (
        <Button
          component={Link}
          to={`/house-account/${houseId}/results?catalog=${id}`}
          leftSection={<Icon name="chart" />}
        >
          Результаты
        </Button>
      )}
      <Button
        leftSection={<Icon name="doc" />}
        disabled={save.isPending}
        data-pending={save.isPending || undefined}
        onClick={() => save.mutate()}
      >
        Протокол, PDF
      </Button>
    </div>
  );
}
