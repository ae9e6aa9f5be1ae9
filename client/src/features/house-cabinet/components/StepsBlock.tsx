import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import { Block } from "@/staff/blocks/Block";
import { StepsEditor, type StepsEditorProps } from "./StepsEditor";
import css from "./steps.module.css";

interface StepsBlockProps extends StepsEditorProps {
  /** What the usual table and an own one are called. */
  names: { usual: string; own: string };
  isOwn: boolean;
  onOwn: (isOwn: boolean) => void;
  /** The table is shown, not changed. */
  isClosed?: boolean;
  /** Under the table. */
  children?: ReactNode;
}

/** The table of steps: the usual one, or an own one. */
export function StepsBlock({ names, isOwn, onOwn, isClosed, children, ...editor }: StepsBlockProps) {
  return (
    <Block
      title="Шаги ставок"
      aside={
        <Select
          aria-label="Таблица шагов"
          w={220}
          data={[
            { value: "usual", label: names.usual },
            { value: "own", label: names.own },
          ]}
          value={isOwn ? "own" : "usual"}
          disabled={isClosed}
          onChange={(choice) => onOwn(choice === "own")}
        />
      }
    >
      <fieldset className={css.fields} aria-label="Шаги ставок" data-jump="steps" disabled={isClosed}>
        <StepsEditor {...editor} />
      </fieldset>
      {children}
    </Block>
  );
}
