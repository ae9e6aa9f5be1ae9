import { NumberInput, RangeSlider } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import type { LotCounts } from "@/lib/api/types";
import { price } from "@/lib/format";
import type { LotFilter } from "../model/filter";
import { barsOf, stopAt, stopsOf } from "../model/histogram";
import css from "./Filters.module.css";

interface PriceFilterProps {
  filter: LotFilter;
  prices: LotCounts["prices"];
  onChange: (changes: Record<string, string | null>) => void;
}

/** The prices of the found lots as a histogram, with a range to choose. */
export function PriceFilter({ filter: { priceFrom, priceTo }, prices, onChange }: PriceFilterProps) {
  const bars = barsOf(prices);
  const stops = stopsOf(bars);
  const [dragged, setDragged] = useState<[number, number] | null>(null);
  if (bars.length === 0 && priceFrom === null && priceTo === null) return null;
  const first = priceFrom === null ? 0 : Math.min(stopAt(stops.from, priceFrom), bars.length - 1);
  // Two sums within one bar put the thumbs on either side of it.
  const last = priceTo === null ? bars.length : Math.max(stopAt(stops.to, priceTo), first + 1);
  const [low, high] = dragged ?? [first, last];

  /** The sums of two stops. A thumb that has not moved keeps its sum, which may lie between stops. */
  const sumsAt = (from: number, to: number) =>
    [
      from === first ? priceFrom : from === 0 ? null : (stops.from[from] ?? null),
      to === last ? priceTo : to === bars.length ? null : (stops.to[to] ?? null),
    ] as const;
  const [from, to] = sumsAt(low, high);
  const [lowest, highest] = [stops.from[0], stops.to.at(-1)];

  const change = (from: number | null, to: number | null) =>
    onChange({ from: from === null ? null : String(from), to: to === null ? null : String(to) });
  return (
    <fieldset className={css.group}>
      <legend>Цена, ₽</legend>
      {bars.length > 1 && (
        <div>
          <Histogram bars={bars} low={low} high={high} />
          <RangeSlider
            thumbFromLabel="Цена от"
            thumbToLabel="Цена до"
            min={0}
            max={bars.length}
            minRange={1}
            pushOnOverlap={false}
            value={[low, high]}
            // Both thumbs share this label, and they never share a stop.
            thumbValueText={(stop) => price((stop === low ? (from ?? lowest) : (to ?? highest)) ?? 0)}
            label={null}
            className={css.slider}
            classNames={{ thumb: css.thumb }}
            style={{ "--apart": (high - low) / bars.length } as CSSProperties}
            size={2}
            thumbSize={20}
            onChange={setDragged}
            onChangeEnd={([from, to]) => {
              setDragged(null);
              change(...sumsAt(from, to));
            }}
          />
        </div>
      )}
      <div className={css.range}>
        <PriceField
          label="Цена от"
          value={from}
          placeholder={lowest}
          onEnter={(from) => change(from, priceTo)}
        />
        <PriceField
          label="Цена до"
          value={to}
          placeholder={highest}
          onEnter={(to) => change(priceFrom, to)}
        />
      </div>
    </fieldset>
  );
}

function Histogram({ bars, low, high }: { bars: ReturnType<typeof barsOf>; low: number; high: number }) {
  const most = Math.max(...bars.map(({ count }) => count));
  const top = bars.find(({ count }) => count === most);
  return (
    <div
      className={css.histogram}
      role="img"
      aria-label={top && `Распределение цен: больше всего лотов от ${price(top.from)} до ${price(top.to)}`}
    >
      {bars.map(({ from, count }, place) => (
        <i
          key={from}
          data-in={(place >= low && place < high) || undefined}
          style={{ height: `${count === 0 ? 0 : Math.max(4, (count / most) * 100)}%` }}
        />
      ))}
    </div>
  );
}

interface PriceFieldProps {
  label: string;
  value: number | null;
  placeholder: number | undefined;
  onEnter: (value: number | null) => void;
}

/** Applies when it is left or Enter is pressed. */
function PriceField({ label, value, placeholder, onEnter }: PriceFieldProps) {
  const [typed, setTyped] = useState<string | number | null>(null);
  const enter = () => {
    if (typed === null) return;
    setTyped(null);
    const entered = typed === "" ? null : Number(typed);
    if (entered !== value) onEnter(entered);
  };
  return (
    <NumberInput
      aria-label={label}
      hideControls
      allowNegative={false}
      allowDecimal={false}
      thousandSeparator=" "
      inputMode="numeric"
      placeholder={placeholder === undefined ? undefined : price(placeholder)}
      value={typed ?? value ?? ""}
      onChange={setTyped}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key === "Enter") enter();
      }}
    />
  );
}
