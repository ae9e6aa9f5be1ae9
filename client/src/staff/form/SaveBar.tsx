import { Radio } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import css from "./form.module.css";
import { differing } from "./merge";
import type { Choice, StaffForm } from "./useStaffForm";

interface SaveBarProps<V extends object> {
  staffForm: StaffForm<V>;
  /** Names of the fields, for what another person changed. */
  labels: Readonly<Partial<Record<keyof V, string>>>;
  /** A value in words; without it, text and numbers are shown as they are. */
  show?: (field: keyof V, value: V[keyof V]) => string;
}

/** The bar under a form with unsaved changes, with the dialogs about leaving it and about another person's changes. */
export function SaveBar<V extends object>({ staffForm, labels, show }: SaveBarProps<V>) {
  const { dirty, saving, submit, discard, leaving, kept, forgetKept } = staffForm;
  const keptFields = (Object.keys(kept ?? {}) as (keyof V)[]).filter((field) => labels[field] !== undefined);
  return (
    <>
      {dirty || saving ? (
        <section className={css.savebar} aria-label="Несохранённые изменения">
          <span className={css.unsaved}>
            <Icon name="warn" size="s" />
            Есть несохранённые изменения
          </span>
          <Button size="xs" variant="quiet" onClick={discard} disabled={saving}>
            Вернуть как было
          </Button>
          <Button
            size="xs"
            variant="bid"
            onClick={() => submit()}
            aria-keyshortcuts="Control+S"
            data-pending={saving || undefined}
            rightSection={<Kbd>Ctrl S</Kbd>}
          >
            Сохранить
          </Button>
        </section>
      ) : (
        keptFields.length > 0 && (
          <section className={css.savebar} aria-label="Изменено другим сотрудником" role="status">
            <span className={css.unsaved}>
              <Icon name="check" size="s" />
              Сохранено вместе с тем, что изменил другой сотрудник:{" "}
              {keptFields.map((field) => labels[field]).join(", ")}
            </span>
            <Button size="xs" variant="quiet" onClick={forgetKept}>
              Понятно
            </Button>
          </section>
        )
      )}
      <Dialog opened={leaving !== null} onClose={() => leaving?.stay()} title="Изменения не сохранены">
        <p className="small">Если уйти со страницы, они пропадут.</p>
        <div className={css.answers}>
          <Button variant="danger" onClick={() => leaving?.proceed()}>
            Уйти без сохранения
          </Button>
          <Button data-autofocus onClick={() => leaving?.stay()}>
            Остаться
          </Button>
        </div>
      </Dialog>
      <Clashes staffForm={staffForm} labels={labels} show={show} />
    </>
  );
}

const VALUE = { description: css.value };

/** For each field two people changed, asks which value to keep. */
function Clashes<V extends object>({ staffForm, labels, show }: SaveBarProps<V>) {
  const { conflict, dismiss, resolve, saving } = staffForm;
  const [asked, setAsked] = useState(conflict);
  const [choices, setChoices] = useState<Partial<Record<keyof V, Choice>>>({});
  // Another conflict is another question.
  if (conflict !== asked) {
    setAsked(conflict);
    setChoices({});
  }
  const words = (field: keyof V, value: V[keyof V]) =>
    (show?.(field, value) ?? String(value ?? "")) || "пусто";
  const clashing = new Set(conflict?.clashes.map(({ field }) => field));
  const others =
    conflict?.changed.filter((field) => !clashing.has(field) && labels[field] !== undefined) ?? [];
  return (
    <Dialog opened={conflict !== null} onClose={dismiss} title="Это уже изменили">
      <p className="small">
        Пока вы правили, другой сотрудник сохранил те же поля. Выберите, что останется в каждом.
      </p>
      {conflict?.clashes.map(({ field, stored, mine }) => {
        const label = labels[field] ?? String(field);
        const [theirs, own] = differing(words(field, stored), words(field, mine));
        return (
          <Radio.Group
            key={String(field)}
            className={css.clash}
            label={label}
            value={choices[field] ?? "mine"}
            onChange={(choice) => setChoices((all) => ({ ...all, [field]: choice as Choice }))}
          >
            <div className={css.sides}>
              <Radio value="mine" label="Оставить моё" description={own} classNames={VALUE} />
              <Radio value="stored" label="Взять новое" description={theirs} classNames={VALUE} />
            </div>
          </Radio.Group>
        );
      })}
      {conflict && others.length > 0 && (
        <p className={`small ${css.others}`}>
          Кроме того, изменено другим и сохранится:{" "}
          {others.map((field) => `${labels[field]} — ${words(field, conflict.stored[field])}`).join("; ")}
        </p>
      )}
      <div className={css.answers}>
        <Button
          variant="bid"
          data-autofocus
          onClick={() => resolve(choices)}
          data-pending={saving || undefined}
        >
          Сохранить выбранное
        </Button>
        <Button onClick={dismiss} disabled={saving}>
          Вернуться к правке
        </Button>
      </div>
    </Dialog>
  );
}
