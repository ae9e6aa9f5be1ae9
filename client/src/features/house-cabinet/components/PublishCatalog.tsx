import { useState } from "react";
import { Button } from "@/components/Button/Button";
import type { Catalog } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { CatalogState } from "@/trade/enums";
import { type Finding, tally } from "../model/preflight";
import { CommandDialog } from "./CommandDialog";

interface PublishCatalogProps {
  catalog: Catalog;
  /** What the check found; null while it reads. */
  findings: readonly Finding[] | null;
}

/** Publishes a draft that the check finds no errors in. */
export function PublishCatalog({ catalog, findings }: PublishCatalogProps) {
  const [asking, setAsking] = useState(false);
  const { bad, warn } = tally(findings ?? []);
  return (
    <>
      {catalog.state === CatalogState.Temporary && (
        <Button size="xs" variant="bid" disabled={!findings || bad > 0} onClick={() => setAsking(true)}>
          Опубликовать
        </Button>
      )}
      <CommandDialog
        catalogId={catalog.id}
        command="scheduled"
        done="Каталог опубликован"
        opened={asking}
        title="Опубликовать каталог?"
        confirm="Опубликовать"
        onClose={() => setAsking(false)}
      >
        <p className="small">
          {quoted(catalog.title)}, {count(catalog.lotsCount, ["лот", "лота", "лотов"])}.{" "}
          {catalog.hidden
            ? "Каталог останется скрытым: покажите его, когда он должен быть виден всем."
            : "Каталог увидят все, подписчики получат уведомления."}
          {warn > 0 &&
            ` Осталось: ${count(warn, ["замечание", "замечания", "замечаний"])} — ${warn === 1 ? "его" : "их"} можно оставить.`}
        </p>
      </CommandDialog>
    </>
  );
}
