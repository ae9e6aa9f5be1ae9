import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Icon } from "@/components/Icon/Icon";
import type { Catalog } from "@/lib/api/types";
import { useServerNow } from "@/lib/clock";
import { count } from "@/lib/format";
import { HallLink } from "@/trade/components/HallLink/HallLink";
import { RehearsalButton } from "@/trade/components/Rehearsal/RehearsalButton";
import { CatalogState, CatalogType } from "@/trade/enums";
import { isFinished } from "@/trade/rules/trading";
import { auctionUrl } from "@/trade/urls";
import { isRunning } from "../api/cabinet";
import type { CatalogForm } from "../model/catalogForm";
import { tally } from "../model/preflight";
import { saleStartOf } from "../model/saleStart";
import { cabinetUrl } from "../model/sections";
import { CatalogMenu } from "./CatalogMenu";
import { CHECK } from "./Check";
import css from "./catalogs.module.css";
import { PublishCatalog } from "./PublishCatalog";
import { StartSale } from "./StartSale";
import { usePreflight } from "./usePreflight";

/** The actions on a whole catalog. */
export function CatalogActions({ catalog, copy }: { catalog: Catalog; copy: CatalogForm }) {
  const { id, houseId, state, catalogType } = catalog;
  const { findings, isError } = usePreflight(id, houseId);
  const start = saleStartOf(catalog, useServerNow(1000));
  const isOver = isFinished(state);
  const isBidOn = catalogType === CatalogType.Parallel || catalogType === CatalogType.Classic;
  const isScheduled = state === CatalogState.Scheduled;
  const canStart = isBidOn && isScheduled;

  const { bad } = tally(findings ?? []);
  const errors = bad > 0 && (
    <Link className="link" to={`?field=${CHECK}`} preventScrollReset>
      {count(bad, ["ошибку", "ошибки", "ошибок"])}
    </Link>
  );
  const whyNotPublished = errors ? (
    <>Сначала исправьте {errors}</>
  ) : (
    !findings && isError && "Каталог не удалось проверить"
  );
  const whyNotStarted = canStart && start.isTooEarly && (
    <>
      Запустить можно не раньше чем за 15 минут до начала{errors && <>, до этого исправьте {errors}</>}
      {start.startsItself && `. ${start.startsItself}`}
    </>
  );
  const reason = state === CatalogState.Temporary ? whyNotPublished : whyNotStarted;

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
      {!isOver && <RehearsalButton catalog={catalog} size="xs" />}
      {isBidOn && state === CatalogState.Completed && (
        <Button
          size="xs"
          component={Link}
          to={cabinetUrl(houseId, `results?catalog=${id}`)}
          leftSection={<Icon name="chart" size="s" />}
        >
          Результаты
        </Button>
      )}
      <CatalogMenu catalog={catalog} copy={copy} canCancel={isBidOn && (isScheduled || isRunning(state))} />
      <StartSale catalog={catalog} canStart={canStart} start={start} findings={findings} />
      <PublishCatalog catalog={catalog} findings={findings} />
      {reason && <p className={`caption ${css.reason}`}>{reason}</p>}
    </>
  );
}
