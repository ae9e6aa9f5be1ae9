import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { tellSuccess } from "@/components/Toast/toasts";
import { useEndRehearsal } from "@/trade/api/rehearsal";

interface EndRehearsalProps {
  /** The sale. */
  of: number;
}

/** The button that ends the rehearsal of a sale, and leads back to the sale. */
export default function EndRehearsal({ of }: EndRehearsalProps) {
  const navigate = useNavigate();
  const end = useEndRehearsal(of);
  const [asked, setAsked] = useState(false);
  const confirm = () => {
    setAsked(false);
    end.mutate(undefined, {
      onSuccess: () => {
        tellSuccess("Репетиция закончена");
        void navigate(`/auction/${of}?viewType=catalog`);
      },
    });
  };
  return (
    <>
      <Button
        size="xs"
        onClick={() => setAsked(true)}
        disabled={end.isPending}
        data-pending={end.isPending || undefined}
      >
        Закончить репетицию
      </Button>
      <ConfirmDialog
        opened={asked}
        title="Закончить репетицию?"
        confirm="Закончить репетицию"
        onConfirm={confirm}
        onClose={() => setAsked(false)}
      >
        <p className="small">
          Копия аукциона, ставки и сообщения репетиции исчезнут. Сам аукцион не изменится, в журнале останется
          запись, что репетиция была.
        </p>
      </ConfirmDialog>
    </>
  );
}
