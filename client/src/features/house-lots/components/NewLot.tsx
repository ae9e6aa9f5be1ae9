import { useHotkeys } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Kbd } from "@/components/Kbd/Kbd";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { houseCatalogsOptions } from "@/staff/catalogs/houseCatalogs";
import { SaveBar } from "@/staff/form/SaveBar";
import { useStaffForm } from "@/staff/form/useStaffForm";
import { Currency } from "@/trade/enums";
import { createFullLot, readLot, saveLot } from "../api/lot";
import { EMPTY_LOT, faultsOf, LOT_LABELS, type LotValues, SERVER_NAMES, valuesOf } from "../model/lotForm";
import { lotsUrl } from "../model/lotsUrl";
import { LotFields } from "./LotFields";

/** The editor before the lot is first saved. */
export function NewLot({ houseId, catalogId }: { houseId: number; catalogId: number | null }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: catalogs } = useQuery(houseCatalogsOptions(houseId));
  const catalog = catalogs?.find(({ id }) => id === catalogId);
  const made = useRef<number | null>(null);
  const staffForm = useStaffForm<LotValues>({
    stored: EMPTY_LOT,
    validate: faultsOf,
    serverNames: SERVER_NAMES,
    done: "Лот создан",
    keyedBy: "n",
    save: async (values) => {
      if (made.current === null) {
        made.current = (await createFullLot(houseId, catalogId, values)).id;
      } else {
        // What was typed while the lot was being created changes that lot.
        const lot = await readLot(made.current);
        await saveLot(houseId, lot, { ...values, number: values.number || valuesOf(lot).number });
      }
      void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
      return values;
    },
    saved: () => void navigate(`/house-account/${houseId}/lots/${made.current}`, { replace: true }),
  });
  const saveAndNext = () =>
    staffForm.submit(() => {
      const to = catalogId === null ? "" : `catalog=${catalogId}&`;
      void navigate(`/house-account/${houseId}/lots/new?${to}n=${made.current}`);
    });
  useHotkeys([["mod+Enter", saveAndNext, { usePhysicalKeys: true }]], [], true);
  return (
    <StaffPage
      title="Новый лот"
      crumbs={[{ label: "Лоты", to: lotsUrl(houseId, catalogId) }]}
      note="Фотографии добавляются после первого сохранения"
      actions={
        <Button
          size="xs"
          onClick={saveAndNext}
          disabled={!staffForm.dirty}
          rightSection={<Kbd>Ctrl Enter</Kbd>}
        >
          Создать и начать следующий
        </Button>
      }
    >
      <LotFields
        staffForm={staffForm}
        currency={catalog?.currency ?? Currency.Rub}
        reserveIsSecret={false}
        autoFocus
        hasNumber={catalogId !== null}
      />
      <SaveBar staffForm={staffForm} labels={LOT_LABELS} />
    </StaffPage>
  );
}
