import { useQuery } from "@tanstack/react-query";
import { dayMonthTime, phone } from "@/lib/format";
import { Block } from "../blocks/Block";
import { houseInvitationsOptions } from "./invitations";
import css from "./people.module.css";
import { WithdrawInvitation } from "./WithdrawInvitation";

const ROLES: Record<string, string> = {
  manager: "менеджер",
  newsmaker: "редактор новостей",
  owner: "владелец",
  auctioneer: "аукционист",
};

/** Who has not answered yet. Nothing if everyone has. */
export function Invited({ houseId }: { houseId: number }) {
  const { data } = useQuery(houseInvitationsOptions(houseId));
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
              <WithdrawInvitation houseId={houseId} id={invitation.id} contact={contact} />
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
