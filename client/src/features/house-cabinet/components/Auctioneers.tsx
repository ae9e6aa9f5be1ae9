import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import { faultText } from "@/lib/api/errors";
import type { Auctioneer, Catalog } from "@/lib/api/types";
import { dayMonthTime, phone } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { auctioneersInvited, houseInvitationsOptions } from "@/staff/people/invitations";
import { WithdrawInvitation } from "@/staff/people/WithdrawInvitation";
import { isFinished } from "@/trade/rules/trading";
import { useAuctioneer } from "../api/catalogs";
import css from "./catalogs.module.css";
import { DismissAuctioneer } from "./DismissAuctioneer";

/** Who conducts the sale. People are named by e-mail or phone, since a house does not see other people's accounts. */
export function Auctioneers({ catalog }: { catalog: Catalog }) {
  const [name, setName] = useState("");
  const [leaving, setLeaving] = useState<Auctioneer | null>(null);
  const invite = useAuctioneer(catalog.houseId);
  const { data: invitations = [] } = useQuery(houseInvitationsOptions(catalog.houseId));
  const named = catalog.auctioneers ?? [];
  if (isFinished(catalog.state)) {
    return (
      named.length > 0 && (
        <Block title="Аукционист">
          <ul className={css.named}>
            {named.map(({ userId, displayName }) => (
              <li key={userId}>
                <Icon name="gavel" size="s" />
                {displayName}
              </li>
            ))}
          </ul>
        </Block>
      )
    );
  }
  return (
    <Block title="Аукционист">
      <ul className={css.named}>
        {named.map((person) => (
          <li key={person.userId}>
            <Icon name="gavel" size="s" />
            {person.displayName}
            <Button size="xs" aria-label={`Снять: ${person.displayName}`} onClick={() => setLeaving(person)}>
              Снять
            </Button>
          </li>
        ))}
        {auctioneersInvited(invitations, catalog.id).map(({ id, email, number, expires }) => {
          const contact = email ?? phone(number ?? "");
          return (
            <li key={id}>
              <Icon name="mail" size="s" />
              <span>
                {contact}
                <small>Приглашение не принято, ответ до {dayMonthTime(expires)}</small>
              </span>
              <WithdrawInvitation houseId={catalog.houseId} id={id} contact={contact} />
            </li>
          );
        })}
      </ul>
      <form
        className={css.naming}
        data-jump="auctioneer"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === "" || invite.isPending) return;
          invite.mutate(
            { catalogId: catalog.id, name, add: true },
            {
              onSuccess: () => {
                setName("");
                tellSuccess("Приглашение отправлено", { life: 3000 });
              },
            },
          );
        }}
      >
        <TextInput
          aria-label="E-mail или телефон аукциониста"
          placeholder="E-mail или телефон"
          value={name}
          error={invite.error ? faultText(invite.error) : undefined}
          onChange={(event) => {
            setName(event.currentTarget.value);
            invite.reset();
          }}
        />
        <Button type="submit" size="xs" disabled={name.trim() === ""}>
          Пригласить
        </Button>
      </form>
      {leaving && <DismissAuctioneer catalog={catalog} person={leaving} onClose={() => setLeaving(null)} />}
    </Block>
  );
}
