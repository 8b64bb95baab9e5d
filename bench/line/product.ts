import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.mjs";

const STARTS_WITHIN_MS = 300_000;

/** The built product as `npm start` runs it, on data of its own in a temporary folder. */
export interface Product {
  origin: string;
  stop: () => Promise<void>;
}

/** Starts it with the demo organisation, or with the census that `writeCensus` writes into the folder that it is given. */
export async function startProduct(
  writeCensus?: (folder: string) => void,
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-bench-"));
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    DEMO: writeCensus ? "0" : "1",
  };
  if (writeCensus) {
    writeCensus(join(folder, "census"));
    importCensus(join(folder, "census"), env);
  }
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + STARTS_WITHIN_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(`${origin}/readiness`).catch(() => null);
    if (answer?.ok) return { origin, stop };
    await wait(100);
  }
  await stop();
  throw new Error("the product did not start");
}

function importCensus(folder: string, env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/command.mjs", "import", folder],
    { env, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`import failed: ${stdout}${stderr}`);
}
