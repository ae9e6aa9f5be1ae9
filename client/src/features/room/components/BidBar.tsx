import { Button, Menu, ScrollArea } from "@mantine/core";
import { Icon, type IconName } from "@/components/Icon/Icon";
import { Price } from "@/components/Price/Price";
import type { Position } from "@/lib/bidding/position";
import { price } from "@/lib/format";
import css from "./room.module.css";

export interface BidBarProps {
  currency: number;
  /** Amounts offered, the minimum first. */
  options: readonly number[];
  position: Position;
  /** One line under «Вы лидируете», «Ваша ставка перебита». */
  detail: string;
  /** Why no bet can be made now; null when one can. */
  closed: string | null;
  /** The amount on its way to the server. */
  pending: number | null;
  offline: { attempt: number } | null;
  /** «с комиссией 385 250 ₽» */
  total: (value: number) => string;
  onBid: (value: number) => void;
  /** Present where the bidder may leave an absentee bet. */
  onAbsentee?: () => void;
}

const WORDS: Record<Position, { title: string; icon: IconName }> = {
  leading: { title: "Вы лидируете", icon: "up" },
  outbid: { title: "Ваша ставка перебита", icon: "down" },
  won: { title: "Лот ваш", icon: "check" },
  none: { title: "Ваша ставка", icon: "gavel" },
};

/** One tap bets the minimum; the next two amounts stand beside it, the rest in a list. */
export function BidBar(props: BidBarProps) {
  const { options, position, closed, offline, currency, onBid } = props;
  const [minimum, second, third, ...rest] = options;
  const dead = offline !== null || closed !== null || props.pending !== null || position === "leading";
  return (
    <section className={css.bidbar} aria-label="Ставка">
      <Standing {...props} />
      {minimum !== undefined && (
        <>
          <Amount bar={props} value={minimum} dead={dead} caption={mainCaption(props, minimum)} main />
          {second !== undefined && <Amount bar={props} value={second} dead={dead} caption="через шаг" />}
          {third !== undefined && <Amount bar={props} value={third} dead={dead} caption="через два" />}
          {position === "leading" && props.onAbsentee ? (
            <Button
              className={css.bid}
              disabled={offline !== null || closed !== null}
              onClick={() => props.onAbsentee?.()}
            >
              Заочная ставка
            </Button>
          ) : (
            <Menu position="top-end" withinPortal>
              <Menu.Target>
                <Button className={css.bid} disabled={dead || rest.length === 0}>
                  <span className={css.bidIn}>
                    Другая сумма
                    <Icon name="chev" size="s" />
                  </span>
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <ScrollArea.Autosize mah="50vh">
                  {rest.map((value) => (
                    <Menu.Item key={value} onClick={() => onBid(value)} className="num">
                      {price(value, currency)}
                    </Menu.Item>
                  ))}
                </ScrollArea.Autosize>
                {props.onAbsentee && (
                  <>
                    <Menu.Divider />
                    <Menu.Item onClick={props.onAbsentee}>Заочная ставка</Menu.Item>
                  </>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
        </>
      )}
    </section>
  );
}

interface AmountProps {
  bar: BidBarProps;
  value: number;
  dead: boolean;
  caption: string;
  main?: boolean;
}

function Amount({ bar, value, dead, caption, main = false }: AmountProps) {
  const sent = bar.pending === value;
  return (
    <Button
      variant={main ? "bid" : "default"}
      className={main ? `${css.bid} ${css.bidMain}` : css.bid}
      // A bet that is on its way keeps its button as it is, with the line that says so.
      disabled={dead && !sent}
      data-pending={sent || undefined}
      onClick={() => !sent && bar.onBid(value)}
    >
      <span className={css.bidIn}>
        <Price value={value} currency={bar.currency} className={css.bidPrice} />
        <small className={main ? undefined : "only-wide"}>{sent ? "ОТПРАВЛЯЕТСЯ" : caption}</small>
      </span>
    </Button>
  );
}

function Standing({ offline, position, detail, closed }: BidBarProps) {
  if (offline) {
    return (
      <div className={css.you} data-state="off" role="status">
        <Icon name="netoff" size="l" />
        <span>
          Связь потеряна
          <small className="num">
            Ставки недоступны{offline.attempt > 0 ? `. Попытка ${offline.attempt}` : ""}
          </small>
        </span>
      </div>
    );
  }
  const words = WORDS[position];
  return (
    <div className={css.you} data-state={position} role="status">
      <Icon name={words.icon} size="l" />
      <span>
        {words.title}
        <small className="num">{closed ?? detail}</small>
      </span>
    </div>
  );
}

function mainCaption({ offline, closed, position, total }: BidBarProps, minimum: number): string {
  if (offline) return "Ставки недоступны";
  if (closed !== null) return closed;
  if (position === "leading") return "Ваша ставка старшая, ждём соперника";
  return `СДЕЛАТЬ СТАВКУ · ${total(minimum)}`;
}
