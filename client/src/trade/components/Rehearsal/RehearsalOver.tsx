import { EmptyState } from "@/components/EmptyState/EmptyState";

/** In place of a rehearsal that ended while it was open. */
export function RehearsalOver({ of }: { of: number }) {
  return (
    <div className="page section" role="status">
      <EmptyState
        title="Репетиция закончена"
        action={{ label: "Открыть аукцион", to: `/auction/${of}?viewType=catalog` }}
      >
        От неё ничего не осталось, сам аукцион не изменился.
      </EmptyState>
    </div>
  );
}
