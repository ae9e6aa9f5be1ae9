import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Fault } from "@/components/ErrorBoundary/Fault";
import { Skeleton } from "@/components/Skeleton/Skeleton";
import { useConfig } from "@/lib/api/queries/config";
import type { Partner } from "@/lib/api/types";
import { phone, phoneUrl } from "@/lib/format";
import { partnersOptions } from "../api/partners";
import css from "./PartnersPage.module.css";
import { TextPage } from "./TextPage";

export default function PartnersPage() {
  const { data } = useConfig();
  const mail = data?.contacts?.email;
  const tel = data?.contacts?.phone;
  return (
    <TextPage title="Партнёры" lead="С кем площадка работает вместе.">
      <Partners />
      <h2>Аукционные дома и галереи</h2>
      <p>
        Все дома собраны на странице{" "}
        <Link className="link" to="/auctionHouses-all">
          «Аукционные дома»
        </Link>
        , галереи — в разделе{" "}
        <Link className="link" to="/galleries">
          «Галереи»
        </Link>
        . У каждого дома своя страница с контактами, торгами и заявкой на регистрацию.
      </p>
      {(mail || tel) && (
        <>
          <h2>Стать партнёром</h2>
          <p>
            Если вы представляете аукционный дом или галерею,{" "}
            {mail ? (
              <>
                напишите нам на{" "}
                <a className="link" href={`mailto:${mail}`}>
                  {mail}
                </a>
              </>
            ) : (
              tel && (
                <>
                  позвоните нам:{" "}
                  <a className="link num" href={phoneUrl(tel)}>
                    {phone(tel)}
                  </a>
                </>
              )
            )}
            . Мы откроем кабинет дома, поможем загрузить каталог и&nbsp;проведём пробные торги.
          </p>
        </>
      )}
    </TextPage>
  );
}

/** The partners in the order of the admins; nothing if there are none. */
function Partners() {
  const { data, error, refetch } = useQuery(partnersOptions());
  if (!data) {
    return (
      <div className={css.place}>
        {error ? (
          <Fault error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton h={128} role="status" aria-label="Загрузка" />
        )}
      </div>
    );
  }
  if (data.length === 0) return null;
  return (
    <ul className={css.partners} aria-label="Партнёры площадки">
      {data.map((partner) => (
        <li key={partner.id}>
          {partner.image && (
            <span className={css.picture}>
              <img src={partner.image.preview} alt="" loading="lazy" decoding="async" />
            </span>
          )}
          <div>
            <h2>
              <Name partner={partner} />
            </h2>
            {partner.description && <p className={css.description}>{partner.description}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Name({ partner: { name, link } }: { partner: Partner }) {
  if (link === null) return name;
  if (link.startsWith("/")) return <Link to={link}>{name}</Link>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}
