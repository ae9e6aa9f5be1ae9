import { Icon } from "@/components/Icon/Icon";
import type { Lot } from "@/lib/api/types";
import { count, plural, thousands } from "@/lib/format";
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
      <span>
        <Icon name="heart" size="s" />
        {thousands(favourites)} в избранном
      </span>
      <span>
        <Icon name="bell" size="s" />
        {thousands(subscriptions)} {plural(subscriptions, SUBSCRIPTIONS)}
      </span>
    </p>
  );
}
