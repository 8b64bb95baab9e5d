import { expect, it } from "vitest";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import { ACTION as DATA } from "~/features/embedded-reports/access/use-access-cell";
import type { Browser } from "./support/browser";
import {
  all,
  documentOf,
  textOf,
  textsOf,
  type PageDocument,
} from "./support/document";
import { type FakeHost, says, sendJson, signsIn } from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { idleFor } from "./support/stored-sessions";

const PAGE = "/users/reports-config";
const LIST_ERROR = "Reports list data was not retrieved due to a system error.";
const UNEXPECTED =
  "An unexpected error had occurred. Please contact support if the problem persists.";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

function report(id: number, title: string, roles: string[], type = "other") {
  return { id, report_id: `report-${id}`, title, type, roles };
}

const SOME = [
  report(3, "Payer Mix", ["admin"], "powerbi"),
  report(1, "After Hours", ["physician", "facility"]),
  report(2, "  ", []),
];

/** A browser of that level, at a host with three reports that takes every change. */
async function browserOf(
  role = "account_manager",
  reports: object[] = SOME,
): Promise<Browser> {
  signsIn(host, { role, levels: [0] });
  says(host, "/api/company/organization/", {
    data: { divisions: [], regions: [], facilities: [] },
  });
  host.on("/api/reports/", ({ method }, response) =>
    sendJson(response, { data: method === "POST" ? {} : reports }),
  );
  return portal.browser().loggedIn(role);
}

async function post(browser: Browser, fields: [string, string][], path = PAGE) {
  const csrf = await browser.csrfToken("/incomplete-data");
  return browser.post(path, new URLSearchParams([["csrf", csrf], ...fields]));
}

function sent(): string[] {
  return host
    .callsTo("/api/reports/")
    .filter(({ method }) => method === "POST")
    .map(({ path, body }) => {
      const { role, allow } = JSON.parse(body) as Record<string, unknown>;
      return `${path.split("/")[3]} ${String(role)} ${String(allow)}`;
    })
    .sort();
}

function tickedOn(page: PageDocument): (string | null)[] {
  return all(page, "#report-access input[checked]").map((box) =>
    box.getAttribute("aria-label"),
  );
}

it("shows reports by title and their levels, a named box for each", async () => {
  const { status, text } = await (await browserOf()).get(PAGE);
  expect(status).toBe(200);
  const page = documentOf(text);
  expect(page.title).toBe("Reports Configuration – Sojourn");
  expect(page.querySelector("main a")?.getAttribute("href")).toBe("/users");
  expect(textsOf(page, "#report-access thead th")).toEqual([
    "Report",
    "Physician",
    "Facility",
    "Region",
    "Division",
    "Company",
    "Admin",
  ]);
  expect(textsOf(page, "#report-access tbody th")).toEqual([
    "After Hours",
    "Payer Mix Embedded Physicians never see embedded reports.",
    "report-2",
  ]);
  expect(all(page, "#report-access input[type=checkbox]")).toHaveLength(18);
  expect(tickedOn(page)).toEqual([
    "After Hours, Physician",
    "After Hours, Facility",
    "Payer Mix, Admin",
  ]);
});

it("closes the boxes of our own reports that a level never has, with the reason in the row", async () => {
  const own = [
    ["cms-qies-reports", "CMS"],
    ["medical-staff-report", "Staff"],
  ].map(([report_id, title], at) => {
    return { ...report(at + 1, String(title), ["region"]), report_id };
  });
  const browser = await browserOf("account_manager", own);
  const page = documentOf((await browser.get(PAGE)).text);
  const closed = all(page, "#report-access input[disabled]").map((box) => [
    box.getAttribute("aria-label"),
    textOf(page.querySelector(`#${box.getAttribute("aria-describedby")}`)),
  ]);
  const cms = "Physicians cannot request CMS reports.";
  const staff =
    "The Medical Staff Report is for region, division and company level.";
  expect(closed).toEqual([
    ["CMS, Physician", cms],
    ["Staff, Physician", staff],
    ["Staff, Facility", staff],
  ]);
});

