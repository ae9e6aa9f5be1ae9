import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/Button/Button";
import { outboxOptions } from "@/lib/api/queries/codes";
import { useConfig } from "@/lib/api/queries/config";
import css from "./DevOutbox.module.css";

/** Shows the code on a demonstration server, which sends nothing. */
export function DevOutbox({ to }: { to: string }) {
  const enabled = useConfig().data?.devOutbox ?? false;
  const { data } = useQuery({ ...outboxOptions(to), enabled });
  const code = data?.find((item) => item.code)?.code;
  if (!enabled || !code) return null;
  return (
    <p className={css.dev}>
      <span>
        Демонстрация: код <b className="num">{code}</b>
      </span>
    </p>
  );
}

/** An action that only a demonstration server has. */
export function DevAction({ label, onClick }: { label: string; onClick: () => void }) {
  const enabled = useConfig().data?.devOutbox ?? false;
  if (!enabled) return null;
  return (
    <Button variant="quiet" size="sm" onClick={onClick}>
      {label}
    </Button>
  );
}
