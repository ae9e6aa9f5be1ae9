import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Select } from "@/components/Select/Select";
import { price } from "@/lib/format";
import { useBetOptions } from "@/trade/bidding/useBetOptions";
import { useCap } from "@/trade/bidding/useCap";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { UntrustedNote } from "@/trade/components/UntrustedNote/UntrustedNote";
import { isBeyondCap } from "@/trade/rules/cap";
import { allInText } from "@/trade/rules/commission";
import { type AbsenteeAction, lotActionLabel } from "@/trade/rules/deal";
import type { DealProps } from "../model/dealProps";
import { useOpenBet } from "../model/useOpenDialogs";
import { AbsenteeButton } from "./AbsenteeButton";
import css from "./lot.module.css";

type BidControlsProps = DealProps & { bet: boolean; absentee: AbsenteeAction | null };

/** The amount of a bet with its button, and the button of an absentee bet. */
export function BidControls(props: BidControlsProps) {
  const { lot, bet, absentee, isVisitor, untrusted, pending, connection, stand } = props;
  const { currency, minBet } = lot.price;
  const cap = useCap(lot);
  const offered = useBetOptions(lot, { enabled: bet });
  const options = cap ? offered.filter((option) => option <= cap.value) : offered;
  const isPassed = isBeyondCap(lot, cap);
  const [chosen, setChosen] = useState<number | null>(null);
  // Falls back to the minimum once the price has passed the chosen amount.
  const value = chosen !== null && options.includes(chosen) ? chosen : minBet;
  const allIn = allInText(value, lot.commission, currency);
  const openBet = useOpenBet(lot);
  const offline = connection.state === "offline";

  return (
    <>
      {bet && cap && !isVisitor && (
        <UntrustedNote houseId={lot.houseId} cap={cap.value} currency={currency} minBet={minBet} />
      )}
      {bet && !isPassed && (
        <div>
          <div className={css.bid}>
            <Select
              label="Ваша ставка"
              data={options.map((option) => ({ value: String(option), label: price(option, currency) }))}
              value={String(value)}
              onChange={(next) => setChosen(next === null ? null : Number(next))}
              disabled={offline || pending !== null}
              maxDropdownHeight={320}
            />
            <Button
              variant="bid"
              data-caps
              data-act="lot"
              disabled={offline || cap === undefined}
              data-pending={pending !== null || undefined}
              aria-busy={pending !== null}
              onClick={() => pending === null && openBet(value)}
            >
              {pending !== null ? "ОТПРАВЛЯЕТСЯ" : lotActionLabel.bet}
            </Button>
          </div>
          <p className={`num ${css.hint} ${css.underBid}`}>
            {value === minBet ? "Минимальная ставка" : `Минимальная ставка ${price(minBet, currency)}`}
            {allIn && `, ${value === minBet ? "" : "выбранная "}${allIn}`}
          </p>
        </div>
      )}
      <AbsenteeButton lot={lot} connection={connection} action={absentee} isBesideStand />
      {isVisitor && bet && <p className={css.hint}>После входа вернёмся к этой ставке.</p>}
      {untrusted && stand !== "leading" && (
        <p className={css.hint}>Заочные ставки доступны только доверенным пользователям</p>
      )}
      {!isVisitor && <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />}
    </>
  );
}
