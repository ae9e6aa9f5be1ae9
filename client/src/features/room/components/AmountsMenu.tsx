import { Menu, ScrollArea } from "@mantine/core";
import { type CSSProperties, type RefObject, useLayoutEffect, useState } from "react";
import { Button } from "@/components/Button/Button";
import { withMantine } from "@/components/Mantine/Mantine";
import { price } from "@/lib/format";
import type { Chosen } from "../model/useBidding";
import css from "./BidBar.module.css";
import { OtherAmount } from "./OtherAmount";

interface AmountsMenuProps {
  bar: {
    currency: number;
    onChoose: (chosen: Chosen) => void;
    onAbsentee?: () => void;
    onOwn?: () => void;
  };
  amounts: readonly number[];
  disabled: boolean;
  /** The large button, whose room has the picture. */
  main: RefObject<HTMLButtonElement | null>;
}

/** The other amounts, open at first. */
function AmountsMenu({ bar, amounts, disabled, main }: AmountsMenuProps) {
  const [opened, setOpened] = useState(true);
  const [picture, setPicture] = useState<CSSProperties>();
  useLayoutEffect(() => {
    if (opened) setPicture(pictureOf(main.current));
  }, [opened, main]);
  return (
    <Menu position="top-end" withinPortal opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Button className={css.bid} disabled={disabled}>
          <OtherAmount />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={css.amounts} style={picture}>
        {bar.onAbsentee && <Menu.Item onClick={bar.onAbsentee}>Заочная ставка</Menu.Item>}
        {bar.onAbsentee && bar.onOwn && <Menu.Divider />}
        {bar.onOwn && <Menu.Item onClick={bar.onOwn}>Своя сумма</Menu.Item>}
        {(bar.onAbsentee || bar.onOwn) && amounts.length > 0 && <Menu.Divider />}
        <ScrollArea.Autosize className={css.amountsList}>
          {amounts.map((amount) => (
            <Menu.Item
              key={amount}
              onClick={() => bar.onChoose({ value: amount, why: "chosen" })}
              className="num"
            >
              {price(amount, bar.currency)}
            </Menu.Item>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The picture's place, where a phone opens the list of amounts, so that price and bid bar stay in sight. */
function pictureOf(button: HTMLElement | null): CSSProperties | undefined {
  const picture = button?.closest("[data-room]")?.querySelector("[data-picture]");
  if (!picture) return undefined;
  const { top, right, bottom } = picture.getBoundingClientRect();
  return {
    "--picture-right": `${right}px`,
    "--picture-bottom": `${bottom}px`,
    "--picture-height": `${bottom - top}px`,
  } as CSSProperties;
}

export default withMantine(AmountsMenu);
