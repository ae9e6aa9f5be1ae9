import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { useRegistration } from "@/trade/api/registration";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { Standing } from "@/trade/components/Standing/Standing";
import { lotAction } from "@/trade/rules/deal";
import { isLeader } from "@/trade/rules/position";
import { BetForm, type BetFormProps } from "./BetForm";
import { Ended } from "./Ended";
import { LotDialog, type LotDialogProps, numberOf } from "./LotDialog";
import { LotHead } from "./LotHead";

interface BetDialogProps extends LotDialogProps {
  value?: number;
}

/** The dialog of a bet on one lot. */
export default function BetDialog({ value, ...dialog }: BetDialogProps) {
  const [suspicious, setSuspicious] = useState(false);
  const title = suspicious ? "Проверьте сумму" : `Ставка на лот ${numberOf(dialog.lot)}`;
  return (
    <LotDialog {...dialog} title={title} bare={suspicious}>
      {(lot) => <BetBody lot={lot} value={value} onClose={dialog.onClose} onSuspicious={setSuspicious} />}
    </LotDialog>
  );
}

/** The form, or the reason why there is none: no registration, no time left, or already leading. */
function BetBody(props: BetFormProps) {
  const { lot, onClose } = props;
  const { user } = useSession();
  const { status } = useRegistration(lot.houseId, lot.catalogId);
  const now = useServerNow(500);
  const action = lotAction(lot, { now, user, calculationType: lot.catalog?.calculationType });
  const leading = user !== null && isLeader(lot);
  const pending = usePendingBet(lot.id);

  // A bet on its way keeps its form, which shows the outcome.
  if (pending !== null) {
    return <BetForm {...props} />;
  }
  if (action === "over") return <Ended lot={lot} onClose={onClose} />;
  if (action === "none" || action === "request" || action === "room") {
    return (
      <>
        <LotHead lot={lot} />
        <Standing tone="plain" icon="clock" title="Ставки не принимаются" />
        <Button onClick={onClose}>Закрыть</Button>
      </>
    );
  }
  if (leading) {
    return (
      <>
        <LotHead lot={lot} />
        <Standing
          tone="leading"
          title="Вы лидируете"
          detail="Следующую ставку можно сделать, когда вашу перебьют"
        />
        <Button onClick={onClose}>Закрыть</Button>
      </>
    );
  }
  if (status === "none" || status === "pending" || status === "rejected") {
    return (
      <>
        <LotHead lot={lot} />
        <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />
      </>
    );
  }
  if (status === "staff") {
    return <Standing tone="plain" icon="user" title="Сотрудники площадки и дома не участвуют в торгах" />;
  }
  return <BetForm {...props} />;
}
