import { useRef, useState } from "react";

/** The consent to the processing of personal data, which no code is sent without. It holds for all ways of the dialog. */
export function useConsent() {
  const [given, setGiven] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  return {
    given,
    error,
    field,
    give: (isGiven: boolean) => {
      setGiven(isGiven);
      setError(undefined);
    },
    /** Whether it is given; says so at the field if not, and goes there unless a field before it is wrong too. */
    check: ({ goes = true } = {}): boolean => {
      if (given) return true;
      setError("Без согласия войти нельзя");
      if (goes) field.current?.focus();
      return false;
    },
  };
}

export type Consent = ReturnType<typeof useConsent>;
