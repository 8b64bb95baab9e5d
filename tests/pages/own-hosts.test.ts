import { mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { onPortal } from "./support/on-portal";
import { PORTAL_START_TIMEOUT_MS, type Portal } from "./support/portal";
import { startGroup, type Group } from "./support/process-group";
import { rawRequest } from "./support/raw-request";

describe("a portal without PUBLIC_URL", () => {
  let portal: Portal;
  onPortal((started) => (portal = started));

  const statusFor = async (host: string, path = "/login") =>
    (await rawRequest(portal.origin, path, { headers: { host } })).status;

  it("takes loopback names, through a tunnel's port as well", async () => {
    for (const host of ["localhost", "127.0.0.1:8080", "[::1]:3000"]) {
      expect([host, await statusFor(host)]).toEqual([host, 200]);
    }
  });

  it("takes no name that somebody made point here, but answers probes", async () => {
    const { status, text } = await rawRequest(portal.origin, "/login", {
      headers: { host: "evil.example:3000" },
    });
    expect([status, text]).toEqual([
      400,
      "Unknown host. PUBLIC_URL has to name the address that browsers use.\n",
    ]);
    expect(await statusFor("evil.example", "/healthcheck")).toBe(200);
  });
});

describe("a portal that others can reach", () => {
  let folder: string;
  let portal: Group | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sojourn-open-"));
  });
  afterEach(() => portal?.kill());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    "makes no demo unless DEMO=1 is said, says why, and takes the address that it is reached by",
    { timeout: PORTAL_START_TIMEOUT_MS },
    async () => {
      const port = await freePort();
      portal = startGroup([process.execPath, "scripts/start.mjs"], {
        DATA_DIR: folder,
        HOST: "0.0.0.0",
        PORT: String(port),
        DEMO: "",
      });
      await portal.said("Sojourn is at");
      await portal.said(
        "Others can reach this portal, so it has no demo: its password is published.",
      );
      await portal.said("npm run create-user -- --username NAME");
      const outside = Object.values(networkInterfaces())
        .flatMap((found) => found ?? [])
        .find(({ family, internal }) => family === "IPv4" && !internal);
      const own = outside?.address ?? "127.0.0.1";
      const statusFor = async (host: string) =>
        (
          await rawRequest(`http://${own}:${port}`, "/login", {
            headers: { host },
          })
        ).status;
      expect(await statusFor(`${own}:${port}`)).toBe(200);
      expect(await statusFor(`evil.example:${port}`)).toBe(400);
      expect(await portal.stop()).toBe(0);
    },
  );
});
