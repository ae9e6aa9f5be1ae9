import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { NotFound } from "@/components/ErrorBoundary/NotFound";
import { Icon } from "@/components/Icon/Icon";
import { Live } from "@/components/Live/Live";
import { Loaded, Wait } from "@/components/Loaded/Loaded";
import { tellFault } from "@/components/Toast/toasts";
import type { CatalogShort } from "@/lib/api/types";
import { dayMonthTime } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { Columns } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { protocol, resultsOptions } from "@/staff/results/results";
import { download } from "@/staff/table/csv";
import { CatalogState } from "@/trade/enums";
import { betsReport, salesOptions } from "../api/results";
import { runs } from "../model/sale";
import { AfterSale } from "./AfterSale";
import { Bands } from "./Bands";
import { Buyers } from "./Buyers";
import css from "./HouseResultsPage.module.css";
import { SaleTotals } from "./SaleTotals";

/** What a sale brought: live while it runs, then totals, buyers, payments, and where the unsold lots go. */
export default function HouseResultsPage() {
  const houseId = Number(useParams().houseId);
  const { params, change } = useAddress();
  const sales = useQuery(salesOptions(houseId));
  if (!sales.data) {
    return (
      <StaffPage title="Результаты">
        <Wait query={sales} h={440} />
      </StaffPage>
    );
  }
  const held = sales.data.filter((sale) => runs(sale) || sale.state === CatalogState.Completed);
  const wanted = params.get("catalog");
  const isWanted = ({ id }: CatalogShort) => String(id) === wanted;
  if (wanted !== null && !sales.data.some(isWanted)) return <NotFound />;
  const sale = wanted === null ? held[0] : held.find(isWanted);
  if (!sale) {
    return (
      <StaffPage title="Результаты">
        <EmptyState title="Результатов пока нет">Они появятся, когда начнутся первые торги.</EmptyState>
      </StaffPage>
    );
  }
  return (
    <Results
      key={sale.id}
      houseId={houseId}
      sale={sale}
      sales={sales.data}
      picker={
        <Select
          aria-label="Торги"
          className={css.picker}
          searchable
          nothingFoundMessage="Нет таких торгов"
          data={held.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={String(sale.id)}
          onChange={(value) => change({ catalog: value })}
        />
      }
    />
  );
}

interface ResultsProps {
  houseId: number;
  sale: CatalogShort;
  sales: readonly CatalogShort[];
  picker: React.ReactNode;
}

function Results({ houseId, sale, sales, picker }: ResultsProps) {
  const isRunning = runs(sale);
  const query = useQuery(resultsOptions(sale.id, isRunning));
  const [making, setMaking] = useState<string | null>(null);
  const save = async (what: string, name: string, make: () => Promise<Blob>) => {
    setMaking(what);
    try {
      const file = await make();
      download(name, file, file.type);
    } catch (fault) {
      tellFault(fault);
    } finally {
      setMaking(null);
    }
  };
  return (
    <StaffPage
      title="Результаты"
      note={
        isRunning ? (
          <>
            {sale.title}. <Live>Торги идут, цифры обновляются сами</Live>
          </>
        ) : (
          [sale.title, sale.endDate ? `завершены ${dayMonthTime(sale.endDate)}` : "завершены"].join(", ")
        )
      }
      actions={
        <>
          {picker}
          <Button
            size="xs"
            leftSection={<Icon name="download" size="s" />}
            data-pending={making === "bets" || undefined}
            onClick={() => void save("bets", `Ставки. ${sale.title}.xlsx`, () => betsReport(sale.id))}
          >
            Ставки, xlsx
          </Button>
          <Button
            size="xs"
            leftSection={<Icon name="doc" size="s" />}
            data-pending={making === "protocol" || undefined}
            onClick={() => void save("protocol", `Протокол. ${sale.title}.pdf`, () => protocol(sale.id))}
          >
            Протокол, PDF
          </Button>
        </>
      }
    >
      <Loaded query={query} h={440}>
        {(data) => (
          <>
            <SaleTotals results={data} isRunning={isRunning} />
            <Columns
              main={<Bands results={data} isRunning={isRunning} />}
              side={
                <AfterSale houseId={houseId} sale={sale} sales={sales} results={data} isRunning={isRunning} />
              }
            />
            <Buyers houseId={houseId} sale={sale} results={data} />
          </>
        )}
      </Loaded>
    </StaffPage>
  );
}
