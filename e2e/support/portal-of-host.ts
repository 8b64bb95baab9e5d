import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { freePort } from "../../scripts/free-port.mjs";
import { PASSWORD } from "../../tests/pages/support/census";

const ROOT = path.resolve(import.meta.dirname, "../..");
const STARTS_WITHIN_MS = 20_000;

/** The built portal in front of an API host of a journey's own. */
export function startPortalOfHost(apiUrl: string) {
  return startPortalWith({
    API_URL: apiUrl,
    SESSION_SECRET: "browser-tests ".repeat(4),
  });
}

/** The built portal with settings of a journey's own; `prepare` fills its data folder before it starts. */
export async function startPortalWith(
  env: Record<string, string>,
  prepare: (dataDir: string) => void = () => undefined,
  wantedPort?: number,
) {
  const port = wantedPort ?? (await freePort());
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-host-"));
  const dataDir = path.join(folder, "data");
  prepare(dataDir);
  const child = spawn(
    process.execPath,
    ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"],
    {
      cwd: ROOT,
      stdio: "ignore",
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        ...env,
      },
    },
  );
  process.once("exit", () => child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  const until = Date.now() + STARTS_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${origin}/healthcheck`).catch(() => null);
    if (answer?.ok) break;
    if (Date.now() > until) throw new Error("the portal did not start");
    await wait(50);
  }
  return {
    origin,
    async stop() {
      const ended = new Promise((done) => child.once("close", done));
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signs in without the page of it. */
export async function logInAt(
  page: Page,
  origin: string,
  username: string,
): Promise<void> {
  const answer = await page.request.post(`${origin}/login`, {
    headers: { origin },
    form: { username, password: PASSWORD },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}
