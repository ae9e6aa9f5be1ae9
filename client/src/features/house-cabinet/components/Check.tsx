import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import type { Catalog } from "@/lib/api/types";
import { count } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { Remedy } from "@/staff/blocks/Remedy";
import { type Finding, type Mend, mendUrl, tally } from "../model/preflight";
import css from "./catalogs.module.css";
import { usePreflight } from "./usePreflight";

/** By this name an address leads to the check; see `useFieldOfAddress`. */
export const CHECK = "check";

/** The check before a catalog is published: errors stop it, remarks can be left, and what is in order is listed too. */
export function Check({ catalog }: { catalog: Catalog }) {
  const { findings, isError, checking, again } = usePreflight(catalog.id, catalog.houseId);
  const [left, setLeft] = useState<readonly string[]>([]);
  const shown = findings?.filter(({ id, tone }) => tone !== "warn" || !left.includes(id));
  const { bad, warn } = tally(shown ?? []);
  return (
    <Block
      title="Проверка"
      jump={CHECK}
      aside={
        <Button
          size="xs"
          variant="quiet"
          leftSection={<Icon name="rotate" size="s" />}
          data-pending={checking || undefined}
          onClick={again}
        >
          Проверить снова
        </Button>
      }
    >
      {isError ? (
        <p className="small muted">Не удалось прочитать каталог для проверки.</p>
      ) : !shown ? (
        <Skeleton h={320} data-rows />
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
                <b data-tone="warn">{count(warn, ["замечание", "замечания", "замечаний"])}</b> на ваше
                усмотрение
              </>
            )}
            {bad === 0 && warn === 0 && "Всё в порядке"}
          </p>
          <ul>
            {shown.map((finding) => (
              <Found key={finding.id} finding={finding} catalog={catalog}>
                {finding.tone === "warn" && (
                  <Button size="xs" variant="quiet" onClick={() => setLeft([...left, finding.id])}>
                    Оставить
                  </Button>
                )}
              </Found>
            ))}
          </ul>
        </>
      )}
    </Block>
  );
}

interface FoundProps {
  finding: Finding;
  catalog: Catalog;
  /** The person follows the way to the finding's field. */
  onMend?: () => void;
  /** More actions. */
  children?: ReactNode;
}

/** A finding with its reason and the way to its field. */
export function Found({ finding, catalog, onMend, children }: FoundProps) {
  return (
    <Remedy tone={finding.tone} title={finding.title} note={<Note finding={finding} catalog={catalog} />}>
      {finding.tone !== "ok" && (
        <>
          <Mending finding={finding} catalog={catalog} onMend={onMend} />
          {children}
        </>
      )}
    </Remedy>
  );
}

const LABELS: Readonly<Record<Mend["place"], string>> = {
  lot: "Исправить",
  lots: "Добавить лоты",
  catalog: "Исправить",
  profile: "Указать",
};

/** Leads to the field that mends a finding; of several lots, to the first. */
function Mending({ finding, catalog, onMend }: Omit<FoundProps, "children">) {
  const to = mendUrl(finding, catalog);
  if (!finding.mend || !to) return null;
  const number = finding.lots?.[0]?.catalogLotId;
  return (
    <Button size="xs" component={Link} to={to} preventScrollReset onClick={onMend}>
      {number === undefined || number === null ? LABELS[finding.mend.place] : `Исправить лот ${number}`}
    </Button>
  );
}

/** The most lots that a finding names. */
const NAMED = 12;

/** Why a finding matters, and the lots it is about, each with the way to its field. */
function Note({ finding, catalog }: { finding: Finding; catalog: Catalog }) {
  const { note, lots = [] } = finding;
  if (lots.length === 0) return note;
  const more = lots.length - NAMED;
  return (
    <>
      {lots.length === 1 ? "Лот" : "Лоты"}{" "}
      {lots.slice(0, NAMED).map((lot, at) => (
        <Fragment key={lot.id}>
          {at > 0 && ", "}
          <Link className="link" to={mendUrl(finding, catalog, lot) ?? ""}>
            {lot.catalogLotId ?? "без номера"}
          </Link>
        </Fragment>
      ))}
      {more > 0 && ` и ещё ${more}`}
      {note && `: ${note}`}
    </>
  );
}
