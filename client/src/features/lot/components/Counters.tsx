import { Icon } from "@/components/Icon/Icon";
import type { Lot } from "@/lib/api/types";
import { count, thousands } from "@/lib/format";
import css from "./lot.module.css";

const VIEWS = ["просмотр", "просмотра", "просмотров"] as const;
const SUBSCRIPTIONS = ["подписка", "подписки", "подписок"] as const;

export function Counters({ lot }: { lot: Lot }) {
  const { views, favourites, subscriptions } = lot.counters;
  return (
    <p className={`num ${css.counters}`}>
      <span>
        <Icon name="eye" size="s" />
        {count(views, VIEWS)}
      </span>
      {favourites > 0 && (
        <span>
          <Icon name="heart" size="s" />
          {thousands(favourites)} в избранном
        </span>
      )}
      {subscriptions > 0 && (
        <span>
          <Icon name="bell" size="s" />
          {count(subscriptions, SUBSCRIPTIONS)}
        </span>
      )}
    </p>
  );
}
