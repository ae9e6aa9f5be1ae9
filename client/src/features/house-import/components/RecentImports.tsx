import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/Button/Button";
import { Facts } from "@/components/Facts/Facts";
import { Icon } from "@/components/Icon/Icon";
import { tellFault } from "@/components/Toast/toasts";
import type { ImportRunShort } from "@/lib/api/types";
import { dayMonthTime, quoted } from "@/lib/format";
import { Block } from "@/staff/blocks/Block";
import { BlockFault } from "@/staff/blocks/BlockFault";
import { Remedy } from "@/staff/blocks/Remedy";
import { importRunsOptions, readImportRun } from "../api/runs";
import { leftRefused, outcomeOf, STATES } from "../model/runs";
import { saveReport } from "../model/saveReport";

/** The house's imports of the last 30 days, also those whose page was closed: what came of each, and its report. */
export function RecentImports({ houseId }: { houseId: number }) {
  const { data = [], isLoadingError, refetch } = useQuery(importRunsOptions(houseId));
  if (isLoadingError) {
    return (
      <Block title="Недавние импорты">
        <BlockFault what="Недавние импорты не загрузились" retry={() => void refetch()} />
      </Block>
    );
  }
  if (data.length === 0) return null;
  return (
    <Block title="Недавние импорты">
      <ul aria-label="Недавние импорты">
        {data.map((run) => (
          <One key={run.id} houseId={houseId} run={run} />
        ))}
      </ul>
    </Block>
  );
}

function One({ houseId, run }: { houseId: number; run: ImportRunShort }) {
  const [loading, setLoading] = useState(false);
  const { tone } = STATES[run.state];
  const name = run.fileName === null ? "Файл без имени" : quoted(run.fileName);
  const save = async () => {
    setLoading(true);
    try {
      const { report } = await readImportRun(houseId, run.id);
      if (report) saveReport(report, []);
    } catch (error) {
      tellFault(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Remedy
      tone={tone === "ok" && leftRefused(run) ? "warn" : tone}
      title={outcomeOf(run)}
      note={
        <Facts
          facts={[
            name,
            run.catalogTitle,
            `${run.dryRun ? "проверка" : "загрузка"} ${dayMonthTime(run.started)}`,
            run.accountName,
          ]}
        />
      }
    >
      {run.counts && (
        <Button
          size="xs"
          leftSection={<Icon name="download" size="s" />}
          data-pending={loading || undefined}
          aria-label={`Отчёт: ${name}, ${dayMonthTime(run.started)}`}
          onClick={() => void save()}
        >
          Отчёт, csv
        </Button>
      )}
    </Remedy>
  );
}
