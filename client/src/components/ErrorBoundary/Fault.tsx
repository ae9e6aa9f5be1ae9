import { ApiError, faultText, NetworkError, rightsRest } from "@/lib/api/errors";
import { secondFactorUrl } from "@/lib/urls";
import { EmptyState } from "../EmptyState/EmptyState";

interface FaultProps {
  error: unknown;
  retry?: () => void;
  /** It replaces a whole page. */
  isPage?: boolean;
}

/** A load error with a retry button, in place of the content. */
export function Fault({ error, retry, isPage }: FaultProps) {
  const missing = error instanceof ApiError && error.status === 404;
  if (rightsRest(error)) {
    return (
      <div role="alert">
        <EmptyState
          isPage={isPage}
          title="Включите двухэтапный вход"
          action={{ label: "Включить в профиле", to: secondFactorUrl }}
        >
          {faultText(error)}
        </EmptyState>
      </div>
    );
  }
  const title = missing
    ? "Не найдено"
    : error instanceof NetworkError
      ? "Нет связи с сервером"
      : "Не удалось загрузить";
  return (
    <div role="alert">
      <EmptyState
        isPage={isPage}
        title={title}
        action={retry && !missing ? { label: "Повторить", onClick: retry } : { label: "На главную", to: "/" }}
      >
        {faultText(error) ?? "Попробуйте ещё раз."}
      </EmptyState>
    </div>
  );
}

/** The same in place of a whole page. */
export function PageFault(props: Omit<FaultProps, "isPage">) {
  return (
    <div className="page section">
      <Fault {...props} isPage />
    </div>
  );
}
