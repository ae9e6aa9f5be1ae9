import { Textarea } from "@mantine/core";
import { type Ref, useId } from "react";
import { Button } from "@/components/Button/Button";
import { CONCLUSIONS, withConclusion } from "../model/decisions";
import css from "./orders.module.css";

interface ConclusionProps {
  value: string;
  onChange: (value: string) => void;
  description: string;
  /** Whether a rejection was tried without it. */
  missing: boolean;
  /** Ctrl+Enter or ⌘Enter. */
  onReject: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Why a request is decided so: typed, or one of those written most often. */
export function Conclusion({ value, onChange, description, missing, onReject, ref }: ConclusionProps) {
  const id = useId();
  return (
    <>
      <Textarea
        ref={ref}
        label="Заключение"
        description={description}
        error={missing && value.trim() === "" && "Напишите, почему заявка отклонена"}
        data-autofocus
        autosize
        minRows={2}
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onReject();
        }}
      />
      <p className={`caption ${css.presetsTitle}`} id={id}>
        Готовые причины отказа
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend */}
      <div className={css.presets} role="group" aria-labelledby={id}>
        {CONCLUSIONS.map((text) => (
          <Button key={text} size="xs" onClick={() => onChange(withConclusion(value, text))}>
            {text}
          </Button>
        ))}
      </div>
    </>
  );
}
