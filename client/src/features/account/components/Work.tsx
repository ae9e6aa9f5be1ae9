import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/Button/Button";
import { tellSuccess } from "@/components/Toast/toasts";
import type { StaffInvitation, StaffPost } from "@/lib/api/types";
import { dayMonthTime, quoted } from "@/lib/format";
import { catchFocus } from "@/lib/lostFocus";
import {
  invitationsOptions,
  postsOptions,
  useAcceptInvitation,
  useDeclineInvitation,
  useSetShown,
} from "../api/invitations";
import css from "./account.module.css";

const POSITIONS: Record<string, string> = {
  manager: "менеджером",
  owner: "владельцем",
  newsmaker: "редактором новостей",
  auctioneer: "аукционистом",
};

/** The invitations that wait for an answer, and the houses that the user works for. Nothing if there are none. */
export function Work() {
  const { data: invitations } = useQuery(invitationsOptions());
  const { data: posts } = useQuery(postsOptions());
  const heading = useRef<HTMLHeadingElement>(null);
  const answered = useRef(false);
  // The invitation that had the focus may be gone, and with the last one all that stands here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the invitations
  useLayoutEffect(() => {
    if (answered.current) catchFocus(heading.current ?? document.getElementById("main"));
  }, [invitations, posts]);
  const noteAnswer = () => {
    answered.current = true;
  };
  if (!invitations?.length && !posts?.length) return null;
  return (
    <section className={`section ${css.group}`} aria-labelledby="work">
      <div className={css.groupHead}>
        <h2 ref={heading} tabIndex={-1} className="h3" id="work">
          Работа в аукционных домах
        </h2>
      </div>
      {invitations?.map((invitation) => (
        <Invitation key={invitation.id} invitation={invitation} onAnswer={noteAnswer} />
      ))}
      <ul className={css.list}>
        {posts?.map((post) => (
          <Post key={post.houseId} post={post} />
        ))}
      </ul>
    </section>
  );
}

function Invitation({ invitation, onAnswer }: { invitation: StaffInvitation; onAnswer: () => void }) {
  const accept = useAcceptInvitation();
  const decline = useDeclineInvitation();
  const [isShown, setShown] = useState(false);
  const [isContactShown, setContactShown] = useState(false);
  const isBusy = accept.isPending || decline.isPending;
  const catalog = invitation.catalogName ? ` на торгах ${quoted(invitation.catalogName)}` : "";
  return (
    <article className={css.invitation} aria-label={`Приглашение от ${quoted(invitation.houseName)}`}>
      <p>
        {quoted(invitation.houseName)} приглашает вас стать {POSITIONS[invitation.role] ?? "сотрудником"}
        {catalog}. Ответить можно до {dayMonthTime(invitation.expires)}.
      </p>
      <p className="caption">
        Сотрудники не делают ставок на торгах своего дома: ваши заочные ставки там будут сняты.
      </p>
      {invitation.role !== "auctioneer" && (
        <Consent
          isShown={isShown}
          isContactShown={isContactShown}
          busy={isBusy}
          onChange={(shown, contactShown) => {
            setShown(shown);
            setContactShown(contactShown);
          }}
        />
      )}
      <p className={css.acts}>
        <Button
          variant="bid"
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (isBusy) return;
            onAnswer();
            accept.mutate(
              { id: invitation.id, isShown, isContactShown },
              { onSuccess: () => tellSuccess("Приглашение принято", { life: 3000 }) },
            );
          }}
        >
          Принять
        </Button>
        <Button
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (isBusy) return;
            onAnswer();
            decline.mutate(invitation.id, {
              onSuccess: () => tellSuccess("Приглашение отклонено", { life: 3000 }),
            });
          }}
        >
          Отклонить
        </Button>
      </p>
    </article>
  );
}

function Post({ post }: { post: StaffPost }) {
  const set = useSetShown();
  const positions = [
    post.isOwner && "владелец",
    post.isManager && "менеджер",
    post.isNewsmaker && "редактор новостей",
  ].filter(Boolean);
  return (
    <li>
      <div>
        <p className={css.agent}>{post.houseName}</p>
        <p className="caption">{positions.join(", ")}</p>
      </div>
      <Consent
        isShown={post.isShown}
        isContactShown={post.isContactShown}
        busy={set.isPending}
        onChange={(isShown, isContactShown) => set.mutate({ houseId: post.houseId, isShown, isContactShown })}
      />
    </li>
  );
}

interface ConsentProps {
  isShown: boolean;
  isContactShown: boolean;
  /** While a choice is being stored, no other is made. */
  busy: boolean;
  onChange: (isShown: boolean, isContactShown: boolean) => void;
}

function Consent({ isShown, isContactShown, busy, onChange }: ConsentProps) {
  return (
    <div className={css.consent}>
      <Checkbox
        label="Показывать посетителям моё имя и должность"
        checked={isShown}
        aria-disabled={busy || undefined}
        onChange={(event) => !busy && onChange(event.currentTarget.checked, false)}
      />
      <Checkbox
        label="И контакт, по которому меня пригласили"
        checked={isContactShown}
        disabled={!isShown}
        aria-disabled={busy || undefined}
        onChange={(event) => !busy && onChange(isShown, event.currentTarget.checked)}
      />
    </div>
  );
}
