import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

export const partnersOptions = () =>
  queryOptions({
    queryKey: ["partners"],
    queryFn: ({ signal }) => call(api.GET("/api/partners", { signal })),
  });
