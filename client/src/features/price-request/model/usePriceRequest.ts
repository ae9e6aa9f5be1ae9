import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PHONE_DIGITS } from "@/components/PhoneInput/PhoneInput";
import { tellSuccess } from "@/components/Toast/toasts";
import { announce } from "@/lib/announce";
import { faultText, isStatus } from "@/lib/api/errors";
import { type Begun, type ContactKind, useProveNew } from "@/lib/api/queries/contacts";
import type { LotShort, User } from "@/lib/api/types";
import { useRequireLogin } from "@/lib/auth/LoginProvider";
import { sessionKey, useSession } from "@/lib/auth/session";
import { useLotActions } from "@/trade/bidding/LotActions";
import { useAskPrice } from "../api/askPrice";

/** The longest question that the server accepts. */
export const LONGEST = 2000;

/** What most people ask. */
const FIRST_WORDS = "Здравствуйте. Есть ли лот в наличии и сколько он стоит?";

/** The specification's text of a request that was sent. */
export const SENT = "Ваш запрос отправлен. Ответ может занять некоторое время.";

const KINDS = ["phone", "email"] as const satisfies readonly ContactKind[];

interface Contact {
  /** The proved one of the profile, rather than the one typed. */
  own: boolean;
  typed: string;
}

interface Values extends Record<ContactKind, Contact> {
  message: string;
}

type Contacts = Record<ContactKind, string>;

export type Step =
  | { name: "question" }
  | { name: "contacts" }
  | { name: "proof"; kind: ContactKind; contact: string; begun: Begun }
  | { name: "sent" };

/** The user's contacts that the server accepts in a request. */
function provedContacts(user: User | null): Record<ContactKind, string | null> {
  return {
    phone: user?.isPhoneConfirmed ? user.login : null,
    email: user?.isEMailConfirmed ? user.eMail : null,
  };
}

const digits = (text: string) => text.replace(/\D/g, "");

function isSame(kind: ContactKind, one: string | null, other: string): boolean {
  if (one === null) return false;
  return kind === "phone" ? digits(one) === digits(other) : one.toLowerCase() === other.toLowerCase();
}

function typedError(kind: ContactKind, typed: string): string | null {
  if (kind === "phone") {
    return digits(typed).length === PHONE_DIGITS ? null : "Введите номер телефона полностью";
  }
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed) ? null : "Введите корректный email";
}

interface PriceRequestParts {
  lot: LotShort;
  onClose: () => void;
  onSent: () => void;
}

/** A price request: the question, the contacts, the proof of those that are new, and the answer of the server. */
export function usePriceRequest({ lot, onClose, onSent }: PriceRequestParts) {
  const client = useQueryClient();
  const { user } = useSession();
  const { request } = useLotActions();
  const requireLogin = useRequireLogin();
  const proved = provedContacts(user);
  const [step, setStep] = useState<Step>({ name: "question" });
  /** Why the request was not sent, where no field is to blame. */
  const [fault, setFault] = useState<string | null>(null);
  const ask = useAskPrice(lot.id);
  const prove = useProveNew();
  const form = useForm<Values>({
    initialValues: {
      message: FIRST_WORDS,
      phone: { own: true, typed: digits(proved.phone === null ? (user?.login ?? "") : "") },
      email: { own: true, typed: proved.email === null ? (user?.eMail ?? "") : "" },
    },
  });
  const { values } = form;

  const usesOwn = (kind: ContactKind) => values[kind].own && proved[kind] !== null;
  const contacts: Contacts = {
    phone: (usesOwn("phone") ? proved.phone : null) ?? values.phone.typed,
    email: (usesOwn("email") ? proved.email : null) ?? values.email.typed.trim(),
  };
  const unproved = KINDS.filter((kind) => !isSame(kind, proved[kind], contacts[kind]));

  const refuse = (error: Error) => {
    if (isStatus(error, 401)) {
      onClose();
      requireLogin(() => request?.(lot), "После входа вернёмся к запросу цены.");
      return;
    }
    const message = isStatus(error, 422) ? error.field("message") : undefined;
    const phone = isStatus(error, 422) ? error.field("number") : undefined;
    const email = isStatus(error, 422) ? error.field("email") : undefined;
    if (message) {
      form.setFieldError("message", message);
      setStep({ name: "question" });
    }
    if (phone) {
      form.setFieldValue("phone.typed", digits(contacts.phone));
      form.setFieldError("phone.typed", phone);
    }
    if (email) {
      form.setFieldValue("email.typed", contacts.email);
      form.setFieldError("email.typed", email);
    }
    // The profile has changed since it was read.
    if (phone || email) void client.invalidateQueries({ queryKey: sessionKey });
    if (!message && !phone && !email) setFault(faultText(error));
  };
  const send = (to: Contacts) => {
    setStep({ name: "contacts" });
    if (ask.isPending) return;
    ask.mutate(
      { number: to.phone, email: to.email, message: values.message.trim() },
      {
        onSuccess: () => {
          setStep({ name: "sent" });
          announce(SENT);
          onSent();
        },
        onError: refuse,
      },
    );
  };
  /** Proves what is left to prove, one contact after the other, then sends the request. */
  const goOn = (to: Contacts, left: readonly ContactKind[]) => {
    const kind = left[0];
    if (kind === undefined) {
      send(to);
      return;
    }
    const contact = to[kind];
    prove.mutate(
      { kind, contact },
      {
        onSuccess: (begun) => setStep({ name: "proof", kind, contact, begun }),
        onError: (error) => {
          setStep({ name: "contacts" });
          form.setFieldError(`${kind}.typed`, faultText(error));
        },
      },
    );
  };

  return {
    user,
    proved,
    form,
    step,
    fault,
    usesOwn,
    mustProve: unproved.length > 0,
    sending: ask.isPending || prove.isPending,
    back: () => {
      // What is on its way is not edited any more.
      if (ask.isPending) return;
      setStep(step.name === "proof" ? { name: "contacts" } : { name: "question" });
    },
    submitQuestion: () => {
      const isEmpty = values.message.trim() === "";
      form.setFieldError("message", isEmpty ? "Напишите вопрос" : null);
      if (!isEmpty) setStep({ name: "contacts" });
    },
    submitContacts: () => {
      if (ask.isPending || prove.isPending) return;
      setFault(null);
      const wrong = KINDS.filter((kind) => !usesOwn(kind) && typedError(kind, contacts[kind]) !== null);
      for (const kind of KINDS) {
        form.setFieldError(`${kind}.typed`, usesOwn(kind) ? null : typedError(kind, contacts[kind]));
      }
      if (wrong.length === 0) goOn(contacts, unproved);
    },
    /** The contact of the step is proved, or its change waits for 72 hours. */
    settleProof: (kind: ContactKind, waits: boolean) => {
      form.setFieldValue(`${kind}.own`, true);
      if (waits) {
        setFault(waitsText(kind, proved[kind] !== null));
        setStep({ name: "contacts" });
        return;
      }
      tellSuccess(kind === "phone" ? "Телефон обновлен" : "E-mail обновлен");
      goOn(
        contacts,
        unproved.filter((other) => other !== kind),
      );
    },
  };
}

function waitsText(kind: ContactKind, hasOwn: boolean): string {
  const what = kind === "phone" ? "Телефон в профиле" : "E-mail в профиле";
  return hasOwn
    ? `${what} сменится через 72 часа. Сейчас запрос можно отправить с прежним.`
    : `${what} появится через 72 часа. Тогда можно будет отправить запрос.`;
}

export type PriceRequestForm = ReturnType<typeof usePriceRequest>;
