import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { Browser } from "./support/browser";
import { PORTAL_START_TIMEOUT_MS } from "./support/portal";
import { startGroup, type Group } from "./support/process-group";

const ROOT = resolve(import.meta.dirname, "../..");
const PASSWORD = "First-of-all-2026";

let folder: string;
let portal: Group | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sojourn-first-account-"));
});
afterAll(() => {
  portal?.kill();
  rmSync(folder, { recursive: true, force: true });
});

it(
  "a real installation says how its first account is made, and that account administers users",
  { timeout: PORTAL_START_TIMEOUT_MS },
  async () => {
    const port = await freePort();
    const env = { DATA_DIR: folder, DEMO: "0", PORT: String(port) };
    portal = startGroup([process.execPath, "scripts/start.mjs"], env);
    await portal.said("Sojourn is at");
    await portal.said("npm run create-user -- --username NAME");

    const { status, stdout, stderr } = spawnSync(
      "npm",
      "run -s create-user -- --username Ada --firstname Ada --lastname Reed".split(
        " ",
      ),
      {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          NODE_ENV: "production",
          ...env,
        },
        input: `${PASSWORD}\n`,
        encoding: "utf8",
      },
    );
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Created Ada \(Account manager\)/);

    const browser = new Browser(`http://127.0.0.1:${port}`);
    const page = await browser.logIn("ada", PASSWORD);
    expect([page.status, page.location]).toEqual([302, "/users"]);
    expect((await browser.get("/users")).status).toBe(200);
    expect(await portal.stop()).toBe(0);
  },
);

it.each([
  ["a real installation", "0", "Nobody has an account yet."],
  ["the demo", "1", "Passwords are closed"],
])(
  "%s whose passwords are closed says how an emergency account is made",
  { timeout: PORTAL_START_TIMEOUT_MS },
  async (_, demo, first) => {
    portal = startGroup([process.execPath, "scripts/start.mjs"], {
      DATA_DIR: join(folder, `closed-${demo}`),
      DEMO: demo,
      PORT: String(await freePort()),
      OIDC_ISSUER: "http://127.0.0.1:1",
      OIDC_CLIENT_ID: "sojourn",
      OIDC_CLIENT_SECRET: "a secret",
      OIDC_NAME: "Velmora Staff",
      OIDC_ONLY: "1",
    });
    await portal.said(first);
    await portal.said("--lastname LAST --emergency");
    expect(await portal.stop()).toBe(0);
    expect(portal.output()).not.toContain("Demo-2026!");
  },
);
