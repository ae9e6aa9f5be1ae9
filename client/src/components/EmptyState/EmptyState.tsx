import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./EmptyState.module.css";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** What to do instead. */
  action?: { label: string; to: string } | { label: string; onClick: () => void };
}

/** Nothing here, said calmly, with a way on. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <h2 className="h3">{title}</h2>
      {children && <p>{children}</p>}
      {action &&
        ("to" in action ? (
          <Button component={Link} to={action.to}>
            {action.label}
          </Button>
        ) : (
          <Button onClick={action.onClick}>{action.label}</Button>
        ))}
    </div>
  );
}
