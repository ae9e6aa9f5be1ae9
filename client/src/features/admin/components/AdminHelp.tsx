import { NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { LinkTabs } from "@/components/LinkTabs/LinkTabs";
import { Loaded } from "@/components/Loaded/Loaded";
import { tellSuccess } from "@/components/Toast/toasts";
import type { HelpArticle } from "@/lib/api/types";
import { quoted } from "@/lib/format";
import { useAddress } from "@/lib/useAddress";
import { EditAndDelete } from "@/staff/blocks/EditAndDelete";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { RichTextField } from "@/staff/form/RichTextField";
import { type HelpKind, helpOptions, useDeleteHelp, useSaveHelp } from "../api/help";
import css from "./admin.module.css";
import { FormDialog } from "./FormDialog";

const WORDS = {
  faq: {
    title: "Вопрос",
    content: "Ответ",
    add: "Добавить вопрос",
    saved: "Вопрос сохранён",
    deleted: "Вопрос удалён",
    remove: "Удалить вопрос?",
    empty: "Вопросов пока нет",
    later: "Добавленные появятся на странице «Вопросы и ответы».",
  },
  glossary: {
    title: "Термин",
    content: "Определение",
    add: "Добавить термин",
    saved: "Термин сохранён",
    deleted: "Термин удалён",
    remove: "Удалить термин?",
    empty: "Терминов пока нет",
    later: "Добавленные появятся на странице «Глоссарий».",
  },
} as const;

/** The questions and terms that the site explains. */
export default function AdminHelp() {
  const { params } = useAddress();
  const kind: HelpKind = params.get("tab") === "glossary" ? "glossary" : "faq";
  return (
    <StaffPage title="Вопросы и глоссарий" note="Тексты страниц «Вопросы и ответы» и «Глоссарий»">
      <LinkTabs label="Вид статей">
        <Link to="/admin/help" aria-current={kind === "faq" ? "page" : undefined}>
          Вопросы и ответы
        </Link>
        <Link to="/admin/help?tab=glossary" aria-current={kind === "glossary" ? "page" : undefined}>
          Глоссарий
        </Link>
      </LinkTabs>
      <Articles key={kind} kind={kind} />
    </StaffPage>
  );
}

function Articles({ kind }: { kind: HelpKind }) {
  const query = useQuery(helpOptions(kind));
  const { data } = query;
  const [editing, setEditing] = useState<HelpArticle | "new" | null>(null);
  const [deleting, setDeleting] = useState<HelpArticle | null>(null);
  const remove = useDeleteHelp(kind);
  const words = WORDS[kind];
  return (
    <>
      <div className={css.tools}>
        <Button size="xs" leftSection={<Icon name="plus" size="s" />} onClick={() => setEditing("new")}>
          {words.add}
        </Button>
        <Button size="xs" variant="quiet" component={Link} to={`/${kind}`}>
          На сайте
        </Button>
      </div>
      <Loaded query={query} h={320} empty={<EmptyState title={words.empty}>{words.later}</EmptyState>}>
        {(data) => (
          <ul className={css.rows}>
            {data.map((article) => (
              <li key={article.id} className={css.edited}>
                <span>{article.title}</span>
                <span className={css.bannerActs}>
                  <EditAndDelete
                    title={article.title}
                    onEdit={() => setEditing(article)}
                    onDelete={() => setDeleting(article)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {editing && (
        <EditArticle
          kind={kind}
          article={editing === "new" ? null : editing}
          position={data?.length ?? 0}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title={words.remove}
        confirm="Удалить"
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting)
            remove.mutate(deleting.id, { onSuccess: () => tellSuccess(words.deleted, { life: 3000 }) });
          setDeleting(null);
        }}
      >
        <p>{deleting && quoted(deleting.title)} исчезнет с сайта. Журнал сохранит текст.</p>
      </ConfirmDialog>
    </>
  );
}

interface EditArticleProps {
  kind: HelpKind;
  article: HelpArticle | null;
  /** The place of a new one: after the others. */
  position: number;
  onClose: () => void;
}

function EditArticle({ kind, article, position, onClose }: EditArticleProps) {
  const save = useSaveHelp(kind);
  const words = WORDS[kind];
  return (
    <FormDialog
      title={words.title}
      size={720}
      initial={{
        title: article?.title ?? "",
        content: article?.content ?? "",
        position: (article?.position ?? position) as number | string,
      }}
      confirm="Сохранить"
      done={words.saved}
      onClose={onClose}
      save={(values) =>
        save.mutateAsync({
          id: article?.id ?? null,
          // The address of a known article stays, whatever its title becomes: links lead there.
          body: { ...values, position: Number(values.position), slug: article?.slug ?? null },
        })
      }
    >
      {(form) => (
        <>
          <TextInput label={words.title} data-autofocus {...form.getInputProps("title")} />
          <RichTextField
            label={words.content}
            value={form.values.content}
            error={form.errors.content}
            onChange={(html) => form.setFieldValue("content", html)}
          />
          <NumberInput
            label="Место в списке"
            description="Меньшие числа стоят раньше, равные — по алфавиту"
            allowDecimal={false}
            {...form.getInputProps("position")}
          />
        </>
      )}
    </FormDialog>
  );
}
