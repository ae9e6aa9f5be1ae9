import { CatalogState } from "@/trade/enums";
import { listed } from "@/trade/rules/together";
import { type DeskAction, jumpOff, NOT_RUNNING, OFF_REASONS, TOO_EARLY, TOO_SOON } from "./actions";
import type { Desk, DeskLot, Target } from "./desk";

/** The longest reason of a pause. */
export const PAUSE_REASON_LENGTH = 200;

export interface Control {
  action: DeskAction;
  label: string;
  key: string;
  /** KeyboardEvent.key */
  code: string;
  /** The question before the action; null where it needs none. */
  question: string | null;
  /** What the question is called, and the button that agrees, where the label does not say it. */
  title?: string;
  confirm?: string;
  /** What the question is about, where it is not the lot on the block and its bet. */
  about?: readonly string[];
  /** Asks for a reason, which the room is shown. */
  takesReason?: boolean;
  /** Asks which lots of a choice are taken. */
  takesLots?: boolean;
  /** Why the action is off, or null. */
  off: string | null;
  /** It is in force: a warning or a pause. */
  on?: boolean;
}

type KeyAction = Exclude<DeskAction, "jump">;

/** What never changes about a key. */
type Key = Pick<Control, "label" | "key" | "code"> & Partial<Control>;

const KEYS: Record<KeyAction, Key> = {
  sell: { label: "Продать", key: "Enter", code: "Enter" },
  warn: { label: "Последний раз", key: "F4", code: "F4" },
  pause: {
    label: "Пауза",
    key: "F6",
    code: "F6",
    question: "Ставки и молоток ждут, пока вы не продолжите. Причину видят все.",
    takesReason: true,
  },
  resume: { label: "Продолжить", key: "F6", code: "F6", on: true },
  start: { label: "Старт", key: "F2", code: "F2" },
  next: { label: "Следующий", key: "→", code: "ArrowRight" },
  skip: { label: "Снять лот", key: "Del", code: "Delete" },
  previous: { label: "Вернуть лот", key: "←", code: "ArrowLeft" },
  revoke: {
    label: "Отменить ставку",
    key: "Backspace",
    code: "Backspace",
    question: "Вы действительно хотите отменить последнюю ставку?",
  },
  finish: { label: "Завершить", key: "F10", code: "F10", question: "Завершить торги?" },
};

/** What changes about it with the desk. */
const CHANGES: Partial<Record<KeyAction, (desk: Desk) => Partial<Control>>> = {
  sell: aboutSale,
  warn: ({ current }) => ({ on: current?.isWarned }),
  // «Следующий» brings the hammer down on an open lot.
  next: ({ current }) => aboutNext(current),
  skip: aboutSkip,
  previous: aboutReturn,
};

/** The keys of the desk, each with the reason why it is off. */
export function controlsOf(desk: Desk, now: number): Control[] {
  const pause = desk.isPaused ? "resume" : "pause";
  const shown = ["sell", "warn", pause, "start", "next", "skip", "previous", "revoke", "finish"] as const;
  return shown.map((action) => ({
    action,
    question: null,
    ...KEYS[action],
    ...CHANGES[action]?.(desk),
    off: OFF_REASONS[action](desk, now),
  }));
}

/** The lots that the buyer chooses from; null after the hammer. */
const openChoice = ({ current }: Desk) => (current?.isBiddingOver ? null : (current?.choice ?? null));

function aboutSale(desk: Desk): Partial<Control> {
  if (openChoice(desk)) return { takesLots: true, question: "Какие лоты берёт покупатель?" };
  const { current: lot } = desk;
  if (lot?.reserve !== "not-reached") return { takesLots: false };
  return {
    takesLots: false,
    question: "Резервная цена не достигнута. Продать лот по текущей ставке?",
    about:
      lot.fate.isSold === null
        ? ["Если заочная ставка лидера доходит до резерва, продажа будет по резервной цене."]
        : undefined,
  };
}

function aboutSkip(desk: Desk): Partial<Control> {
  const choice = openChoice(desk);
  if (!choice) return { question: "Снять лот с торгов?" };
  return {
    label: "Снять лоты",
    question: `Снять с торгов все лоты выбора: ${listed(choice.numbers)}? Лоты с заочными ставками пойдут по одному.`,
  };
}

function aboutReturn({ current: lot, previous }: Desk): Partial<Control> {
  return {
    ...(previous && { label: `Вернуть лот\u00a0${previous.number}` }),
    question: !lot?.isBiddingOver
      ? "Вернуть предыдущий лот?"
      : lot.choice
        ? "Снова предложить лоты на выбор?"
        : "Вернуть лот в торги?",
    about: previous?.about,
  };
}

/** The question of «Следующий»: what becomes of the open lot. */
function aboutNext(lot: DeskLot | null): Pick<Control, "question" | "title" | "confirm"> {
  const title = "Следующий лот";
  if (lot === null) {
    return {
      question: "Текущего лота нет на экране. Открыть следующий?",
      title,
      confirm: "Открыть следующий",
    };
  }
  if (lot.isBiddingOver) return { question: null };
  if (lot.choice) {
    const bets = lot.leading === null ? "" : " Ставки, сделанные за выбор, отменятся.";
    return {
      question: `Закончить выбор и предлагать лоты по одному?${bets}`,
      title,
      confirm: "Закончить выбор",
    };
  }
  const { text, isSold, isLast } = lot.fate;
  return {
    question: text,
    title: isLast ? "Последний лот" : title,
    confirm: isSold === null ? "Дальше" : isSold ? "Продать и дальше" : "Дальше без продажи",
  };
}

/** A jump to a lot by its number. `target` is null if the sale has no such lot. */
export function jumpOf(desk: Desk, number: number, target: Target | null, now: number): Control {
  const lot = desk.current;
  const takesBets = lot !== null && !lot.isBiddingOver && lot.leading !== null;
  return {
    action: "jump",
    label: `К лоту ${number}`,
    key: "F3",
    code: "F3",
    question: takesBets ? "Лот, который сейчас на торгах, вернётся в очередь со своей ставкой." : null,
    about: target?.about,
    off: jumpOff(desk, target, now),
  };
}

/** One line about all the keys that are off. */
export interface KeysNote {
  text: string;
  /** The reasons of single keys that the line stands for. */
  covers: readonly string[];
}

/** What keeps most keys off before the start and in a sale that runs by the clock; null where single keys are off. */
export function keysNote(desk: Desk, controls: readonly Control[]): KeysNote | null {
  if (desk.catalogState === CatalogState.Scheduled) {
    const off = controls.find(({ action }) => action === "start")?.off ?? null;
    return {
      text:
        off === null
          ? "Торги не идут: остальные клавиши включит «Старт»"
          : off === TOO_SOON
            ? `${off}. До этого клавиши выключены`
            : `${off}, поэтому клавиши выключены`,
      covers: off === null ? [NOT_RUNNING] : [NOT_RUNNING, off],
    };
  }
  if (desk.catalogState === CatalogState.InProcess && desk.isAutoStart && !desk.isPaused) {
    return {
      text: "Торги идут по времени: «Продать», «Следующий» и «Снять лот» включатся, когда время лота выйдет",
      covers: [TOO_EARLY],
    };
  }
  return null;
}
