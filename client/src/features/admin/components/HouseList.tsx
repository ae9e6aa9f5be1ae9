import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { HouseShort } from "@/lib/api/types";
import { useAddress } from "@/lib/useAddress";
import { ListWithPanel } from "@/staff/table/ListWithPanel";
import { localPage, localSorts } from "@/staff/table/localPage";
import { type StaffColumn, StaffTable } from "@/staff/table/StaffTable";
import { useTableState } from "@/staff/table/useTableState";
import { housesOptions } from "../api/houses";
import { galleryWord } from "../model/gallery";
import css from "./admin.module.css";
import { HousePanel } from "./HousePanel";
import { Thumb } from "./Thumb";

const NO_FILTERS: readonly string[] = [];

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
  [isGallery && "Галерея", isPostAuction && "ПостАукцион"].filter(Boolean).join(", ");

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

const SORTS = localSorts(COLUMNS);

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
  const found = localPage(data?.filter(belongs), state, COLUMNS, ({ nameRu }) => nameRu);

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
          query={{ data: found.page, error, isFetching, refetch }}
          state={state}
          search="Название"
          all={async () => found.all}
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
