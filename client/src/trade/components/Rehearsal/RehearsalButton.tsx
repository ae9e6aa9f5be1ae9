import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Dialog } from "@/components/Dialog/Dialog";
import { useLateFocus } from "@/components/Dialog/useLateFocus";
import type { Catalog, Pace, Rehearsal } from "@/lib/api/types";
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
        {opened && <Content catalogId={catalog.id} />}
      </Dialog>
    </>
  );
}

/** The rehearsal that is held, or a new one. */
function Content({ catalogId }: { catalogId: number }) {
  const { data: held, isPending } = useQuery(rehearsalOptions(catalogId));
  return held ? (
    <Held catalogId={catalogId} rehearsal={held} />
  ) : (
    <Start catalogId={catalogId} isPending={isPending} />
  );
}

function Held({ catalogId, rehearsal }: { catalogId: number; rehearsal: Rehearsal }) {
  const content = useRef<HTMLDivElement>(null);
  useLateFocus(content, "a");
  return (
    <div ref={content} className={css.dialog}>
      <p className="small">
        Репетиция идёт с {moscowTime(rehearsal.started)} и закончится сама в {moscowTime(rehearsal.ends)}.
      </p>
      <div className={css.ways}>
        <Button component={Link} to={consoleOf(rehearsal.catalogId)} variant="bid">
          Открыть пульт
        </Button>
        <HallLink catalog={{ id: rehearsal.catalogId, catalogType: CatalogType.Classic }} />
        <EndRehearsal of={catalogId} />
      </div>
    </div>
  );
}

interface StartProps {
  catalogId: number;
  /** Nobody knows yet whether one is held. */
  isPending: boolean;
}

function Start({ catalogId, isPending }: StartProps) {
  const start = useStartRehearsal(catalogId);
  const navigate = useNavigate();
  const [pace, setPace] = useState<Pace>("normal");
  const content = useRef<HTMLDivElement>(null);
  // In a radio group only the checked option is reachable by Tab.
  useLateFocus(content, "input:checked");
  const begin = () => start.mutate(pace, { onSuccess: (begun) => void navigate(consoleOf(begun.catalogId)) });
  return (
    <div ref={content} className={css.dialog}>
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
