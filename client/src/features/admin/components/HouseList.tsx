import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { HouseShort } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { housesOptions } from "../api/houses";
import { galleryWord } from "../model/gallery";
import css from "./admin.module.css";
import { HousePanel } from "./HousePanel";
import { ListWithPanel } from "./ListWithPanel";
import { Thumb } from "./Thumb";

const PAGE = 25;
const NO_FILTERS: readonly string[] = [];
const SORTS = ["name", "-name", "sections", "-sections", "gallery", "-gallery"] as const;

interface HouseListProps {
  /** The key of the table's kept columns. */
  name: string;
  label: string;
  noun: readonly [string, string, string];
  /** Which houses belong here. */
  belongs: (house: HouseShort) => boolean;
  empty: ReactNode;
}

const sectionsOf = ({ isGallery, isPostAuction }: HouseShort) =>
  [isGallery && "Галерея", isPostAuction && "Постаукцион"].filter(Boolean).join(", ");

const COLUMNS: readonly StaffColumn<HouseShort>[] = [
  {
    id: "name",
    title: "Название",
    sortable: "asc",
    render: (house) => (
      <div className={css.withPicture}>
        <Mark house={house} />
        <div className={css.name}>
          <b>{house.nameRu}</b>
        </div>
      </div>
    ),
    value: ({ nameRu }) => nameRu,
  },
  {
    id: "sections",
    title: "Разделы",
    sortable: "asc",
    width: 200,
    render: sectionsOf,
    value: sectionsOf,
  },
  {
    id: "gallery",
    title: "Вид галереи",
    sortable: "asc",
    width: 190,
    render: ({ galleryType }) => galleryWord(galleryType),
    value: ({ galleryType }) => galleryWord(galleryType),
  },
];

/** Compares by what the column shows; equals stay in the server's order, by name. */
function inOrder(sort = "name") {
  const shown = COLUMNS.find(({ id }) => id === sort.replace(/^-/, ""))?.value;
  const direction = sort.startsWith("-") ? -1 : 1;
  return (one: HouseShort, other: HouseShort) =>
    direction * String(shown?.(one)).localeCompare(String(shown?.(other)), "ru");
}

function Mark({ house }: { house: HouseShort }) {
  return <Thumb owner="house" id={house.photo.previewId} icon="house" />;
}

/** Houses, searched and sorted here: there are some hundreds at most. */
export function HouseList({ name, label, noun, belongs, empty }: HouseListProps) {
  const state = useTableState(NO_FILTERS, SORTS, "name");
  const { params, change } = useAddress();
  const { data, error, isFetching, refetch } = useQuery(housesOptions());
  const open = Number(params.get("id")) || null;
  const show = (id: number | null) => change({ id, page: state.page > 1 ? state.page : null });
  const words = state.search.toLocaleLowerCase("ru");
  const found = data
    ?.filter((house) => belongs(house) && house.nameRu.toLocaleLowerCase("ru").includes(words))
    .sort(inOrder(state.sort));
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE));
  const page = Math.min(state.page, pages);

  return (
    <ListWithPanel
      onClose={() => show(null)}
      panel={
        open === null
          ? null
          : { title: "Дом", content: <HousePanel key={open} id={open} onGone={() => show(null)} /> }
      }
      list={
        <StaffTable
          name={name}
          label={label}
          noun={noun}
          rowId={({ id }) => id}
          rowLabel={({ nameRu }) => nameRu}
          columns={COLUMNS}
          query={{
            data: found && {
              items: found.slice((page - 1) * PAGE, page * PAGE),
              currentPage: page,
              totalPages: pages,
              totalCount: found.length,
              hasNext: page < pages,
              hasPrevious: page > 1,
            },
            error,
            isFetching,
            refetch,
          }}
          state={state}
          search="Название"
          all={async () => found ?? []}
          card={(house) => (
            <button type="button" className={css.card} onClick={() => show(house.id)}>
              <span className={css.withPicture}>
                <Mark house={house} />
                <span>
                  <b>{house.nameRu}</b>
                  <small>{sectionsOf(house)}</small>
                </span>
              </span>
            </button>
          )}
          onOpen={({ id }) => show(id)}
          empty={empty}
        />
      }
    />
  );
}
