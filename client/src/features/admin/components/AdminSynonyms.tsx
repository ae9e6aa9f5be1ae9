import { SegmentedControl, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { Loaded } from "@/components/Loaded/Loaded";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { tellSuccess } from "@/components/Toast/toasts";
import type { SearchSynonym } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { EditAndDelete } from "@/staff/blocks/EditAndDelete";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { synonymsOptions, useDeleteSynonyms, useSaveSynonyms } from "../api/synonyms";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";

/** «шкатулка, ларец»; «марина → морской пейзаж». */
const named = ({ words, finds }: SearchSynonym) =>
  finds.length > 0 ? `${words.join(", ")} → ${finds.join(", ")}` : words.join(", ");

/** Words that the search takes for the same. */
export default function AdminSynonyms() {
  const query = useQuery(synonymsOptions());
  const { data } = query;
  const [sought, setSought] = useState("");
  const [editing, setEditing] = useState<SearchSynonym | "new" | null>(null);
  const [deleting, setDeleting] = useState<SearchSynonym | null>(null);
  const remove = useDeleteSynonyms();
  const text = sought.trim().toLowerCase();
  const shown = data?.filter((group) => named(group).includes(text)) ?? [];
  return (
    <StaffPage
      title="Синонимы поиска"
      note="Поиск лотов находит и то, что названо другим словом. Окончания не важны: «шкатулки» — это «шкатулка»"
      actions={
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => setEditing("new")}>
          Добавить синонимы
        </Button>
      }
    >
      <Loaded
        query={query}
        h={320}
        empty={
          <EmptyState title="Синонимов пока нет">
            Добавьте слова, которыми покупатели называют одно и то же: «шкатулка, ларец».
          </EmptyState>
        }
      >
        {() => (
          <>
            <SearchInput
              className={css.find}
              label="Найти слово"
              placeholder="Найти слово"
              value={sought}
              onSearch={setSought}
            />
            {shown.length === 0 && <EmptyState title={`Нет синонимов со словом ${quoted(text)}`} />}
            <ul className={css.rows}>
              {shown.map((group) => (
                <li key={group.id} className={css.banner}>
                  <span className={css.name}>
                    {named(group)}
                    <small>
                      {group.finds.length > 0 ? "Только в одну сторону" : "Каждое находит остальные"}
                    </small>
                  </span>
                  <span className={css.bannerActs}>
                    <Button
                      size="xs"
                      variant="quiet"
                      component={Link}
                      to={`/lots?search=${encodeURIComponent(group.words[0] ?? "")}`}
                      aria-label={`Проверить: ${named(group)}`}
                    >
                      Проверить
                    </Button>
                    <EditAndDelete
                      title={named(group)}
                      onEdit={() => setEditing(group)}
                      onDelete={() => setDeleting(group)}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {editing && (
        <EditSynonyms group={editing === "new" ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Удалить синонимы?"
        confirm="Удалить"
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) {
            remove.mutate(deleting.id, { onSuccess: () => tellSuccess("Синонимы удалены", { life: 3000 }) });
          }
          setDeleting(null);
        }}
      >
        <p>«{deleting && named(deleting)}»: поиск перестанет их связывать.</p>
      </ConfirmDialog>
    </StaffPage>
  );
}

/** One word or phrase a line. */
const lines = (words: readonly string[] | undefined) => words?.join("\n") ?? "";
const ofLines = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

function EditSynonyms({ group, onClose }: { group: SearchSynonym | null; onClose: () => void }) {
  const save = useSaveSynonyms();
  return (
    <FormDialog
      title={group ? "Синонимы" : "Новые синонимы"}
      initial={{
        way: group && group.finds.length > 0 ? "one" : "all",
        words: lines(group?.words),
        finds: lines(group?.finds),
      }}
      validate={({ way, finds }) => ({
        finds: way === "one" && finds.trim() === "" ? "Добавьте слово, которое нужно находить" : null,
      })}
      confirm="Сохранить"
      done="Синонимы сохранены"
      onClose={onClose}
      save={({ way, words, finds }) =>
        save.mutateAsync({
          id: group?.id ?? null,
          body: { words: ofLines(words), finds: way === "one" ? ofLines(finds) : [] },
        })
      }
    >
      {(form) => (
        <>
          <SegmentedControl
            className={css.way}
            fullWidth
            aria-label="Как искать"
            data={[
              { value: "all", label: "Равнозначные" },
              { value: "one", label: "В одну сторону" },
            ]}
            {...form.getInputProps("way")}
          />
          <Textarea
            label={form.values.way === "one" ? "Что ищут" : "Слова"}
            description="Каждое слово или выражение — с новой строки. В выражении не больше четырёх слов"
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps("words")}
          />
          {form.values.way === "one" && (
            <Textarea
              label="Что находить ещё"
              description="Эти слова, наоборот, первых находить не будут"
              autosize
              minRows={2}
              maxRows={10}
              {...form.getInputProps("finds")}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
