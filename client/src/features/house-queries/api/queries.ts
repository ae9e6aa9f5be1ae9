import { api, call } from "@/lib/api/client";

/** The longest answer that the server takes. */
export const LONGEST = 4000;

export const answerQuery = (id: number, status: number, answer: string, keepalive = false) =>
  call(
    api.POST("/api/queries", {
      body: { id, status, answer: answer === "" ? null : answer },
      keepalive,
    }),
  );
