import { Button, Textarea } from "@mantine/core";
import type { Ref } from "react";
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
      <div className={css.presets}>
        {CONCLUSIONS.map((text) => (
          <Button key={text} size="xs" variant="quiet" onClick={() => onChange(withConclusion(value, text))}>
            {text}
          </Button>
        ))}
      </div>
    </>
  );
}
