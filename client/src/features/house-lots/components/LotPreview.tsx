import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { RichText } from "@/components/RichText/RichText";
import type { Lot } from "@/lib/api/types";
import { price, priceRange } from "@/lib/format";
import { LotCard } from "@/trade/components/LotCard/LotCard";
import { LotPicture } from "@/trade/components/LotPicture/LotPicture";
import { lotUrl } from "@/trade/urls";
import type { LotValues } from "../model/lotForm";
import css from "./HouseLotPage.module.css";

/** The lot as visitors will see it, with the unsaved changes. */
export function LotPreview({ lot, values }: { lot: Lot; values: LotValues }) {
  const [kind, setKind] = useState("card");
  const number = (text: string) => (text === "" ? null : Number(text));
  const shown: Lot = {
    ...lot,
    titleRu: values.title,
    author: values.author.map((name) => ({ name })),
    period: values.period || null,
    size: values.size || null,
    materials: values.materials || null,
    price: {
      ...lot.price,
      start: Number(values.start || 0),
      estimatedFrom: number(values.estimatedFrom),
      estimatedTo: number(values.estimatedTo),
    },
  };
  const { estimatedFrom, estimatedTo, currency } = shown.price;
  const facts: [string, string][] = [
    ["Период", values.period || "Период не указан"],
    ["Материалы", values.materials],
    ["Размер", values.size || "Размер не указан"],
    ["Регион", values.country],
    ["Вес", values.weight],
  ];
  return (
    <section className={css.preview} aria-label="Как увидят посетители">
      <div className={css.previewHead}>
        <h2 className="h3">Как увидят</h2>
        <SegmentedControl
          className={css.kinds}
          aria-label="Вид предпросмотра"
          value={kind}
          onChange={setKind}
          data={[
            { value: "card", label: "Карточка" },
            { value: "page", label: "Страница" },
          ]}
        />
      </div>
      {kind === "card" ? (
        <div inert className={css.card}>
          <LotCard lot={shown} />
        </div>
      ) : (
        <article className={css.page}>
          <LotPicture picture={lot.img} alt="" place="card" />
          <p>{values.author.join(", ")}</p>
          <h3 className="h3">{values.title || "Без названия"}</h3>
          <p className="num">
            {estimatedFrom !== null && estimatedTo !== null
              ? priceRange(estimatedFrom, estimatedTo, currency)
              : price(shown.price.start, currency)}
          </p>
          <dl>
            {facts
              .filter(([, value]) => value !== "")
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          <RichText html={values.description} />
          {values.notes && <p className="small">{values.notes}</p>}
        </article>
      )}
      <Link className="link small" to={lotUrl(lot)} target="_blank">
        Открыть страницу лота
      </Link>
    </section>
  );
}
