import { CatalogState, ReserveState } from "@/trade/enums";
import { listed } from "@/trade/rules/together";
import { isRunning, START_GAP_MS } from "@/trade/rules/trading";

/** The longest reason of a pause. */
export const PAUSE_REASON_LENGTH = 200;

const NOT_LOADED = "Очередь не загружена";
const NOT_RUNNING = "Торги не идут";
const TOO_SOON = "Открыть торги можно за 15 минут до начала";
const TOO_EARLY = "Время торгов по лоту не истекло";

/** The facts that decide which keys are on. All of them come from the server. */
export interface Desk {
  catalogState: number;
  isAutoStart: boolean;
  isPaused: boolean;
  /** Server time of the start, ms; null when none is set. */
  startDate: number | null;
  current: DeskLot | null;
  /** The lots have come. */
  isLoaded: boolean;
  /** Lots that are not over, the current one not counted. */
  waiting: number;
  /** What «Вернуть» would open again; null when there is nothing. */
  previous: PreviousLot | null;
  isAuctioneer: boolean;
  isAdmin: boolean;
}

export interface PreviousLot {
  number: number;
  /** It is paid for, so nothing opens it. */
  isPaid: boolean;
  /** The lot, and the result that would be undone. */
  about: readonly string[];
}

export interface DeskLot {
  state: number;
  isBiddingOver: boolean;
  leading: number | null;
  /** «Последний раз» is in force. */
  isWarned: boolean;
  reserve: "none" | "not-reached" | "reached";
  /** The lots that the buyer chooses from. */
  choice: DeskChoice | null;
  fate: Fate;
  /** Server time of the lot's end, ms; null when the hammer decides. */
  end: number | null;
}

export interface DeskChoice {
  numbers: readonly number[];
  /** The leading bet reaches the reserve of one of them. */
  sells: boolean;
}

/** What «Следующий» would do to the open lot. */
export interface Fate {
  text: string;
  /** Null: the leader may have an absentee order, which is secret, that reaches for the reserve. */
  isSold: boolean | null;
  /** No lot comes after it. */
  isLast: boolean;
}

export type Act =
  | "sell"
  | "warn"
  | "pause"
  | "resume"
  | "start"
  | "next"
  | "skip"
  | "previous"
  | "jump"
  | "revoke"
  | "finish";

export interface Control {
  act: Act;
  label: string;
  key: string;
  /** KeyboardEvent.key */
  code: string;
  /** The question before the act; null where it needs none. */
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
  /** Why the act is off, or null. */
  off: string | null;
  /** It is in force: a warning or a pause. */
  on?: boolean;
}

