import { type UseFormReturnType, useForm } from "@mantine/form";
import { useHotkeys } from "@mantine/hooks";
import { useEffect, useEffectEvent, useState } from "react";
import { type Location, useBlocker } from "react-router";
import { tellError, tellFault, tellSuccess } from "@/components/Toast/toasts";
import { ApiError } from "@/lib/api/errors";
import { type Merged, merge } from "./merge";

interface StaffFormOptions<V extends object> {
  /** What is stored, as form values. A newer one replaces the form's unless there are unsaved changes. */
  stored: V;
  validate?: (values: V) => Partial<Record<string, string>>;
  /** Stores the values and returns them as the server keeps them. */
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

export interface StaffForm<V extends object> {
  form: UseFormReturnType<V>;
  dirty: boolean;
  saving: boolean;
  /** `next` follows instead of `saved`, if these values are stored. */
  submit: (next?: () => void) => void;
  /** Back to what is stored. */
  discard: () => void;
  /** What another person has stored meanwhile in fields that were changed here too; the person chooses. */
  conflict: Merged<V> | null;
  /** Saves with this person's values of the clashing fields, or with the stored ones. */
  resolve: (keep: "mine" | "stored") => void;
  dismiss: () => void;
  /** Whether leaving was stopped because of unsaved changes. */
  leaving: boolean;
  leave: () => void;
  stay: () => void;
}

/**
 * A form of staff pages: Ctrl+S saves, the server's errors stand at their fields, unsaved changes are kept from being
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
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Merged<V> | null>(null);
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
    if (!dirty) restart(stored);
  }, [stored, seen, dirty]);

  const fail = (error: unknown) => {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return tellFault(error);
    const errors: Record<string, string> = {};
    for (const [name, messages] of Object.entries(error.fields)) {
      errors[serverNames[name] ?? name] = messages[0] ?? "";
    }
    form.setErrors(errors as Record<string, string>);
    tellError(error.detail || "Проверьте введённые данные");
  };

  const [follows, setFollows] = useState<(() => void) | null>(null);
  /** Stores values that come from those `typed` so far. */
  const store = async (values: V, typed: V, next = saved) => {
    setSaving(true);
    try {
      const kept = await save(values);
      setConflict(null);
      setBase(kept);
      form.setInitialValues(kept);
      // What was typed during the call stays, unsaved.
      form.setValues(merge(typed, kept, form.getValues()).values);
      form.clearErrors();
      tellSuccess(done, { life: 3000 });
      setFollows(() => next ?? null);
    } catch (error) {
      fail(error);
    } finally {
      setSaving(false);
    }
  };

  const submit = async (next?: () => void) => {
    if (saving || form.validate().hasErrors) return;
    const typed = form.getValues();
    if (!read) return store(typed, typed, next);
    setSaving(true);
    try {
      const merged = merge(base, await read(), typed);
      if (merged.clashes.length > 0) {
        setSaving(false);
        setConflict(merged);
        return;
      }
      await store(merged.values, typed, next);
    } catch (error) {
      setSaving(false);
      fail(error);
    }
  };

  useHotkeys([["mod+S", () => dirty && void submit(), { usePhysicalKeys: true }]], [], true);

  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);
  const edited = ({ pathname, search }: Location) =>
    keyedBy === undefined ? pathname : `${pathname}?${new URLSearchParams(search).get(keyedBy)}`;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && edited(currentLocation) !== edited(nextLocation),
  );
  // Runs after the blocker has learnt that the form is clean.
  useEffect(() => {
    if (blocker.state === "blocked") {
      // They wanted to leave during the call, and everything is stored now.
      if (!dirty) blocker.proceed();
    } else follows?.();
    setFollows(null);
  }, [blocker, dirty, follows]);

  return {
    form,
    dirty,
    saving,
    submit: (next) => void submit(next),
    discard: () => {
      form.setValues(base);
      form.clearErrors();
    },
    conflict,
    resolve: (keep) => {
      if (!conflict) return;
      const values = { ...conflict.values };
      if (keep === "stored") {
        for (const { field, stored: theirs } of conflict.clashes) values[field] = theirs;
      }
      void store(values, form.getValues());
    },
    dismiss: () => setConflict(null),
    leaving: blocker.state === "blocked",
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}
