import { Select, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { Button } from "@/components/Button/Button";
import { Wait } from "@/components/Loaded/Loaded";
import { RichText } from "@/components/RichText/RichText";
import { tellFault } from "@/components/Toast/toasts";
import type { News } from "@/lib/api/types";
import { sendFile } from "@/lib/api/uploads";
import { serverNow } from "@/lib/clock";
import { dayMonthTime, moscowField, ofMoscowField } from "@/lib/format";
import { UploadButton } from "@/staff/actions/UploadButton";
import { Block, Columns } from "@/staff/blocks/Block";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { FormGrid } from "@/staff/form/FormGrid";
import { RichTextField } from "@/staff/form/RichTextField";
import { SaveBar } from "@/staff/form/SaveBar";
import { useStaffForm } from "@/staff/form/useStaffForm";
import { articleOptions, newsroomKey, readArticle, removePicture, saveArticle } from "../api/news";
import {
  EMPTY_NEWS,
  faultsOf,
  NEWS_KINDS,
  NEWS_LABELS,
  type NewsValues,
  requestOf,
  valuesOf,
} from "../model/newsForm";
import { type Newsroom, useNewsroom } from "../model/newsroom";
import css from "./newsroom.module.css";

/** The editor of a news article, or of a new one at `news/new`. */
export default function ArticlePage() {
  const params = useParams();
  const newsroom = useNewsroom();
  const isNew = params.newsId === "new";
  const id = Number(params.newsId);
  const query = useQuery({ ...articleOptions(id), enabled: !isNew });
  if (isNew) return <Article key="new" newsroom={newsroom} news={null} />;
  if (!query.data) {
    return (
      <StaffPage title="Новость" crumbs={[{ label: "Новости", to: newsroom.path }]}>
        <Wait query={query} h={440} />
      </StaffPage>
    );
  }
  return <Article key={id} newsroom={newsroom} news={query.data} />;
}

function Article({ newsroom, news }: { newsroom: Newsroom; news: News | null }) {
  const { houseId, path } = newsroom;
  const client = useQueryClient();
  const navigate = useNavigate();
  const base = useRef(news);
  const stored = useMemo(() => (news ? valuesOf(news) : EMPTY_NEWS), [news]);
  const staffForm = useStaffForm<NewsValues>({
    stored,
    validate: faultsOf,
    done: "Новость сохранена",
    read: news
      ? async () => {
          base.current = await readArticle(news.id);
          return valuesOf(base.current);
        }
      : undefined,
    save: async (values) => {
      const kept = await saveArticle(requestOf(values, houseId, base.current));
      base.current = kept;
      client.setQueryData(articleOptions(kept.id).queryKey, kept);
      void client.invalidateQueries({ queryKey: newsroomKey(houseId) });
      return valuesOf(kept);
    },
    saved: () => {
      if (news || !base.current) return;
      void navigate(`${path}/${base.current.id}`, { replace: true });
    },
  });
  const { form } = staffForm;
  const { values } = form;
  const reread = () => {
    if (news) void client.invalidateQueries({ queryKey: articleOptions(news.id).queryKey });
    void client.invalidateQueries({ queryKey: newsroomKey(houseId) });
  };
  const at = ofMoscowField(values.published);
  return (
    <StaffPage
      title={news ? news.title : "Написать новость"}
      crumbs={[{ label: "Новости", to: path }]}
      note={
        at === null
          ? `Черновик: видят только ${houseId === null ? "администраторы" : "сотрудники дома"}`
          : `${Date.parse(at) > serverNow() ? "Выйдет" : "Вышла"} ${dayMonthTime(at)}`
      }
      actions={
        news?.published && Date.parse(news.published) <= serverNow() ? (
          <Button size="xs" component={Link} to={`/news/${news.id}/${news.slug}`} target="_blank">
            Открыть на сайте
          </Button>
        ) : undefined
      }
    >
      <Columns
        main={
          <>
            <Block title="Новость">
              <FormGrid>
                <TextInput
                  required
                  label={NEWS_LABELS.title}
                  maxLength={300}
                  autoFocus={!news}
                  data-autofocus={!news || undefined}
                  {...form.getInputProps("title")}
                />
                <Select
                  wrapperProps={{ "data-span": "6" }}
                  label={NEWS_LABELS.newsType}
                  data={[...NEWS_KINDS]}
                  {...form.getInputProps("newsType")}
                />
                <TextInput
                  wrapperProps={{ "data-span": "6" }}
                  label={NEWS_LABELS.author}
                  maxLength={200}
                  {...form.getInputProps("author")}
                />
                <Textarea
                  label={NEWS_LABELS.summary}
                  description="Показывается в списке новостей"
                  autosize
                  minRows={2}
                  maxLength={1000}
                  {...form.getInputProps("summary")}
                />
                <RichTextField
                  label={NEWS_LABELS.content}
                  rows={12}
                  value={values.content}
                  error={form.errors.content}
                  onChange={(html) => form.setFieldValue("content", html)}
                />
                <TextInput
                  wrapperProps={{ "data-span": "6" }}
                  label={NEWS_LABELS.source}
                  maxLength={500}
                  {...form.getInputProps("source")}
                />
                <TextInput
                  wrapperProps={{ "data-span": "6" }}
                  label={NEWS_LABELS.keywords}
                  maxLength={500}
                  {...form.getInputProps("keywords")}
                />
                <Textarea
                  label={NEWS_LABELS.info}
                  autosize
                  minRows={1}
                  maxLength={2000}
                  {...form.getInputProps("info")}
                />
              </FormGrid>
            </Block>
            <Block title="Публикация">
              <FormGrid>
                <TextInput
                  wrapperProps={{ "data-span": "6" }}
                  type="datetime-local"
                  label={NEWS_LABELS.published}
                  description="Пусто: черновик. Время в будущем: выйдет сама"
                  {...form.getInputProps("published")}
                />
              </FormGrid>
              <div className={css.when}>
                <Button size="xs" onClick={() => form.setFieldValue("published", moscowField(serverNow()))}>
                  Сейчас
                </Button>
                {values.published !== "" && (
                  <Button size="xs" variant="quiet" onClick={() => form.setFieldValue("published", "")}>
                    В черновики
                  </Button>
                )}
              </div>
            </Block>
          </>
        }
        side={
          <section aria-label="Как увидят посетители" className={css.preview}>
            <h2 className="h3">Как увидят</h2>
            <article>
              {news?.image.previewId && (
                <img
                  src={`/api/news/image/${news.image.previewId}?size=preview`}
                  alt=""
                  className={css.picture}
                />
              )}
              <p className="caption">
                {NEWS_KINDS.find(({ value }) => value === values.newsType)?.label}
                {at ? `, ${dayMonthTime(at)}` : ""}
              </p>
              <h3 className="h3">{values.title || "Без заголовка"}</h3>
              {values.summary && <p className="muted">{values.summary}</p>}
              <RichText html={values.content} />
              {values.source && <p className="caption">Источник: {values.source}</p>}
            </article>
            {news ? (
              <div className={css.when}>
                <UploadButton
                  label={news.image.previewId ? "Заменить картинку" : "Добавить картинку"}
                  send={(file, watched) => sendFile(`/api/news/${news.id}/images`, file, watched)}
                  accept="image/jpeg,image/png,image/webp"
                  onDone={reread}
                />
                {news.image.previewId && (
                  <Button
                    size="xs"
                    variant="quiet"
                    onClick={() => void removePicture(news.id).then(reread, tellFault)}
                  >
                    Убрать картинку
                  </Button>
                )}
              </div>
            ) : (
              <p className="caption">Картинка добавляется после первого сохранения</p>
            )}
          </section>
        }
      />
      <SaveBar staffForm={staffForm} labels={NEWS_LABELS} show={shown} />
    </StaffPage>
  );
}

function shown(field: keyof NewsValues, value: string): string {
  if (field === "newsType") return NEWS_KINDS.find((kind) => kind.value === value)?.label ?? value;
  if (field === "content") return value.replace(/<[^>]+>/g, " ").trim();
  return field === "published" ? value.replace("T", " ") : value;
}
