import { Radio } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Icon } from "@/components/Icon/Icon";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import type { Artist } from "@/lib/api/types";
import { count } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { artistOptions, useMergeArtists } from "../api/artists";
import { Portrait } from "./AdminArtists";
import css from "./admin.module.css";
import { Becomes, MergeTable } from "./MergeTable";

const PICTURES_MOST = 7;
const CRUMBS = [{ label: "Художники", to: "/admin/artists" }];

type Field = "name" | "lifeYears" | "biography" | "logo";
type Side = 0 | 1;
type Pair = readonly [Artist, Artist];

const FIELDS: readonly { field: Field; label: string; has: (artist: Artist) => boolean }[] = [
  { field: "name", label: "Имя", has: () => true },
  { field: "lifeYears", label: "Годы жизни", has: ({ lifeYears }) => Boolean(lifeYears) },
  { field: "logo", label: "Портрет", has: ({ logo }) => logo.previewId !== null },
  { field: "biography", label: "Биография", has: ({ biography }) => Boolean(biography) },
];

const SIGNS = ["знак", "знака", "знаков"] as const;

function shown(field: Field, artist: Artist): ReactNode {
  if (field === "name") return artist.name;
  if (field === "lifeYears") return artist.lifeYears ?? "нет";
  if (field === "biography") {
    const length = artist.biography?.replace(/<[^>]*>/g, "").length ?? 0;
    return length > 0 ? count(length, SIGNS) : "нет";
  }
  return artist.logo.previewId ? <Portrait artist={artist} /> : "нет";
}

/** Two artists side by side: which of them stays, and what of each. Everything that points at them moves. */
export default function ArtistMerge() {
  const { params, change } = useAddress();
  const ids = [Number(params.get("first")), Number(params.get("second"))];
  const isPair = ids.every((id) => id > 0) && ids[0] !== ids[1];
  const [first, second] = useQueries({ queries: isPair ? ids.map((id) => artistOptions(id)) : [] });
  const error = first?.error ?? second?.error;
  if (!isPair) {
    return (
      <StaffPage title="Это один художник?" crumbs={CRUMBS}>
        <EmptyState title="Выберите двух художников" action={{ label: "К списку", to: "/admin/artists" }} />
      </StaffPage>
    );
  }
  return (
    <StaffPage
      title="Это один художник?"
      crumbs={CRUMBS}
      note="Выберите верное в каждой строке. Лоты, подписки и изображения обеих записей останутся у итоговой"
      actions={
        <Button size="xs" onClick={() => change({ first: ids[1] ?? null, second: ids[0] ?? null })}>
          Поменять местами
        </Button>
      }
    >
      {error ? (
        <Fault error={error} retry={() => void Promise.all([first?.refetch(), second?.refetch()])} />
      ) : first?.data && second?.data ? (
        <Comparison key={ids.join()} pair={[first.data, second.data]} />
      ) : (
        <Skeleton h={400} data-rows role="status" aria-label="Загрузка" />
      )}
    </StaffPage>
  );
}

function Comparison({ pair }: { pair: Pair }) {
  const navigate = useNavigate();
  const merge = useMergeArtists();
  const [chosen, setChosen] = useState(() => best(pair));
  const [kept, gone] = pair;
  const from = (field: Field) => pair[chosen[field]];
  const pictures = kept.images.length + gone.images.length;

  const submit = () =>
    merge.mutate(
      {
        id: kept.id,
        otherId: gone.id,
        name: from("name").name,
        lifeYears: from("lifeYears").lifeYears,
        biography: from("biography").biography,
        logoId: from("logo").logo.previewId,
      },
      {
        onSuccess: ({ id }) => {
          tellSuccess("Художники объединены", { life: 3000 });
          void navigate(`/admin/artists?id=${id}`);
        },
        onError: tellFault,
      },
    );

  return (
    <>
      <MergeTable
        keptId={kept.id}
        heads={pair.map((artist) => ({
          id: artist.id,
          head: (
            <span className={css.withPicture}>
              <Portrait artist={artist} />
              <span className={css.name}>
                <b>{artist.name}</b>
                <small>запись № {artist.id}</small>
              </span>
            </span>
          ),
        }))}
      >
        {FIELDS.map(({ field, label }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            {pair.map((artist, side) => (
              <td key={artist.id}>
                <Radio
                  name={field}
                  aria-label={`${label}: из записи № ${artist.id}`}
                  label={shown(field, artist)}
                  checked={chosen[field] === side}
                  onChange={() => setChosen({ ...chosen, [field]: side as Side })}
                />
              </td>
            ))}
            <Becomes>{shown(field, from(field))}</Becomes>
          </tr>
        ))}
        <tr>
          <th scope="row">Лоты</th>
          {pair.map(({ id, lotsCount }) => (
            <td key={id} className="num">
              {lotsCount}
            </td>
          ))}
          <Becomes>
            <span className="num">{kept.lotsCount + gone.lotsCount}</span>
          </Becomes>
        </tr>
        <tr>
          <th scope="row">
            Изображения
            {pictures > PICTURES_MOST && <small>Останутся первые {PICTURES_MOST}, портрет среди них</small>}
          </th>
          {pair.map(({ id, images }) => (
            <td key={id} className="num">
              {images.length}
            </td>
          ))}
          <Becomes>
            <span className="num">{Math.min(pictures, PICTURES_MOST)}</span>
          </Becomes>
        </tr>
        <tr>
          <th scope="row">
            Подписки
            <small>У кого есть обе, останется более долгая</small>
          </th>
          <td>останутся</td>
          <td>перейдут</td>
          <Becomes>все</Becomes>
        </tr>
      </MergeTable>
      <p className={css.warning}>
        Запись № {gone.id} исчезнет. Журнал сохранит обе записи и перечень перешедших лотов.
      </p>
      <div className={css.acts}>
        <Button
          variant="bid"
          leftSection={<Icon name="merge" />}
          data-pending={merge.isPending || undefined}
          onClick={submit}
        >
          Объединить
        </Button>
        <Button onClick={() => void navigate("/admin/artists")}>Это разные люди</Button>
      </div>
    </>
  );
}

/** Each field from the first artist, unless only the second has it. */
function best([first, second]: Pair): Record<Field, Side> {
  const side = (has: (artist: Artist) => boolean): Side => (!has(first) && has(second) ? 1 : 0);
  return Object.fromEntries(FIELDS.map(({ field, has }) => [field, side(has)])) as Record<Field, Side>;
}
