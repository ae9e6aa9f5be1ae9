import { MutationCache, QueryClient } from "@tanstack/react-query";
import { tellFault } from "@/components/Toast/toasts";
import { ApiError, isCancelled } from "@/lib/api/errors";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** The caller shows its failures itself. Otherwise they become the generic fault toast. */
      ownErrors?: boolean;
    };
  }
}

/** Whether to retry a failed request. A refusal stays a refusal. */
function worthRetrying(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) return false;
  return failures < 2 && !isCancelled(error);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: worthRetrying },
      mutations: { retry: false },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.ownErrors) tellFault(error);
      },
    }),
  });
}
