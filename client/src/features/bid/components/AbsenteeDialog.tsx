import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "@/components/Dialog/Dialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { Lot, LotShort } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { BetCode } from "@/lib/enums";
import { price } from "@/lib/format";
import { absenteeOptions, usePlaceAbsentee, useWithdrawAbsentee } from "@/trade/api/bets";
import { lotKey } from "@/trade/api/lots";
import { useRegistration } from "@/trade/api/registration";
import { useBetOptions } from "@/trade/bidding/useBetOptions";
import { authorOf } from "@/trade/components/LotCard/LotCard";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { Standing } from "@/trade/components/Standing/Standing";
import { applyAnswer } from "@/trade/live/applyAnswer";
import { useLiveLot } from "@/trade/live/useLiveLot";
import { isInTrade } from "@/trade/rules/trading";
import { amountError, nearestOptions } from "../model/amount";
import { useNotesGate } from "../model/useNotesGate";
import { AmountField } from "./AmountField";
import { BidSum } from "./BidSum";
import css from "./bid.module.css";
import { LotHead } from "./LotHead";
import { NotesGate } from "./NotesGate";

const TRUSTED_ONLY = "Заочные ставки доступны только доверенным пользователям";

interface AbsenteeDialogProps {
  lot: LotShort;
  opened: boolean;
  onClose: () => void;
}

/** Places, changes or withdraws the secret maximum up to which the server bids for its owner. */
export default function AbsenteeDialog({ lot: given, opened, onClose }: AbsenteeDialogProps) {
  const { lot } = useLiveLot(given.id, { enabled: opened });
  const gate = useNotesGate(lot);
  const title = [authorOf(given), given.titleRu || "Без названия"].filter(Boolean).join(". ");
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Заочная ставка на лот ${given.catalogLotId ?? given.id}`}
    >
      <div className={css.stack}>
        <p className={`small muted ${css.subtitle}`}>{title}</p>
        {!lot || gate.checking ? (
          <div className={css.stack} aria-busy="true">
            <span className="sr">Загрузка</span>
            <Skeleton h={42} w="60%" />
            <Skeleton h={90} />
          </div>
        ) : gate.notes !== null ? (
          <NotesGate notes={gate.notes} onRead={gate.confirm} />
        ) : (
          <AbsenteeBody lot={lot} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function AbsenteeBody({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const { user } = useSession();
  const { status } = useRegistration(lot.houseId, lot.catalogId);
  const { data: order, isPending } = useQuery(absenteeOptions(lot.id, user !== null));
  if (status === "none" || status === "pending" || status === "rejected") {
    return <RegistrationBanner houseId={lot.houseId} catalogId={lot.catalogId} />;
  }
  if (!user?.trustedInHouseIds.includes(lot.houseId)) {
    return (
      <>
        <Standing tone="plain" icon="user" title={TRUSTED_ONLY} />
        <Button onClick={onClose}>Закрыть</Button>
      </>
    );
  }
  if (isPending) return <Skeleton h={120} />;
  return <AbsenteeForm lot={lot} current={order?.value ?? null} userId={user.id} onClose={onClose} />;
}

interface FormProps {
  lot: Lot;
  /** My standing maximum. */
  current: number | null;
  userId: number;
  onClose: () => void;
}

function AbsenteeForm({ lot, current, userId, onClose }: FormProps) {
  const client = useQueryClient();
  const place = usePlaceAbsentee();
  const withdraw = useWithdrawAbsentee();
  const options = useBetOptions(lot, { absentee: true });
  const { currency, minBet } = lot.price;
  const leading = lot.leadingBet?.userId === userId;
  const minimum = leading ? (lot.leadingBet?.value ?? minBet) : minBet;
  const [value, setValue] = useState<number | null>(() => current ?? options[0] ?? minBet);
  const [touched, setTouched] = useState(false);
  const [overbet, setOverbet] = useState<string | null>(null);
  const invalid = amountError(value, { minimum, cap: null });
  const busy = place.isPending || withdraw.isPending;
  const failed = place.error ?? withdraw.error;
  const refusal = failed ? faultText(failed) : null;

  const change = (next: number | null) => {
    setTouched(true);
    setValue(next);
    setOverbet(null);
    place.reset();
    withdraw.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    const { catalogId } = lot;
    if (busy || value === null || invalid !== null || catalogId === null) return;
    setOverbet(null);
    place.mutate(
      { catalogId, lotId: lot.id, value },
      {
        onSuccess: (answer) => {
          applyAnswer(client, answer, { lotId: lot.id, myAbsentee: value });
          void client.invalidateQueries({ queryKey: lotKey(lot.id) });
          if (answer.code === BetCode.OverbetByAbsenteeBid) {
            setOverbet(answer.message);
            return;
          }
          tellSuccess("Заочная ставка принята");
          onClose();
        },
      },
    );
  };
  const takeBack = () =>
    withdraw.mutate(lot.id, {
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: lotKey(lot.id) });
        tellSuccess("Заочная ставка отозвана");
        onClose();
      },
    });

  const error = refusal ?? (touched ? invalid : null);
  const confirm =
    current === null
      ? "Оставить заочную ставку"
      : value !== null && value < current
        ? "Уменьшить"
        : "Увеличить";
  // The server refuses to release the leader of an open lot.
  const bound = leading && isInTrade(lot);
  return (
    <form onSubmit={submit} className={css.stack} noValidate>
      <LotHead lot={lot} />
      <p className="small muted">
        Это предел, который видите только вы. Мы перебиваем соперников за вас на шаг, пока цена не выше
        предела.
      </p>
      {current !== null && (
        <Standing
          tone={leading ? "leading" : "plain"}
          title={`Ваш предел ${price(current, currency)}`}
          detail={leading ? "Вы лидируете" : undefined}
        />
      )}
      {overbet !== null && (
        <Standing
          tone="outbid"
          icon="warn"
          title={overbet}
          detail={`Можно поставить от ${price(minBet, currency)}`}
        />
      )}
      <AmountField
        label="Предел заочной ставки"
        value={value}
        onChange={change}
        options={options}
        nearest={error && !refusal ? nearestOptions(value, options) : null}
        currency={currency}
        error={error}
        disabled={busy}
      />
      {invalid === null && value !== null && (
        <BidSum label="Предел" value={value} commission={lot.catalog?.commission ?? 0} currency={currency} />
      )}
      <Button
        type="submit"
        variant="bid"
        fullWidth
        className={css.confirm}
        disabled={!busy && ((touched && invalid !== null) || value === current)}
        data-pending={place.isPending || undefined}
        aria-busy={place.isPending}
      >
        {place.isPending
          ? "ОТПРАВЛЯЕТСЯ"
          : value !== null && invalid === null
            ? `${confirm} ${current === null ? "" : "до "}${price(value, currency)}`
            : confirm}
      </Button>
      {current !== null && (
        <>
          <Button fullWidth onClick={takeBack} disabled={bound || busy}>
            Отозвать заочную ставку
          </Button>
          {bound && <p className="caption">Пока вы лидируете, заочную ставку нельзя отозвать.</p>}
        </>
      )}
    </form>
  );
}
