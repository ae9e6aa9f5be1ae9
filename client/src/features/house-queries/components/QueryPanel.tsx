import { Textarea } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Kbd } from "@/components/Kbd/Kbd";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import type { PriceQuery } from "@/lib/api/types";
import { dayMonthTime, phone, phoneUrl } from "@/lib/format";
import { PriceQueryStatus } from "@/trade/enums";
import { lotUrl } from "@/trade/urls";
import { answerQuery, LONGEST } from "../api/queries";
import css from "./HouseQueriesPage.module.css";
import { QueryState } from "./QueryState";
import { Templates } from "./Templates";

interface QueryPanelProps {
  query: PriceQuery;
  /** The answer as it is written so far. */
  answer: string;
  onAnswer: (answer: string) => void;
  onAnswered: () => Promise<unknown>;
  onRefuse: () => void;
}

/** One request for a price: who asks what, and the answer. */
export function QueryPanel({ query, answer, onAnswer, onAnswered, onRefuse }: QueryPanelProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [sending, setSending] = useState(false);

  const send = async () => {
    if (sending) return;
    if (answer.trim() === "") {
      setFault("Напишите ответ");
      return;
    }
    setSending(true);
    try {
      await answerQuery(query.id, PriceQueryStatus.Processed, answer.trim());
      tellSuccess("Ответ отправлен", { life: 3000 });
      await onAnswered();
    } catch (error) {
      tellFault(error);
    } finally {
      setSending(false);
    }
  };

  return (
    <div className={css.query}>
      <div className={css.head}>
        <div>
          <Link className="link" to={lotUrl({ id: query.targetId, titleRu: query.lotTitleRu })}>
            {query.lotTitleRu}
          </Link>
          <p className="caption">
            {query.displayName}, {dayMonthTime(query.created)}
          </p>
        </div>
        <QueryState status={query.status} />
      </div>
      <p className={css.message}>{query.message}</p>
      <p className={css.contacts}>
        {query.number && <a href={phoneUrl(query.number)}>{phone(query.number)}</a>}
        {query.email && <a href={`mailto:${query.email}`}>{query.email}</a>}
      </p>
      {query.status === PriceQueryStatus.Created ? (
        <div className={css.answer}>
          <Textarea
            label="Ответ"
            autoFocus
            data-autofocus
            aria-label={`Ответ на запрос: ${query.displayName}, ${query.lotTitleRu}`}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={LONGEST}
            value={answer}
            error={fault}
            onChange={(event) => {
              onAnswer(event.currentTarget.value);
              setFault(null);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void send();
              }
            }}
          />
          <div className={css.acts}>
            <div className={css.templates}>
              <Templates answer={answer} onChoose={onAnswer} />
            </div>
            <Button
              size="xs"
              variant="bid"
              data-pending={sending || undefined}
              rightSection={<Kbd>Ctrl Enter</Kbd>}
              onClick={() => void send()}
            >
              Ответить
            </Button>
            <Button size="xs" variant="quiet" onClick={onRefuse}>
              Отказать
            </Button>
          </div>
        </div>
      ) : (
        query.answer && (
          <div className={css.said}>
            <p className="caption">Ответ дома{query.answered ? `, ${dayMonthTime(query.answered)}` : ""}</p>
            <p className={css.message}>{query.answer}</p>
          </div>
        )
      )}
    </div>
  );
}
