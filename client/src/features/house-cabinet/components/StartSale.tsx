import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { Catalog } from "@/lib/api/types";
import { count, quoted } from "@/lib/format";
import { CatalogType } from "@/trade/enums";
import type { Finding } from "../model/preflight";
import type { SaleStart } from "../model/saleStart";
import { Found } from "./Check";
import { CommandDialog } from "./CommandDialog";

interface StartSaleProps {
  catalog: Catalog;
  /** The catalog is published, and its lots are bid on. */
  canStart: boolean;
  start: SaleStart;
  /** What the check found; null while it reads. */
  findings: readonly Finding[] | null;
}

/** Starts the sale of a published catalog. Errors of the check are named, and do not stop it. */
export function StartSale({ catalog, canStart, start, findings }: StartSaleProps) {
  const [asking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  const isParallel = catalog.catalogType === CatalogType.Parallel;
  const errors = findings?.filter(({ tone }) => tone === "bad") ?? [];
  return (
    <>
      {canStart && (
        <Button
          size="xs"
          variant="bid"
          leftSection={<Icon name="gavel" size="s" />}
          disabled={start.isTooEarly}
          onClick={() => setAsking(true)}
        >
          Запустить
        </Button>
      )}
      <CommandDialog
        catalogId={catalog.id}
        command={isParallel ? "startParallel" : "startClassic"}
        done="Аукцион успешно запущен"
        opened={asking}
        title="Запустить торги?"
        confirm="Запустить"
        onClose={stop}
      >
        <div className="small stack">
          <p>
            {quoted(catalog.title)}, {count(catalog.lotsCount, ["лот", "лота", "лотов"])}.{" "}
            {isParallel
              ? "Откроются сразу все лоты."
              : catalog.isAutoStart
                ? "Откроется первый лот, дальше лоты пойдут сами, по времени."
                : "Откроется первый лот, вести торги будет аукционист."}
          </p>
          {start.startsItself && <p>{start.startsItself} Запускать их раньше не обязательно.</p>}
          {errors.length > 0 && (
            <>
              <p>Проверка нашла {count(errors.length, ["ошибку", "ошибки", "ошибок"])}:</p>
              <ul>
                {errors.map((finding) => (
                  <Found key={finding.id} finding={finding} catalog={catalog} onMend={stop} />
                ))}
              </ul>
            </>
          )}
        </div>
      </CommandDialog>
    </>
  );
}
