import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "@/components/Button/Button";
import css from "./EmptyState.module.css";

type Step = { label: string; to: string } | { label: string; onClick: () => void };

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** The suggested next step. */
  action?: Step;
  /** Another one, beside it. */
  other?: Step;
  /** It replaces a whole page, so its title is the page's heading. */
  isPage?: boolean;
}

/** An empty list: why it is empty and where to go next. */
export function EmptyState({ title, children, action, other, isPage }: EmptyStateProps) {
  return (
    <EmptyFrame title={title} isPage={isPage}>
      {children && <p>{children}</p>}
      {action && (
        <div className="row row--2 row--wrap">
          <StepButton step={action} />
          {other && <StepButton step={other} />}
        </div>
      )}
    </EmptyFrame>
  );
}

/** Title and background of an empty list, for content other than a text and two buttons. */
export function EmptyFrame({
  title,
  isPage = false,
  children,
}: Pick<EmptyStateProps, "title" | "isPage" | "children">) {
  const Title = isPage ? "h1" : "h2";
  return (
    <div className={css.empty}>
      <Title className="h3" data-empty-title>
        {title}
      </Title>
      {children}
    </div>
  );
}

function StepButton({ step }: { step: Step }) {
  if ("to" in step) {
    return (
      <Button component={Link} to={step.to}>
        {step.label}
      </Button>
    );
  }
  return <Button onClick={step.onClick}>{step.label}</Button>;
}
