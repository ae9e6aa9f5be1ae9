import { useHotkeys } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import { IconButton } from "@/components/IconButton/IconButton";
import { Kbd } from "@/components/Kbd/Kbd";
import { tellFault } from "@/components/Toast/toasts";
import type { Lot } from "@/lib/api/types";
import { useSession } from "@/lib/auth/session";
import { offerUndo } from "@/staff/actions/undo";
import { gridOptions } from "@/staff/api/grid";
import { Columns } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { SaveBar } from "@/staff/form/SaveBar";
import { useFieldOfAddress } from "@/staff/form/useFieldOfAddress";
import { useStaffForm } from "@/staff/form/useStaffForm";
import { copyLot, hideLot, showLot } from "../api/grid";
import { editedLotOptions, readLot, saveLot } from "../api/lot";
import { faultsOf, LOT_LABELS, type LotValues, SERVER_NAMES, valuesOf } from "../model/lotForm";
import { lotsUrl } from "../model/lotsUrl";
import css from "./HouseLotPage.module.css";
import { LotFields } from "./LotFields";
import { LotPictures } from "./LotPictures";
import { LotPreview } from "./LotPreview";

/** The editor of a lot that the server has. */
export function EditedLot({ houseId, lot }: { houseId: number; lot: Lot }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const base = useRef(lot);
  const stored = useMemo(() => valuesOf(lot), [lot]);
  const { data: row, isPending: isRowLoading } = useQuery(gridOptions(houseId, lot.catalogId));
  const place = row?.findIndex(({ id }) => id === lot.id) ?? -1;
  const before = row?.[place - 1];
  const after = place === -1 ? undefined : row?.[place + 1];
  // Of a draft or a hidden sale `lot.hidden` is true for every lot; the grid has the lot's own mark.
  const isHidden = row?.[place]?.hidden ?? (lot.hidden ? null : false);
  const url = (id: number) => `/house-account/${houseId}/lots/${id}`;

  const refresh = async () => {
    void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
    return client.fetchQuery(editedLotOptions(lot.id));
  };
  const staffForm = useStaffForm<LotValues>({
    stored,
    validate: faultsOf,
    serverNames: SERVER_NAMES,
    done: "Лот сохранён",
    read: async () => {
      base.current = await readLot(lot.id);
      return valuesOf(base.current);
    },
    save: async (values) => {
      await saveLot(houseId, base.current, values);
      return valuesOf(await refresh());
    },
  });
  useFieldOfAddress();
  const saveAndNext = () => {
    const go = () => {
      if (after) void navigate(url(after.id));
    };
    if (staffForm.dirty) staffForm.submit(go);
    else go();
  };
  useHotkeys([["mod+Enter", saveAndNext, { usePhysicalKeys: true }]], [], true);

  const run = (work: Promise<unknown>, done?: { key: string; done: string; undo: () => Promise<unknown> }) =>
    work.then(() => {
      void refresh();
      if (done) offerUndo({ ...done, undo: () => done.undo().then(refresh) });
    }, tellFault);
  const key = `lot:${lot.id}`;
  const toggleHidden = () =>
    isHidden
      ? void run(showLot(lot.id), { key, done: "Лот показан", undo: () => hideLot(lot.id) })
      : void run(hideLot(lot.id), { key, done: "Лот скрыт", undo: () => showLot(lot.id) });

  return (
    <StaffPage
      title={lot.catalogLotId === null ? lot.titleRu : `Лот ${lot.catalogLotId}. ${lot.titleRu}`}
      crumbs={[
        ...(lot.catalog
          ? [{ label: lot.catalog.title, to: `/house-account/${houseId}/catalogs/${lot.catalog.id}` }]
          : []),
        { label: "Лоты", to: lotsUrl(houseId, lot.catalogId) },
      ]}
      actions={
        <>
          {/* What depends on the row stands in its place before the row comes, so that the page below does not move. */}
          {(isRowLoading || (row && place !== -1)) && (
            <span className={css.walk}>
              <span className="caption num">{row ? `${place + 1} из ${row.length}` : "… из …"}</span>
              <Neighbour icon="left" label="Предыдущий лот" to={before && url(before.id)} />
              <Neighbour icon="right" label="Следующий лот" to={after && url(after.id)} />
            </span>
          )}
          <Button
            size="xs"
            leftSection={<Icon name="copy" size="s" />}
            onClick={() =>
              void copyLot(lot.id).then((copy) => {
                void client.invalidateQueries({ queryKey: ["house", houseId, "grid"] });
                void navigate(url(copy.id));
              }, tellFault)
            }
          >
            Дублировать
          </Button>
          {(isRowLoading || isHidden !== null) && (
            <Button
              size="xs"
              disabled={isHidden === null}
              leftSection={<Icon name={isHidden ? "eye" : "eyeoff"} size="s" />}
              onClick={toggleHidden}
            >
              {isHidden ? "Показать" : "Скрыть"}
            </Button>
          )}
          {(isRowLoading || after) && (
            <Button size="xs" disabled={!after} onClick={saveAndNext} rightSection={<Kbd>Ctrl Enter</Kbd>}>
              Сохранить и открыть следующий
            </Button>
          )}
        </>
      }
    >
      <Columns
        main={
          <>
            <LotPictures lotId={lot.id} pictures={lot.gallery.images} name={lot.titleRu} />
            <LotFields
              staffForm={staffForm}
              currency={lot.price.currency}
              reserveIsSecret={!user?.isAdmin && lot.price.reservePriceState !== null}
              hasNumber={lot.catalogId !== null}
            />
          </>
        }
        side={<LotPreview lot={lot} values={staffForm.form.values} />}
      />
      <SaveBar staffForm={staffForm} labels={LOT_LABELS} />
    </StaffPage>
  );
}

/** The way to the lot beside this one, off at an end of the row. */
function Neighbour({ to, ...button }: { icon: "left" | "right"; label: string; to: string | undefined }) {
  return to === undefined ? <IconButton {...button} disabled /> : <IconButton {...button} to={to} />;
}
