import { Badge } from "@/components/Badge/Badge";
import { Icon } from "@/components/Icon/Icon";
import css from "./admin.module.css";
import { OrderActions } from "./OrderActions";

interface Ordered {
  id: number;
  link: string | null;
  image: { preview: string } | null;
}

interface OrderedRowsProps<T extends Ordered> {
  rows: readonly { of: T; title: string; badge: { word: string; isShown: boolean } }[];
  /** While an order is being stored, no other is made. */
  busy: boolean;
  onOrder: (list: T[]) => void;
  onEdit: (one: T) => void;
  onDelete: (one: T) => void;
}

/** Linked pictures whose order admins decide: banners, partners. */
export function OrderedRows<T extends Ordered>({
  rows,
  busy,
  onOrder,
  onEdit,
  onDelete,
}: OrderedRowsProps<T>) {
  const list = rows.map((row) => row.of);
  return (
    <ul className={css.rows}>
      {rows.map(({ of, title, badge }, place) => (
        <li key={of.id} className={css.banner}>
          <div className={css.withPicture}>
            <span className={css.bannerThumb}>
              {of.image ? <img src={of.image.preview} alt="" /> : <Icon name="pic" />}
            </span>
            <span className={css.name}>
              <b>{title}</b>
              <small>{of.link ?? "Без ссылки"}</small>
              <Badge variant={badge.isShown ? "won" : undefined}>{badge.word}</Badge>
            </span>
          </div>
          <OrderActions
            list={list}
            place={place}
            title={title}
            busy={busy}
            onOrder={onOrder}
            onEdit={() => onEdit(of)}
            onDelete={() => onDelete(of)}
          />
        </li>
      ))}
    </ul>
  );
}
