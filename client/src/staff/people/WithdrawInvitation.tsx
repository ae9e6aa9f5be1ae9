import { Button } from "@/components/Button/Button";
import { tellSuccess } from "@/components/Toast/toasts";
import { useWithdrawInvitation } from "./invitations";

interface WithdrawInvitationProps {
  houseId: number;
  id: number;
  /** Where the invitation was sent. */
  contact: string;
}

/** Withdraws an invitation that has no answer yet. */
export function WithdrawInvitation({ houseId, id, contact }: WithdrawInvitationProps) {
  const withdraw = useWithdrawInvitation(houseId);
  return (
    <Button
      size="xs"
      aria-label={`Отозвать приглашение: ${contact}`}
      disabled={withdraw.isPending}
      onClick={() =>
        withdraw.mutate(id, {
          onSuccess: () => tellSuccess("Приглашение отозвано", { life: 3000 }),
        })
      }
    >
      Отозвать
    </Button>
  );
}
