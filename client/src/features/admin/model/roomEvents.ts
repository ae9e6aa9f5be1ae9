import { secondsAt } from "./instant";

/** What happened to a lot or a sale, by the names of the room's events. */
const WORDS: Record<string, string | ((event: Fields) => string)> = {
  bet: ({ v, abs }) => `${abs ? "заочная ставка" : "ставка"} ${v}`,
  order: ({ max }) => `заочный максимум ${max}`,
  order_dropped: "заочный максимум снят",
  revoked: ({ bets }) => `отменено ставок: ${Array.isArray(bets) ? bets.length : 1}`,
  paddle: ({ paddle }) => `ставка записана на карточку ${paddle}`,
  opened: "открыт",
  hammer: ({ sold }) => (sold ? "продан" : "не продан"),
  queued: "снова ждёт торгов",
  end: "окончание перенесено",
  warned: "«последний раз»",
  joined: ({ lots }) => `объединён с лотами ${Array.isArray(lots) ? lots.join(", ") : ""}`,
  parted: "вышел из группы",
  void: "ставки аннулированы",
  lot_paid: "оплачен",
  lot_added: "добавлен",
  lot_changed: "условия изменены",
  lot_withdrawn: "скрыт",
  lot_shown: "показан",
  lot_removed: "убран",
  scheduled: "торги назначены",
  started: "торги начались",
  start_missed: ({ why }) =>
    why === "end_passed"
      ? "торги не начались: время окончания прошло"
      : "торги не начались: открывать нечего",
  paused: ({ reason }) => `торги приостановлены${reason ? `: ${reason}` : ""}`,
  resumed: "торги продолжены",
  wait_for_end: "торги ждут окончания последних лотов",
  completed: "торги завершены",
  canceled: "торги отменены",
  catalog_changed: "условия торгов изменены",
  catalog_hidden: ({ hidden }) => (hidden ? "торги скрыты" : "торги показаны"),
  recovered: "торги восстановлены после перерыва",
};

type Fields = Record<string, unknown>;

/** «Лот № 201: не продан, 21.11.2026 14:05:06»; null for what is no event of a room. */
export function roomEvent(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const [[name, event] = []] = Object.entries(value);
  const word = name === undefined ? undefined : WORDS[name];
  if (word === undefined || typeof event !== "object" || event === null) return null;
  const fields = event as Fields;
  const what = typeof word === "string" ? word : word(fields);
  const lot = typeof fields.lot === "number" ? `Лот № ${fields.lot}: ` : "";
  const until = typeof fields.end === "number" ? ` до ${secondsAt(fields.end)}` : "";
  const at = typeof fields.t === "number" ? `, ${secondsAt(fields.t)}` : "";
  return `${lot}${what}${until}${at}`;
}
