import { beforeEach, describe, expect, test } from "vitest";
import {
  type FakeHost,
  physicianRecord,
  says,
  signsIn,
} from "./support/fake-host";
import type { Browser } from "./support/browser";
import { all, documentOf, textOf, type PageDocument } from "./support/document";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";

const UNREAD = "/api/physicianalerts/unread/";
const NPI = 1_003_000_101;
const PAGE = `/physician-profile/${NPI}`;

const PHYSICIAN = physicianRecord(NPI);

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

let browser: Browser;
beforeEach(async () => {
  logInAs("physician", [NPI]);
  says(host, "/api/physician/", { data: PHYSICIAN });
  browser = await portal.browser().loggedIn("doctor");
});

function logInAs(role: string, levels: number[]) {
  signsIn(host, { role, levels });
}

function unread(count: number) {
  says(host, UNREAD, { data: { unread: count } });
}

function noticesOf(document: PageDocument): string[] {
  return all(document, "#notices li").map(textOf);
}

async function open(who = browser, path = PAGE) {
  const { status, text } = await who.get(path);
  const document = documentOf(text);
  const form = document.querySelector("#notices form");
  const field = (name: string) =>
    form?.querySelector(`[name=${name}]`)?.getAttribute("value") ?? "";
  return {
    status,
    document,
    notices: noticesOf(document),
    fields: { csrf: field("csrf"), alert: field("alert"), from: field("from") },
  };
}

function told(count: number): string {
  return `Warning: There are ${count} unread notes in your After-Hours Patient Report.VIEW REPORTDismiss`;
}

describe("unread after-hours notes", () => {
  test("are told to a physician", async () => {
    unread(12);
    const { status, document, notices } = await open();
    expect([status, notices]).toEqual([200, [told(12)]]);
    const link = document.querySelector("#notices a");
    expect([textOf(link), link?.getAttribute("href")]).toEqual([
      "VIEW REPORT",
      "/reports/after-hours-patient-report/?hours=72",
    ]);
    expect(textOf(document.querySelector("title"))).not.toMatch(/^Error/);
  });

  test("are told on each page but the report that has them", async () => {
    unread(2);
    const report = "/reports/after-hours-patient-report";
    for (const path of [report, `${report}/`, `${report}?hours=48`]) {
      expect((await open(browser, path)).notices).not.toContain(told(2));
    }
    expect((await open()).notices).toContain(told(2));
  });

  test("are nothing to the other levels, which do not ask", async () => {
    unread(5);
    logInAs("company", [0]);
    const manager = await portal.browser().loggedIn("company");
    const { text } = await manager.get("/company-overview");
    expect(noticesOf(documentOf(text))).toEqual([]);
    expect(host.callsTo(UNREAD)).toEqual([]);
  });

  test("stay dismissed in the session until there are more", async () => {
    unread(3);
    const { fields } = await open();
    expect(fields).toMatchObject({ alert: "unread:3", from: PAGE });
    const answer = await browser.post("/dismiss", fields);
    expect([answer.status, answer.location]).toEqual([303, PAGE]);
    expect((await open()).notices).toEqual([]);

    // A count that was posted by somebody's own hand; the next one is known in a minute only.
    const next = await portal.browser().loggedIn("doctor");
    expect((await open(next)).notices).toEqual([told(3)]);
    await next.post("/dismiss", {
      ...(await open(next)).fields,
      alert: "unread:2",
    });
    expect((await open(next)).notices).toEqual([told(3)]);
  });
});

describe("unread notes that cannot be had", () => {
  test("end the session where the host has ended it", async () => {
    says(host, UNREAD, { error: "no" }, 401);
    expect((await browser.get(PAGE)).location).toBe("/login");
  });
});
