import { type FormEvent, Suspense, useId, useLayoutEffect, useRef, useState } from "react";
import type { ChatMessage } from "@/lib/api/types";
import { serverNow } from "@/lib/clock";
import { secondsOf } from "@/lib/format";
import fields from "../Field/Field.module.css";
import { IconButton } from "../IconButton/IconButton";
import { lazyDialog } from "../LazyPart/lazyPart";
import { PanelHead } from "../PanelHead/PanelHead";
import css from "./Chat.module.css";
import type { Moderation } from "./Moderate";

// Only those who conduct a sale may moderate.
const Moderate = lazyDialog(() => import("./Moderate"));

const LIMIT = 1000;

interface ChatProps {
  messages: readonly ChatMessage[];
  caption: string;
  writable: { allowed: true } | { allowed: false; why: string };
  onSend: (text: string) => Promise<void>;
  /** Shows hidden messages too, with what may be done about each. */
  moderation?: Moderation;
  /** Lines to send with one press and Enter. */
  prepared?: readonly string[];
}

/** The room's chat. Anyone may read; `writable` says whether the viewer may write and, if not, why. */
export function Chat({ messages, caption, writable, onSend, moderation, prepared }: ChatProps) {
  const shown = moderation ? messages : messages.filter(({ isHidden }) => !isHidden);
  return (
    <section className={css.chat} aria-label="Чат">
      <PanelHead title="Чат" note={caption} />
      <ChatLog messages={shown} moderation={moderation} />
      <ChatBox writable={writable} onSend={onSend} prepared={prepared} />
    </section>
  );
}

function ChatLog({ messages, moderation }: Pick<ChatProps, "messages" | "moderation">) {
  const log = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const last = messages[messages.length - 1]?.id;
  // Scrolls to a new message only if the reader is at the end.
  useLayoutEffect(() => {
    if (last !== undefined && atEnd.current && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [last]);
  return (
    <div
      ref={log}
      className={css.log}
      role="log"
      aria-label="Сообщения"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
      tabIndex={0}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {messages.length === 0 && <p className={css.none}>Сообщений пока нет.</p>}
      {messages.map((message) => (
        <p key={message.id} data-hidden={message.isHidden || undefined}>
          <b>{message.userName}</b>
          {message.isController && <span className={css.src}> · аукционист</span>}
          <time dateTime={message.date}>{secondsOf(message.date, serverNow()).slice(0, -3)}</time>
          {moderation && (
            <Suspense fallback={null}>
              <Moderate message={message} moderation={moderation} />
            </Suspense>
          )}
          <br />
          {message.text}
        </p>
      ))}
    </div>
  );
}

function ChatBox({ writable, onSend, prepared = [] }: Pick<ChatProps, "writable" | "onSend" | "prepared">) {
  const field = useRef<HTMLInputElement>(null);
  const fault = useId();
  const [text, setText] = useState("");
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (!message || sending) return;
    setSending(true);
    setError(null);
    try {
      await onSend(message);
      setText("");
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : "Неизвестная ошибка");
    } finally {
      setSending(false);
    }
  };

  const take = (line: string) => {
    setText(line);
    field.current?.focus();
  };
  return (
    <form className={css.box} onSubmit={submit}>
      {writable.allowed && prepared.length > 0 && (
        <div className={css.prepared}>
          {prepared.map((line) => (
            <button key={line} type="button" onClick={() => take(line)}>
              {line}
            </button>
          ))}
        </div>
      )}
      <div className={css.text}>
        <input
          ref={field}
          className={fields.input}
          aria-label="Сообщение"
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : fault}
          data-error={error !== null || undefined}
          placeholder={writable.allowed ? "Сообщение" : writable.why}
          value={text}
          maxLength={LIMIT}
          disabled={!writable.allowed}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {error !== null && (
          <p id={fault} className={fields.error} role="alert">
            {error}
          </p>
        )}
      </div>
      <IconButton icon="send" label="Отправить" disabled={!writable.allowed || !text.trim() || sending} />
    </form>
  );
}
