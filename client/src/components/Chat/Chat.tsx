import { ActionIcon, TextInput } from "@mantine/core";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "@/components/Icon/Icon";
import type { ChatMessage } from "@/lib/api/types";
import { moscowSeconds } from "@/lib/format";
import { PanelHead } from "../PanelHead/PanelHead";
import css from "./Chat.module.css";

const LIMIT = 1000;

/** The room's chat. Anyone may read; `writable` says whether the viewer may write and, if not, why. */
export function Chat({
  messages,
  caption,
  writable,
  onSend,
}: {
  messages: readonly ChatMessage[];
  caption: string;
  writable: { allowed: true } | { allowed: false; why: string };
  onSend(text: string): Promise<void>;
}) {
  return (
    <section className={css.chat} aria-label="Чат">
      <PanelHead title="Чат" note={caption} />
      <ChatLog messages={messages} />
      <ChatBox writable={writable} onSend={onSend} />
    </section>
  );
}

function ChatLog({ messages }: { messages: readonly ChatMessage[] }) {
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
      {messages.map((message) => (
        <p key={message.id}>
          <b>{message.userName}</b>
          {message.isController && <span className={css.src}> · аукционист</span>}
          <time dateTime={message.date}>{moscowSeconds(message.date).slice(0, 5)}</time>
          <br />
          {message.text}
        </p>
      ))}
    </div>
  );
}

function ChatBox({
  writable,
  onSend,
}: {
  writable: { allowed: true } | { allowed: false; why: string };
  onSend(text: string): Promise<void>;
}) {
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

  return (
    <form className={css.box} onSubmit={submit}>
      <TextInput
        aria-label="Сообщение"
        placeholder={writable.allowed ? "Сообщение" : writable.why}
        value={text}
        maxLength={LIMIT}
        disabled={!writable.allowed}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionIcon
        type="submit"
        aria-label="Отправить"
        disabled={!writable.allowed || !text.trim()}
        loading={sending}
      >
        <Icon name="send" />
      </ActionIcon>
    </form>
  );
}
