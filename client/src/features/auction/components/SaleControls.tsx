import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { tellError, tellSuccess } from "@/components/Toast/toasts";
import { api, call } from "@/lib/api/client";
import { faultText } from "@/lib/api/errors";
import type { AuctioneerAnswer, Catalog } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { catalogKey } from "@/trade/api/catalog";
import { HallLink } from "@/trade/components/HallLink/HallLink";
import { RehearsalButton } from "@/trade/components/Rehearsal/RehearsalButton";
import { CatalogState, CatalogType, isDone } from "@/trade/enums";
import { applyAnswer } from "@/trade/live/applyAnswer";
import { isFinished, isRunning } from "@/trade/rules/trading";
import css from "./CatalogPage.module.css";

interface SaleControlsProps {
  catalog: Catalog;
  state: number;
}

type Deed = "start" | "hide" | "show" | "scheduled" | "cancel";

const DONE: Record<Deed, string> = {
  start: "Аукцион успешно запущен",
  hide: "Аукцион скрыт",
  show: "Аукцион показан",
  scheduled: "Аукцион объявлен",
  cancel: "Аукцион отменён",
};

/** The controllers' actions on the sale as a whole. A rehearsal is only conducted: it is copied as it is, and ends. */
export default function SaleControls({ catalog, state }: SaleControlsProps) {
  return (
    <section className={css.controls} aria-label="Управление аукционом">
      {catalog.catalogType === CatalogType.Classic &&
        !isFinished(state) &&
        state !== CatalogState.Temporary && (
          <Button component={Link} to="?viewType=console" variant="outline">
            Пульт аукциониста
          </Button>
        )}
      {!isFinished(state) && <HallLink catalog={catalog} />}
      <RehearsalButton catalog={catalog} />
      {catalog.rehearsalOf === null && <Deeds catalog={catalog} state={state} />}
    </section>
  );
}

/** What starts, publishes and cancels the sale. */
function Deeds({ catalog, state }: SaleControlsProps) {
  const client = useQueryClient();
  const deed = useMutation({
    mutationFn: (what: Deed): Promise<AuctioneerAnswer> => {
      const params = { path: { id: catalog.id } };
      switch (what) {
        case "start":
          return catalog.catalogType === CatalogType.Classic
            ? call(api.PUT("/api/trade/classic/{id}/start", { params }))
            : call(api.PUT("/api/trade/parallel/{id}/start", { params }));
        case "hide":
          return call(api.PUT("/api/catalog/{id}/hide", { params }));
        case "show":
          return call(api.PUT("/api/catalog/{id}/show", { params }));
        case "scheduled":
          return call(api.PUT("/api/catalog/{id}/scheduled", { params }));
        case "cancel":
          return call(api.PUT("/api/catalog/{id}/cancel", { params }));
      }
    },
    meta: { ownErrors: true },
    onSuccess: (answer, what) => {
      if (isDone(answer)) tellSuccess(DONE[what]);
      else tellError(answer.message || "Неизвестная ошибка");
      applyAnswer(client, answer);
      void client.invalidateQueries({ queryKey: catalogKey(catalog.id) });
      void client.invalidateQueries({ queryKey: ["lots", "search"] });
    },
    onError: (error, what) =>
      tellError(
        faultText(error) ?? (what === "start" ? "Не удалось запустить аукцион" : "Неизвестная ошибка"),
      ),
  });

  const [cancelling, setCancelling] = useState(false);
  const cancel = () => {
    setCancelling(false);
    deed.mutate("cancel");
  };

  const scheduled = state === CatalogState.Scheduled;
  return (
    <>
      {scheduled && catalog.catalogType === CatalogType.Parallel && (
        <Button onClick={() => deed.mutate("start")} disabled={deed.isPending}>
          Начать торги
        </Button>
      )}
      {state === CatalogState.Temporary && (
        <Button onClick={() => deed.mutate("scheduled")} disabled={deed.isPending}>
          Объявить
        </Button>
      )}
      <Button onClick={() => deed.mutate(catalog.hidden ? "show" : "hide")} disabled={deed.isPending}>
        {catalog.hidden ? "Показать" : "Скрыть"}
      </Button>
      {(scheduled || isRunning(state)) && (
        <Button variant="danger" onClick={() => setCancelling(true)} disabled={deed.isPending}>
          Отменить аукцион
        </Button>
      )}
      <ConfirmDialog
        opened={cancelling}
        title="Отменить аукцион?"
        confirm="Отменить аукцион"
        onConfirm={cancel}
        onClose={() => setCancelling(false)}
      >
        <p>
          Аукцион {quoted(catalog.title)} будет отменён без возможности вернуть его. Все открытые лоты станут
          непроданными, ставки по ним аннулируются. Участники получат сообщение.
        </p>
      </ConfirmDialog>
    </>
  );
}
