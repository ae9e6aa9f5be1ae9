import { type UseFormReturnType, useForm } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { ApiError, faultText } from "@/lib/api/errors";
import { SendingProgress } from "@/staff/actions/SendingProgress";
import css from "./admin.module.css";

interface FormDialogProps<V extends object> {
  title: string;
  initial: V;
  /** What is wrong with a field before anything is sent. */
  validate?: (values: V) => Partial<Record<keyof V & string, string | null>>;
  /** Sends the values. Faults of fields come back to the fields of the same name; a file says how much of it has arrived. */
  save: (values: V, onProgress: (part: number) => void) => Promise<unknown>;
  /** The label of the button that sends. */
  confirm: string;
  /** Said after it worked: «Дом добавлен». */
  done: string;
  onClose: () => void;
  size?: number;
  children: (form: UseFormReturnType<V>) => ReactNode;
}

/** A short form in a dialog. What was typed is not lost by a press beside it. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { title, initial, validate, save, confirm, done, onClose, size, children } = props;
  const form = useForm<V>({
    mode: "controlled",
    initialValues: initial,
    validate: validate ? (values) => validate(values) as Record<string, string | null> : undefined,
  });
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [sent, setSent] = useState<number | null>(null);

  const submit = async (values: V) => {
    if (saving) return;
    setSaving(true);
    setFault(null);
    try {
      await save(values, setSent);
      tellSuccess(done, { life: 3000 });
      onClose();
    } catch (error) {
      if (error instanceof ApiError) {
        for (const [field, [message]] of Object.entries(error.fields)) form.setFieldError(field, message);
      }
      setFault(faultText(error));
    } finally {
      setSaving(false);
      setSent(null);
    }
  };

  return (
    <Dialog opened onClose={onClose} title={title} size={size} closeOnClickOutside={!form.isDirty()}>
      <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        {children(form)}
        {fault && (
          <p className={css.fault} role="alert">
            {fault}
          </p>
        )}
        {sent !== null && <SendingProgress part={sent} label="Отправка файла" />}
        <div className={css.answers}>
          <Button type="submit" variant="bid" data-pending={saving || undefined}>
            {confirm}
          </Button>
          <Button onClick={onClose}>Не надо</Button>
        </div>
      </form>
    </Dialog>
  );
}
