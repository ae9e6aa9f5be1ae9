import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import type { ArtistShort } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { everyPage, LONGEST_PAGE } from "@/staff/table/everyPage";
import { ListWithPanel } from "@/staff/table/ListWithPanel";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { ARTIST_SORTS, artistsOptions, readArtists, useSaveArtist } from "../api/artists";
import { ArtistPanel } from "./ArtistPanel";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";
import { Thumb } from "./Thumb";

const NO_FILTERS: readonly string[] = [];
const ARTISTS = ["художник", "художника", "художников"] as const;

/** A small square portrait; a brush where there is none. */
export function Portrait({ artist }: { artist: Pick<ArtistShort, "logo"> }) {
  return <Thumb owner="artists" id={artist.logo.previewId} icon="brush" />;
}

const COLUMNS: readonly StaffColumn<ArtistShort>[] = [
  {
    id: "name",
    title: "Художник",
    sortable: "asc",
    render: (artist) => (
      <div className={css.withPicture}>
        <Portrait artist={artist} />
        <div className={css.name}>
          <b>{artist.name}</b>
          <small>{artist.lifeYears}</small>
        </div>
      </div>
    ),
    value: ({ name }) => name,
  },
  {
    id: "years",
    title: "Годы жизни",
    optional: true,
    render: ({ lifeYears }) => lifeYears,
    value: ({ lifeYears }) => lifeYears,
  },
  {
    id: "pictures",
    title: "Изображений",
    width: 130,
    numeric: true,
    render: ({ images }) => images.length,
    value: ({ images }) => images.length,
  },
  {
    id: "lots",
    title: "Лотов",
    sortable: "desc",
    width: 100,
    numeric: true,
    render: ({ lotsCount }) => lotsCount,
    value: ({ lotsCount }) => lotsCount,
  },
];

/** The artists of all lots: edited, illustrated, and merged where one person is entered twice. */
export default function AdminArtists() {
  const state = useTableState(NO_FILTERS, ARTIST_SORTS);
  const { params, change } = useAddress();
  const [creating, setCreating] = useState(false);
  const list = useQuery(artistsOptions(state.search, state.sort, state.page));
  const save = useSaveArtist();
  const open = Number(params.get("id")) || null;
  const show = (id: number | null) => change({ id, page: state.page > 1 ? state.page : null });

  return (
    <StaffPage
      title="Художники"
      note="Авторы всех лотов. Новые имена приходят из каталогов домов"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
          Добавить художника
        </Button>
      }
    >
      <ListWithPanel
        onClose={() => show(null)}
        panel={
          open === null
            ? null
            : { title: "Художник", content: <ArtistPanel key={open} id={open} onGone={() => show(null)} /> }
        }
        list={
          <StaffTable
            name="artists"
            label="Художники"
            noun={ARTISTS}
            rowId={({ id }) => id}
            rowLabel={({ name }) => name}
            columns={COLUMNS}
            query={list}
            state={state}
            ownOrder={state.search ? "По совпадению" : "name"}
            all={() => everyPage((page) => readArtists(state.search, state.sort, page, LONGEST_PAGE))}
            search="Имя, можно с опечаткой"
            card={(artist) => (
              <button type="button" className={css.card} onClick={() => show(artist.id)}>
                <span className={css.withPicture}>
                  <Portrait artist={artist} />
                  <span>
                    <b>{artist.name}</b>
                    <small>{artist.lifeYears}</small>
                  </span>
                </span>
              </button>
            )}
            onOpen={({ id }) => show(id)}
            openId={open}
            bulk={(selected) => <MergeLink selected={selected} />}
            selectsAcrossSearches
            empty={
              <EmptyState title="Художников пока нет">
                Добавьте первого: его имя можно будет выбрать автором лота.
              </EmptyState>
            }
          />
        }
      />
      {creating && (
        <FormDialog
          title="Новый художник"
          initial={{ name: "", lifeYears: "" }}
          confirm="Добавить"
          done="Художник добавлен"
          onClose={() => setCreating(false)}
          save={async ({ name, lifeYears }) => {
            const { id } = await save.mutateAsync({ name, lifeYears: lifeYears || null });
            show(id);
          }}
        >
          {(form) => (
            <>
              <TextInput label="Имя" data-autofocus {...form.getInputProps("name")} />
              <TextInput label="Годы жизни" placeholder="1817–1900" {...form.getInputProps("lifeYears")} />
            </>
          )}
        </FormDialog>
      )}
    </StaffPage>
  );
}

function MergeLink({ selected }: { selected: readonly ArtistShort[] }) {
  const [first, second, ...more] = selected;
  if (!first || !second || more.length > 0) return <span>Выберите двух, чтобы объединить</span>;
  return (
    <Button
      variant="quiet"
      component={Link}
      leftSection={<Icon name="merge" />}
      to={`/admin/artists/merge?first=${first.id}&second=${second.id}`}
    >
      Сравнить и объединить
    </Button>
  );
}
