// A real Prometheus with the shipped alarms, their `for:` shortened, and the two exporters that they need.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { Child } from "./child.mjs";
import { freePort } from "./server.mjs";
import { until } from "./wait.mjs";

const ALARMS = join(import.meta.dirname, "..", "host", "prometheus", "alarms.yml");

/** The shipped rules, and their names. Only how long a cause must last differs. */
export function rules() {
  const shipped = readFileSync(ALARMS, "utf8");
  return {
    names: [...shipped.matchAll(/^\s*- alert: (\w+)$/gm)].map(([, name]) => name),
    shortened: shipped.replace(/^(\s*for:) \S+$/gm, "$1 1s"),
  };
}

class Exporter extends Child {
  async start(program, args, port) {
    this.process = spawn(program, [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
    await until(`${program} listens`, () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.ok, () => false));
  }
}

export class Prometheus extends Child {
  #folder;
  #targets;
  #disks = new Exporter();
  #probes = new Exporter();

  constructor(folder) {
    super();
    mkdirSync(folder);
    this.#folder = folder;
    this.#targets = join(folder, "servers.json");
  }

  /** Which servers are scraped: host and port of their metrics. */
  scrape(...targets) {
    // Replaced whole, since Prometheus may read it at any time.
    writeFileSync(`${this.#targets}.new`, JSON.stringify([{ targets }]));
    renameSync(`${this.#targets}.new`, this.#targets);
  }

  /** `site` is probed for its certificate. */
  async start(site) {
    const [port, disks, probes] = [await freePort(), await freePort(), await freePort()];
    this.url = `http://127.0.0.1:${port}`;
    const file = (name, text) => {
      const path = join(this.#folder, name);
      writeFileSync(path, text);
      return path;
    };
    const modules = { https: { prober: "http", http: { tls_config: { insecure_skip_verify: true } } } };
    await this.#probes.start("prometheus-blackbox-exporter", [`--config.file=${file("blackbox.json", JSON.stringify({ modules }))}`], probes);
    await this.#disks.start("prometheus-node-exporter", ["--collector.disable-defaults", "--collector.filesystem"], disks);
    const config = {
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: [file("alarms.yml", rules().shortened)],
      scrape_configs: [
        { job_name: "auction-room", file_sd_configs: [{ files: [this.#targets] }] },
        { job_name: "disks", static_configs: [{ targets: [`127.0.0.1:${disks}`] }] },
        {
          job_name: "certificates",
          metrics_path: "/probe",
          params: { module: ["https"], target: [site] },
          static_configs: [{ targets: [`127.0.0.1:${probes}`] }],
        },
      ],
    };
    // YAML reads JSON.
    const path = file("prometheus.yml", JSON.stringify(config));
    const args = [`--config.file=${path}`, `--storage.tsdb.path=${join(this.#folder, "data")}`, `--web.listen-address=127.0.0.1:${port}`];
    this.process = spawn("prometheus", args, { stdio: "ignore" });
    await until("Prometheus is ready", () => fetch(`${this.url}/-/ready`).then((answer) => answer.ok, () => false));
  }

  /** The labels of the alarms that fire. */
  async firing() {
    const { data } = await (await fetch(`${this.url}/api/v1/alerts`)).json();
    return data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels);
  }

  async value(expression) {
    const { data } = await (await fetch(`${this.url}/api/v1/query?${new URLSearchParams({ query: expression })}`)).json();
    return data.result[0] ? Number(data.result[0].value[1]) : null;
  }

  async stop() {
    await Promise.all([this.kill(), this.#disks.kill(), this.#probes.kill()]);
  }
}

/** A site whose certificate expires in three days. Returns its address and how to stop it. */
export async function expiringSite(folder) {
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "3"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject], { stdio: "ignore" });
  const site = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, answer) => answer.end("ok"));
  const port = await freePort();
  await new Promise((listening) => site.listen(port, "127.0.0.1", listening));
  return { url: `https://127.0.0.1:${port}`, stop: () => site.close() };
}
