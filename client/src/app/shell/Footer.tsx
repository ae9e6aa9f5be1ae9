import { Link } from "react-router";
import { useBrand, useConfig } from "@/lib/api/queries/config";
import { phone, phoneUrl } from "@/lib/format";
import css from "./Footer.module.css";
import { LinkList } from "./LinkList";
import { infoLinks } from "./sections";

const SALES = [
  { label: "Онлайн аукционы", to: "/auctions" },
  { label: "Результаты", to: "/auctions/results" },
  { label: "Аукционные дома", to: "/auctionHouses-all" },
  { label: "Художники", to: "/artists" },
] as const;

export function Footer() {
  const brand = useBrand();
  const { data } = useConfig();
  const contacts = data?.contacts;
  const hasContacts = Boolean(contacts?.phone || contacts?.email || contacts?.address);
  return (
    <footer className={css.footer}>
      <div className={`page ${css.grid}`}>
        <div>
          <Link className={css.brand} to="/">
            {brand}
          </Link>
          <p className={css.about}>
            Онлайн-аукционы искусства и антиквариата. Сервис предназначен для лиц старше 18 лет.
          </p>
          {data && data.socialLinks.length > 0 && (
            <ul className={css.social} aria-label="Мы в сетях">
              {data.socialLinks.map((link) => (
                <li key={link.url}>
                  <a href={link.url} rel="noopener noreferrer" target="_blank">
                    {link.name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <nav aria-label="Торги">
          <h2>Торги</h2>
          <LinkList links={SALES} />
        </nav>
        <nav aria-label="Помощь">
          <h2>Помощь</h2>
          <LinkList links={infoLinks} />
        </nav>
        <div>
          {contacts && hasContacts && (
            <>
              <h2>Связь</h2>
              <ul className={css.contacts}>
                {contacts.phone && (
                  <li>
                    <a className="num" href={phoneUrl(contacts.phone)}>
                      {phone(contacts.phone)}
                    </a>
                  </li>
                )}
                {contacts.email && (
                  <li>
                    <a href={`mailto:${contacts.email}`}>{contacts.email}</a>
                  </li>
                )}
                {contacts.address && <li className={css.address}>{contacts.address}</li>}
              </ul>
            </>
          )}
          <h2>Документы</h2>
          <ul>
            <li>
              <a href="/docs/agreement.pdf">Пользовательское соглашение</a>
            </li>
            <li>
              <a href="/docs/datapolicy.pdf">Политика обработки данных</a>
            </li>
          </ul>
        </div>
      </div>
    </footer>
  );
}
