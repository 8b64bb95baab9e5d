import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { Browser } from "./support/browser";
import { type FakeHost, sendJson, startFakeHost } from "./support/fake-host";
import { PORTAL_START_TIMEOUT_MS, startPortal } from "./support/portal";
import { startGroup, type Group } from "./support/process-group";

const PAGE = "/company-overview";
const VISITORS = 8;
const STOPS_WITHIN_MS = 10_000;

interface Visit {
  sentAt: number;
  status: number;
  /** The answer came with all that it said it would have. */
  isWhole: boolean;
  /** Why it did not. */
  fault?: string;
}

interface Visitors {
  visits: Visit[];
  /** Resolves when every visitor has been turned away. */
  over: Promise<unknown>;
}

/** Asks for a path again and again on kept-alive connections, one request after the other on each, until refused. */
function keepVisiting(
  origin: string,
  path: string,
  { cookie, count }: { cookie: string; count: number },
): Visitors {
  const visits: Visit[] = [];
  const one = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (;;) {
      const visit = await visitOnce(origin, path, { agent, cookie });
      visits.push(visit);
      if (!visit.isWhole) return;
    }
  };
  return { visits, over: Promise.all(Array.from({ length: count }, one)) };
}

function visitOnce(
  origin: string,
  path: string,
  { agent, cookie }: { agent: Agent; cookie: string },
): Promise<Visit> {
  return new Promise((done) => {
    const visit: Visit = {
      sentAt: performance.now(),
      status: 0,
      isWhole: false,
    };
    const end = (error?: NodeJS.ErrnoException) => {
      if (error) visit.fault = error.code ?? error.message;
      done(visit);
    };
    request(origin + path, { agent, headers: { cookie } }, (response) => {
      visit.status = response.statusCode ?? 0;
      response.resume().once("error", end);
      response.once("end", () => {
        visit.isWhole = response.complete;
        end();
      });
    })
      .once("error", end)
      .end();
  });
}

async function slowHost(): Promise<FakeHost> {
  const host = await startFakeHost();
  onTestFinished(() => host.close());
  host.on("/api/frailty/", (_, response) => {
    setTimeout(
      () => sendJson(response, { data: { high: 1, medium: 2, low: 3 } }),
      50,
    );
  });
  return host;
}

async function cookieOf(browser: Browser): Promise<string> {
  await browser.loggedIn("company");
  return browser.cookieHeader();
}

/** What the log tells of each request of a path: its answer has left, or its connection broke before. */
function answered(log: string[], path: string): ("whole" | "aborted")[] {
  return log
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((one) => one.event === "http.request" && one.path === path)
    .map(({ aborted }) => (aborted === true ? "aborted" : "whole"));
}

describe("the portal that is told to stop", () => {
  it(
    "gives each request that it took its whole answer, and says that it is not ready",
    { timeout: PORTAL_START_TIMEOUT_MS },
    async () => {
      const host = await slowHost();
      const portal = await startPortal({ apiUrl: host.url });
      const cookie = await cookieOf(portal.browser());
      const probes = keepVisiting(portal.origin, "/readiness", {
        cookie: "",
        count: 1,
      });
      const statuses = () => probes.visits.map(({ status }) => status);
      // Before there are visitors: on a busy machine a probe may find the host too slow beside them.
      await expect.poll(statuses).toContain(200);
      const pages = keepVisiting(portal.origin, PAGE, {
        cookie,
        count: VISITORS,
      });
      await expect.poll(() => pages.visits.length).toBeGreaterThan(VISITORS);
      const toldAt = performance.now();
      const stopped = portal.stop();
      // Again, as when a service manager and a parent both pass it on.
      await expect
        .poll(() => portal.linesSoFar().join("\n"))
        .toContain("draining");
      const drainingAt = performance.now();
      // Those of before may still wait for the host when it is too late to ask again.
      const late = keepVisiting(portal.origin, "/readiness", {
        cookie: "",
        count: 2,
      });
      expect(await Promise.all([stopped, portal.stop()])).toEqual([0, 0]);
      expect(performance.now() - toldAt).toBeLessThan(STOPS_WITHIN_MS);
      await Promise.all([pages.over, probes.over, late.over]);

      const whole = pages.visits.filter((visit) => visit.isWhole);
      expect(whole.every((visit) => visit.status === 200)).toBe(true);
      // Each had a request under way when the signal came; what was turned away was asked after it.
      const lost = pages.visits.filter((visit) => !visit.isWhole);
      expect(lost).toHaveLength(VISITORS);
      expect(lost.filter((visit) => visit.sentAt < toldAt)).toEqual([]);
      expect(lost.filter((visit) => visit.status > 0)).toEqual([]);
      const log = answered(portal.linesSoFar(), PAGE);
      const faults = lost.map(({ fault }) => fault).join();
      expect(log, faults).toEqual(whole.map(() => "whole"));

      const since = (start: number) =>
        [...probes.visits, ...late.visits]
          .filter(({ sentAt }) => sentAt > start)
          .map(({ status }) => status);
      expect(since(toldAt)).toContain(503);
      expect(since(drainingAt)).not.toContain(200);
    },
  );

  it(
    "does not wait for a host that hangs",
    { timeout: PORTAL_START_TIMEOUT_MS },
    async () => {
      const host = await slowHost();
      const portal = await startPortal({ apiUrl: host.url });
      const browser = await portal.browser().loggedIn("company");
      const asked = new Promise<void>((reached) => {
        host.on("/api/", () => reached());
      });
      const page = browser.get(PAGE);
      await asked;
      const toldAt = performance.now();
      expect(await portal.stop()).toBe(0);
      expect(performance.now() - toldAt).toBeLessThan(STOPS_WITHIN_MS);
      await page.catch(() => undefined);
    },
  );
});

