import { Checkbox, type InputWrapperProps, TextInput } from "@mantine/core";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { PhoneInput } from "@/components/PhoneInput/PhoneInput";
import type { ContactKind } from "@/lib/api/queries/contacts";
import type { LotShort } from "@/lib/api/types";
import { phone } from "@/lib/format";
import type { PriceRequestForm } from "../model/usePriceRequest";
import css from "./PriceRequestDialog.module.css";

/** The second step: the contacts for the answer, from the profile or new ones. */
export function ContactsStep({ lot, form }: { lot: LotShort; form: PriceRequestForm }) {
  return (
    <form
      className={css.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submitContacts();
      }}
    >
      <p className="small muted">
        {lot.houseNameRu} ответит в кабинете, а при необходимости свяжется с вами. Нужны подтверждённые
        телефон и e-mail.
      </p>
      <ContactField kind="phone" form={form} isFirst />
      <ContactField kind="email" form={form} />
      {form.fault && (
        <p className={css.fault} role="alert">
          {form.fault}
        </p>
      )}
      <Button
        type="submit"
        variant="bid"
        fullWidth
        data-pending={form.sending || undefined}
        aria-busy={form.sending}
      >
        {form.mustProve ? "Продолжить" : "Отправить запрос"}
      </Button>
      <Button variant="quiet" fullWidth leftSection={<Icon name="left" />} onClick={form.back}>
        Назад к вопросу
      </Button>
    </form>
  );
}

const WORDS = {
  phone: { own: "Телефон из профиля", first: "Телефон", other: "Другой телефон" },
  email: { own: "E-mail из профиля", first: "E-mail", other: "Другой e-mail" },
} as const;

const ORDER: InputWrapperProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

interface ContactFieldProps {
  kind: ContactKind;
  form: PriceRequestForm;
  /** Takes the focus as the step opens. */
  isFirst?: boolean;
}

/** The proved contact of the profile, or the field of another one. */
function ContactField({ kind, form: { form, proved, usesOwn }, isFirst = false }: ContactFieldProps) {
  const own = proved[kind];
  const words = WORDS[kind];
  const { error, ...typed } = form.getInputProps(`${kind}.typed`);
  const field = {
    ...typed,
    error,
    // The mask reports also what it was given, which must not take an error away.
    onChange: (next: unknown) => next !== form.values[kind].typed && typed.onChange(next),
    label: own === null ? words.first : words.other,
    description:
      own === null
        ? "Следующим шагом подтвердим и сохраним в профиле"
        : "Следующим шагом подтвердим, в профиле он заменит прежний",
    inputWrapperOrder: ORDER,
    autoFocus: isFirst && own === null,
  };
  return (
    <div className={css.contact}>
      {own !== null && (
        <Checkbox
          autoFocus={isFirst}
          label={
            <span>
              {words.own} <br />
              <b className={css.own}>{kind === "phone" ? phone(own) : own}</b>
            </span>
          }
          checked={usesOwn(kind)}
          onChange={(event) => {
            form.setFieldValue(`${kind}.own`, event.currentTarget.checked);
            form.clearFieldError(`${kind}.typed`);
          }}
          error={usesOwn(kind) ? error : undefined}
        />
      )}
      {!usesOwn(kind) &&
        (kind === "phone" ? (
          <PhoneInput {...field} value={form.values.phone.typed} />
        ) : (
          <TextInput {...field} type="email" inputMode="email" autoComplete="email" />
        ))}
    </div>
  );
}
