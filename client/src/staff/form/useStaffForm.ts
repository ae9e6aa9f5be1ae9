import { type UseFormReturnType, useForm } from "@mantine/form";
import { useHotkeys } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Path } from "react-router";
import { hideToast, tellError, tellFault, tellSuccess } from "@/components/Toast/toasts";
import { ApiError } from "@/lib/api/errors";
import { type Leaving, useLeaveGuard } from "@/lib/navigation/useLeaveGuard";
import { type Merged, merge } from "./merge";
import { focusField } from "./useFieldOfAddress";

interface StaffFormOptions<V extends object> {
  /** What is stored, as form values. A newer one replaces the form's unless there are unsaved changes. */
  stored: V;
  validate?: (values: V) => Partial<Record<string, string>>;
  /**
   * Stores the values and returns them as the server keeps them. A refusal `changed_meanwhile` reads again what is
   * stored and merges.
   */
  save: (values: V) => Promise<V>;
  /** Follows once the form shows what is stored. May leave the page, which is stopped if more was typed meanwhile. */
  saved?: () => void;
  /** Reads what is stored now: another person may have saved meanwhile. */
  read?: () => Promise<V>;
  /** The server's names of fields that the form calls otherwise. */
  serverNames?: Readonly<Record<string, string>>;
  /** «Профиль сохранён». */
  done: string;
  /** The parameter of the address that says what is edited, where the path alone does not. */
  keyedBy?: string;
}

export type Choice = "mine" | "stored";

/** What others have stored meanwhile, some of it in fields that were changed here too. */
interface Conflict<V extends object> extends Merged<V> {
  stored: V;
}

export interface StaffForm<V extends object> {
  form: UseFormReturnType<V>;
  dirty: boolean;
  saving: boolean;
  /** `next` follows instead of `saved`, if these values are stored. */
  submit: (next?: () => void) => void;
  /** Back to what is stored. */
  discard: () => void;
  /** What another person has stored meanwhile in fields that were changed here too; the person chooses. */
  conflict: Conflict<V> | null;
  /** Saves with what the person chose for each clashing field: their own value unless the stored one. */
  resolve: (choices: Partial<Record<keyof V, Choice>>) => void;
  dismiss: () => void;
  /** Another person's changes of other fields, which the last save kept. */
  kept: Partial<V> | null;
  forgetKept: () => void;
  /** Leaving was stopped because of unsaved changes. */
  leaving: Leaving | null;
}

/**
 * A form of staff pages: Ctrl+S saves, the server's errors appear at their fields, unsaved changes are kept from being
 * lost, and a change another person made meanwhile is kept too or shown. Render `<SaveBar staffForm={…} />` below.
 */
