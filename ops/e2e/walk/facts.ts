// What the demonstration site has for the pages to show.
interface Sale {
  id: number;
  houseId: number;
  catalogType: number;
  state: number;
}

export interface Facts {
  /** A classic sale that runs, by its id. */
  running: number;
  /** The last sale of the owner's house. */
  finished: Sale;
  /** A sale of the manager's house that has not begun, with one of its lots. */
  coming: Sale & { lot: number };
  /** Two accounts to compare. */
  people: [number, number];
}

interface User {
  id: number;
  ownerOfHouseIds: number[];
  managerOfHouseIds: number[];
}

export async function ask<T>(url: string, token: string | null, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { "Content-Type": "application/json", ...(token ? { "X-Token": token } : {}) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

export async function factsOf(site: string, owner: string, manager: string): Promise<Facts> {
  const { id: one, ownerOfHouseIds: owned } = await ask<User>(`${site}/api/whoami`, owner, {});
  const { id: other, managerOfHouseIds: managed } = await ask<User>(`${site}/api/whoami`, manager, {});
  const { items } = await ask<{ items: Sale[] }>(`${site}/api/catalog?scope=all&pageSize=100`, manager);
  const sale = (what: string, fits: (sale: Sale) => boolean): Sale => {
    const found = items.find(fits);
    if (!found) throw new Error(`the demonstration site has no ${what}`);
    return found;
  };
  const coming = sale("coming sale", ({ houseId, state }) => managed.includes(houseId) && state === 0);
  const lots = await ask<{ items: { id: number }[] }>(
    `${site}/api/catalog/${coming.id}/lots?pageSize=1`,
    manager,
  );
  const [lot] = lots.items;
  if (!lot) throw new Error("the coming sale has no lots");
  return {
    running: sale("running sale", ({ catalogType, state }) => catalogType === 0 && state === 1).id,
    finished: sale("finished sale", ({ houseId, state }) => owned.includes(houseId) && state === 2),
    coming: { ...coming, lot: lot.id },
    people: [one, other],
  };
}
