import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

/** Whether the site's machines and services are well. Every reading is an examination of some seconds. */
export const systemOptions = () =>
  queryOptions({
    queryKey: ["admin", "system"],
    queryFn: ({ signal }) => call(api.GET("/api/system", { signal })),
    refetchOnWindowFocus: false,
  });

/** Sends a test letter to the signed-in admin's e-mail. */
export const useTestLetter = () => useMutation({ mutationFn: () => call(api.POST("/api/system/letter")) });
