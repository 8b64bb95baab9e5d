import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Browser } from "./support/browser";
import { canMakeDisks, emptyDisk, fillDisk } from "./support/own-disk";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
  type Portal,
} from "./support/portal";

const PAGE = "/facility-profile/101";
/** A disk that has room for the reserve, and for what an import leaves free beside it. */
const DISK = 128;
const ALMOST_FULL_BYTES = 4 << 20;
const LOOKS_WITHIN = { timeout: 25_000, interval: 100 };

async function readinessOf(browser: Browser) {
  const { status, text } = await browser.get("/readiness");
  return [status, JSON.parse(text)];
}

async function untilLogged(portal: Portal, event: string): Promise<void> {
  await vi.waitFor(async () => {
    expect((await portal.log()).join("\n")).toContain(`"event":"${event}"`);
  }, LOOKS_WITHIN);
}

describe.skipIf(!canMakeDisks)("a portal that keeps a reserve", () => {
  let portal: OwnPortal;
  let company: Browser;
  beforeAll(async () => {
    portal = await startPortal({ disk: { megabytes: DISK } });
    company = await portal.browser().loggedIn("company");
  }, PORTAL_START_TIMEOUT_MS);
  afterAll(() => portal.stop());

  it("gives it to sign-ins when the disk fills, and says when even that is gone", async () => {
    const reserve = join(portal.dataDir, "disk-reserve");
    await vi.waitFor(
      () => expect(existsSync(reserve)).toBe(true),
      LOOKS_WITHIN,
    );
    expect(await readinessOf(company)).toEqual([200, { status: "ready" }]);

    fillDisk(portal.dataDir, ALMOST_FULL_BYTES);
    await untilLogged(portal, "disk.reserve_released");
    await untilLogged(portal, "disk.low");
    expect(await readinessOf(company)).toEqual([
      200,
      { status: "ready", disk: "low" },
    ]);
    await portal.browser().loggedIn("division");

    fillDisk(portal.dataDir);
    await untilLogged(portal, "disk.full");
    expect(await readinessOf(company)).toEqual([
      503,
      { status: "not ready", disk: "full" },
    ]);
    expect((await company.get(PAGE)).status).toBe(200);

    emptyDisk(portal.dataDir);
    await untilLogged(portal, "disk.enough");
    expect(await readinessOf(company)).toEqual([200, { status: "ready" }]);
    await vi.waitFor(
      () => expect(existsSync(reserve)).toBe(true),
      LOOKS_WITHIN,
    );
  }, 90_000);
});

describe.skipIf(!canMakeDisks)("a portal that starts on a full disk", () => {
  it("serves what can be read, and takes sign-ins on the reserve", async () => {
    const portal = await startPortal({
      disk: { megabytes: DISK, isFull: true },
      // As where it has been started before.
      env: { SESSION_SECRET: "page-tests ".repeat(4) },
    });
    try {
      const browser = await portal.browser().loggedIn("company");
      expect((await browser.get(PAGE)).status).toBe(200);
      expect(await readinessOf(browser)).toEqual([
        200,
        { status: "ready", disk: "low" },
      ]);
    } finally {
      await portal.stop();
    }
  });
});
