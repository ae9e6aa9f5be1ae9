import { Checkbox, NumberInput, TextInput, VisuallyHidden } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { ApiError, faultText } from "@/lib/api/errors";
import type { PaddleHolder } from "@/lib/api/types";
import { currencySign, phone, price } from "@/lib/format";
import { PADDLE_LENGTH } from "@/staff/api/correctPaddle";
import { useDeletePaddle, useSavePaddle } from "../api/paddles";
import { lotsOf, lotsText, type Paddle, paddleOf } from "../model/paddles";
import desk from "./console.module.css";
import css from "./Paddles.module.css";

interface PaddlesProps {
  catalogId: number;
  currency: number;
  holders: readonly PaddleHolder[];
  opened: boolean;
  onClose: () => void;
}

/** Who holds which paddle, and whom the house calls. */
export function Paddles({ catalogId, currency, holders, opened, onClose }: PaddlesProps) {
  const [sought, setSought] = useState("");
  const [edited, setEdited] = useState<PaddleHolder | null>(null);
  const words = sought.trim().toLowerCase();
  const found = holders.filter(({ number, name }) => `${number} ${name}`.toLowerCase().includes(words));
  return (
    <Dialog opened={opened} onClose={onClose} title="Участники зала и телефоны" size={860}>
      <PaddleForm
        key={edited?.id ?? "new"}
        catalogId={catalogId}
        currency={currency}
        holders={holders}
        edited={edited}
        onDone={() => setEdited(null)}
      />
      {holders.length > 8 && (
        <TextInput
          mt="sm"
          aria-label="Найти по номеру или имени"
          placeholder="Найти по номеру или имени"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      {holders.length === 0 ? (
        <p className={`muted ${css.noHolders}`}>
          Пока никого. Выдайте номера до начала: имя и лимит появятся рядом с номером, когда вы его наберёте.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
        <section className={css.holders} tabIndex={0} aria-label="Выданные номера">
          <table>
            <thead>
              <tr>
                <th scope="col">№</th>
                <th scope="col">Имя</th>
                <th scope="col">Телефон</th>
                <th scope="col">Депозит</th>
                <th scope="col">Лимит</th>
                <th scope="col">Звонок</th>
                <th scope="col">
                  <VisuallyHidden>Действия</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((holder) => (
                <Row
                  key={holder.id}
                  holder={holder}
                  catalogId={catalogId}
                  currency={currency}
                  onEdit={() => setEdited(holder)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  );
}

interface RowProps {
  holder: PaddleHolder;
  catalogId: number;
  currency: number;
  onEdit: () => void;
}

function Row({ holder, catalogId, currency, onEdit }: RowProps) {
  const [asks, setAsks] = useState(false);
  const remove = useDeletePaddle(catalogId);
  const money = (value: number | null) => (value === null ? "—" : price(value, currency));
  const calls = [holder.caller, holder.language, lotsText(holder.lots) && `лоты ${lotsText(holder.lots)}`];
  return (
    <tr>
      <th scope="row" className="num">
        {holder.number}
      </th>
      <td>{holder.name}</td>
      <td className="num">{holder.phone === null ? "—" : phone(holder.phone)}</td>
      <td className="num">{money(holder.deposit)}</td>
      <td className="num">{money(holder.limit)}</td>
      <td>{holder.isByPhone ? calls.filter(Boolean).join(", ") || "все лоты" : "—"}</td>
      <td className={css.rowActs}>
        {asks ? (
          <>
            <button
              type="button"
              className={desk.link}
              disabled={remove.isPending}
              onClick={() => remove.mutate(holder.id)}
            >
              Изъять номер {holder.number}
            </button>
            <button type="button" className={desk.link} onClick={() => setAsks(false)}>
              Не надо
            </button>
          </>
        ) : (
          <>
            <button type="button" className={desk.link} onClick={onEdit}>
              Изменить<VisuallyHidden> номер {holder.number}</VisuallyHidden>
            </button>
            <button type="button" className={desk.link} onClick={() => setAsks(true)}>
              Изъять<VisuallyHidden> номер {holder.number}</VisuallyHidden>
            </button>
          </>
        )}
      </td>
    </tr>
  );
}

interface PaddleFormProps {
  catalogId: number;
  currency: number;
  holders: readonly PaddleHolder[];
  edited: PaddleHolder | null;
  onDone: () => void;
}

const EMPTY = { number: "", name: "", phone: "", deposit: "", limit: "", language: "", lots: "", caller: "" };

type Field = keyof typeof EMPTY;

function valuesOf(holder: PaddleHolder): typeof EMPTY {
  return {
    number: holder.number,
    name: holder.name,
    phone: holder.phone ?? "",
    deposit: holder.deposit === null ? "" : String(holder.deposit),
    limit: holder.limit === null ? "" : String(holder.limit),
    language: holder.language ?? "",
    lots: lotsText(holder.lots),
    caller: holder.caller ?? "",
  };
}

const NUMBER_FAULTS: Record<NonNullable<Paddle["fault"]>, string> = {
  blank: "Нет ни цифр, ни букв",
  mixed: "Только цифры и буквы",
};

function PaddleForm({ catalogId, currency, holders, edited, onDone }: PaddleFormProps) {
  const [values, setValues] = useState(edited ? valuesOf(edited) : EMPTY);
  const [isByPhone, setByPhone] = useState(edited?.isByPhone ?? false);
  const [faults, setFaults] = useState<Partial<Record<Field | "all", string>>>({});
  const save = useSavePaddle(catalogId);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // As the field for bets reads it, so that what is given out can bet.
    const { number, fault } = paddleOf(values.number, holders, []);
    if (fault !== null) return setFaults({ number: NUMBER_FAULTS[fault] });
    const lots = isByPhone ? lotsOf(values.lots) : [];
    if (lots === null) return setFaults({ lots: "Номера через запятую, например 12, 48–52" });
    const amount = (text: string) => (text === "" ? null : Number(text));
    try {
      await save.mutateAsync({
        id: edited?.id ?? null,
        number,
        name: values.name,
        phone: values.phone,
        deposit: amount(values.deposit),
        limit: amount(values.limit),
        isByPhone,
        language: isByPhone ? values.language : null,
        lots,
        caller: isByPhone ? values.caller : null,
      });
      setFaults({});
      setValues(EMPTY);
      setByPhone(false);
      onDone();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      setFaults(
        fields.length > 0
          ? Object.fromEntries(fields.map(([field, texts]) => [field, texts[0]]))
          : { all: faultText(error) ?? "Неизвестная ошибка" },
      );
    }
  };
  const text = (field: Field, label: string) => ({
    label,
    value: values[field],
    error: faults[field],
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((known) => ({ ...known, [field]: value }));
    },
  });
  const amount = (field: Field, label: string) => ({
    ...text(field, label),
    thousandSeparator: "\u00a0",
    allowNegative: false,
    allowDecimal: false,
    hideControls: true,
    onChange: (value: number | string) => setValues((known) => ({ ...known, [field]: String(value) })),
  });
  return (
    <form className={desk.paddleForm} onSubmit={submit}>
      <TextInput data-autofocus maxLength={PADDLE_LENGTH} {...text("number", "Номер")} />
      <TextInput maxLength={100} {...text("name", "Имя")} />
      <TextInput type="tel" {...text("phone", "Телефон")} />
      <NumberInput {...amount("deposit", `Депозит, ${currencySign(currency)}`)} />
      <NumberInput {...amount("limit", `Лимит, ${currencySign(currency)}`)} />
      <Checkbox
        className={desk.byPhone}
        label="Участвует по телефону, дом звонит"
        checked={isByPhone}
        onChange={(event) => setByPhone(event.currentTarget.checked)}
      />
      {isByPhone && (
        <>
          <TextInput placeholder="Все" {...text("lots", "Лоты")} />
          <TextInput maxLength={50} {...text("language", "Язык")} />
          <TextInput maxLength={100} {...text("caller", "Кто звонит")} />
        </>
      )}
      {faults.all && (
        <p role="alert" className={desk.fault}>
          {faults.all}
        </p>
      )}
      <div className={desk.answers}>
        <Button
          type="submit"
          variant="bid"
          disabled={save.isPending}
          data-pending={save.isPending || undefined}
        >
          {edited ? "Сохранить" : "Выдать номер"}
        </Button>
        {edited && <Button onClick={onDone}>Не надо</Button>}
      </div>
    </form>
  );
}
