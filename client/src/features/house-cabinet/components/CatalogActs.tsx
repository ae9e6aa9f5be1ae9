import { Menu } from "@mantine/core";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { Button } from "@/components/Button/Button";
import { ConfirmDialog } from "@/components/Dialog/ConfirmDialog";
import { Icon } from "@/components/Icon/Icon";
import { tellSuccess } from "@/components/Toast/toasts";
import type { Catalog } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { count, dayMonthTime, quoted } from "@/lib/format";
import { offerUndo } from "@/staff/acts/undo";
import { HallLink } from "@/trade/components/HallLink/HallLink";
import { RehearsalButton } from "@/trade/components/Rehearsal/RehearsalButton";
import { CatalogState, CatalogType } from "@/trade/enums";
import { isFinished } from "@/trade/rules/trading";
import { auctionUrl } from "@/trade/urls";
import { isRunning } from "../api/cabinet";
import { useCatalogCommand } from "../api/catalogs";
import type { CatalogForm } from "../model/catalogForm";
import { tally } from "../model/preflight";
import { cabinetUrl } from "../model/sections";
import { CHECK, Found } from "./Check";
import css from "./catalogs.module.css";
import { usePreflight } from "./usePreflight";

/** A sale starts at most this long before its date. */
const EARLY_MS = 15 * 60_000;

type Asked = "cancel" | "delete" | "scheduled" | "start";

