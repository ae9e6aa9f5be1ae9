import { TextInput, VisuallyHidden } from "@mantine/core";
import type { FormEvent, KeyboardEvent } from "react";
import { Button } from "@/components/Button/Button";
import { currencySign, price, thousands } from "@/lib/format";
import { PADDLE_LENGTH } from "@/staff/api/correctPaddle";
import type { KeysNote } from "../model/controls";
import type { HolderLine } from "../model/paddles";
import type { Hall } from "../model/useHall";
import { AMOUNT_KEYS } from "../model/useKeys";
import { JUST_MOVED, KEYS_NOTE } from "../model/words";
import css from "./HallBets.module.css";
import { Kbd } from "./Kbd";

/** Characters of a paddle that the field shows in full size. */
const FITS = 7;

interface HallBetsProps {
  hall: Hall;
  currency: number;
  /** Whose number is typed, if the house keeps a registry. */
  holder: HolderLine | null;
  /** Why most keys are off. */
  note: KeysNote | null;
}

/** The paddle's number and the amounts of a hall bet. */
export function HallBets({ hall, currency, holder, note }: HallBetsProps) {
  const submit = (event: FormEvent) => event.preventDefault();
  const onOwnKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.repeat) hall.bidOwn();
    else if (event.key === "Escape") hall.clear();
    else return;
    event.preventDefault();
  };
  return (
    <form className={css.hall} onSubmit={submit}>
      <TextInput
        ref={hall.field}
        className={css.paddle}
        label="Участник зала"
        value={hall.paddle}
        title={hall.paddle}
        data-long={hall.paddle.length > FITS || undefined}
        inputMode="numeric"
        autoComplete="off"
        maxLength={PADDLE_LENGTH}
        onChange={(event) => hall.setPaddle(event.currentTarget.value)}
      />
      <output className={css.holder} data-bad={holder?.bad || undefined}>
        {holder ? (
          <>
            <b>{holder.name}</b>
            <small className="num">{holder.note}</small>
          </>
        ) : (
          <small className="only-wide">цифры сразу сюда</small>
        )}
      </output>
      {/* Without a lot the keys keep their places, and the field after them keeps its own. */}
      {AMOUNT_KEYS.map(({ key, shortcut, code }, index) => {
        const value = hall.amounts[index];
        return (
          <Button
            key={code}
            variant={index === 0 ? "outline" : "default"}
            className={css.hallBid}
            // Stays focusable, so that the reason why it is off can be read.
            aria-disabled={hall.off !== null || hall.quiet || undefined}
            data-settling={hall.quiet || hall.settling || undefined}
            data-pending={(value !== undefined && hall.pending === value) || undefined}
            title={hall.off ?? (hall.quiet ? JUST_MOVED : undefined)}
            aria-describedby={hall.off !== null && note?.covers.includes(hall.off) ? KEYS_NOTE : undefined}
            aria-keyshortcuts={shortcut}
            onPointerDown={hall.onPointerDown}
            onClick={() => hall.bid(index)}
          >
            <span className="row num">
              <span>
                <VisuallyHidden>Ставка зала </VisuallyHidden>
                {value === undefined ? "—" : index === 0 ? price(value, currency) : thousands(value)}
              </span>
              <Kbd>{key}</Kbd>
            </span>
          </Button>
        );
      })}
      <TextInput
        ref={hall.ownField}
        className={css.own}
        label="Своя сумма"
        placeholder={currencySign(currency)}
        value={hall.own === "" ? "" : thousands(Number(hall.own))}
        inputMode="numeric"
        autoComplete="off"
        maxLength={17}
        rightSection={<Kbd>+</Kbd>}
        rightSectionPointerEvents="none"
        onKeyDown={onOwnKey}
        onChange={(event) => hall.setOwn(event.currentTarget.value)}
      />
    </form>
  );
}
