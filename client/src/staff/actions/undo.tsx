import { notifications } from "@mantine/notifications";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tell, tellFault } from "@/components/Toast/toasts";
import css from "./actions.module.css";
import { dropAction, holdAction } from "./pendingActions";

/** How long an action can be taken back. */
export const UNDO_MS = 10_000;

/** Where the focus goes from «Отменить», once it is pressed. Otherwise it goes to where it was when this was offered. */
type ReturnTo = () => HTMLElement | null | undefined;

function giveBack(pressed: HTMLElement, before: Element | null, returnTo: ReturnTo | undefined): void {
  const { activeElement, body } = document;
  // Something else may have taken the focus since; it keeps it.
  if (activeElement && activeElement !== body && activeElement !== pressed) return;
  const isUsable =
    before instanceof HTMLElement && before !== body && before.isConnected && !before.matches(":disabled");
  const target = returnTo?.() ?? (isUsable ? before : document.getElementById("main"));
  target?.focus({ preventScroll: true });
}

function showUndo(id: string, done: string, undo: () => void, returnTo?: ReturnTo): void {
  const before = document.activeElement;
  notifications.hide(id);
  notifications.show({
    id,
    message: (
      <span className={css.undo}>
        {done}
        <Button
          size="xs"
          variant="quiet"
          onClick={({ currentTarget }) => {
            notifications.hide(id);
            undo();
            // The page has what was taken back only after this event.
            setTimeout(() => giveBack(currentTarget, before, returnTo), 0);
          }}
        >
          Отменить
        </Button>
      </span>
    ),
    icon: <Icon name="check" />,
    autoClose: UNDO_MS,
    role: "status",
    "data-tone": "ok",
  });
}

interface LaterAction {
  /** Names the things acted on: «order:9». `usePendingActions` has them while the action waits. */
  keys: readonly string[];
  /** What has been done: «Заявка подтверждена». */
  done: string;
  /** Sends the action; `keepalive` lets the requests outlive the page. */
  commit: (init: { keepalive: boolean }) => Promise<unknown>;
  returnTo?: ReturnTo;
}

/**
 * An action that the server could not take back: it is sent after 10 s unless the person takes it back before. Leaving
 * the site sends it at once.
 */
export function actLater({ keys, done, commit, returnTo }: LaterAction): void {
  const id = `undo:${keys.join()}`;
  holdAction(id, {
    keys,
    wait: UNDO_MS,
    commit: (leaving) => {
      notifications.hide(id);
      return commit({ keepalive: leaving }).catch(tellFault);
    },
  });
  showUndo(
    id,
    done,
    () => {
      if (dropAction(id)) tell("Отменено");
    },
    returnTo,
  );
}

interface UndoableAction {
  key: string;
  done: string;
  /** The opposite action. */
  undo: () => Promise<unknown>;
  returnTo?: ReturnTo;
}

/** After an action that has an opposite: offers it for 10 s. */
export function offerUndo({ key, done, undo, returnTo }: UndoableAction): void {
  showUndo(
    `undo:${key}`,
    done,
    () => {
      undo().then(() => tell("Отменено"), tellFault);
    },
    returnTo,
  );
}

/** Takes the offer back, once the action was undone another way. */
export const withdrawUndo = (key: string) => notifications.hide(`undo:${key}`);
