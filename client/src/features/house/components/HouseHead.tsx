import { Icon } from "@/components/Icon/Icon";
import { SquarePicture } from "@/components/Picture/SquarePicture";
import { RichText } from "@/components/RichText/RichText";
import type { House } from "@/lib/api/types";
import { count, percent, phone, phoneUrl, siteUrl, typeset } from "@/lib/format";
import css from "./HousePage.module.css";
import { Registration } from "./Registration";

/** The house's logo, contacts and registration. */
export function HouseHead({ house }: { house: House }) {
  const digits = (text: string) => text.replace(/\D/g, "");
  return (
    <div className={css.head}>
      <div className={css.sign}>
        <SquarePicture
          owner="house"
          id={house.photo.previewId}
          side={144}
          eager
          fallback={<Icon name="gavel" size="l" />}
        />
      </div>
      <div className={css.about}>
        <h1>{typeset(house.nameRu)}</h1>
        <p className="caption">
          {count(house.catalogsCount, ["аукцион", "аукциона", "аукционов"])} ·{" "}
          {count(house.lotsCount, ["лот", "лота", "лотов"])}
          {house.paymentAndDelivery.commission > 0 &&
            ` · комиссия ${percent(house.paymentAndDelivery.commission)}`}
        </p>
        {house.descriptionRu && <RichText className={css.description} html={house.descriptionRu} />}
        <dl className={css.contacts}>
          {house.address && <Contact name="Адрес">{house.address}</Contact>}
          {house.phone && (
            <Contact name="Телефон">
              <a className="link num" href={phoneUrl(house.phone)}>
                {phone(house.phone)}
              </a>
            </Contact>
          )}
          {house.whatsupPhone && (
            <Contact name="WhatsApp">
              <a
                className="link num"
                href={`https://wa.me/${digits(house.whatsupPhone)}`}
                rel="noopener noreferrer"
              >
                {phone(house.whatsupPhone)}
              </a>
            </Contact>
          )}
          {house.email && (
            <Contact name="E-mail">
              <a className="link" href={`mailto:${house.email}`}>
                {house.email}
              </a>
            </Contact>
          )}
          {house.site && (
            <Contact name="Сайт">
              <a className="link" href={siteUrl(house.site)} rel="noopener noreferrer" target="_blank">
                {house.site}
              </a>
            </Contact>
          )}
          {house.hasInfo && (
            <Contact name="О доме">
              <a className={`link ${css.pdf}`} href={`/api/house/${house.id}/info`} download>
                <Icon name="doc" size="s" />
                Скачать, PDF
              </a>
            </Contact>
          )}
          {house.paymentAndDelivery.text && (
            <Contact name="Оплата и доставка">
              <RichText html={house.paymentAndDelivery.text} />
            </Contact>
          )}
        </dl>
      </div>
      <aside className={css.registration} aria-label="Регистрация">
        <Registration house={house} />
      </aside>
    </div>
  );
}

function Contact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
