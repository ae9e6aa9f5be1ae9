import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import type { Catalog } from "@/lib/api/types";
import { count } from "@/lib/format";
import { lotUrl } from "@/lib/urls";
import { Block } from "@/staff/blocks/Block";
import { Remedy } from "@/staff/blocks/Remedy";
import { type Finding, tally } from "../model/preflight";
import { cabinetUrl } from "../model/sections";
import css from "./catalogs.module.css";
import { usePreflight } from "./usePreflight";

/** The check before a catalog is published: errors stop it, remarks can be left, and what is in order is listed too. */
export function Check({ catalog }: { catalog: Catalog }) {
  const { findings, isError, checking, again } = usePreflight(catalog.id, catalog.houseId);
  const [left, setLeft] = useState<readonly string[]>([]);
  const shown = findings?.filter(({ id, tone }) => tone !== "warn" || !left.includes(id));
  const { bad, warn } = tally(shown ?? []);
  return (
    <Block
      title="Проверка"
      aside={
        <Button
          size="xs"
          variant="quiet"
          leftSection={<Icon name="rotate" size="s" />}
          data-pending={checking || undefined}
          onClick={again}
        >
          Заново
        </Button>
      }
    >
      {isError ? (
        <p className="small muted">Не удалось прочитать каталог для проверки.</p>
      ) : !shown ? (
        <Skeleton h={320} />
      ) : (
        <>
          <p className={css.summary}>
            {bad > 0 && (
              <>
                <b data-tone="bad">{count(bad, ["ошибку", "ошибки", "ошибок"])}</b> нужно исправить
              </>
            )}
            {bad > 0 && warn > 0 && ", "}
            {warn > 0 && (
              <>
                <b data-tone="warn">{count(warn, ["замечание", "замечания", "замечаний"])}</b> решите сами
              </>
            )}
            {bad === 0 && warn === 0 && "Всё в порядке"}
          </p>
          <ul>
            {shown.map((finding) => (
              <Remedy key={finding.id} tone={finding.tone} title={finding.title} note={finding.note}>
                {finding.tone !== "ok" && (
                  <>
                    <Mending finding={finding} catalog={catalog} />
                    {finding.tone === "warn" && (
                      <Button size="xs" variant="quiet" onClick={() => setLeft([...left, finding.id])}>
                        Оставить
                      </Button>
                    )}
                  </>
                )}
              </Remedy>
            ))}
          </ul>
        </>
      )}
    </Block>
  );
}

/** Where a finding is mended. */
function Mending({ finding, catalog }: { finding: Finding; catalog: Catalog }) {
  const [first] = finding.lots ?? [];
  switch (finding.mend) {
    case "profile":
      return (
        <Button size="xs" component={Link} to={cabinetUrl(catalog.houseId, "profile")}>
          Указать
        </Button>
      );
    case "lots":
      return first ? (
        <Button size="xs" component={Link} to={lotUrl(first)}>
          Открыть лот {first.catalogLotId ?? ""}
        </Button>
      ) : null;
    case "schedule":
      return <Jump to="startDate" label="Исправить" />;
    case "steps":
      return <Jump to="steps" label="Исправить" />;
    case "auctioneer":
      return <Jump to="auctioneer" label="Назначить" />;
    default:
      return null;
  }
}

/** Moves to a field of this page. */
function Jump({ to, label }: { to: string; label: string }) {
  return (
    <Button
      size="xs"
      onClick={() => {
        const field = document.querySelector<HTMLElement>(`[data-jump="${to}"] input`);
        field?.scrollIntoView({ block: "center" });
        field?.focus({ preventScroll: true });
      }}
    >
      {label}
    </Button>
  );
}
