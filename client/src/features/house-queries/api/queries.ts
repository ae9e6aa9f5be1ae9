import { api, call } from "@/lib/api/client";

export const answerQuery = (id: number, status: number, answer: string, keepalive = false) =>
  call(
    api.POST("/api/queries", {
      body: { id, status, answer: answer === "" ? null : answer },
      keepalive,
    }),
  );
