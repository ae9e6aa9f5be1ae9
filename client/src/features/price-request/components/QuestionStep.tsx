import { Textarea } from "@mantine/core";
import { Button } from "@/components/Button/Button";
import type { LotShort } from "@/lib/api/types";
import { LONGEST, type PriceRequestForm } from "../model/usePriceRequest";
import { LotLine } from "./LotLine";
import css from "./PriceRequestDialog.module.css";

/** The first step: the question to the house. */
export function QuestionStep({ lot, form }: { lot: LotShort; form: PriceRequestForm }) {
  return (
    <form
      className={css.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submitQuestion();
      }}
    >
      <LotLine lot={lot} />
      <Textarea
        label="Вопрос дому"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LONGEST}
        data-autofocus
        autoFocus
        errorProps={{ role: "alert" }}
        {...form.form.getInputProps("message")}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          form.submitQuestion();
        }}
      />
      <Button type="submit" variant="bid" fullWidth>
        Продолжить
      </Button>
      <p className="caption">Вопрос, имя и контакты увидит только {lot.houseNameRu}.</p>
    </form>
  );
}
