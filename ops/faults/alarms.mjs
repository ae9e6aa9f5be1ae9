// Causes each alarm and waits until Prometheus reports it. ../alarms says how to run it.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { Cluster } from "./cluster.mjs";
import { Bettor, login } from "./crowd.mjs";
import { deaf, requests } from "./deaf.mjs";
import { expiringSite, Prometheus, rules } from "./prometheus.mjs";
import { Redis } from "./redis.mjs";
import { refusingEngine } from "./refusing-engine.mjs";
import { refusingMail } from "./refusing-mail.mjs";
import { ADMIN, catalog, crowd, house, lot } from "./sale.mjs";
import { freePort, Server } from "./server.mjs";
import { until } from "./wait.mjs";

const FOLDER = process.env.CHAOS_DATA;
/** As long as a cause may take to become an alarm. */
const PATIENCE_MS = 400_000;
/** More than the alarm's one a second over five minutes. */
const DEAF = 600;
/** Requests of each deaf connection, whose answers are more than its buffers hold. */
const ASKED = 20_000;
const SECRET = "0123456789abcdef0123456789abcdef";

const { names } = rules();
const wanted = process.argv.slice(2);
for (const name of wanted) if (!names.includes(name)) throw new Error(`no alarm is called ${name}`);

const cluster = new Cluster(join(FOLDER, "cluster"));
cluster.start();
const redis = new Redis(await freePort());
await redis.start();
const prometheus = new Prometheus(join(FOLDER, "prometheus"));
const site = await expiringSite(FOLDER);
const mail = await refusingMail();
const engine = await refusingEngine();

/** A server of the site. `extra` are its settings besides the usual ones. */
async function server(name, extra = {}) {
  const dataDir = join(FOLDER, name);
  mkdirSync(dataDir, { recursive: true });
  const metrics = `127.0.0.1:${await freePort()}`;
  const made = new Server({
    port: await freePort(),
    databaseUrl: cluster.url,
    dataDir,
    extra: { METRICS_LISTEN: metrics, BET_RATE_PER_SECOND: "0", ...extra },
  });
  return Object.assign(made, { metrics });
}

const node = { REDIS_URL: redis.url, NODE_ADDRESS: "127.0.0.1:0", NODE_SECRET: SECRET };
const first = await server("first", node);
writeFileSync(
  join(FOLDER, "seed.json"),
  JSON.stringify({
    brand: null,
    categories: [{ id: 1, code: "1", name: "Живопись", items: [] }],
    people: [ADMIN, ...crowd(2)],
    houses: [house(2)],
    catalogs: [catalog("parallel", 1, "+4h"), catalog("other", 1, "+4h")],
    lots: [...Array.from({ length: 20 }, (_, n) => lot("parallel", n + 1)), lot("other", 1)],
  }),
);
await first.run("migrate");
await first.run("seed", join(FOLDER, "seed.json"));
await first.start();
const { items } = await (await fetch(`${first.url}/api/catalog?scope=current`)).json();
const idOf = (title) => items.find((one) => one.title === title).id;
const [sale, other] = [idOf("parallel"), idOf("other")];
const { items: lots } = await (await fetch(`${first.url}/api/catalog/${sale}/lots?pageSize=100`)).json();

/** What listens now; a cause may replace it. */
let running = first;
let bettors = [];
async function enter() {
  for (const bettor of bettors) bettor.leave();
  bettors = [0, 1].map((n) => new Bettor(running.url, n, [{ id: sale, lots: lots.map(({ id }) => id) }]));
  for (const bettor of bettors) await bettor.arrive();
}

let turn = 0;
/** Bets on the next lot, as the bettor who does not lead it. Returns the response's status, or 0 without one. */
function bet(url = running.url) {
  turn += 1;
  const bettor = bettors[Math.floor(turn / lots.length) % 2];
  return fetch(`${url}/api/trade/bet`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-token": bettor.token, "idempotency-key": randomUUID() },
    body: JSON.stringify({ catalogId: sale, lotId: lots[turn % lots.length].id, betValue: 1000 + 10 * turn }),
  }).then((answer) => answer.status, () => 0);
}

