import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "./support/browser";
import {
  PORTAL_START_TIMEOUT_MS,
  startPortal,
  type OwnPortal,
} from "./support/portal";

const PATH = "/script-errors";
const REPORT = {
  part: "panel",
  name: "TypeError",
  message: "r.at is not a function",
  frames: "/build/_shared/chunk-A1.js:1:234 /build/root-B2.js:1:5",
  page: "/physician-profile/1234567890",
};

let portal: OwnPortal;
let browser: Browser;
let csrf: string;
beforeAll(async () => {
  portal = await startPortal();
  browser = await portal.browser().loggedIn("company");
  const { text } = await browser.get("/company-overview");
  csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
}, PORTAL_START_TIMEOUT_MS);
afterAll(() => portal.stop());

async function logged(): Promise<Record<string, unknown>[]> {
  return (await portal.log())
    .filter((line) => line.includes('"script.error"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("what failed in a browser is a line of the log", async () => {
  const answer = await browser.post(PATH, { ...REPORT, csrf });
  expect([answer.status, answer.text]).toEqual([204, ""]);
  const [line, ...more] = await logged();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    ...REPORT,
    request_id: expect.any(String),
  });
  expect(JSON.stringify(line)).not.toContain(csrf);
});

test("nobody fills the log who is not signed in, or without the session's token", async () => {
  const before = (await logged()).length;
  const stranger = await portal.browser().post(PATH, { ...REPORT, csrf });
  const statuses = [
    stranger.status,
    (await browser.post(PATH, { ...REPORT, csrf: "made-up" })).status,
    (
      await browser.post(
        PATH,
        { ...REPORT, csrf },
        { headers: { origin: "https://elsewhere.invalid" } },
      )
    ).status,
  ];
  expect(statuses).toEqual([204, 403, 403]);
  expect(await logged()).toHaveLength(before);
});

test.each([
  ["another part", { part: "server" }],
  ["a name that is none", { name: "Jane Doe" }],
  ["a long message", { message: "x".repeat(201) }],
  ["frames of other places", { frames: "https://elsewhere.invalid/a.js:1:1" }],
  ["a page with a query", { page: "/search?q=Jane" }],
  ["a page that is no path", { page: "//elsewhere.invalid" }],
])("%s is refused", async (_, change) => {
  const before = (await logged()).length;
  const answer = await browser.post(PATH, { ...REPORT, ...change, csrf });
  expect(answer.status).toBe(400);
  expect(await logged()).toHaveLength(before);
});

test("a GET leads home", async () => {
  expect((await browser.get(PATH)).location).toBe("/");
});