/** The acts on a whole catalog. */
export function CatalogActs({ catalog, copy }: { catalog: Catalog; copy: CatalogForm }) {
  const { id, houseId, state, hidden, catalogType } = catalog;
  const navigate = useNavigate();
  const command = useCatalogCommand(id);
  const { findings, isError } = usePreflight(id, houseId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { bad, warn } = tally(findings ?? []);
  const draft = state === CatalogState.Temporary;
  const scheduled = state === CatalogState.Scheduled;
  const parallel = catalogType === CatalogType.Parallel;
  const isOver = isFinished(state);
  const sale = parallel || catalogType === CatalogType.Classic;
  const canStart = scheduled && sale;
  const canCancel = sale && (scheduled || isRunning(state));
  const canDelete = !isRunning(state);
  const now = useServerNow(1000);
  const tooEarly = catalog.startDate !== null && now < Date.parse(catalog.startDate) - EARLY_MS;
  const lots = count(catalog.lotsCount, ["лот", "лота", "лотов"]);
  // A start that was due and missed is not tried again.
  const startsItself =
    catalog.isAutoStart && catalog.startDate !== null && now < Date.parse(catalog.startDate)
      ? `Торги начнутся сами ${dayMonthTime(catalog.startDate)}.`
      : null;
  const errors = bad > 0 && (
    <Link className="link" to={`?field=${CHECK}`} preventScrollReset>
      {count(bad, ["ошибку", "ошибки", "ошибок"])}
    </Link>
  );
  /** Why the sale cannot be published or started now. */
  const reason = draft ? (
    errors ? (
      <>Сначала исправьте {errors}</>
    ) : (
      !findings && isError && "Каталог не удалось проверить"
    )
  ) : (
    canStart &&
    tooEarly && (
      <>
        Запустить можно не раньше чем за 15 минут до начала{errors && <>, до этого исправьте {errors}</>}
        {startsItself && `. ${startsItself}`}
      </>
    )
  );

  const setHidden = (hide: boolean) =>
    command.mutate(hide ? "hide" : "show", {
      onSuccess: () =>
        offerUndo({
          key: `catalog:${id}`,
          done: hide ? "Каталог скрыт" : "Каталог показан",
          undo: () => command.mutateAsync(hide ? "show" : "hide"),
        }),
    });
  const run = (what: Parameters<typeof command.mutate>[0], done: string, after?: () => void) =>
    command.mutate(what, {
      onSuccess: () => {
        tellSuccess(done, { life: 3000 });
        after?.();
      },
      onSettled: () => setAsked(null),
    });

  return (
    <>
      <Button
        size="xs"
        component={Link}
        to={cabinetUrl(houseId, `lots?catalog=${id}`)}
        leftSection={<Icon name="tag" size="s" />}
      >
        Лоты каталога
      </Button>
      <Button size="xs" component={Link} to={auctionUrl(catalog)} leftSection={<Icon name="eye" size="s" />}>
        Как увидят
      </Button>
      {!isOver && <HallLink catalog={catalog} size="xs" />}
      {isOver ? (
        sale &&
        state === CatalogState.Completed && (
          <Button
            size="xs"
            component={Link}
            to={cabinetUrl(houseId, `results?catalog=${id}`)}
            leftSection={<Icon name="chart" size="s" />}
          >
            Результаты
          </Button>
        )
      ) : (
        <RehearsalButton catalog={catalog} size="xs" />
      )}
      <Menu width={240}>
        <Menu.Target>
          <Button size="xs" rightSection={<Icon name="chev" size="s" />}>
            Действия
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="copy" size="s" />}
            onClick={() =>
              void navigate(cabinetUrl(houseId, "catalogs/new"), {
                state: {
                  copy: { ...copy, title: `${copy.title} (копия)`.slice(0, 300), startDate: "", endDate: "" },
                },
              })
            }
          >
            Дублировать
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name={hidden ? "eye" : "eyeoff"} size="s" />}
            onClick={() => setHidden(!hidden)}
          >
            {hidden ? "Показать" : "Скрыть"}
          </Menu.Item>
          {(canCancel || canDelete) && <Menu.Divider />}
          {canCancel && (
            <Menu.Item
              className={css.danger}
              leftSection={<Icon name="x" size="s" />}
              onClick={() => setAsked("cancel")}
            >
              Отменить торги
            </Menu.Item>
          )}
          {canDelete && (
            <Menu.Item
              className={css.danger}
              leftSection={<Icon name="trash" size="s" />}
              onClick={() => setAsked("delete")}
            >
              Удалить каталог
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {canStart && (
        <Button
          size="xs"
          variant="bid"
          leftSection={<Icon name="gavel" size="s" />}
          disabled={tooEarly}
          onClick={() => setAsked("start")}
        >
          Запустить
        </Button>
      )}
      {draft && (
        <Button size="xs" variant="bid" disabled={!findings || bad > 0} onClick={() => setAsked("scheduled")}>
          Опубликовать
        </Button>
      )}
      {reason && <p className={`caption ${css.reason}`}>{reason}</p>}
      <ConfirmDialog
        opened={asked === "scheduled"}
        title="Опубликовать каталог?"
        confirm="Опубликовать"
        onClose={() => setAsked(null)}
        onConfirm={() => run("scheduled", "Каталог опубликован")}
      >
        <p className="small">
          {quoted(catalog.title)}, {lots}. Каталог увидят все, подписчики получат уведомления.
          {warn > 0 &&
            ` Осталось: ${count(warn, ["замечание", "замечания", "замечаний"])} — их можно оставить.`}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === "start"}
        title="Запустить торги?"
        confirm="Запустить"
        onClose={() => setAsked(null)}
        onConfirm={() => run(parallel ? "startParallel" : "startClassic", "Аукцион успешно запущен")}
      >
        <div className="small stack">
          <p>
            {quoted(catalog.title)}, {lots}.{" "}
            {parallel
              ? "Откроются сразу все лоты."
              : catalog.isAutoStart
                ? "Откроется первый лот, дальше лоты пойдут сами, по времени."
                : "Откроется первый лот, вести торги будет аукционист."}
          </p>
          {startsItself && <p>{startsItself} Запускать их раньше не обязательно.</p>}
          {bad > 0 && (
            <>
              <p>Проверка нашла {count(bad, ["ошибку", "ошибки", "ошибок"])}:</p>
              <ul>
                {findings
                  ?.filter(({ tone }) => tone === "bad")
                  .map((finding) => (
                    <Found
                      key={finding.id}
                      finding={finding}
                      catalog={catalog}
                      onMend={() => setAsked(null)}
                    />
                  ))}
              </ul>
            </>
          )}
        </div>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === "cancel"}
        title="Отменить торги?"
        confirm="Отменить торги"
        onClose={() => setAsked(null)}
        onConfirm={() => run("cancel", "Торги отменены")}
      >
        <p className="small">
          {quoted(catalog.title)}. Открытые лоты станут непроданными, ставки потеряют силу, все участники
          получат уведомления. Вернуть это нельзя, запись останется в журнале.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === "delete"}
        title="Удалить каталог?"
        confirm="Удалить"
        onClose={() => setAsked(null)}
        onConfirm={() =>
          run("delete", "Каталог удалён", () => void navigate(cabinetUrl(houseId, "catalogs")))
        }
      >
        <p className="small">
          {quoted(catalog.title)}, {lots}. Лоты вернутся в запасник дома, аукционисты потеряют роль. Запись
          останется в журнале.
        </p>
      </ConfirmDialog>
    </>
  );
}
