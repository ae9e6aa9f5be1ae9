import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { useServerNow } from "@/lib/clock";
import { duration, quoted } from "@/lib/format";
import { houseQueriesOptions } from "@/staff/api/priceQueries";
import { Block } from "@/staff/blocks/Block";
import { BlockFault } from "@/staff/blocks/BlockFault";
import { houseOptions } from "@/trade/api/catalog";
import { PriceQueryStatus } from "@/trade/enums";
import { cabinetUrl } from "../model/sections";
import { Face } from "./Face";
import css from "./today.module.css";

const SHOWN = 4;

/** The requests for prices that nobody has answered. */
export const waitingQueriesOptions = (houseId: number) =>
  houseQueriesOptions({ houseId, status: PriceQueryStatus.Created, pageNumber: 1 });

/** The requests for prices that wait longest; nothing for a house that sells at auctions alone. */
export function TodayQueries({ houseId }: { houseId: number }) {
  const { data: house } = useQuery(houseOptions(houseId));
  const { data, isError, refetch } = useQuery(waitingQueriesOptions(houseId));
  const now = useServerNow(60_000);
  const total = data?.totalCount ?? 0;
  if (total === 0 && !house?.isGallery && !house?.isPostAuction) return null;
  const queries = cabinetUrl(houseId, "queries");
  return (
    <Block
      title="Запросы цены"
      aside={
        <Link className="link small" to={queries}>
          Все запросы
        </Link>
      }
    >
      {isError && !data ? (
        <BlockFault what="Запросы не загрузились" retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton h={132} data-rows />
      ) : data.items.length === 0 ? (
        <p className="small muted">Все запросы разобраны. Новые появятся здесь сами.</p>
      ) : (
        <ul className={css.work}>
          {data.items.slice(0, SHOWN).map((query) => (
            <li key={query.id}>
              <Face name={query.displayName} />
              <div>
                <b>{query.lotTitleRu}</b>
                <small className={css.said}>
                  {query.displayName}: {quoted(query.message)}
                </small>
                <small>ждёт {duration(now - Date.parse(query.created))}</small>
              </div>
              <div className={css.acts}>
                <Button
                  size="xs"
                  component={Link}
                  to={`${queries}?query=${query.id}`}
                  aria-label={`Ответить: ${query.displayName}, ${query.lotTitleRu}`}
                >
                  Ответить
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}
