import { TextInput } from "@mantine/core";
import { type FormEvent, type RefObject, useState } from "react";
import type { Conduct } from "../model/useConduct";
import { Kbd } from "./Kbd";
import css from "./Queue.module.css";

interface JumpProps {
  field: RefObject<HTMLInputElement | null>;
  conduct: Conduct;
}

/** Opens a lot by its number. */
export function Jump({ field, conduct }: JumpProps) {
  const [number, setNumber] = useState("");
  const leave = () => {
    setNumber("");
    field.current?.blur();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number === "") return conduct.refuse("Введите номер лота");
    // After a refusal the number is typed again. In the paddle's field Enter would be the hammer.
    if (conduct.jump(Number(number))) leave();
    else field.current?.select();
  };
  return (
    <form className={css.jump} onSubmit={submit}>
      <TextInput
        ref={field}
        label="К лоту"
        placeholder="№"
        value={number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        rightSection={<Kbd>F3</Kbd>}
        rightSectionPointerEvents="none"
        rightSectionWidth={44}
        onKeyDown={(event) => event.key === "Escape" && leave()}
        onChange={(event) => setNumber(event.currentTarget.value.replace(/\D/g, ""))}
      />
    </form>
  );
}
