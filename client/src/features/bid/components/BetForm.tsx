import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import type { Lot } from "@/lib/api/types";
import { price } from "@/lib/format";
import { useBetOptions } from "@/trade/bidding/useBetOptions";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { Standing } from "@/trade/components/Standing/Standing";
import { UntrustedNote } from "@/trade/components/UntrustedNote/UntrustedNote";
import { nearestOptions } from "../model/amount";
import { useBetForm } from "../model/useBetForm";
import { AmountField } from "./AmountField";
import { BidSum } from "./BidSum";
import css from "./bid.module.css";
import { CapPassed } from "./CapPassed";
import { DoubleCheck } from "./DoubleCheck";
import { LotHead } from "./LotHead";
import { Overbet } from "./Overbet";

export interface BetFormProps {
  lot: Lot;
  /** The amount chosen before the dialog opened. */
  value?: number;
  onClose: () => void;
  /** Asks about an amount far above the minimum, which changes the dialog's title. */
  onSuspicious: (suspicious: boolean) => void;
}

/** The amount, its cost with the commission, and the confirmation. */
export function BetForm({ lot, value: chosen, onClose, onSuspicious }: BetFormProps) {
  const options = useBetOptions(lot);
  const form = useBetForm({ lot, chosen, onClose });
  const { value, invalid, shownError, refused, overbet, moved, sending } = form;
  const minimum = lot.price.minBet;
  const { currency } = lot.price;
  const { commission } = lot;

  if (form.asking && value !== null) {
    return (
      <DoubleCheck
        lot={lot}
        value={value}
        minimum={minimum}
        onBack={form.takeBackQuestion}
        onConfirm={() => void form.submit(value)}
        onShown={onSuspicious}
      />
    );
  }

  if (form.cap && form.capPassed) {
    return (
      <>
        <LotHead lot={lot} />
        {overbet && <Standing tone="outbid" icon="warn" title={overbet.text} />}
        <CapPassed lot={lot} cap={form.cap.value} />
      </>
    );
  }

  return (
    <form onSubmit={form.confirm} className={css.stack} noValidate>
      <LotHead lot={lot} />
      {overbet && <Overbet text={overbet.text} minimum={minimum} currency={currency} />}
      {moved && !sending && (
        <Standing
          tone="plain"
          icon="warn"
          title="Сумма только что изменилась"
          detail="Проверьте её и подтвердите ещё раз"
        />
      )}
      {form.cap && (
        <UntrustedNote houseId={lot.houseId} cap={form.cap.value} currency={currency} minBet={minimum} />
      )}
      <AmountField
        label="Ваша ставка"
        value={value}
        onChange={form.change}
        options={options}
        nearest={shownError ? nearestOptions(value, options) : null}
        currency={currency}
        error={shownError}
        disabled={sending}
        isReturn={form.isReturn}
      />
      {form.unregistered && <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />}
      {invalid === null && value !== null && (
        <BidSum label="Ставка" value={value} commission={commission} currency={currency} />
      )}
      <Button
        type="submit"
        variant="bid"
        fullWidth
        className={css.confirm}
        disabled={!sending && (form.cap === undefined || (shownError !== null && refused === null))}
        data-pending={sending || undefined}
        data-settling={form.settling || undefined}
        aria-busy={sending}
        onPointerDown={form.onPointerDown}
      >
        {sending
          ? "ОТПРАВЛЯЕТСЯ"
          : value !== null && invalid === null
            ? `Подтвердить ставку ${price(value, currency)}`
            : "Подтвердить ставку"}
      </Button>
      <p className="caption">
        Принятую ставку отменить нельзя. При равных ставках лидирует принятая раньше.{" "}
        <Link className="link" to="/faq">
          Правила торгов
        </Link>
      </p>
    </form>
  );
}
