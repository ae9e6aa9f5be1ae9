import { Button, Menu, SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { Dialog } from "@/components/Dialog/Dialog";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Icon } from "@/components/Icon/Icon";
import { Kbd } from "@/components/Kbd/Kbd";
import { Wait } from "@/components/Loaded/Loaded";
import { Pager } from "@/components/Pager/Pager";
import { SearchInput } from "@/components/SearchInput/SearchInput";
import { tellFault, tellSuccess } from "@/components/Toast/toasts";
import type { PriceQuery } from "@/lib/api/types";
import { dayMonthTime, moscow, phone, phoneUrl } from "@/lib/format";
import { pageOfAddress, useAddress } from "@/lib/useAddress";
import { usePendingActs } from "@/staff/acts/pendingActs";
import { actLater } from "@/staff/acts/undo";
import { houseQueriesKey, houseQueriesOptions, readHouseQueries } from "@/staff/api/priceQueries";
import { StaffPage } from "@/staff/blocks/StaffPage";
import { ExportButton, type ExportColumn, saveTable } from "@/staff/table/ExportButton";
import { everyPage, LONGEST_PAGE } from "@/staff/table/everyPage";
import { PriceQueryBadge } from "@/trade/components/Badges/PriceQueryBadge";
import { PriceQueryStatus, priceQueryStatusLabel } from "@/trade/enums";
import { lotUrl } from "@/trade/urls";
import { answerQuery } from "../api/queries";
import { dropTemplate, keepTemplate, templatesOf } from "../model/templates";
import css from "./HouseQueriesPage.module.css";

const FILTERS = [
  { value: "created", label: "Ожидают ответа", status: PriceQueryStatus.Created },
  { value: "processed", label: "Ответ получен", status: PriceQueryStatus.Processed },
  { value: "rejected", label: "Отказано", status: PriceQueryStatus.Rejected },
  { value: "all", label: "Все", status: undefined },
] as const;

const COLUMNS: readonly ExportColumn<PriceQuery>[] = [
  { title: "Лот", value: ({ lotTitleRu }) => lotTitleRu },
  { title: "Имя", value: ({ displayName }) => displayName },
  { title: "Телефон", value: ({ number }) => number },
  { title: "E-mail", value: ({ email }) => email },
  { title: "Запрос", value: ({ message }) => message },
  { title: "Состояние", value: ({ status }) => priceQueryStatusLabel[status] ?? null },
  { title: "Отправлен (МСК)", value: ({ created }) => moscow(created) },
  { title: "Ответ", value: ({ answer }) => answer },
  { title: "Отвечен (МСК)", value: ({ answered }) => answered && moscow(answered) },
];

