import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type FakeHost, says, startFakeHost } from "./support/fake-host";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
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
let portal: OwnPortal;
beforeAll(async () => {
  host = await startFakeHost();
  says(
    host,
    "/api/summary/",
    { message: "Canaryfirst Canarylast was not found.", error: "Canary" },
    503,
  );
});
afterAll(() => host.close());
beforeEach(async () => {
  receiver = await startReportReceiver();
  portal = await startPortal({
    apiUrl: host.url,
    env: { SENTRY_DSN: receiver.dsn, NODE_OPTIONS: `--import ${FAULT}` },
  });
}, PORTAL_START_TIMEOUT_MS);
afterEach(async () => {
  await portal.stop();
  await receiver.stop();
});

async function logged(event: string): Promise<Record<string, unknown>[]> {
  return (await portal.log())
    .filter((line) => line.includes(`"${event}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

it("each failure goes to the service before the process ends, with the id that the log has, and nothing else does", async () => {
  const browser = await portal.browser().loggedIn("company");
  expect((await browser.get("/nowhere")).status).toBe(404);
  expect((await browser.get("/facility-profile/999")).status).toBe(403);
  const broken = await browser.get(PAGE);
  expect(broken.status).toBe(200);
  expect(broken.text).toContain("Canaryfirst Canarylast was not found.");
  expect((await browser.get("/search?q=Canaryfirst")).status).toBe(500);
  const [drillDown] = await logged("drill-down.failed");
  expect(drillDown).toMatchObject({
    level: "error",
    profile: "company",
    status: 503,
  });
  const [page] = await logged("page.error");
  expect((await portal.log()).join("\n")).not.toContain(
    "Canarylast was not found",
  );

  expect(await portal.stop()).toBe(0);
  expect(receiver.received.map(({ event }) => event)).toMatchObject([
    {
      level: "error",
      message: "drill-down.failed",
      tags: { request_id: drillDown?.request_id, status: 503 },
    },
    {
      message: "page.error",
      tags: { request_id: page?.request_id, status: 500 },
    },
  ]);
  for (const { bytes } of receiver.received) {
    expect(bytes).not.toMatch(PRIVATE);
  }
});

it("a service that hangs breaks no page, and keeps no process from its end", async () => {
  receiver.answerWith(() => undefined);
  const browser = await portal.browser().loggedIn("company");
  expect((await browser.get(PAGE)).status).toBe(200);
  await expect.poll(() => receiver.received.length).toBe(1);
  const openedAt = performance.now();
  expect((await browser.get(PAGE)).status).toBe(200);
  expect(performance.now() - openedAt).toBeLessThan(2_000);
  const toldAt = performance.now();
  expect(await portal.stop()).toBe(0);
  expect(performance.now() - toldAt).toBeLessThan(6_000);
});
