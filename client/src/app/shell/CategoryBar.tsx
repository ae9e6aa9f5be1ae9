import { Link, NavLink } from "react-router";
import type { Category } from "@/lib/api/types";
import { useShellMode } from "@/lib/shell";
import { isSpecial, useClassificator } from "@/trade/api/classificator";
import { categoryUrl } from "@/trade/urls";
import css from "./Header.module.css";
import { HoverMenu } from "./HoverMenu";
import { ServerTime } from "./ServerTime";

/** Painting, graphics, sculpture, ceramics, icons, mixed technique: these come first. */
const FIRST = [1866, 1867, 1875, 1868, 1880, 1872];
const SHOWN = 6;

export function menuCategories(all: readonly Category[]): Category[] {
  const rank = (c: Category) => {
    const at = FIRST.indexOf(c.id);
    return at < 0 ? FIRST.length : at;
  };
  return all.filter((c) => !isSpecial(c)).sort((a, b) => rank(a) - rank(b));
}

/** The header's second line: categories with their subcategories, and the server's clock. */
export function CategoryBar() {
  const { data } = useClassificator();
  const { openMenu } = useShellMode();
  const shown = data ? menuCategories(data).slice(0, SHOWN) : [];
  return (
    <div className={css.categories}>
      {shown.map((category) =>
        category.items.length > 0 ? (
          <HoverMenu key={category.id} label={category.name} to={categoryUrl(category)}>
            <ul className={css.submenu}>
              {category.items.map((item) => (
                <li key={item.id}>
                  <Link to={categoryUrl(item)}>{item.name}</Link>
                </li>
              ))}
            </ul>
          </HoverMenu>
        ) : (
          <NavLink key={category.id} to={categoryUrl(category)}>
            {category.name}
          </NavLink>
        ),
      )}
      {shown.length > 0 && (
        <button type="button" className={css.all} onClick={openMenu}>
          Все категории
        </button>
      )}
      <ServerTime className={css.time} />
    </div>
  );
}
