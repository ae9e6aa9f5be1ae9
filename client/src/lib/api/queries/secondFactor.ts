import { api, call } from "../client";

/** Proves the second factor with a code of the authenticator or a recovery code. The proof counts for ten minutes. */
export const proveSecondFactor = (code: string) =>
  call(api.POST("/api/accounts/second-factor/prove", { body: { code } }));