async function database(work) {
  const client = new Client({ connectionString: cluster.url });
  // A cause may kill PostgreSQL under it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
const sql = (text) => database((client) => client.query(text));

/** Waits until the alarm fires; `of` names what it must fire for. */
const fires = (name, of = {}) =>
  until(
    `${name} fires`,
    async () =>
      (await prometheus.firing()).some(
        (labels) => labels.alertname === name && Object.entries(of).every(([label, value]) => labels[label] === value),
      ),
    { timeoutMs: PATIENCE_MS, everyMs: 200 },
  );

/** Holds the table that each commit of a room writes to, while `work` lasts. */
const locked = (work) =>
  database(async (client) => {
    await client.query("begin; lock table room_command in access exclusive mode");
    await work();
    await client.query("rollback").catch(() => undefined);
  });

/** Repeats the work until `end` is there. */
async function during(end, work) {
  let lasts = true;
  const ended = end.finally(() => { lasts = false; });
  while (lasts) await work();
  await ended;
}

/** Replaces the server by one with other settings. */
async function replace(name, extra) {
  await running.kill("SIGTERM");
  running = await server(name, extra);
  prometheus.scrape(running.metrics);
  await running.start();
}

/** Each alarm, how it is caused, and the cause. An alarm whose cause needs the one before follows it. */
const CAUSES = [
  ["RedisIsAway", "Redis is killed", async (fired) => {
    await redis.kill();
    await fired();
    await redis.start();
  }],
  ["JournalLags", "a transaction locks the journal while people bid", async (fired) => {
    await locked(async () => {
      void bet();
      await fired();
    });
    await until("bets are taken again", async () => (await bet()) === 200);
  }],
  ["BetsAreSlow", "commits wait a second and a half for a lock, again and again", async (fired) => {
    await during(fired(), () => locked(async () => {
      void bet();
      const began = Date.now();
      await until("a second and a half is over", () => Date.now() - began > 1500);
    }));
  }],
  ["RoomsDoubt", "PostgreSQL is killed in the middle of a commit", async (fired) => {
    await locked(async () => {
      void bet();
      await until("the bet waits for its commit", async () => {
        const { rows } = await sql("select from pg_locks where not granted");
        return rows.length > 0;
      });
      cluster.kill();
    });
    cluster.start();
    await until("bets are taken again", async () => (await bet()) === 200);
    await fired();
  }],
  ["RefusedByTheDatabase", "a constraint of the database refuses every bet", async (fired) => {
    await sql("alter table bet add constraint refused check (false) not valid");
    await bet();
    await fired();
    await sql("alter table bet drop constraint refused");
  }],
  ["LoginsAreGuessed", "thirty wrong login codes from as many addresses", async (fired) => {
    const post = (path, body, from) =>
      fetch(`${running.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": from },
        body: JSON.stringify(body),
      });
    for (let n = 0; n < 30; n += 1) {
      const from = `10.7.0.${n + 1}`;
      const email = `guessed${n}@demo.example`;
      const { sessionKey } = await (await post("/api/auth/email", { email }, from)).json();
      await post("/api/auth/email/signin", { sessionKey, email, code: "none" }, from);
    }
    await fired();
  }],
  ["SocketsStall", `${DEAF} connections ask and read nothing`, async (fired) => {
    const asked = requests(sale, ASKED);
    const open = Array.from({ length: DEAF }, (_, n) =>
      deaf(running.url, { from: `10.6.${Math.floor(n / 50)}.${(n % 50) + 1}`, requests: asked }));
    await during(fired(), bet);
    for (const socket of open) socket.destroy();
  }],
  ["LettersAreGivenUp", "the mail server refuses a letter three times, whose pauses are skipped", async (fired) => {
    await replace("letters", { ...node, AUTH_DELIVERY: "live", SMTP_URL: mail.url, SMTP_FROM: "Зал <hall@demo.example>", SMSRU_API_ID: "none" });
    await sql(`insert into letter (key, address, content) values
      ('refused', 'nobody@mail.example', '{"subject": "Письмо", "blocks": [], "unsubscribe": null}')`);
    await until("the letter is given up", async () => {
      await sql("update letter set not_before = now() where done is null and refusals > 0");
      const { rows } = await sql("select from letter where outcome = 'given_up'");
      return rows.length > 0;
    });
    await fired();
  }],
  ["SearchFallsBack", "no Meilisearch listens at MEILI_URL", async (fired) => {
    await replace("search", { ...node, MEILI_URL: `http://127.0.0.1:${await freePort()}` });
    await fired();
  }],
  ["SearchRefusesLots", "a search engine refuses every document", async (fired) => {
    await replace("refused", { ...node, MEILI_URL: engine.url });
    await fired();
  }],
  ["NodeIsNotReached", "nothing listens at the NODE_ADDRESS of a node", async (fired) => {
    const [announced, listened] = [await freePort(), await freePort()];
    await replace("unreached", { ...node, NODE_ADDRESS: `127.0.0.1:${announced}`, NODE_LISTEN: `127.0.0.1:${listened}` });
    await fired();
  }],
  ["RoomsChangeOwner", "two servers without Redis take bets of one sale in turn", async (fired) => {
    await replace("alone");
    const second = await server("second");
    await second.start();
    prometheus.scrape(running.metrics, second.metrics);
    // Each bet brings the room to the server that gets it.
    await until("rooms have changed their owner four times", async () => {
      await bet();
      await bet(second.url);
      return (await prometheus.value('sum(journal_batches_total{outcome="fenced"})')) > 4;
    });
    await fired();
    await second.kill();
    prometheus.scrape(running.metrics);
  }],
  ["RoomsCannotLoad", "a room's snapshot is damaged", async (fired) => {
    await running.kill("SIGTERM");
    await sql(`update room_snapshot set state = '{}' where catalog_id = ${other}`);
    await running.start();
    await fired();
  }],
  ["RoomsInNoProcess", "the same room, after half a minute", async (fired) => fired()],
  ["DiskFillsUp", "a small disk is filled", async (fired) => {
    const [image, disk] = [join(FOLDER, "disk.img"), join(FOLDER, "disk")];
    mkdirSync(disk);
    execFileSync("truncate", ["--size=24M", image]);
    execFileSync("mkfs.ext4", ["-q", image]);
    execFileSync("mount", ["-o", "loop", image, disk]);
    try {
      writeFileSync(join(disk, "filler"), Buffer.alloc(18 << 20));
      await fired({ mountpoint: disk });
    } finally {
      execFileSync("umount", [disk]);
    }
  }],
  ["CertificateExpires", "a site shows a certificate of three days", async (fired) => fired()],
  ["SiteIsDown", "the server is killed", async (fired) => {
    await running.kill();
    await fired();
  }],
];

const table = [];
try {
  const missing = names.filter((name) => !CAUSES.some(([caused]) => caused === name));
  if (missing.length > 0) throw new Error(`nothing here causes ${missing.join(", ")}`);
  prometheus.scrape(first.metrics);
  await prometheus.start(site.url);
  await enter();
  await until("Prometheus has seen some bets", async () => {
    await bet();
    return (await prometheus.value("count_over_time(up{job=\"auction-room\"}[1m])")) >= 15;
  });
  // The certificate expires from the beginning, and the machine's own disks may be full.
  const early = (await prometheus.firing()).map(({ alertname }) => alertname);
  const faults = early.filter((name) => name !== "CertificateExpires" && name !== "DiskFillsUp");
  if (faults.length > 0) throw new Error(`fires on a site that is well: ${faults.join(", ")}`);
  for (const [name, how, cause] of CAUSES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = Date.now();
    let after = null;
    console.error(`${name}: ${how}`);
    await cause(async (of) => {
      await fires(name, of);
      after = Math.round((Date.now() - began) / 1000);
    });
    console.error(`  fired after ${after} s`);
    table.push(`| ${name} | ${how} | ${after} s |`);
  }
} finally {
  for (const bettor of bettors) bettor.leave();
  await prometheus.stop();
  await running.kill();
  await redis.kill();
  site.stop();
  mail.stop();
  engine.stop();
  cluster.stop();
}
console.log(["| Alarm | Cause | Fires after |", "|---|---|---|", ...table].join("\n"));
