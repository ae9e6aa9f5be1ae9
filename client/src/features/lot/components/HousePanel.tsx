import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Icon } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { RichText } from "@/components/RichText/RichText";
import type { Lot } from "@/lib/api/types";
import { percent, phone, phoneUrl, siteUrl } from "@/lib/format";
import { houseOptions } from "@/trade/api/catalog";
import { CatalogType } from "@/trade/enums";
import { houseUrl } from "@/trade/urls";
import css from "./lot.module.css";

const mailSubject = (lot: Lot) => encodeURIComponent(`Лот ${lot.catalogLotId ?? lot.id}. ${lot.titleRu}`);

/** The seller, their terms, and how to ask about the lot. */
export function HousePanel({ lot }: { lot: Lot }) {
  const { data: house } = useQuery(houseOptions(lot.houseId));
  const gallery = lot.catalogType === CatalogType.Gallery;
  const to = houseUrl({ id: lot.houseId, nameRu: lot.houseNameRu });
  return (
    <section className={`section ${css.house}`} aria-labelledby="seller">
      <SquarePicture
        owner="house"
        id={house?.photo.previewId ?? null}
        side={160}
        className={css.logo}
        fallback={<span />}
      />
      <div>
        <p className="eyebrow">{gallery ? "Галерея" : "Продавец"}</p>
        <h2 id="seller">{lot.houseNameRu}</h2>
        {house?.descriptionRu && <RichText className="muted" html={house.descriptionRu} />}
        <p className="small muted">
          {[house?.address, lot.commission > 0 ? `Комиссия ${percent(lot.commission)}` : null]
            .filter(Boolean)
            .join(". ")}
        </p>
        {house?.paymentAndDelivery.text && (
          <RichText className="small muted" html={house.paymentAndDelivery.text} />
        )}
      </div>
      <div className={css.contacts}>
        <Link className="link" to={to}>
          {gallery ? "Страница галереи" : "Страница дома"}
        </Link>
        {house?.email && (
          <a className="link" href={`mailto:${house.email}?subject=${mailSubject(lot)}`}>
            <Icon name="mail" size="s" />
            Задать вопрос о лоте
          </a>
        )}
        {house?.phone && (
          <a className="link num" href={phoneUrl(house.phone)}>
            <Icon name="phone" size="s" />
            {phone(house.phone)}
          </a>
        )}
        {house?.site && (
          <a className="link" href={siteUrl(house.site)} target="_blank" rel="noreferrer">
            {house.site}
          </a>
        )}
      </div>
    </section>
  );
}
