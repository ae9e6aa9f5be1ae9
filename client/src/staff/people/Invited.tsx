import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { tellSuccess } from "@/components/Toast/toasts";
import { dayMonthTime, phone } from "@/lib/format";
import { Block } from "../blocks/Block";
import { houseInvitationsOptions, useWithdrawInvitation } from "./invitations";
import css from "./people.module.css";

const ROLES: Record<string, string> = {
  manager: "менеджер",
  newsmaker: "редактор новостей",
  owner: "владелец",
  auctioneer: "аукционист",
};

/** Who has not answered yet. Nothing if everyone has. */
export function Invited({ houseId }: { houseId: number }) {
  const { data } = useQuery(houseInvitationsOptions(houseId));
  const withdraw = useWithdrawInvitation(houseId);
  if (!data?.length) return null;
  return (
    <Block title="Приглашены">
      <ul className={css.people}>
        {data.map((invitation) => {
          const contact = invitation.email ?? phone(invitation.number ?? "");
          return (
            <li key={invitation.id}>
              <div>
                <b>{contact}</b>
                <small>
                  {ROLES[invitation.role]} · ответ до {dayMonthTime(invitation.expires)}
                </small>
              </div>
              <Button
                size="xs"
                variant="quiet"
                aria-label={`Отозвать приглашение: ${contact}`}
                disabled={withdraw.isPending}
                onClick={() =>
                  withdraw.mutate(invitation.id, {
                    onSuccess: () => tellSuccess("Приглашение отозвано", { life: 3000 }),
                  })
                }
              >
                Отозвать
              </Button>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
