import css from "./PanelHead.module.css";

/** The heading of a panel in the room, with a note at its right. */
export function PanelHead({ title, note }: { title: string; note: string }) {
  return (
    <h2 className={css.head}>
      {title}
      <span className={`${css.note} num`}>{note}</span>
    </h2>
  );
}
