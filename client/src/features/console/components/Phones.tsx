import type { PaddleHolder } from "@/lib/api/types";
import { count } from "@/lib/format";
import { LINE_KEYS } from "../model/useKeys";
import desk from "./console.module.css";
import { Kbd } from "./Kbd";
import css from "./Paddles.module.css";

const LINES = ["линия", "линии", "линий"] as const;

interface PhonesProps {
  called: readonly PaddleHolder[];
  /** Puts the number into the paddle's field. */
  onTake: (number: string) => void;
}

/** Whom the house calls for the lot on the block. */
export function Phones({ called, onTake }: PhonesProps) {
  if (called.length === 0) return null;
  return (
    <>
      <h2 className={desk.paneHead}>
        Телефоны<span>{count(called.length, LINES)}</span>
      </h2>
      <ul className={css.phones}>
        {called.map((holder, index) => (
          <li key={holder.id}>
            <button type="button" className={desk.line} onClick={() => onTake(holder.number)}>
              <span>
                <b>
                  {holder.number}, {holder.name}
                </b>
                <small>
                  {[holder.caller && `${holder.caller} на линии`, holder.language].filter(Boolean).join(", ")}
                </small>
              </span>
              {LINE_KEYS[index] && <Kbd>{LINE_KEYS[index]}</Kbd>}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
