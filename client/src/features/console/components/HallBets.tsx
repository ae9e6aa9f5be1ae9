import { Button, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { price, thousands } from "@/lib/format";
import type { Hall } from "../model/useHall";
import { AMOUNT_KEYS } from "../model/useKeys";
import { JUST_MOVED } from "../model/words";
import css from "./console.module.css";
import { Kbd } from "./Kbd";

/** The paddle's number and the amounts of a hall bet. */
export function HallBets({ hall, currency }: { hall: Hall; currency: number }) {
  const submit = (event: FormEvent) => event.preventDefault();
  return (
    <form className={css.hall} onSubmit={submit}>
      <div className={css.hallTitle}>
        <b>Ставка зала</b>
        <span className="caption">цифры сразу сюда</span>
      </div>
      <TextInput
        ref={hall.field}
        label="Участник"
        value={hall.paddle}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        onChange={(event) => hall.setPaddle(event.currentTarget.value)}
      />
      {hall.amounts.map((value, index) => (
        <Button
          key={AMOUNT_KEYS[index]?.code}
          variant={index === 0 ? "outline" : "default"}
          className={css.hallBid}
          disabled={hall.off !== null}
          aria-disabled={hall.quiet || undefined}
          data-settling={hall.quiet || hall.settling || undefined}
          data-pending={hall.pending === value || undefined}
          title={hall.off ?? (hall.quiet ? JUST_MOVED : undefined)}
          aria-label={`Ставка зала ${price(value, currency)}`}
          aria-keyshortcuts={AMOUNT_KEYS[index]?.shortcut}
          onPointerDown={hall.onPointerDown}
          onClick={() => hall.bid(index)}
        >
          <span className="row num">
            {index === 0 ? price(value, currency) : thousands(value)}
            <Kbd>{AMOUNT_KEYS[index]?.key ?? ""}</Kbd>
          </span>
        </Button>
      ))}
    </form>
  );
}
