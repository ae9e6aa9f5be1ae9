import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import type { Lot, PriceQuery } from "@/lib/api/types";
import { useMyQuery } from "@/trade/api/priceQueries";
import { PriceRequestButton } from "@/trade/components/PriceRequestButton/PriceRequestButton";
import { Standing } from "@/trade/components/Standing/Standing";
import { PriceQueryStatus, priceQueryStatusLabel } from "@/trade/enums";
import { priceQueriesUrl } from "@/trade/urls";
import css from "./lot.module.css";

/** The price request for a lot of a gallery or a post-auction, and the house's answer to the last one. */
export function OfferActions({ lot }: { lot: Lot }) {
  const query = useMyQuery(lot.id);
  return (
    <>
      {query && query.status !== PriceQueryStatus.Created && <Answer query={query} />}
      <p className="small muted">Лот продаётся без торгов. Наличие и условия подскажет продавец.</p>
      <PriceRequestButton lot={lot} variant="bid" />
      <Button component="a" href="#seller" fullWidth>
        Связаться с продавцом
      </Button>
      {query?.status === PriceQueryStatus.Created && (
        <p className={css.hint}>
          Ответ может занять некоторое время. Он появится в ваших{" "}
          <Link className="link" to={priceQueriesUrl}>
            запросах цен
          </Link>
          .
        </p>
      )}
    </>
  );
}

function Answer({ query }: { query: PriceQuery }) {
  const isAnswered = query.status === PriceQueryStatus.Processed;
  return (
    <Standing
      tone={isAnswered ? "won" : "plain"}
      icon={isAnswered ? "check" : "x"}
      title={priceQueryStatusLabel[query.status] ?? ""}
      detail={query.answer && <span className={css.answer}>{query.answer}</span>}
    />
  );
}
