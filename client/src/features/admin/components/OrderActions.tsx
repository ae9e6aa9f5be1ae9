import { IconButton } from "@/components/IconButton/IconButton";
import { useMovedFocus } from "@/lib/useMovedFocus";
import { EditAndDelete } from "@/staff/blocks/EditAndDelete";
import { moved } from "../model/order";
import css from "./admin.module.css";

interface OrderActionsProps<T> {
  list: readonly T[];
  place: number;
  /** What the row is about, for screen readers. */
  title: string;
  /** While an order is being stored, no other is made. */
  busy: boolean;
  onOrder: (list: T[]) => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The actions at the end of a row of an ordered list. */
export function OrderActions<T>({
  list,
  place,
  title,
  busy,
  onOrder,
  onEdit,
  onDelete,
}: OrderActionsProps<T>) {
  const { ref, note } = useMovedFocus<HTMLSpanElement>(place);
  const move = (to: number) => {
    note();
    onOrder(moved(list, place, to));
  };
  return (
    <span ref={ref} className={css.bannerActs}>
      <IconButton
        icon="up"
        label={`Выше: ${title}`}
        disabled={place === 0}
        busy={busy}
        onClick={() => move(place - 1)}
      />
      <IconButton
        icon="down"
        label={`Ниже: ${title}`}
        disabled={place === list.length - 1}
        busy={busy}
        onClick={() => move(place + 1)}
      />
      <EditAndDelete title={title} onEdit={onEdit} onDelete={onDelete} />
    </span>
  );
}
