import { Button } from "@/components/Button/Button";
import { ContactChange } from "@/components/ContactChange/ContactChange";
import { Dialog } from "@/components/Dialog/Dialog";
import { Icon } from "@/components/Icon/Icon";
import type { LotShort } from "@/lib/api/types";
import { type PriceRequestForm, type Step, usePriceRequest } from "../model/usePriceRequest";
import { ContactsStep } from "./ContactsStep";
import css from "./PriceRequestDialog.module.css";
import { QuestionStep } from "./QuestionStep";
import { SentStep } from "./SentStep";

interface PriceRequestDialogProps {
  lot: LotShort;
  opened: boolean;
  onClose: () => void;
  onSent: () => void;
}

/**
 * The dialog of a price request: the question, then the contacts, with a proof of those that are new. What was written
 * stays while the dialog is closed.
 */
export default function PriceRequestDialog({ lot, opened, onClose, onSent }: PriceRequestDialogProps) {
  const form = usePriceRequest({ lot, onClose, onSent });
  return (
    <Dialog opened={opened} onClose={onClose} title={<Title step={form.step} />}>
      <div className={css.stack}>
        <Body lot={lot} form={form} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function titleOf(step: Step): string {
  switch (step.name) {
    case "question":
      return "Узнать цену";
    case "contacts":
      return "Как с вами связаться";
    case "proof":
      return step.kind === "phone" ? "Подтвердите телефон" : "Подтвердите e-mail";
    case "sent":
      return "Запрос отправлен";
  }
}

/** The title below the way through the steps. */
function Title({ step }: { step: Step }) {
  if (step.name === "sent") {
    return (
      <>
        <Icon name="check" className={css.done} />
        {titleOf(step)}
      </>
    );
  }
  const isFirst = step.name === "question";
  return (
    <>
      <span className={css.steps} aria-hidden="true">
        <span data-current={isFirst || undefined}>1. Вопрос</span>
        <i data-passed={!isFirst || undefined} />
        <span data-current={!isFirst || undefined}>2. Контакт</span>
      </span>
      {titleOf(step)}
    </>
  );
}

interface BodyProps {
  lot: LotShort;
  form: PriceRequestForm;
  onClose: () => void;
}

function Body({ lot, form, onClose }: BodyProps) {
  const { step, user } = form;
  switch (step.name) {
    case "question":
      return <QuestionStep lot={lot} form={form} />;
    case "contacts":
      return <ContactsStep lot={lot} form={form} />;
    case "proof":
      return user === null ? null : (
        <>
          <ContactChange
            key={step.kind}
            kind={step.kind}
            contact={step.contact}
            begun={step.begun}
            user={user}
            onDone={(waits) => form.settleProof(step.kind, waits)}
          />
          <Button variant="quiet" fullWidth leftSection={<Icon name="left" />} onClick={form.back}>
            Назад к контактам
          </Button>
        </>
      );
    case "sent":
      return <SentStep lot={lot} onClose={onClose} />;
  }
}