describe("a whole group of processes that is told to stop", () => {
  it(
    "finishes the pages under way: npm start",
    { timeout: PORTAL_START_TIMEOUT_MS },
    async () => {
      const host = await slowHost();
      const port = await freePort();
      const { said, stop } = started([process.execPath, "scripts/start.mjs"], {
        PORT: String(port),
        API_URL: host.url,
        SESSION_SECRET: "stop-tests ".repeat(4),
      });
      await said("Sojourn is at");
      const browser = new Browser(`http://127.0.0.1:${port}`);
      await browser.loggedIn("company");
      let answer: (() => void) | undefined;
      const asked = new Promise<void>((reached) => {
        host.on("/api/frailty/", (_, response) => {
          answer = () =>
            sendJson(response, { data: { high: 1, medium: 2, low: 3 } });
          reached();
        });
      });
      const page = browser.get(PAGE);
      await asked;
      const stopped = stop();
      await said("stop.draining");
      // The first may have come twice already, from here and from the parent, but too close together to tell.
      void stop();
      answer?.();
      expect((await page).status).toBe(200);
      expect(await stopped).toBe(0);
    },
  );

  it(
    "finishes the calls under way: npm run api",
    { timeout: PORTAL_START_TIMEOUT_MS },
    async () => {
      const port = await freePort();
      const { said, stop } = started(["npm", "run", "api"], {
        API_PORT: String(port),
      });
      await said("api.started");
      const address = `http://127.0.0.1:${port}`;
      // Hashing keeps the machine busy; the call has arrived long before.
      const calls = Array.from({ length: 6 }, () =>
        fetch(`${address}/auth/login/`, {
          method: "POST",
          body: new URLSearchParams({ username: "nobody", password: "x" }),
        }),
      );
      await fetch(`${address}/healthcheck`);
      const stopped = stop();
      for (const call of calls) {
        expect([401, 429]).toContain((await call).status);
      }
      await stopped;
      await expect(fetch(`${address}/healthcheck`)).rejects.toThrow();
    },
  );
});

describe("npm that alone is told to stop", () => {
  it.each([
    ["start", "Sojourn is at"],
    ["run api", "api.started"],
  ])(
    "passes it on, and leaves nothing running: npm %s",
    { timeout: PORTAL_START_TIMEOUT_MS },
    async (command, ready) => {
      const port = String(await freePort());
      const { said, stop } = started(["npm", ...command.split(" ")], {
        PORT: port,
        API_PORT: port,
      });
      await said(ready);
      const address = `http://127.0.0.1:${port}/healthcheck`;
      expect((await fetch(address)).status).toBe(200);
      // Without the rest, standard output stays open, and this waits in vain.
      expect(await stop("npm")).toBe(0);
      await expect(fetch(address)).rejects.toThrow();
    },
  );
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-stop-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function started(command: string[], env: Record<string, string>): Group {
  const group = startGroup(command, { DATA_DIR: temporaryFolder(), ...env });
  onTestFinished(group.kill);
  return group;
}