/** The keys of the desk, each with the reason why it is off. The server decides by domain/src/decide/classic.rs. */
export function controlsOf(desk: Desk, now: number): Control[] {
  const running = isRunning(desk.catalogState);
  const lot = desk.current;
  const open = lot !== null && !lot.isBiddingOver;
  const timed = open && desk.isAutoStart && lot.end !== null && now < lot.end;
  const notRunning = running ? null : NOT_RUNNING;
  const paused = desk.isPaused ? "Торги на паузе" : null;
  const noOpenLot = lot === null ? "Нет текущего лота" : open ? null : "Торги по лоту окончены";
  const tooEarly = timed ? TOO_EARLY : null;

  const start =
    desk.catalogState !== CatalogState.Scheduled
      ? running
        ? "Торги уже идут"
        : "Торги завершены"
      : desk.startDate !== null && now < desk.startDate - START_GAP_MS
        ? TOO_SOON
        : !desk.isLoaded
          ? NOT_LOADED
          : desk.waiting === 0
            ? "Нет лотов для торгов"
            : null;

  const sell =
    notRunning ?? paused ?? noOpenLot ?? tooEarly ?? (lot?.leading == null ? "Ставка отсутствует" : null);

  const skip =
    notRunning ??
    paused ??
    noOpenLot ??
    tooEarly ??
    (lot?.leading == null || !(lot.choice?.sells ?? lot.reserve !== "not-reached")
      ? null
      : lot.reserve === "reached"
        ? "Есть ставка, резервная цена достигнута"
        : "Есть ставка");

  const warn =
    notRunning ??
    paused ??
    noOpenLot ??
    (desk.isAutoStart
      ? "В торгах с автостартом не объявляется"
      : lot?.leading == null
        ? "Ставка отсутствует"
        : null);

  const next =
    desk.catalogState !== CatalogState.InProcess
      ? desk.catalogState === CatalogState.WaitForEnd
        ? "Лотов больше нет"
        : NOT_RUNNING
      : !desk.isLoaded
        ? NOT_LOADED
        : (paused ?? tooEarly ?? (open && lot.choice?.sells ? "Есть ставка, лоты можно продать" : null));

  const before = desk.previous;
  const previous =
    notRunning ??
    paused ??
    (!desk.isLoaded
      ? NOT_LOADED
      : before === null
        ? "Это первый лот"
        : before.isPaid
          ? `Лот ${before.number} оплачен`
          : null);
  const revoke =
    notRunning ??
    (!desk.isAuctioneer && !desk.isAdmin
      ? "У пользователя недостаточно прав для отмены ставки"
      : lot === null || lot.leading === null
        ? "Ставка отсутствует"
        : !open
          ? "Торги по лоту окончены"
          : null);
  const pause: Control = desk.isPaused
    ? { act: "resume", label: "Продолжить", key: "F6", code: "F6", question: null, off: null, on: true }
    : {
        act: "pause",
        label: "Пауза",
        key: "F6",
        code: "F6",
        question: "Ставки и молоток ждут, пока вы не продолжите. Причину видят все.",
        takesReason: true,
        off: notRunning ?? noOpenLot,
      };
  const finish = desk.catalogState === CatalogState.WaitForEnd ? null : "Доступно после последнего лота";

  const below = lot?.reserve === "not-reached";
  const choice = (open && lot.choice) || null;
  return [
    {
      act: "sell",
      label: "Продать",
      key: "Enter",
      code: "Enter",
      takesLots: choice !== null,
      question: choice
        ? "Какие лоты берёт покупатель?"
        : below
          ? "Резервная цена не достигнута. Продать лот по текущей ставке?"
          : null,
      about:
        below && choice === null && lot.fate.isSold === null
          ? ["Если заочная ставка лидера доходит до резерва, продажа будет по резервной цене."]
          : undefined,
      off: sell,
    },
    {
      act: "warn",
      label: "Последний раз",
      key: "F4",
      code: "F4",
      question: null,
      off: warn,
      on: lot?.isWarned,
    },
    pause,
    { act: "start", label: "Старт", key: "F2", code: "F2", question: null, off: start },
    {
      act: "next",
      label: "Следующий",
      key: "→",
      code: "ArrowRight",
      // «Следующий» brings the hammer down on an open lot.
      ...goesOn(lot),
      off: next,
    },
    {
      act: "skip",
      label: choice ? "Снять лоты" : "Снять лот",
      key: "Del",
      code: "Delete",
      question: choice
        ? `Снять с торгов все лоты выбора: ${listed(choice.numbers)}? Лоты с заочными ставками пойдут по одному.`
        : "Снять лот с торгов?",
      off: skip,
    },
    {
      act: "previous",
      label: before === null ? "Вернуть лот" : `Вернуть лот\u00a0${before.number}`,
      key: "←",
      code: "ArrowLeft",
      question: !lot?.isBiddingOver
        ? "Вернуть предыдущий лот?"
        : lot.choice
          ? "Снова предложить лоты на выбор?"
          : "Вернуть лот в торги?",
      about: before?.about,
      off: previous,
    },
    {
      act: "revoke",
      label: "Отменить ставку",
      key: "Backspace",
      code: "Backspace",
      question: "Вы действительно хотите отменить последнюю ставку?",
      off: revoke,
    },
    {
      act: "finish",
      label: "Завершить",
      key: "F10",
      code: "F10",
      question: "Завершить торги?",
      off: finish,
    },
  ];
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
    const off = controls.find(({ act }) => act === "start")?.off ?? null;
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

/** The question of «Следующий»: what becomes of the open lot. */
function goesOn(lot: DeskLot | null): Pick<Control, "question" | "title" | "confirm"> {
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

/** The lot to open out of turn. */
export interface Target {
  id: number;
  number: number;
  /** Its result, if it is over. */
  result: string | null;
  isCurrent: boolean;
  /** «вместе с лотом 14»: it does not come up by itself. */
  follows: string | null;
  about: readonly string[];
}

/** A jump to a lot by its number; null if the sale has no such lot. */
export function jumpOf(desk: Desk, number: number, target: Target | null, now: number): Control {
  const lot = desk.current;
  const open = lot !== null && !lot.isBiddingOver;
  const timed = open && desk.isAutoStart && lot.end !== null && now < lot.end;
  const off =
    desk.catalogState !== CatalogState.InProcess
      ? NOT_RUNNING
      : desk.isPaused
        ? "Торги на паузе"
        : target === null
          ? "Такого лота нет"
          : target.isCurrent
            ? "Уже на торгах"
            : target.result !== null
              ? `${target.result}. Вернуть его можно клавишей «←» или на странице лота`
              : target.follows !== null
                ? `Продаётся ${target.follows}`
                : timed
                  ? TOO_EARLY
                  : null;
  const takesBets = open && lot.leading !== null;
  return {
    act: "jump",
    label: `К лоту ${number}`,
    key: "F3",
    code: "F3",
    question: takesBets ? "Лот, который сейчас на торгах, вернётся в очередь со своей ставкой." : null,
    about: target?.about,
    off,
  };
}

export function reserveOf(state: string | null): DeskLot["reserve"] {
  if (state === null) return "none";
  return state === ReserveState.Achieved ? "reached" : "not-reached";
}
