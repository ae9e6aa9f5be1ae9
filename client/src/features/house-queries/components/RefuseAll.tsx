import { Textarea } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { count } from "@/lib/format";
import { LONGEST } from "../api/queries";
import { QUERIES } from "../model/words";
import css from "./HouseQueriesPage.module.css";

interface RefuseAllProps {
  /** How many requests are refused. */
  queries: number;
  /** The button that asks. */
  label: string;
  onRefuse: (answer: string) => void;
}

/** Refuses many requests with one text, or none. Answers begun to some of them are not sent. */
export function RefuseAll({ queries, label, onRefuse }: RefuseAllProps) {
  const [answer, setAnswer] = useState<string | null>(null);
  const close = () => setAnswer(null);
  const refuse = () => {
    onRefuse(answer ?? "");
    close();
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setAnswer("")}>
        {label}
      </Button>
      <Dialog
        opened={answer !== null}
        onClose={close}
        title={`Отказать: ${count(queries, QUERIES)}`}
        closeOnClickOutside={!answer}
      >
        <Textarea
          label="Ответ"
          description="Его получит каждый, кто спрашивал. Можно отказать и без ответа"
          data-autofocus
          autosize
          minRows={2}
          maxRows={12}
          maxLength={LONGEST}
          value={answer ?? ""}
          onChange={(event) => setAnswer(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) refuse();
          }}
        />
        <div className={css.refusal}>
          <Button variant="bid" onClick={refuse}>
            Отказать
          </Button>
          <Button onClick={close}>Не надо</Button>
        </div>
      </Dialog>
    </>
  );
}
