import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/lib/api/client";

export const questionsOptions = () =>
  queryOptions({
    queryKey: ["help", "faq"],
    queryFn: ({ signal }) => call(api.GET("/api/faq", { signal })),
  });

export const termsOptions = () =>
  queryOptions({
    queryKey: ["help", "glossary"],
    queryFn: ({ signal }) => call(api.GET("/api/glossary", { signal })),
  });
