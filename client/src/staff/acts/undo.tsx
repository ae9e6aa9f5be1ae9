import { notifications } from "@mantine/notifications";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { tell, tellFault } from "@/components/Toast/toasts";
import css from "./acts.module.css";
import { dropAct, holdAct } from "./pendingActs";

/** How long an act can be taken back. */
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

interface LaterAct {
  /** Names the things acted on: «order:9». `usePendingActs` has them while the act waits. */
  keys: readonly string[];
  /** What has been done: «Заявка подтверждена». */
  done: string;
  /** Sends the act; `keepalive` lets the requests outlive the page. */
  commit: (init: { keepalive: boolean }) => Promise<unknown>;
}

/**
 * An act that the server could not take back: it is sent after 10 s unless the person takes it back before. Leaving the
 * site sends it at once.
 */
export function actLater({ keys, done, commit }: LaterAct): void {
  const id = `undo:${keys.join()}`;
  holdAct(id, {
    keys,
    wait: UNDO_MS,
    commit: (leaving) => {
      notifications.hide(id);
      return commit({ keepalive: leaving }).catch(tellFault);
    },
  });
  showUndo(id, done, () => {
    if (dropAct(id)) tell("Отменено");
  });
}

interface UndoableAct {
  key: string;
  done: string;
  /** The opposite act. */
  undo: () => Promise<unknown>;
}

/** After an act that has an opposite: offers it for 10 s. */
export function offerUndo({ key, done, undo }: UndoableAct): void {
  showUndo(`undo:${key}`, done, () => {
    undo().then(() => tell("Отменено"), tellFault);
  });
}

/** Takes the offer back, once the act was undone another way. */
export const withdrawUndo = (key: string) => notifications.hide(`undo:${key}`);
