// What the demonstration site has for the pages to show, and what is prepared there for them.
interface Sale {
  id: number;
  houseId: number;
  catalogType: number;
  state: number;
  isAutoStart: boolean;
  endDate: string | null;
}

export const ACCOUNTS = ["admin", "owner", "manager", "auctioneer", "newsmaker", "trusted"] as const;
export type Account = (typeof ACCOUNTS)[number];

export interface Facts {
  /** A classic sale that an auctioneer conducts, by its id. */
  running: number;
  /** A classic sale that runs by the clock. */
  timed: number;
  /** The parallel sale that runs longest, with one of its lots. */
  parallel: { id: number; lot: number };
  /** The last sale of the owner's house. */
  finished: Sale & { lot: number };
  /** A sale of the manager's houses that has not begun, with one of its lots. An auctioneer starts it, so it does not start during a walk. */
  coming: Sale & { lot: number };
  /** A house with lots in its gallery. */
  gallery: number;
  /** An article of the owner's house. */
  article: number;
  /** Two artists to compare. */
  artists: [number, number];
  /** The artist with the most lots. */
  artist: number;
  /** Two accounts to compare. */
  people: [number, number];
}

/** The longest that a refused request waits for its turn. */
const LONGEST_PAUSE_S = 60;

/** The demonstration site as the accounts see it. */
export class Site {
  readonly #url: string;
  readonly #tokens: ReadonlyMap<Account, string>;

  constructor(url: string, tokens: ReadonlyMap<Account, string>) {
    this.#url = url;
    this.#tokens = tokens;
  }

  async ask<T>(as: Account | null, method: string, path: string, body?: unknown): Promise<T> {
    const token = as === null ? undefined : this.#tokens.get(as);
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...(token ? { "X-Token": token } : {}) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const pause = Number(answer.headers.get("Retry-After"));
    if (answer.status === 429 && pause > 0 && pause <= LONGEST_PAUSE_S) {
      await new Promise((resolve) => setTimeout(resolve, pause * 1000));
      return this.ask(as, method, path, body);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} from ${method} ${path}: ${text}`);
    return (text === "" ? null : JSON.parse(text)) as T;
  }
}

interface User {
  id: number;
  ownerOfHouseIds: number[];
  managerOfHouseIds: number[];
}

interface Items<T> {
  items: T[];
}

export async function factsOf(site: Site): Promise<Facts> {
  const who = (as: Account) => site.ask<User>(as, "POST", "/api/whoami", {});
  const { id: one, ownerOfHouseIds: owned } = await who("owner");
  const { id: other, managerOfHouseIds: managed } = await who("manager");
  const sales = await site.ask<Items<Sale>>("manager", "GET", "/api/catalog?scope=all&pageSize=100");
  const sale = (what: string, fits: (sale: Sale) => boolean, among = sales.items): Sale => {
    const found = among.find(fits);
    if (!found) throw new Error(`the demonstration site has no ${what}`);
    return found;
  };
  const endOf = ({ endDate }: Sale) => (endDate === null ? 0 : Date.parse(endDate));
  const longest = sales.items.toSorted((one, other) => endOf(other) - endOf(one));
  const withLot = async (of: Sale) => {
    const path = `/api/catalog/${of.id}/lots?pageSize=1`;
    const [lot] = (await site.ask<Items<{ id: number }>>("manager", "GET", path)).items;
    if (!lot) throw new Error(`sale ${of.id} has no lots`);
    return { ...of, lot: lot.id };
  };
  const some = async <T>(what: string, list: Promise<Items<T>>): Promise<T[]> => {
    const { items } = await list;
    if (items.length === 0) throw new Error(`the demonstration site has no ${what}`);
    return items;
  };
  const [article] = await some<{ id: number }>(
    "news",
    site.ask("owner", "GET", `/api/news/house/${owned[0]}`),
  );
  const artists = await some<{ id: number; lotsCount: number }>(
    "artists",
    site.ask("admin", "POST", "/api/artists/search?pageSize=100", { query: "" }),
  );
  const [artist] = artists.toSorted((one, other) => other.lotsCount - one.lotsCount);
  const galleries = await some<{ id: number }>(
    "galleries",
    site.ask(null, "GET", "/api/house?kind=galleries"),
  );
  const shown = await Promise.all(
    galleries.map(({ id }) =>
      site.ask<{ totalCount: number }>(null, "GET", `/api/house/${id}/gallery?pageSize=1`),
    ),
  );
  const house = galleries.find((_, at) => (shown[at]?.totalCount ?? 0) > 0);
  if (!house) throw new Error("the demonstration site has no gallery with lots");
  return {
    running: sale("running sale", (of) => of.catalogType === 0 && of.state === 1 && !of.isAutoStart).id,
    timed: sale("sale by the clock", (of) => of.catalogType === 0 && of.state === 1 && of.isAutoStart).id,
    parallel: await withLot(sale("parallel sale", (of) => of.catalogType === 1 && of.state === 1, longest)),
    finished: await withLot(sale("finished sale", (of) => owned.includes(of.houseId) && of.state === 2)),
    coming: await withLot(
      sale(
        "coming sale with an auctioneer",
        (of) => managed.includes(of.houseId) && of.catalogType === 0 && of.state === 0 && !of.isAutoStart,
      ),
    ),
    gallery: house.id,
    article: article?.id ?? 0,
    artists: [artists[0]?.id ?? 0, artists[1]?.id ?? 0],
    artist: artist?.id ?? 0,
    people: [one, other],
  };
}
