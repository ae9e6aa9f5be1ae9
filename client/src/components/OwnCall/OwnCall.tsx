import { Button } from "@/components/Button/Button";
import { DevAction } from "@/components/DevOutbox/DevOutbox";
import { Icon } from "@/components/Icon/Icon";
import { Live } from "@/components/Live/Live";
import { playCallback } from "@/lib/api/queries/codes";
import { phone, phoneUrl, shortClock } from "@/lib/format";
import css from "./OwnCall.module.css";

interface OwnCallProps {
  /** The id of the call that is awaited. */
  id: string;
  /** The free number to call. */
  number: string;
  /** «Ждём звонка». */
  status: string;
  /** Seconds until another number may be requested. */
  left: number;
}

/** The free number that the user calls from their phone, and whether their call has come. */
export function OwnCall({ id, number, status, left }: OwnCallProps) {
  return (
    <>
      <p className={css.number}>{phone(number)}</p>
      <Button
        component="a"
        href={phoneUrl(number)}
        variant="bid"
        fullWidth
        leftSection={<Icon name="phone" />}
      >
        Позвонить
      </Button>
      <p className={css.waiting} role="status">
        <Live tone="waiting">{status}</Live>{" "}
        {left > 0 && <span className="num">{shortClock(left * 1000)}</span>}
      </p>
      <DevAction label="Демонстрация: сыграть звонок" onClick={() => void playCallback(id)} />
    </>
  );
}
