import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import type { Catalog, Pace } from "@/lib/api/types";
import { moscowTime } from "@/lib/format";
import { rehearsalOptions, useStartRehearsal } from "@/trade/api/rehearsal";
import { CatalogType } from "@/trade/enums";
import { HallLink } from "../HallLink/HallLink";
import EndRehearsal from "./EndRehearsal";
import css from "./Rehearsal.module.css";

const PACES: { value: Pace; label: string }[] = [
  { value: "slow", label: "Медленно" },
  { value: "normal", label: "Обычно" },
  { value: "brisk", label: "Быстро" },
];

const consoleOf = (catalogId: number) => `/auction/${catalogId}?viewType=console`;

interface RehearsalButtonProps {
  catalog: Pick<Catalog, "id" | "catalogType" | "rehearsalOf" | "lotsCount">;
  size?: "xs" | "sm";
}

/** Starts a rehearsal of a classic sale, or leads to the one that is being held. */
export function RehearsalButton({ catalog, size }: RehearsalButtonProps) {
  const [opened, setOpened] = useState(false);
  if (catalog.catalogType !== CatalogType.Classic || catalog.rehearsalOf !== null) return null;
  const close = () => setOpened(false);
  return (
    <>
      <Button size={size} onClick={() => setOpened(true)} disabled={catalog.lotsCount === 0}>
        Репетиция
      </Button>
      <Dialog opened={opened} onClose={close} title="Репетиция">
        {opened && <Rehearsal catalogId={catalog.id} />}
      </Dialog>
    </>
  );
}

function Rehearsal({ catalogId }: { catalogId: number }) {
  const { data: held, isPending } = useQuery(rehearsalOptions(catalogId));
  const start = useStartRehearsal(catalogId);
  const navigate = useNavigate();
  const [pace, setPace] = useState<Pace>("normal");

  if (held) {
    return (
      <div className={css.dialog}>
        <p className="small">
          Репетиция идёт с {moscowTime(held.started)} и закончится сама в {moscowTime(held.ends)}.
        </p>
        <div className={css.ways}>
          <Button component={Link} to={consoleOf(held.catalogId)} variant="bid">
            Открыть пульт
          </Button>
          <HallLink catalog={{ id: held.catalogId, catalogType: CatalogType.Classic }} />
          <EndRehearsal of={catalogId} />
        </div>
      </div>
    );
  }
  const begin = () => start.mutate(pace, { onSuccess: (begun) => void navigate(consoleOf(begun.catalogId)) });
  return (
    <div className={css.dialog}>
      <p className="small">
        Копия аукциона с теми же лотами, шагом и эстимейтами. Ведите её в пульте, как настоящую: ставки делают
        вымышленные участники с табличками 901–924. Видят её только сотрудники дома, уведомлений и писем не
        будет. Закончится сама через 4 часа и не оставит ничего, кроме записи в журнале.
      </p>
      <div>
        <p className="caption" id="pace">
          Как часто делают ставки
        </p>
        <SegmentedControl
          className={css.pace}
          aria-labelledby="pace"
          fullWidth
          data={PACES}
          value={pace}
          onChange={(value) => setPace(value as Pace)}
        />
      </div>
      <Button
        variant="bid"
        onClick={begin}
        disabled={isPending || start.isPending}
        data-pending={start.isPending || undefined}
      >
        Начать репетицию
      </Button>
    </div>
  );
}
