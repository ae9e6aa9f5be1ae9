import { useQuery } from "@tanstack/react-query";
import { sessionOptions } from "@/lib/auth/session";

/** Why it is not known who this is; null once it is. Not a part of the session, which every page of the site loads. */
export function useSessionFault() {
  const { data, error, refetch } = useQuery(sessionOptions());
  return { fault: data === undefined ? error : null, retry: () => void refetch() };
}