it("saves what was changed, and nothing that was only seen", async () => {
  const browser = await browserOf();
  const { status, location } = await post(browser, [
    // Somebody else has taken it from the physicians since.
    ["seen-1", "physician facility region"],
    ["ticked-1", "physician"],
    ["ticked-1", "region"],
    ["ticked-1", "company"],
    ["seen-3", "admin"],
    ["ticked-3", "admin"],
    ["seen-2", ""],
  ]);
  expect([status, location]).toEqual([303, PAGE]);
  expect(sent()).toEqual(["1 company true", "1 facility false"]);
  const page = await browser.get(PAGE);
  expect(page.text).toContain("Access updated successfully");
});

it("says that there was nothing to save", async () => {
  const browser = await browserOf();
  const { status, location } = await post(
    browser,
    [
      ["seen-1", "physician"],
      ["ticked-1", "physician"],
    ],
    `${PAGE}?page=2`,
  );
  expect([status, location]).toEqual([303, `${PAGE}?page=2`]);
  expect(sent()).toEqual([]);
  expect((await browser.get(PAGE)).text).toContain(
    "You changed nothing, so nothing was saved.",
  );
});

it("says what could not be saved, and shows how it is now", async () => {
  const browser = await browserOf();
  host.on("/api/reports/", ({ method, body }, response) => {
    if (method !== "POST") return sendJson(response, { data: SOME });
    const isRefused = body.includes("region");
    sendJson(
      response,
      isRefused ? { message: "Not now." } : {},
      isRefused ? 409 : 200,
    );
  });
  says(host, "/api/reports/9/", {}, 404);
  const { status, text } = await post(browser, [
    ["seen-1", "physician facility"],
    ["ticked-1", "physician"],
    ["ticked-1", "region"],
    ["seen-9", ""],
    ["ticked-9", "admin"],
  ]);
  expect(status).toBe(409);
  expect(sent()).toEqual(["1 facility false", "1 region true", "9 admin true"]);
  const page = documentOf(text);
  expect(page.title).toBe("Error: Reports Configuration – Sojourn");
  expect(textsOf(page, "main [role=alert] li")).toEqual([
    "After Hours, Region: Not now.",
    "Report 9: This report is no longer in the list.",
  ]);
  const link = page.querySelector("main [role=alert] li a");
  const box = page.querySelector(link?.getAttribute("href") ?? "");
  expect(box?.getAttribute("aria-label")).toBe("After Hours, Region");
  expect(tickedOn(page)).toContain("After Hours, Facility");
  expect(
    page.querySelector(`input[name="seen-1"]`)?.getAttribute("value"),
  ).toBe("physician facility");
});

const CELL: [string, string][] = [
  ["report", "1"],
  ["level", "company"],
  ["allow", "true"],
];

it("saves one cell for a script, and says so without another page", async () => {
  const browser = await browserOf();
  const { status, text } = await post(browser, CELL, DATA);
  expect([status, JSON.parse(text)]).toEqual([200, { saved: true }]);
  expect(sent()).toEqual(["1 company true"]);
});

it.each<[body: object, status: number, error: string, answers: number]>([
  [{ message: "Not now." }, 403, "Not now.", 403],
  [{}, 500, UNEXPECTED, 503],
])(
  "tells a script what the host says: %j",
  async (body, hostStatus, error, answers) => {
    const browser = await browserOf();
    says(host, "/api/reports/1/", body, hostStatus);
    const { status, text } = await post(browser, CELL, DATA);
    expect([status, JSON.parse(text)]).toEqual([
      answers,
      { saved: false, error },
    ]);
  },
);

