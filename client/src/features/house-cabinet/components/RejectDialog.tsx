import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { count } from "@/lib/format";
import { ORDERS } from "../model/decisions";
import { Conclusion } from "./Conclusion";
import css from "./orders.module.css";

interface RejectDialogProps {
  /** How many requests are rejected. */
  orders: number;
  onReject: (conclusion: string) => void;
  onClose: () => void;
}

/** Asks why many requests are rejected: each applicant reads it. */
export function RejectDialog({ orders, onReject, onClose }: RejectDialogProps) {
  const [conclusion, setConclusion] = useState("");
  const [missing, setMissing] = useState(false);
  const reject = () => {
    if (conclusion.trim() === "") setMissing(true);
    else onReject(conclusion);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Отклонить: ${count(orders, ORDERS)}`}
      closeOnClickOutside={conclusion === ""}
    >
      <Conclusion
        value={conclusion}
        onChange={setConclusion}
        description="Его прочитает каждый из участников"
        missing={missing}
        onReject={reject}
      />
      <div className={css.answers}>
        <Button variant="bid" onClick={reject}>
          Отклонить
        </Button>
        <Button onClick={onClose}>Не надо</Button>
      </div>
    </Dialog>
  );
}
