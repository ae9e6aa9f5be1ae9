import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@/components/EmptyState/EmptyState";
import { Wait } from "@/components/Loaded/Loaded";
import { dayMonthTime } from "@/lib/format";
import { accountOptions } from "../api/accounts";
import { AccountStanding } from "./AccountStanding";
import { DeletedAccount } from "./DeletedAccount";

/** All there is to know and to do about one account. */
export function UserPanel({ id }: { id: number }) {
  const query = useQuery(accountOptions(id));
  const { data } = query;
  if (data === undefined) return <Wait query={query} h={320} mt={16} />;
  if (data === null) return <EmptyState title="Такого пользователя нет" />;
  return (
    <>
      <h3 className="h3">{data.displayName}</h3>
      <p className="caption num">
        № {data.id}, добавлен {dayMonthTime(data.created)}
      </p>
      {data.deleted ? <DeletedAccount account={data} /> : <AccountStanding account={data} />}
    </>
  );
}
