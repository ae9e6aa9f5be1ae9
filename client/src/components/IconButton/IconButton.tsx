import type { MouseEventHandler } from "react";
import { Link } from "react-router";
import { Icon, type IconName } from "../Icon/Icon";
import css from "./IconButton.module.css";

interface Common {
  icon: IconName;
  /** The accessible name: what the button does. */
  label: string;
  filled?: boolean;
  /** A count at its corner, hidden when 0. */
  badge?: number;
  className?: string;
}

type Props = Common &
  (
    | { to: string; onClick?: MouseEventHandler<HTMLAnchorElement>; target?: "_blank"; title?: string }
    | {
        to?: undefined;
        /** Submits the form around it unless `onClick` says otherwise. */
        onClick?: MouseEventHandler<HTMLButtonElement>;
        disabled?: boolean;
        /** Ignores presses but, unlike `disabled`, keeps the focus. */
        busy?: boolean;
        pressed?: boolean;
        expanded?: boolean;
      }
  );

/** A square 44 px target with an icon: a link with `to`, otherwise a button. */
export function IconButton(props: Props) {
  const { icon, label, filled, badge = 0 } = props;
  const className = props.className ? `${css.root} ${props.className}` : css.root;
  const content = (
    <>
      <Icon name={icon} filled={filled} />
      {badge > 0 && (
        <span className={css.badge} aria-hidden="true">
          {badge > 99 ? "99+" : badge}
        </span>
      )}
    </>
  );
  if (props.to !== undefined) {
    const { to, onClick, target, title } = props;
    return (
      <Link to={to} onClick={onClick} target={target} title={title} aria-label={label} className={className}>
        {content}
      </Link>
    );
  }
  return (
    <button
      type={props.onClick ? "button" : "submit"}
      onClick={props.busy ? undefined : props.onClick}
      disabled={props.disabled}
      aria-disabled={props.busy || undefined}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-label={label}
      className={className}
    >
      {content}
    </button>
  );
}
