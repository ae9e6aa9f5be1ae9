import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import type { LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { useServerNow } from "@/lib/clock";
import { useRegistration } from "@/trade/api/registration";
import { usePendingBet } from "@/trade/bidding/pendingBets";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { Standing } from "@/trade/components/Standing/Standing";
import { useLiveLot } from "@/trade/live/useLiveLot";
import { lotAction } from "@/trade/rules/deal";
import { useNotesGate } from "../model/useNotesGate";
import { BetForm, type BetFormProps } from "./BetForm";
import css from "./bid.module.css";
import { LotHead } from "./LotHead";
import { NotesGate } from "./NotesGate";

interface BetDialogProps {
  /** The lot as its page or card had it. The dialog follows it live. */
  lot: LotShort;
  value?: number;
  opened: boolean;
  onClose: () => void;
}

const titleOf = (lot: LotShort) => [authorOf(lot), lot.titleRu || "Без названия"].filter(Boolean).join(". ");

/** The dialog of a bet on one lot. */
export default function BetDialog({ lot: given, value, opened, onClose }: BetDialogProps) {
  const { lot } = useLiveLot(given.id, { enabled: opened });
  const gate = useNotesGate(lot);
  const [suspicious, setSuspicious] = useState(false);
  const title = suspicious ? "Проверьте сумму" : `Ставка на лот ${given.catalogLotId ?? given.id}`;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <div className={css.stack}>
        {!suspicious && <p className={`small muted ${css.subtitle}`}>{titleOf(given)}</p>}
        {!lot || gate.checking ? (
          <Waiting />
        ) : gate.notes !== null ? (
          <NotesGate notes={gate.notes} onRead={gate.confirm} />
        ) : (
          <BetBody lot={lot} value={value} onClose={onClose} onSuspicious={setSuspicious} />
        )}
      </div>
    </Dialog>
  );
}

function Waiting() {
  return (
    <div className={css.stack} aria-busy="true">
      <span className="sr">Загрузка</span>
      <Skeleton h={42} w="60%" />
      <Skeleton h={90} />
      <Skeleton h={56} />
    </div>
  );
}

/** The form, or the reason there is none: no registration, no time left, or already leading. */
function BetBody(props: BetFormProps) {
  const { lot, onClose } = props;
  const { user } = useSession();
  const { status } = useRegistration(lot.houseId, lot.catalogId);
  const now = useServerNow(500);
  const action = lotAction(lot, { now, user, calculationType: lot.catalog?.calculationType });
  const leading = user !== null && lot.leadingBet?.userId === user.id;
  const pending = usePendingBet(lot.id);
  const ended = action === "over" || action === "none" || action === "request" || action === "room";

  // A bet on its way keeps its form, which shows the outcome.
  if (pending !== null) {
    return <BetForm {...props} />;
  }
  if (ended) {
    return (
      <>
        <LotHead lot={lot} />
        <Standing
          tone="plain"
          icon="clock"
          title={action === "over" ? "Торги окончены" : "Ставки не принимаются"}
        />
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
