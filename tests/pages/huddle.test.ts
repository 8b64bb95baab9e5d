import { describe, expect, it } from "vitest";
import { documentOf, textOf } from "./support/document";
import { type FakeHost, says } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

async function open(path: string) {
  const browser = await portal.browser().loggedIn("company");
  const page = await browser.get(path);
  expect(page.status).toBe(200);
  return documentOf(page.text);
}

const MEASURE = {
  metric: 24,
  score: 75,
  events: 24,
  events_up: 1,
  events_down: 1,
  events_perfect: 4,
};
const UNKNOWN = {
  metric: null,
  score: null,
  events: 0,
  events_up: null,
  events_down: null,
  events_perfect: null,
};
const QUALITY = {
  rth: MEASURE,
  ed: MEASURE,
  h_1000: UNKNOWN,
  ed_1000: UNKNOWN,
  ach_adm: 100,
  ls_days: 0,
};

function answerQuality(data: unknown, status = 200): void {
  says(host, "/api/qmcalculator/", { data }, status);
}

describe("the huddle sheet", () => {
  it("is rendered whole by the server, and asks for no list", async () => {
    answerQuality(QUALITY);
    const document = await open("/company-overview?view=huddle");
    const sheet = textOf(document.querySelector("article"));
    expect(sheet).toContain("Company Overview");
    expect(sheet).toContain("150 out of 300");
    expect(host.calls.map((call) => call.path)).not.toContainEqual(
      expect.stringContaining("/api/summary/"),
    );
    expect(document.title).toMatch(/^Company Overview/);
  });
});

describe("the quality score", () => {
  it("is asked for once, for the page and for the sheet over it", async () => {
    answerQuality(QUALITY);
    const document = await open("/company-overview?modal=quality");
    expect(host.callsTo("/api/qmcalculator/")).toHaveLength(1);
    const card = document.querySelector("[aria-labelledby=quality]");
    expect(textOf(card)).toContain("150 out of 300");
  });

  it("is not asked for where nothing shows it", async () => {
    await open("/patient-profile/1");
    expect(host.callsTo("/api/qmcalculator/")).toEqual([]);
  });
});
