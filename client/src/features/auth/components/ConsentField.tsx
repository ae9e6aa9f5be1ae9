import { Checkbox } from "@mantine/core";
import type { Consent } from "../model/useConsent";
import css from "./LoginModal.module.css";

/**
 * Consent to processing personal data, given before a phone number or e-mail reaches a delivery provider. Everyone gives
 * it: only the right code shows whether the contact is new.
 */
export function ConsentField({ consent }: { consent: Consent }) {
  return (
    <Checkbox
      ref={consent.field}
      classNames={{ body: css.consent }}
      label={
        <span>
          Даю согласие на обработку персональных данных на условиях{" "}
          <a className="link" href="/docs/datapolicy.pdf" target="_blank" rel="noreferrer">
            политики обработки данных
          </a>
        </span>
      }
      checked={consent.given}
      error={consent.error}
      onChange={(event) => consent.give(event.currentTarget.checked)}
    />
  );
}