it.each<[string, string][]>([
  [["report", "x"]],
  [["report", "-1"]],
  [["level", "account_manager"]],
  [["level", "__proto__"]],
  [["allow", "yes"]],
])("refuses a cell that is none: %j", async (odd) => {
  const browser = await browserOf();
  const fields = CELL.map((field) => (field[0] === odd[0] ? odd : field));
  expect((await post(browser, fields, DATA)).status).toBe(400);
  expect(sent()).toEqual([]);
});

it("takes no odd field for a change", async () => {
  const browser = await browserOf();
  const { status } = await post(browser, [
    ["seen-x", ""],
    ["ticked-x", "admin"],
    ["seen-1", "emperor"],
    ["ticked-1", "account_manager"],
    ["ticked-2", "admin"],
  ]);
  expect(status).toBe(303);
  expect(sent()).toEqual([]);
});

it("has as many reports on a page as a form has room for", async () => {
  const many = Array.from({ length: 90 }, (_, at) =>
    report(at + 1, `Report ${at + 1}`, [...ACCESS_LEVELS.slice(0, -1)]),
  );
  const browser = await browserOf("account_manager", many);
  const page = documentOf((await browser.get(`${PAGE}?page=2`)).text);
  const titles = textsOf(page, "#report-access tbody th");
  expect([titles.length, titles[0]]).toEqual([40, "Report 41"]);
  const fields = all(page, "#report-access input").map(
    (input): [string, string] => [
      input.getAttribute("name") ?? "",
      input.getAttribute("value") ?? "",
    ],
  );
  expect((await post(browser, fields, `${PAGE}?page=2`)).status).toBe(303);
  expect(page.querySelector("main form")?.getAttribute("action")).toBe(
    `${PAGE}?page=2`,
  );
});

it.each<[body: object, status: number, shows: string]>([
  [{}, 500, LIST_ERROR],
  [{ message: "The list is being made." }, 503, "The list is being made."],
  [{ data: [{ id: 1 }] }, 200, LIST_ERROR],
  // A host that does not say who sees a report cannot be configured.
  [{ data: [{ ...SOME[0], roles: undefined }] }, 200, LIST_ERROR],
])(
  "says that the reports could not be had: %j",
  async (body, status, shows) => {
    const browser = await browserOf();
    says(host, "/api/reports/", body, status);
    const answer = await browser.get(PAGE);
    expect(answer.status).toBe(200);
    const page = documentOf(answer.text);
    expect(page.title).toBe("Error: Reports Configuration – Sojourn");
    expect(textOf(page.querySelector("main"))).toContain(shows);
    expect(page.querySelector("#report-access")).toBeNull();
  },
);

it("says that there are no reports", async () => {
  const browser = await browserOf("account_manager", []);
  const { text } = await browser.get(PAGE);
  expect(text).toContain("There are no reports.");
  // A host does not say whether they are set up.
  expect(text).not.toContain("not set up");
});

it("keeps the ticks of a form over the end of a session, upon what is so by then", async () => {
  const browser = await browserOf();
  const csrf = await browser.csrfToken(PAGE);
  idleFor(portal, 15 * 60_000);
  const { location } = await browser.post(
    PAGE,
    new URLSearchParams([
      ["csrf", csrf],
      ["seen-1", "physician facility region"],
      ["ticked-1", "physician"],
      ["ticked-1", "admin"],
      ["ticked-1", "region"],
    ]),
  );
  expect(location).toBe("/login");
  expect((await browser.logIn("account_manager")).location).toBe(PAGE);
  const page = documentOf((await browser.get(PAGE)).text);
  expect(tickedOn(page)).toEqual([
    "After Hours, Physician",
    "After Hours, Admin",
    "Payer Mix, Admin",
  ]);
  expect(textOf(page.querySelector("main form"))).toContain(
    "These ticks are not saved yet.",
  );
  expect(sent()).toEqual([]);
  const again = documentOf((await browser.get(PAGE)).text);
  expect(tickedOn(again)).toContain("After Hours, Facility");
});
