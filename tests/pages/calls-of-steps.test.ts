import { beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { type FakeHost, says } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const RANGE = "startDate=2025-01-01&endDate=2025-02-01&isnp=false";
const PHYSICIAN = "/physician-profile/1000000001";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));
beforeEach(() => {
  says(host, "/api/physician/", {
    data: { npi: 1000000001, first_name: "Ada", last_name: "Cole" },
  });
});

/** The calls that an answer takes, without those that a session makes once. */
async function callsOf(browser: Browser, path: string): Promise<string[]> {
  await browser.get(path);
  host.calls.length = 0;
  const { status } = await browser.get(path);
  expect(status).toBe(200);
  return host.calls.map((call) => call.path);
}

describe("a step by script on a page whose document left data out", () => {
  it.each([
    [
      "a mode",
      `/company-overview?${RANGE}&part=graphs&_data=routes/company-overview`,
      "/api/new_graphs/company/0/2025-02-01/?isnp=false",
    ],
    [
      "a sort",
      `${PHYSICIAN}?sort=name&dir=desc&${RANGE}&part=rows&_data=routes/physician-profile.$npi`,
      "/api/summary/physician/1000000001/2025-01-01/2025-02-01/?isnp=false",
    ],
    [
      "a frailty filter",
      `${PHYSICIAN}?frailty=high&${RANGE}&part=rows&_data=routes/physician-profile.$npi`,
      "/api/summary/physician/1000000001/2025-01-01/2025-02-01/?isnp=false",
    ],
  ])("asks for %s by one call", async (_, path, call) => {
    const browser = await portal.browser().loggedIn("company");
    expect(await callsOf(browser, path)).toEqual([call]);
  });

  it("gets no part of a page that the viewer may not open", async () => {
    const browser = await portal.browser().loggedIn("company");
    const { status } = await browser.get(
      "/facility-profile/999?part=graphs&_data=routes/facility-profile.$id",
    );
    expect(status).toBe(403);
  });
});

it.each([
  [
    "another page of the notes after hours",
    "/reports/after-hours-patient-report/?page=2&_data=routes/reports.after-hours-patient-report",
    "/api/physicianalerts/",
  ],
  [
    "another order of them",
    "/reports/after-hours-patient-report/?sort=time&dir=desc&_data=routes/reports.after-hours-patient-report",
    "/api/physicianalerts/",
  ],
])("%s takes one call", async (_, path, call) => {
  const browser = await portal.browser().loggedIn("company");
  expect(await callsOf(browser, path)).toEqual([expect.stringContaining(call)]);
});

it("a document is whole, whatever part its address names", async () => {
  const browser = await portal.browser().loggedIn("company");
  const { text } = await browser.get(`/company-overview?${RANGE}&part=graphs`);
  expect(text).toContain("</html>");
});

it("without scripts each step asks for the panels of the page once more", async () => {
  const browser = await portal.browser().loggedIn("company");
  const plain = await callsOf(browser, `/company-overview?${RANGE}`);
  for (const step of ["mom=rth_30", "sort=name&dir=desc"]) {
    const calls = await callsOf(browser, `/company-overview?${RANGE}&${step}`);
    expect(calls.sort()).toEqual(plain.sort());
  }
});
