import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Loaded } from "@/components/Loaded/Loaded";
import { useSession } from "@/lib/auth/session";
import { absenteeOptions } from "@/trade/api/bets";
import { useRegistration } from "@/trade/api/registration";
import { RegistrationBanner } from "@/trade/components/RegistrationBanner/RegistrationBanner";
import { Standing } from "@/trade/components/Standing/Standing";
import { AbsenteeForm, type AbsenteeFormProps } from "./AbsenteeForm";
import { LotDialog, type LotDialogProps, numberOf } from "./LotDialog";

const TRUSTED_ONLY = "Заочные ставки доступны только доверенным пользователям";

/** Places, changes or withdraws the secret maximum up to which the server bids for its owner. */
export default function AbsenteeDialog(props: LotDialogProps) {
  const [suspicious, setSuspicious] = useState(false);
  const title = suspicious ? "Проверьте сумму" : `Заочная ставка на лот ${numberOf(props.lot)}`;
  return (
    <LotDialog {...props} title={title} bare={suspicious}>
      {(lot) => <AbsenteeBody lot={lot} onClose={props.onClose} onSuspicious={setSuspicious} />}
    </LotDialog>
  );
}

/** The form, or the reason why there is none. */
function AbsenteeBody({ lot, ...form }: Omit<AbsenteeFormProps, "current">) {
  const { onClose } = form;
  const { user } = useSession();
  const { status } = useRegistration(lot.houseId, lot.catalogId);
  const order = useQuery(absenteeOptions(lot.id, user !== null));
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
  return (
    <Loaded query={order} h={120}>
      {(placed) => <AbsenteeForm lot={lot} current={placed?.value ?? null} {...form} />}
    </Loaded>
  );
}
