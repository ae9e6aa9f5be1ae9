import { AreaChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import type { StepRow } from "@/lib/api/types";
import { shortPrice } from "@/lib/format";
import { stepFaults } from "../model/preflight";
import { ladderPoints, readRow } from "../model/steps";
import css from "./steps.module.css";

export interface StepsEditorProps {
  value: readonly StepRow[];
  onChange: (table: StepRow[]) => void;
  error?: React.ReactNode;
}

/** A table of bet steps with the ladder drawn, and the row being edited read back in words. */
export function StepsEditor({ value, onChange, error }: StepsEditorProps) {
  const [active, setActive] = useState(0);
  const change = (at: number, part: Partial<StepRow>) =>
    onChange(value.map((row, i) => (i === at ? { ...row, ...part } : row)));
  const words = readRow(value, active);
  const faults = stepFaults(value, null);
  const last = value.at(-1);
  return (
    <div className={css.grid}>
      <div>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Ставка от, ₽</th>
              <th scope="col">Шаг, ₽</th>
              <th>
                <span className="sr">Убрать</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value.map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
              <tr key={i} onFocus={() => setActive(i)}>
                <td>
                  <NumberInput
                    aria-label={`Строка ${i + 1}: ставка от`}
                    value={row.start}
                    min={0}
                    allowDecimal={false}
                    thousandSeparator=" "
                    onChange={(start) => change(i, { start: Number(start) || 0 })}
                  />
                </td>
                <td>
                  <NumberInput
                    aria-label={`Строка ${i + 1}: шаг`}
                    value={row.step}
                    min={1}
                    allowDecimal={false}
                    thousandSeparator=" "
                    onChange={(step) => change(i, { step: Number(step) || 0 })}
                  />
                </td>
                <td>
                  <IconButton
                    icon="x"
                    label={`Убрать строку ${i + 1}`}
                    disabled={value.length === 1}
                    onClick={() => onChange(value.filter((_, at) => at !== i))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Button
          size="xs"
          variant="quiet"
          leftSection={<Icon name="plus" size="s" />}
          disabled={value.length >= 50}
          onClick={() => {
            setActive(value.length);
            onChange([
              ...value,
              last ? { start: last.start * 2 || 1000, step: last.step * 2 } : { start: 0, step: 10 },
            ]);
          }}
        >
          Добавить строку
        </Button>
      </div>
      <div>
        <AreaChart
          h={240}
          data={ladderPoints(value)}
          dataKey="price"
          series={[{ name: "step", label: "Шаг", color: "var(--ink)" }]}
          curveType="stepAfter"
          withDots={false}
          withGradient={false}
          fillOpacity={0.08}
          gridAxis="x"
          tickLine="none"
          valueFormatter={shortPrice}
          xAxisProps={{
            type: "number",
            scale: "log",
            domain: ["dataMin", "dataMax"],
            tickFormatter: shortPrice,
            ticks: value.map(({ start }) => start).filter((start) => start > 0),
          }}
          yAxisProps={{
            scale: "log",
            // The lowest step stands above the axis.
            domain: [(least: number) => least / 2, "dataMax"],
            width: 64,
            ticks: [...new Set(value.map(({ step }) => step).filter((step) => step > 0))],
          }}
          referenceLines={
            value[active] && value[active].start > 0
              ? [{ x: value[active].start, color: "var(--accent-ink)" }]
              : []
          }
          aria-hidden="true"
          areaChartProps={{ accessibilityLayer: false }}
        />
        {words && (
          <p className={css.read} aria-live="polite">
            <b>{words.rule}</b> {words.example}
          </p>
        )}
        {error ? (
          <p className={css.fault} role="alert">
            {error}
          </p>
        ) : (
          faults.length > 0 && (
            <ul className={css.fault}>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )
        )}
      </div>
    </div>
  );
}
