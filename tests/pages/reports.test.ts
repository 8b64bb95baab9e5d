import { beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import {
  all,
  documentOf,
  textOf,
  textsOf,
  type PageDocument,
} from "./support/document";
import {
  type FakeHost,
  physicianRecord,
  says,
  signsIn,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import { onPortal } from "./support/on-portal";
import type { Portal } from "./support/portal";

const PATH = "/reports";
const NPI = 1_003_000_101;
const PHYSICIAN = physicianRecord(NPI);
const AFTER_HOURS = [
  "After Hours Patient Report",
  "Notes from telehealth visits in the last three days.",
];
const CMS = [
  "CMS QIES Reports",
  "Request CMS reports and download them.",
  "Request CMS Report",
];
const STAFF = ["Medical Staff Report", "Hospitalization figures by physician."];

/** The words of each report of the page, its name first. */
function cardsOf(page: PageDocument): string[][] {
  return all(page, "main ul > li")
    .filter((item) => item.querySelector("h2"))
    .map((item) => all(item, "h2, p, h2 ~ a").map(textOf));
}

function headerLinkOf(page: PageDocument) {
  const link = all(page, "header a").find((one) =>
    textOf(one).startsWith("Reports"),
  );
  return link
    ? {
        text: link.getAttribute("aria-label") ?? textOf(link),
        href: link.getAttribute("href"),
        current: link.getAttribute("aria-current"),
      }
    : null;
}

async function open(browser: Browser, path = PATH) {
  const { status, text } = await browser.get(path);
  return { status, page: documentOf(text) };
}

describe("the reports of the small company", () => {
  let portal: Portal;
  onPortal((started) => (portal = started));

  it.each([
    ["physician", [AFTER_HOURS]],
    ["facility", [AFTER_HOURS, CMS]],
    ["region", [AFTER_HOURS, CMS, STAFF]],
  ])(
    "are listed to a %s with what each is for, and every link opens",
    async (name, cards) => {
      const browser = await portal.browser().loggedIn(name);
      const { status, page } = await open(browser);
      expect(status).toBe(200);
      expect(page.title).toBe("Reports – Sojourn");
      expect(textsOf(page, "h1")).toEqual(["Reports"]);
      expect(cardsOf(page)).toEqual(cards);
      const links = all(page, "main li a").filter(
        (link) => !link.closest("nav"),
      );
      for (const link of links) {
        const path = link.getAttribute("href") ?? "";
        expect((await browser.get(path)).status, path).toBe(200);
      }
    },
  );

  it("are one link away in the header, which tells where that page is open", async () => {
    const browser = await portal.browser().loggedIn("physician");
    const link = { text: "Reports", href: PATH };
    const elsewhere = await open(browser, "/search");
    expect(headerLinkOf(elsewhere.page)).toEqual({ ...link, current: null });
    const { page } = await open(browser);
    expect(headerLinkOf(page)).toEqual({ ...link, current: "page" });
  });

  it("are none of the account managers', nor is the link", async () => {
    const browser = await portal.browser().loggedIn("accounts");
    const { status, page } = await open(browser);
    expect(status).toBe(403);
    expect(textsOf(page, "main").join()).toContain(
      "Sorry, you don't have permission to access this page. (403)",
    );
    expect(headerLinkOf(page)).toBeNull();
  });

  it.each([
    ["/reports/after-hours-patient-report/", "After Hours Patient Report"],
    ["/reports/cms-qies-reports", "CMS QIES Reports"],
    ["/reports/medical-staff-report", "Medical Staff Report"],
    ["/reports/system-test", "Systems test in progress"],
  ])("are one step up from %s", async (path, title) => {
    const browser = await portal.browser().loggedIn("region");
    const { page } = await open(browser, path);
    const crumbs = all(page, "[aria-label=Breadcrumbs] li");
    expect(crumbs.map(textOf)).toEqual(["Dashboard", "Reports", title]);
    expect(crumbs[1]?.querySelector("a")?.getAttribute("href")).toBe(PATH);
  });
});

describe("on a host of an operator", () => {
  let host: FakeHost;
  let portal: Portal;
  onFakeHost((started) => ({ host, portal } = started));

  let browser: Browser;
  beforeEach(async () => {
    signsIn(host, { role: "physician", levels: [NPI] });
    says(host, "/api/physician/", { data: PHYSICIAN });
    browser = await portal.browser().loggedIn("doctor");
  });

  function lists(...reports: object[]): void {
    says(host, "/api/reports/", { data: reports });
  }

  const NOTES = {
    id: 1,
    report_id: "after-hours-patient-report",
    title: "Night notes",
    type: "other",
  };

  it.each([
    [1, "Reports, 1 unread note", "1 unread note"],
    [3, "Reports, 3 unread notes", "3 unread notes"],
    [0, "Reports", undefined],
  ])("%i unread notes are told", async (unread, inHeader, onCard) => {
    lists(NOTES);
    says(host, "/api/physicianalerts/unread/", { data: { unread } });
    const { page } = await open(browser);
    expect(headerLinkOf(page)?.text).toBe(inHeader);
    const said = cardsOf(page)[0]?.slice(2);
    expect(said).toEqual(onCard ? [onCard] : []);
    expect(page.querySelector("main h2 a")?.getAttribute("href")).toBe(
      onCard
        ? "/reports/after-hours-patient-report/?hours=72"
        : "/reports/after-hours-patient-report",
    );
  });

  it("are said to show charts of Power BI, or nothing yet", async () => {
    const report = { ...NOTES, report_id: "airway", title: "Airway" };
    signsIn(host, { role: "company", levels: [0] });
    lists(
      { ...report, type: "powerbi" },
      { ...NOTES, report_id: "system-test", title: "Test" },
    );
    const { page } = await open(await portal.browser().loggedIn("company"));
    expect(cardsOf(page)).toEqual([
      ["Airway", "Charts of your organization in Power BI."],
      ["Test", "This report has nothing to show yet."],
    ]);
  });

  it("does not tell them in the header of their own page, which counts them as they are read", async () => {
    says(host, "/api/physicianalerts/unread/", { data: { unread: 3 } });
    says(host, "/api/physicianalerts/?", { data: [] });
    const path = "/reports/after-hours-patient-report";
    for (const address of [path, `${path}/`]) {
      const { page } = await open(browser, address);
      expect(headerLinkOf(page)?.text).toBe("Reports");
    }
  });

  it("asks for the number of unread notes once, notice and link together", async () => {
    lists(NOTES);
    await open(browser);
    const asked = host.callsTo("/api/physicianalerts/unread/");
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["lists none", () => lists()],
    [
      "lists what is closed to the level",
      () =>
        lists({ ...NOTES, report_id: "airway", title: "A", type: "powerbi" }),
    ],
    ["has no reports at all", () => undefined],
  ])("that %s has that said in a sentence", async (_, prepare) => {
    prepare();
    const { status, page } = await open(browser);
    expect(status).toBe(200);
    expect(page.title).toBe("Reports – Sojourn");
    expect(cardsOf(page)).toEqual([]);
    expect(textOf(page.querySelector("main"))).toContain(
      "No reports are open to your access level. Your account manager can open them.",
    );
  });

  it.each([
    [{}, "Reports list data was not retrieved due to a system error."],
    [{ message: "Back at noon." }, "Back at noon."],
  ])(
    "that fails has that said, with a way to try again",
    async (body, words) => {
      says(host, "/api/reports/", body, 500);
      const { status, page } = await open(browser);
      expect(status).toBe(200);
      expect(page.title).toBe("Error: Reports – Sojourn");
      expect(textOf(page.querySelector("main"))).toContain(words);
      const again = all(page, "main a").find(
        (link) => textOf(link) === "Try again",
      );
      expect(again?.getAttribute("href")).toBe(PATH);
    },
  );

  it("that refuses the list has the page refused", async () => {
    says(host, "/api/reports/", {}, 403);
    expect((await open(browser)).status).toBe(403);
  });
});
