import { spawn, type ChildProcess } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockDataDir } from "~server/data-dir-lock";
import { PORTAL_START_TIMEOUT_MS, startPortal } from "./support/portal";

const ROOT = resolve(import.meta.dirname, "../..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sojourn-process-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm start` until it ends by itself. */
async function start(
  env: Record<string, string>,
): Promise<{ status: number | null; said: string }> {
  const child: ChildProcess = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: folder,
      ...env,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (said += text));
  }
  const status = await new Promise<number | null>((done) =>
    child.once("close", done),
  );
  return { status, said };
}

describe("npm start", { timeout: PORTAL_START_TIMEOUT_MS }, () => {
  it("says so when its port is in use", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const { port } = other.address() as AddressInfo;
    const { status, said } = await start({ PORT: String(port) });
    other.close();
    expect(status).toBe(1);
    expect(said).toContain(`127.0.0.1:${port} is in use`);
  });

  it("leaves a file alone that is no database, says so and ends", async () => {
    const dataDir = mkdtempSync(join(folder, "no-database-"));
    const file = join(dataDir, "sojourn.db");
    const something = Buffer.alloc(20_000, "no database ");
    writeFileSync(file, something);
    expect(await start({ DATA_DIR: dataDir })).toEqual({
      status: 1,
      said: "The database could not be prepared: The database file is damaged, or is no database. Restore a backup.\n",
    });
    expect(readFileSync(file).equals(something)).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(["server.lock", "sojourn.db"]);
  });

  it("names every bad setting at once, and no value, and ends", async () => {
    expect(
      await start({
        PORT: "canary",
        DEMO: "canary",
        API_URL: "http://127.0.0.1:1",
        SESSION_SECRET: "too-short-canary",
      }),
    ).toEqual({
      status: 1,
      said: [
        "Sojourn cannot start, because of these settings:",
        "  DEMO: expected 0 or 1",
        "  PORT: expected a port number",
        "  SESSION_SECRET: expected at least 32 characters",
        "",
      ].join("\n"),
    });
  });
});

describe("the portal", () => {
  it(
    "makes its secret once, for this account only, and keeps a second server out of its folder until it ends",
    { timeout: PORTAL_START_TIMEOUT_MS },
    async () => {
      const DATA_DIR = mkdtempSync(join(folder, "held-"));
      const portal = await startPortal({ env: { DATA_DIR } });
      const secret = statSync(join(DATA_DIR, "session-secret"));
      expect(secret.mode & 0o777).toBe(0o600);
      const second = startPortal({ env: { DATA_DIR } });
      await expect(second).rejects.toThrow(
        /:\nSojourn cannot start: another Sojourn server is using [^\n]*$/,
      );
      expect(await portal.stop()).toBe(0);
      lockDataDir(DATA_DIR)();
    },
  );
});
