import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { sendJson, startFakeHost, type FakeHost } from "./support/fake-host";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type Portal,
} from "./support/portal";
import {
  startReportReceiver,
  type ReportReceiver,
} from "./support/report-receiver";

const FAULT = new URL("support/fault-of-canary.mjs", import.meta.url).href;

const PAGE =
  "/company-overview?startDate=2021-01-01&endDate=2021-06-30&sort=name";

/** What must not leave the building: a patient, the user, the address and its query, the session, machine and host. */
const PRIVATE =
  /Canary|Cara|company|2021-0|127\.0\.0\.1:?\d*\/api|cookie|x-access-token|eyJ|server_name|"user"|breadcrumbs|"request"|"contexts"|"exception"|stacktrace/i;

let host: FakeHost;
let receiver: ReportReceiver;
beforeAll(async () => {
  host = await startFakeHost();
});
afterAll(() => host.close());
beforeEach(async () => {
  receiver = await startReportReceiver();
  host.on("/api/summary/", (_, response) =>
    sendJson(
      response,
      { message: "Canaryfirst Canarylast was not found.", error: "Canary" },
      503,
    ),
  );
});
afterEach(async () => {
  host.reset();
  await receiver.stop();
});

async function withPortal(
  env: Record<string, string>,
  use: (portal: Portal) => Promise<void>,
): Promise<void> {
  const portal = await startPortal({ apiUrl: host.url, env });
  try {
    await use(portal);
  } finally {
    await portal.stop();
  }
}

async function logged(
  portal: Portal,
  event: string,
): Promise<Record<string, unknown>[]> {
  return (await portal.log())
    .filter((line) => line.includes(`"${event}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function openBrokenPage(portal: Portal): Promise<number> {
  const browser = await portal.browser().loggedIn("company");
  const started = performance.now();
  const page = await browser.get(PAGE);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Canaryfirst Canarylast was not found.");
  return performance.now() - started;
}

describe("a drill-down error", { timeout: PORTAL_START_TIMEOUT_MS }, () => {
  it("goes to the service with the id that the log has, and without a word of the host's", async () => {
    await withPortal({ SENTRY_DSN: receiver.dsn }, async (portal) => {
      await openBrokenPage(portal);
      await expect
        .poll(() => receiver.received.length, { timeout: 10_000 })
        .toBe(1);
      const [entry] = await logged(portal, "drill-down.failed");
      expect(entry).toMatchObject({
        level: "error",
        profile: "company",
        status: 503,
      });
      const [report] = receiver.received;
      expect(report?.event).toMatchObject({
        level: "error",
        message: "drill-down.failed",
        tags: { request_id: entry?.request_id, status: 503 },
      });
      expect(report?.bytes).not.toMatch(PRIVATE);
      expect((await portal.log()).join("\n")).not.toContain("Canary");
    });
  });

  it("is in the log alone where no service is named", async () => {
    await withPortal({}, async (portal) => {
      await openBrokenPage(portal);
      expect(await logged(portal, "drill-down.failed")).toHaveLength(1);
      expect(receiver.received).toEqual([]);
    });
  });

  it("that cannot be reported breaks and delays nothing, the end of the process included", async () => {
    receiver.answerWith(() => undefined);
    await withPortal({ SENTRY_DSN: receiver.dsn }, async (portal) => {
      await openBrokenPage(portal);
      await expect
        .poll(() => receiver.received.length, { timeout: 10_000 })
        .toBe(1);
      expect(await openBrokenPage(portal)).toBeLessThan(2_000);
      const started = performance.now();
      expect(await portal.stop()).toBe(0);
      expect(performance.now() - started).toBeLessThan(6_000);
    });
    const { dsn } = receiver;
    await receiver.stop();
    await withPortal({ SENTRY_DSN: dsn }, async (portal) => {
      expect(await openBrokenPage(portal)).toBeLessThan(2_000);
    });
    receiver = await startReportReceiver();
  });

  it("is delivered before the process ends", async () => {
    await withPortal({ SENTRY_DSN: receiver.dsn }, async (portal) => {
      await openBrokenPage(portal);
      expect(await portal.stop()).toBe(0);
      expect(receiver.received).toHaveLength(1);
    });
  });
});

describe("an unexpected error", { timeout: PORTAL_START_TIMEOUT_MS }, () => {
  it("of a page is reported too, without what it says", async () => {
    const env = {
      SENTRY_DSN: receiver.dsn,
      NODE_OPTIONS: `--import ${FAULT}`,
    };
    await withPortal(env, async (portal) => {
      const browser = await portal.browser().loggedIn("company");
      const page = await browser.get("/search?q=Canaryfirst");
      expect(page.status).toBe(500);
      await expect
        .poll(() => receiver.received.length, { timeout: 10_000 })
        .toBe(1);
      const [entry] = await logged(portal, "page.error");
      expect(receiver.received[0]?.event).toMatchObject({
        message: "page.error",
        tags: { request_id: entry?.request_id, status: 500 },
      });
      expect(receiver.received[0]?.bytes).not.toMatch(PRIVATE);
    });
  });

  it("is not seen in an unknown path or a page that may not be opened", async () => {
    await withPortal({ SENTRY_DSN: receiver.dsn }, async (portal) => {
      const browser = await portal.browser().loggedIn("company");
      expect((await browser.get("/nowhere")).status).toBe(404);
      expect((await browser.get("/facility-profile/999")).status).toBe(403);
      await portal.stop();
      expect(receiver.received).toEqual([]);
    });
  });
});
