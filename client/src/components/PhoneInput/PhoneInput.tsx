import { TextInput, type TextInputProps } from "@mantine/core";
import { IMaskInput } from "react-imask";

export const PHONE_DIGITS = 11;

/**
 * Input that arrives at once (paste, autofill) or as the first key: a national number may start with its own 8 or 7.
 * «89161234567», «+7 916 123-45-67» and «9161234567» all become the ten digits after +7.
 */
export function withoutCountryCode(appended: string, isEmpty: boolean): string {
  const digits = appended.replace(/\D/g, "");
  if (digits.length === PHONE_DIGITS && /^[78]/.test(digits)) return digits.slice(1);
  if (isEmpty && (digits === "7" || digits === "8")) return "";
  return digits;
}

interface PhoneInputProps extends Omit<TextInputProps, "value" | "onChange" | "type"> {
  /** Digits with the country code, such as 79161234567; empty when nothing is typed. */
  value: string;
  onChange: (digits: string) => void;
}

/** A Russian phone number under the mask +7 (000) 000-00-00. */
export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  return (
    <TextInput
      {...rest}
      component={IMaskInput}
      // The rest are props of the masked input.
      {...{
        mask: "+{7} (000) 000-00-00",
        lazy: true,
        unmask: true,
        prepare: (appended: string, masked: { unmaskedValue: string }) =>
          withoutCountryCode(appended, masked.unmaskedValue.length <= 1),
        onAccept: (digits: string) => onChange(digits.length > 1 ? digits : ""),
      }}
      value={value}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+7 (___) ___-__-__"
    />
  );
}
