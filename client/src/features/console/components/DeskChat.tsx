import { Textarea } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/Button/Button";
import { Chat } from "@/components/Chat/Chat";
import { Dialog } from "@/components/Dialog/Dialog";
import { plural } from "@/lib/format";
import { recall, remember } from "@/lib/storage";
import { chatConnection } from "@/trade/live/chatConnection";
import type { LiveSale } from "@/trade/live/useLiveSale";
import { useModeration } from "../api/paddles";
import css from "./console.module.css";

const KEY = "console-lines";
const LINES = ["Рама входит в стоимость", "Перерыв 5 минут", "Осмотр лотов завтра с 12 до 19 (МСК)"];

const stored = (): readonly string[] => recall(KEY)?.split("\n").filter(Boolean) ?? LINES;

interface DeskChatProps {
  sale: LiveSale;
  catalogId: number;
  /** The sale is over: the prepared lines are no longer needed, while questions are still asked and answered. */
  isOver?: boolean;
}

/** The room's chat at the desk: what is new since the auctioneer last turned to it, prepared lines, moderation. */
export function DeskChat({ sale, catalogId, isOver = false }: DeskChatProps) {
  const { messages, isLoaded } = sale.chat;
  const moderation = useModeration(catalogId);
  const [prepared, setPrepared] = useState(stored);
  const [edits, setEdits] = useState(false);
  const newest = messages.at(-1)?.id ?? 0;
  // The loaded history counts as read.
  const [seen, setSeen] = useState<number | null>(null);
  if (seen === null && isLoaded) setSeen(newest);
  const unread = messages.filter(({ id }) => seen !== null && id > seen).length;
  const offline = sale.connection.state === "offline";
  const read = () => setSeen(newest);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: turning to the chat, by hand or by key, is reading it
    <div
      className={css.chat}
      onPointerEnter={read}
      onPointerDown={read}
      onFocus={read}
      data-unread={unread > 0 || undefined}
    >
      <Chat
        messages={messages}
        caption={
          offline ? "нет связи" : unread > 0 ? `${unread} ${plural(unread, ["новое", "новых", "новых"])}` : ""
        }
        writable={offline ? { allowed: false, why: "Нет связи" } : { allowed: true }}
        onSend={(text) => chatConnection.send(catalogId, text)}
        moderation={moderation}
        prepared={isOver ? undefined : prepared}
      />
      {!isOver && (
        <button type="button" className={`${css.link} ${css.editLines}`} onClick={() => setEdits(true)}>
          Изменить заготовки
        </button>
      )}
      <Dialog opened={edits} onClose={() => setEdits(false)} title="Заготовки сообщений">
        <Lines
          lines={prepared}
          onSave={(lines) => {
            remember(KEY, lines.join("\n"));
            setPrepared(lines);
            setEdits(false);
          }}
        />
      </Dialog>
    </div>
  );
}

function Lines({ lines, onSave }: { lines: readonly string[]; onSave: (lines: string[]) => void }) {
  const [text, setText] = useState(lines.join("\n"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = text.split("\n").map((line) => line.trim());
    onSave([...new Set(typed)].filter(Boolean));
  };
  return (
    <form className={css.reason} onSubmit={submit}>
      <Textarea
        data-autofocus
        label="Каждая с новой строки"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="bid">
        Сохранить
      </Button>
    </form>
  );
}
