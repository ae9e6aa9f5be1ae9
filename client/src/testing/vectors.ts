import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Cases that the server's tests read too, so that both agree on rules and formats. */
export function vectors<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(resolve(process.cwd(), "../domain/tests/vectors", name), "utf8"));
}
