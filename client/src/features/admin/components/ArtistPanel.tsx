import { Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Icon } from "@/components/Icon/Icon";
import { Wait } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import type { Artist } from "@/lib/api/types";
import { count } from "@/lib/format";
import { SendingProgress } from "@/staff/actions/SendingProgress";
import { RichTextField } from "@/staff/form/RichTextField";
import { SaveBar } from "@/staff/form/SaveBar";
import { useStaffForm } from "@/staff/form/useStaffForm";
import {
  artistOptions,
  artistsOptions,
  useAddPictures,
  useDeleteArtist,
  useRemovePicture,
  useSaveArtist,
} from "../api/artists";
import css from "./admin.module.css";

const LOTS = ["лот", "лота", "лотов"] as const;
/** The most pictures of an artist. */
const PICTURES = 7;
const PAUSE_MS = 300;

/** One artist: what the site says of them, their pictures, and the double that should be merged into them. */
export function ArtistPanel({ id, onGone }: { id: number; onGone: () => void }) {
  const query = useQuery(artistOptions(id));
  const { data } = query;
  if (!data) return <Wait query={query} h={320} mt={16} />;
  return (
    <>
      <h3 className="h3">{data.name}</h3>
      <p className="caption num">
        № {data.id}, {count(data.lotsCount, LOTS)}
      </p>
      <Words artist={data} />
      <Pictures artist={data} />
      <Double artist={data} />
      <Removal artist={data} onGone={onGone} />
    </>
  );
}

interface Values {
  name: string;
  lifeYears: string;
  biography: string;
}

const valuesOf = ({ name, lifeYears, biography }: Artist): Values => ({
  name,
  lifeYears: lifeYears ?? "",
  biography: biography ?? "",
});

const LABELS = { name: "Имя", lifeYears: "Годы жизни", biography: "Биография" };

function Words({ artist }: { artist: Artist }) {
  const save = useSaveArtist();
  const stored = useQuery(artistOptions(artist.id));
  const staffForm = useStaffForm<Values>({
    stored: valuesOf(artist),
    done: "Художник сохранён",
    keyedBy: "id",
    read: async () => valuesOf((await stored.refetch()).data ?? artist),
    save: async ({ name, lifeYears, biography }) =>
      valuesOf(
        await save.mutateAsync({
          id: artist.id,
          name,
          lifeYears: lifeYears || null,
          biography: biography || null,
          logoId: artist.logo.previewId,
        }),
      ),
  });
  const { form } = staffForm;
  return (
    <div className={css.part}>
      <form className={css.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <TextInput label="Имя" {...form.getInputProps("name")} />
        <TextInput label="Годы жизни" placeholder="1817–1900" {...form.getInputProps("lifeYears")} />
        <RichTextField
          label="Биография"
          value={form.values.biography}
          error={form.errors.biography}
          onChange={(html) => form.setFieldValue("biography", html)}
        />
      </form>
      <SaveBar staffForm={staffForm} labels={LABELS} />
    </div>
  );
}

function Pictures({ artist }: { artist: Artist }) {
  const add = useAddPictures(artist.id);
  const remove = useRemovePicture(artist.id);
  const save = useSaveArtist();
  const field = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null);
  const send = (files: readonly File[]) =>
    add.mutate(
      { files, onProgress: ({ name }, part) => setSending({ name, part }) },
      { onSettled: () => setSending(null) },
    );
  const portrait = artist.logo.previewId;
  const free = PICTURES - artist.images.length;
  return (
    <section className={css.part} aria-labelledby="artist-pictures">
      <div className={css.partHead}>
        <h3 id="artist-pictures">Портрет и изображения</h3>
        {free > 0 && !sending && (
          <Button
            size="xs"
            leftSection={<Icon name="upload" size="s" />}
            onClick={() => field.current?.click()}
          >
            Добавить
          </Button>
        )}
        <input
          ref={field}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png,image/webp"
          aria-label="Изображения художника"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])].slice(0, free);
            event.currentTarget.value = "";
            if (files.length > 0) send(files);
          }}
        />
      </div>
      {sending && <SendingProgress part={sending.part} label={`Загрузка ${sending.name}`} />}
      {artist.images.length === 0 ? (
        <p className="caption">Пока нет. До {PICTURES} изображений JPEG, PNG или WebP.</p>
      ) : (
        <ul className={css.pictures}>
          {artist.images.map((image, place) => (
            <li key={image.id}>
              <img src={image.preview} alt={`${artist.name}, изображение ${place + 1}`} loading="lazy" />
              {image.id === portrait ? (
                <span className="caption">Портрет</span>
              ) : (
                <Button
                  size="xs"
                  aria-label={`Сделать портретом изображение ${place + 1}`}
                  onClick={() =>
                    save.mutate({
                      id: artist.id,
                      name: artist.name,
                      lifeYears: artist.lifeYears,
                      biography: artist.biography,
                      logoId: image.id,
                    })
                  }
                >
                  Портрет
                </Button>
              )}
              <Button
                size="xs"
                variant="quiet"
                aria-label={`Удалить изображение ${place + 1}`}
                onClick={() => remove.mutate(image.id)}
              >
                Удалить
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Finds the double of an artist, to compare and merge them. */
function Double({ artist }: { artist: Artist }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(artist.name);
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const alike = useQuery(artistsOptions(search, undefined, 1));
  return (
    <section className={css.part} aria-label="Двойник">
      <Select
        label="Двойник"
        description="Тот же человек под другим именем: записи можно сравнить и объединить"
        placeholder="Имя двойника"
        searchable
        onSearchChange={(text) => setTyped(text || artist.name)}
        filter={({ options }) => options}
        nothingFoundMessage={alike.isFetching ? "Ищем…" : "Похожих нет"}
        data={(alike.data?.items ?? [])
          .filter(({ id }) => id !== artist.id)
          .map(({ id, name, lifeYears }) => ({
            value: String(id),
            label: [name, lifeYears, `№ ${id}`].filter(Boolean).join(", "),
          }))}
        value={null}
        onChange={(id) => id && void navigate(`/admin/artists/merge?first=${artist.id}&second=${id}`)}
      />
    </section>
  );
}

function Removal({ artist, onGone }: { artist: Artist; onGone: () => void }) {
  const remove = useDeleteArtist();
  const [asking, setAsking] = useState(false);
  return (
    <div className={css.acts}>
      <Button size="xs" onClick={() => setAsking(true)}>
        Удалить
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Удалить художника?"
        confirm="Удалить"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove.mutate(artist.id, {
            onSuccess: () => {
              tellSuccess("Художник удалён", { life: 3000 });
              onGone();
            },
          });
        }}
      >
        <p>{artist.name}. Удалить можно того, кто не указан ни в одном лоте; подписки на него закончатся.</p>
      </ConfirmDialog>
    </div>
  );
}
