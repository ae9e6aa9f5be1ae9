import { Button } from "@mantine/core";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import css from "./form.module.css";
import type { StaffForm } from "./useStaffForm";

interface SaveBarProps<V extends object> {
  staffForm: StaffForm<V>;
  /** Names of the fields, for what another person changed. */
  labels: Readonly<Partial<Record<keyof V, string>>>;
  /** A value in words; without it, text and numbers are shown as they are. */
  show?: (field: keyof V, value: V[keyof V]) => string;
}

/** The bar under a form with unsaved changes, with the dialogs about leaving it and about another person's changes. */
export function SaveBar<V extends object>({ staffForm, labels, show }: SaveBarProps<V>) {
  const { dirty, saving, submit, discard, conflict, resolve, dismiss, leaving, leave, stay } = staffForm;
  return (
    <>
      {(dirty || saving) && (
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
          >
            Сохранить <Kbd>Ctrl S</Kbd>
          </Button>
        </section>
      )}
      <Dialog opened={leaving} onClose={stay} title="Изменения не сохранены">
        <p className="small">Если уйти со страницы, они пропадут.</p>
        <div className={css.answers}>
          <Button variant="danger" onClick={leave}>
            Уйти без сохранения
          </Button>
          <Button data-autofocus onClick={stay}>
            Остаться
          </Button>
        </div>
      </Dialog>
      <Dialog opened={conflict !== null} onClose={dismiss} title="Это уже изменили" size={640}>
        <p className="small">Пока вы правили, другой сотрудник сохранил те же поля.</p>
        <table className={css.clashes}>
          <thead>
            <tr>
              <th scope="col">Поле</th>
              <th scope="col">Сохранено другим</th>
              <th scope="col">У вас</th>
            </tr>
          </thead>
          <tbody>
            {conflict?.clashes.map(({ field, stored, mine }) => {
              const words = (value: V[keyof V]) => show?.(field, value) ?? String(value ?? "");
              return (
                <tr key={String(field)}>
                  <th scope="row">{labels[field] ?? String(field)}</th>
                  <td>{words(stored) || "пусто"}</td>
                  <td>{words(mine) || "пусто"}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <div className={css.answers}>
          <Button variant="bid" onClick={() => resolve("mine")} data-pending={saving || undefined}>
            Сохранить моё
          </Button>
          <Button data-autofocus onClick={() => resolve("stored")} disabled={saving}>
            Оставить сохранённое
          </Button>
        </div>
      </Dialog>
    </>
  );
}
