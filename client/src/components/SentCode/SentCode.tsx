import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { CodeInput } from "@/components/CodeInput/CodeInput";
import { DevOutbox } from "@/components/DevOutbox/DevOutbox";
import { phone } from "@/lib/format";
import css from "./SentCode.module.css";

interface SentCodeProps {
  /** Says where the code is. */
  hint: ReactNode;
  length: number;
  /** The phone or the e-mail that it was sent to. */
  to: string;
  /** Why the last code was refused. */
  error?: string;
  busy: boolean;
  onCode: (code: string) => void;
}

/** The field for a code that was sent. It has the focus, and a refused code is typed again. */
export function SentCode({ hint, length, to, error, busy, onCode }: SentCodeProps) {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (error !== undefined) setCode("");
  }, [error]);
  return (
    <div className={css.code}>
      <p className={css.hint} id={hintId}>
        {hint}
      </p>
      <CodeInput
        ref={field}
        describedBy={hintId}
        length={length}
        value={code}
        error={code ? undefined : error}
        disabled={busy}
        onChange={setCode}
        onComplete={onCode}
      />
      <DevOutbox to={to} />
    </div>
  );
}

/** The code that tells which of several logins that waited for one call is the owner's. */
export function CodeBySms(props: Omit<SentCodeProps, "hint" | "length">) {
  const hint = (
    <>
      Этого звонка ждали и на другом устройстве. Мы отправили на <b className="num">{phone(props.to)}</b> SMS
      с кодом из 8 цифр: введите его здесь. Если SMS приходило в последние 5 минут, подойдёт код из него.
    </>
  );
  return <SentCode {...props} hint={hint} length={8} />;
}
