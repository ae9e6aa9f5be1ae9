import { Icon } from "@/components/Icon/Icon";
import css from "./BidBar.module.css";

/** What the button of the other amounts says. */
export function OtherAmount() {
  return (
    <span className={css.bidIn}>
      Другая сумма
      <Icon name="chev" size="s" />
    </span>
  );
}