export function useStaffForm<V extends object>(options: StaffFormOptions<V>): StaffForm<V> {
  const { stored, validate, save, saved, read, serverNames = {}, done, keyedBy } = options;
  const form = useForm<V>({
    mode: "controlled",
    initialValues: stored,
    validate: validate ? (values) => validate(values) as Record<string, string> : undefined,
  });
  const [base, setBase] = useState(stored);
  const [seen, setSeen] = useState(stored);
  // What others stored while this form had unsaved changes.
  const [newer, setNewer] = useState<V | null>(null);
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict<V> | null>(null);
  const [kept, setKept] = useState<Partial<V> | null>(null);
  const dirty = JSON.stringify(form.values) !== JSON.stringify(base);

  const restart = useEffectEvent((values: V) => {
    setBase(values);
    form.setInitialValues(values);
    form.setValues(values);
    form.clearErrors();
  });
  useEffect(() => {
    if (JSON.stringify(stored) === JSON.stringify(seen)) return;
    setSeen(stored);
    if (dirty) setNewer(stored);
    else restart(stored);
  }, [stored, seen, dirty]);

  const faultToast = useRef<string | null>(null);
  /** Says that there are faulty fields, and goes to the first one, which may be out of sight. */
  const showFaults = (errors: object, text = "") => {
    const said = text || "Проверьте введённые данные";
    faultToast.current = `fault:${said}`;
    tellError(said, { id: faultToast.current });
    // The dialog about a conflict lies above the fields.
    if (conflict === null) focusField((name) => name in errors);
  };
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return tellFault(error);
    const errors: Record<string, string> = {};
    for (const [name, messages] of Object.entries(error.fields)) {
      errors[serverNames[name] ?? name] = messages[0] ?? "";
    }
    form.setErrors(errors as Record<string, string>);
    showFaults(errors, error.detail);
  };

  const [follows, setFollows] = useState<(() => void) | null>(null);
  /** Stores values that come from those `typed` so far, merged with `onto`, what was stored when it was last read. */
  const store = async (values: V, onto: V, typed: V, next = saved): Promise<void> => {
    setSaving(true);
    try {
      const now = await save(values);
      setConflict(null);
      setBase(now);
      setNewer(null);
      form.setInitialValues(now);
      // What was typed during the call stays, unsaved.
      form.setValues(merge(typed, now, form.getValues()).values);
      form.clearErrors();
      // Saving may lead to another page, where it would speak of nothing.
      if (faultToast.current !== null) hideToast(faultToast.current);
      faultToast.current = null;
      tellSuccess(done, { life: 3000 });
      setFollows(() => next ?? null);
    } catch (error) {
      if (!(read && error instanceof ApiError && error.code === "changed_meanwhile")) return fail(error);
      await combine(onto, values, typed, read, next);
    } finally {
      setSaving(false);
    }
  };

  /** Stores `mine`, which was made from `from`, with what others have stored meanwhile; asks about fields that clash. */
  const combine = async (from: V, mine: V, typed: V, readNow: () => Promise<V>, next?: () => void) => {
    setSaving(true);
    try {
      const now = await readNow();
      const merged = merge(from, now, mine);
      if (merged.clashes.length > 0) return setConflict({ ...merged, stored: now });
      if (merged.changed.length > 0) {
        setKept((before) => ({ ...before, ...pick(now, merged.changed) }));
      }
      await store(merged.values, now, typed, next);
    } catch (error) {
      fail(error);
    } finally {
      setSaving(false);
    }
  };

  const submit = async (next?: () => void) => {
    if (saving) return;
    const { hasErrors, errors } = form.validate();
    if (hasErrors) return showFaults(errors);
    const typed = form.getValues();
    setKept(null);
    if (read) await combine(base, typed, typed, read, next);
    else await store(typed, base, typed, next);
  };

  useHotkeys([["mod+S", () => dirty && void submit(), { usePhysicalKeys: true }]], [], true);

  const edited = ({ pathname, search }: Path) =>
    keyedBy === undefined ? pathname : `${pathname}?${new URLSearchParams(search).get(keyedBy)}`;
  const leaving = useLeaveGuard(dirty, (from, to) => edited(from) === edited(to));
  // Runs after the guard has learnt that the form is clean.
  useEffect(() => {
    if (leaving) {
      // They wanted to leave during the call, and everything is stored now.
      if (!dirty) leaving.proceed();
    } else follows?.();
    setFollows(null);
  }, [leaving, dirty, follows]);

  return {
    form,
    dirty,
    saving,
    submit: (next) => void submit(next),
    discard: () => {
      const values = newer ?? base;
      setBase(values);
      setNewer(null);
      form.setInitialValues(values);
      form.setValues(values);
      form.clearErrors();
    },
    conflict,
    resolve: (choices) => {
      if (!conflict) return;
      const values = { ...conflict.values };
      for (const { field, stored: theirs } of conflict.clashes) {
        if (choices[field] === "stored") values[field] = theirs;
      }
      void store(values, conflict.stored, form.getValues());
    },
    dismiss: () => setConflict(null),
    kept,
    forgetKept: () => setKept(null),
    leaving,
  };
}

const pick = <V extends object>(values: V, fields: readonly (keyof V)[]): Partial<V> =>
  Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<V>;
