import { useQuery } from "@tanstack/react-query";
import { Section } from "@/components/Section/Section";
import { WhenNear } from "@/components/WhenNear/WhenNear";
import type { Category } from "@/lib/api/types";
import { count } from "@/lib/format";
import { withChildren } from "@/trade/api/classificator";
import { LotRail } from "@/trade/components/LotRail/LotRail";
import { categoryUrl } from "@/trade/urls";
import { categoryLotsOptions } from "../api/home";
import css from "./CategorySection.module.css";

/** A category with up to ten of its lots, loaded when it nears the window; nothing when it is empty. */
export function CategorySection({ category }: { category: Category }) {
  return (
    <WhenNear placeholder={<div className={css.place} />}>
      <Lots category={category} />
    </WhenNear>
  );
}

function Lots({ category }: { category: Category }) {
  const { data } = useQuery(categoryLotsOptions(withChildren(category)));
  if (data && data.items.length === 0) return null;
  return (
    <Section
      title={category.name}
      more={
        data && {
          label: `Все ${count(data.totalCount, ["лот", "лота", "лотов"])}`,
          to: categoryUrl(category),
        }
      }
    >
      <LotRail lots={data?.items} label={category.name} />
    </Section>
  );
}