/** Requests for the prices of a house's lots: answered with a text, or refused. */
export default function HouseQueriesPage() {
  const houseId = Number(useParams().houseId);
  const { params, change } = useAddress();
  const filter = FILTERS.find(({ value }) => value === params.get("status")) ?? FILTERS[0];
  const search = params.get("search") ?? "";
  const list = useQuery({
    ...houseQueriesOptions(houseId, filter.status, pageOfAddress(params), search),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const pending = usePendingActs();
  const queries = data?.items.filter(({ id }) => !pending.has(`query:${id}`));
  return (
    <StaffPage title="Запросы цены" note="Ответ приходит человеку на сайт и на почту">
      <div className={css.filters}>
        <SegmentedControl
          className={css.filter}
          aria-label="Состояние запросов"
          data={FILTERS.map(({ value, label }) => ({ value, label }))}
          value={filter.value}
          onChange={(status) => change({ status: status === "created" ? null : status })}
        />
        <SearchInput
          className={css.search}
          label="Найти запрос"
          placeholder="Лот, имя, телефон или слова"
          value={search}
          onSearch={(text) => change({ search: text, query: null }, { replace: true })}
        />
        <ExportButton
          disabled={!data?.totalCount}
          onExport={async () => {
            const read = (page: number) =>
              readHouseQueries(houseId, filter.status, search, page, LONGEST_PAGE);
            saveTable("Запросы цены", COLUMNS, await everyPage(read));
          }}
        />
      </div>
      {!queries ? (
        <Wait query={list} h={320} />
      ) : queries.length === 0 ? (
        <EmptyState
          title={
            search !== ""
              ? "Ничего не найдено"
              : filter.value === "created"
                ? "Все запросы разобраны"
                : "Таких запросов нет"
          }
        >
          {search === "" ? (
            "Новые запросы появятся здесь сами."
          ) : filter.value === "all" ? (
            "Ищется по лоту, имени, телефону и словам запроса."
          ) : (
            <Button variant="quiet" onClick={() => change({ status: "all" })}>
              Искать во всех запросах
            </Button>
          )}
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {queries.map((query) => (
            <QueryCard
              key={query.id}
              houseId={houseId}
              query={query}
              isWanted={params.get("query") === String(query.id)}
            />
          ))}
        </ul>
      )}
      {data && <Pager page={data.currentPage} pages={data.totalPages} />}
    </StaffPage>
  );
}

/** The longest answer that the server takes. */
const LONGEST = 4000;

interface QueryCardProps {
  houseId: number;
  query: PriceQuery;
  /** Whether the address names it: the page opened for it. */
  isWanted: boolean;
}

function QueryCard({ houseId, query, isWanted }: QueryCardProps) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const waits = query.status === PriceQueryStatus.Created;
  const reread = () => client.invalidateQueries({ queryKey: houseQueriesKey(houseId) });

  const send = async () => {
    if (sending) return;
    if (answer.trim() === "") {
      setFault("Напишите ответ");
      return;
    }
    setSending(true);
    try {
      await answerQuery(query.id, PriceQueryStatus.Processed, answer.trim());
      tellSuccess("Ответ отправлен", { life: 3000 });
      await reread();
    } catch (error) {
      tellFault(error);
    } finally {
      setSending(false);
    }
  };
  const refuse = () =>
    actLater({
      keys: [`query:${query.id}`],
      done: "В ответе отказано",
      commit: ({ keepalive }) =>
        answerQuery(query.id, PriceQueryStatus.Rejected, answer.trim(), keepalive).finally(reread),
    });

  return (
    <li className={css.card}>
      <div className={css.head}>
        <div>
          <Link className="link" to={lotUrl({ id: query.targetId, titleRu: query.lotTitleRu })}>
            {query.lotTitleRu}
          </Link>
          <p className="caption">
            {query.displayName}, {dayMonthTime(query.created)}
          </p>
        </div>
        <PriceQueryBadge status={query.status} />
      </div>
      <p className={css.message}>{query.message}</p>
      <p className={css.contacts}>
        {query.number && <a href={phoneUrl(query.number)}>{phone(query.number)}</a>}
        {query.email && <a href={`mailto:${query.email}`}>{query.email}</a>}
      </p>
      {waits ? (
        <div className={css.answer}>
          <Textarea
            label="Ответ"
            autoFocus={isWanted}
            aria-label={`Ответ на запрос: ${query.displayName}, ${query.lotTitleRu}`}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={LONGEST}
            value={answer}
            error={fault}
            onChange={(event) => {
              setAnswer(event.currentTarget.value);
              setFault(null);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void send();
              }
            }}
          />
          <div className={css.acts}>
            <Templates houseId={houseId} answer={answer} onChoose={setAnswer} />
            <Button size="xs" variant="quiet" onClick={refuse}>
              Отказать
            </Button>
            <Button size="xs" variant="bid" data-pending={sending || undefined} onClick={() => void send()}>
              Ответить <Kbd>Ctrl Enter</Kbd>
            </Button>
          </div>
        </div>
      ) : (
        query.answer && (
          <div className={css.said}>
            <p className="caption">Ответ дома{query.answered ? `, ${dayMonthTime(query.answered)}` : ""}</p>
            <p className={css.message}>{query.answer}</p>
          </div>
        )
      )}
    </li>
  );
}

interface TemplatesProps {
  houseId: number;
  answer: string;
  onChoose: (text: string) => void;
}

/** Answers to begin with, and a place to keep more of them. */
function Templates({ houseId, answer, onChoose }: TemplatesProps) {
  const [templates, setTemplates] = useState(() => templatesOf(houseId));
  const [naming, setNaming] = useState<string | null>(null);
  return (
    <>
      <Menu width={300} position="bottom-start">
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chev" size="s" />}>
            Шаблон
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.map(({ name, text }) => (
            <Menu.Item key={name} onClick={() => onChoose(text)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={answer.trim() === ""} onClick={() => setNaming("")}>
            Сохранить ответ как шаблон
          </Menu.Item>
          {templates.length > 0 && (
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item>Удалить шаблон</Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {templates.map(({ name }) => (
                  <Menu.Item key={name} onClick={() => setTemplates(dropTemplate(houseId, name))}>
                    {name}
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={naming !== null} onClose={() => setNaming(null)} title="Новый шаблон">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const name = naming?.trim() ?? "";
            if (name === "") return;
            setTemplates(keepTemplate(houseId, { name, text: answer.trim() }));
            setNaming(null);
          }}
        >
          <TextInput
            label="Название"
            data-autofocus
            maxLength={60}
            value={naming ?? ""}
            onChange={(event) => setNaming(event.currentTarget.value)}
          />
          <Button type="submit" variant="bid" mt="md">
            Сохранить
          </Button>
        </form>
      </Dialog>
    </>
  );
}
