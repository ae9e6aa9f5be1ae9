import { notifications } from "@mantine/notifications";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tell, tellFault } from "@/components/Toast/toasts";
import css from "./actions.module.css";
import { dropAction, holdAction } from "./pendingActions";

/** How long an action can be taken back. */
export const UNDO_MS = 10_000;

function showUndo(id: string, done: string, undo: () => void): void {
  notifications.hide(id);
  notifications.show({
    id,
    message: (
      <span className={css.undo}>
        {done}
        <Button
          size="xs"
          variant="quiet"
          onClick={() => {
            notifications.hide(id);
            undo();
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
}

/**
 * An action that the server could not take back: it is sent after 10 s unless the person takes it back before. Leaving
 * the site sends it at once.
 */
export function actLater({ keys, done, commit }: LaterAction): void {
  const id = `undo:${keys.join()}`;
  holdAction(id, {
    keys,
    wait: UNDO_MS,
    commit: (leaving) => {
      notifications.hide(id);
      return commit({ keepalive: leaving }).catch(tellFault);
    },
  });
  showUndo(id, done, () => {
    if (dropAction(id)) tell("Отменено");
  });
}

interface UndoableAction {
  key: string;
  done: string;
  /** The opposite action. */
  undo: () => Promise<unknown>;
}

/** After an action that has an opposite: offers it for 10 s. */
export function offerUndo({ key, done, undo }: UndoableAction): void {
  showUndo(`undo:${key}`, done, () => {
    undo().then(() => tell("Отменено"), tellFault);
  });
}

/** Takes the offer back, once the action was undone another way. */
export const withdrawUndo = (key: string) => notifications.hide(`undo:${key}`);
