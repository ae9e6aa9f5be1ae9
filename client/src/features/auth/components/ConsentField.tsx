import { Checkbox } from "@mantine/core";
import type { Consent } from "../model/useConsent";

/**
 * The consent to the processing of personal data, before a phone or an e-mail goes to whoever delivers the code. It is
 * asked of everyone: only the right code shows whether the contact is new.
 */
export function ConsentField({ consent }: { consent: Consent }) {
  return (
    <Checkbox
      ref={consent.field}
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
