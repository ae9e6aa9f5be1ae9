import { useIntersection } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Section } from "@/components/Section/Section";
import type { Category } from "@/lib/api/types";
import { count } from "@/lib/format";
import { withChildren } from "@/trade/api/classificator";
import { LotRail } from "@/trade/components/LotRail/LotRail";
import { categoryUrl } from "@/trade/urls";
import { categoryLotsOptions } from "../api/home";
import css from "./CategorySection.module.css";

/** A category with up to ten of its lots, loaded when it nears the screen; nothing when it is empty. */
export function CategorySection({ category }: { category: Category }) {
  const { ref, entry } = useIntersection({ rootMargin: "600px 0px" });
  const [near, setNear] = useState(false);
  const visible = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (visible) setNear(true);
  }, [visible]);
  const { data } = useQuery({ ...categoryLotsOptions(withChildren(category)), enabled: near });

  if (data && data.items.length === 0) return null;
  if (!near) return <div ref={ref} className={css.place} />;
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
