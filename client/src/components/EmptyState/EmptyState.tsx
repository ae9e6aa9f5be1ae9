import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./EmptyState.module.css";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** The suggested next step. */
  action?: { label: string; to: string } | { label: string; onClick: () => void };
  /** It replaces a whole page, so its title is the page's heading. */
  isPage?: boolean;
}

/** An empty list: why it is empty and where to go next. */
export function EmptyState({ title, children, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <div className={css.empty}>
      <Title className="h3">{title}</Title>
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
