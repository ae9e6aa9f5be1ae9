import { Link } from "react-router";
import { useClassificator } from "@/trade/api/classificator";
import { categoryUrl } from "@/trade/urls";
import { menuCategories } from "./CategoryBar";
import { LinkList } from "./LinkList";
import { ServerTime } from "./ServerTime";
import css from "./SideMenu.module.css";
import { infoLinks, sections } from "./sections";

/** What the burger menu lists: sections, all categories, help. */
export default function MenuContents() {
  const { data } = useClassificator();
  return (
    <>
      <nav aria-label="Меню" className={css.menu}>
        <h3 className={css.heading}>Разделы</h3>
        <LinkList links={sections} />
        <h3 className={css.heading}>Категории</h3>
        <ul>
          {data &&
            menuCategories(data).map((category) =>
              category.items.length === 0 ? (
                <li key={category.id}>
                  <Link to={categoryUrl(category)}>{category.name}</Link>
                </li>
              ) : (
                <li key={category.id}>
                  <details className={css.group}>
                    <summary>{category.name}</summary>
                    <ul>
                      <li>
                        <Link to={categoryUrl(category)}>Все лоты категории</Link>
                      </li>
                      {category.items.map((item) => (
                        <li key={item.id}>
                          <Link to={categoryUrl(item)}>{item.name}</Link>
                        </li>
                      ))}
                    </ul>
                  </details>
                </li>
              ),
            )}
        </ul>
        <h3 className={css.heading}>Помощь</h3>
        <LinkList links={infoLinks} />
      </nav>
      <p className="caption">
        <ServerTime />
      </p>
    </>
  );
}
