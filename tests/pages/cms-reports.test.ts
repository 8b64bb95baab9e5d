import { beforeEach, describe, expect, it } from "vitest";
import type { Browser } from "./support/browser";
import { all, documentOf, nameOf, textOf, textsOf } from "./support/document";
import {
  type FakeHost,
  hasFacilities,
  says,
  sendJson,
} from "./support/fake-host";
import { onFakeHost } from "./support/on-fake-host";
import type { Portal } from "./support/portal";
import { idleFor, lastUse } from "./support/stored-sessions";

const PAGE = "/reports/cms-qies-reports";
const CALL = "/api/QIES-reports/";
const SYSTEM =
  "Casper reports list data was not retrieved due to a system error.";

let host: FakeHost;
let portal: Portal;
onFakeHost((started) => ({ host, portal } = started));

let browser: Browser;
beforeEach(async () => {
  browser = await portal.browser().loggedIn("company");
  host.calls.length = 0;
});

function report(id: number, more: object = {}) {
  return {
    id,
    report_category_id: 50,
    report_type_id: 5011,
    name: "Errors by Field by Facility",
    file_type: "pdf",
    requested_tstamp: `2026-01-0${id} 15:04:05`,
    start_date: "2025-06-01",
    end_date: "2025-12-31",
    status: "requested",
    fac_name: "Elm House",
    ...more,
  };
}

const REPORTS = [
  report(1, { status: "completed", fac_id: 101 }),
  report(2, { status: "automatic", name: "A <b>&\"'", file_type: "pdf" }),
  report(3, { status: "pending", fac_name: "Oak House" }),
  report(4, {
    status: "error",
    problem: " No such CCN. ",
    fac_name: null,
    start_date: null,
    end_date: null,
  }),
  report(5, { status: "dreaming", name: "SNF QRP Provider Threshold" }),
  report(6),
];

function listed(reports: object[] = REPORTS): void {
  says(host, CALL, { data: reports });
}

async function open(query = "", as = browser) {
  const { status, text } = await as.get(PAGE + query);
  expect(status).toBe(200);
  const document = documentOf(text);
  const rows = all(document, "#reports tbody tr").map((row) =>
    all(row as never, "th, td").map(textOf),
  );
  return { document, rows, text };
}

describe("the list of CMS reports", () => {
  it("asks for one year back to today, and shows each request with its state", async () => {
    listed();
    const { document, rows } = await open();
    const today = new Intl.DateTimeFormat("en-CA", {
      timeZone: "America/New_York",
    }).format(new Date());
    expect(host.callsTo(CALL).map(({ path }) => path)).toEqual([
      expect.stringMatching(
        new RegExp(`^${CALL}\\d{4}-\\d\\d-\\d\\d/${today}/$`),
      ),
    ]);
    expect(textsOf(document, "h1")).toEqual(["CMS QIES Reports"]);
    expect(document.title).toBe("CMS QIES Reports – Sojourn");
    expect(textsOf(document, "#reports thead th")).toEqual([
      "Date Requested",
      "Report Type",
      "Facility",
      "Report Date Range",
      "File Name",
      "Status",
    ]);
    const errors = "Errors by Field by Facility";
    const range = "06/01/2025–12/31/2025";
    const file = `${errors}.pdf`;
    expect(rows).toEqual([
      ["01/06/26 03:04 PM ET", errors, "Elm House", range, "", "Requested"],
      [
        "01/05/26 03:04 PM ET",
        "SNF QRP Provider Threshold",
        "Elm House",
        range,
        "",
        "Unknown",
      ],
      [
        "01/04/26 03:04 PM ET",
        errors,
        "Unknown",
        "",
        "",
        "ErrorNo such CCN.Request again",
      ],
      ["01/03/26 03:04 PM ET", errors, "Oak House", range, "", "Pending"],
      [
        "01/02/26 03:04 PM ET",
        "A <b>&\"'",
        "Elm House",
        range,
        "A <b>&\"'.pdf",
        "Automatic",
      ],
      ["01/01/26 03:04 PM ET", errors, "Elm House", range, file, "Completed"],
    ]);
    const icons = all(document, "#reports td:last-child svg").map(
      (icon) => icon.innerHTML,
    );
    expect(new Set(icons).size).toBe(6);
    expect(
      all(document, "#reports td a").map((link) => [
        nameOf(link),
        link.getAttribute("href"),
      ]),
    ).toEqual([
      [
        `Request again: ${errors}, Unknown, requested 01/04/26`,
        `${PAGE}/request?again=4`,
      ],
      [
        "Download A <b>&\"'.pdf, Elm House, requested 01/02/26",
        "/cms-report-file/2",
      ],
      [
        `Download ${errors}.pdf, Elm House, requested 01/01/26`,
        "/cms-report-file/1",
      ],
    ]);
  });

  it("sorts by its heads, and keeps the order through its links and its form", async () => {
    listed();
    const first = await open();
    const heads = all(first.document, "#reports thead a");
    expect(heads.map((head) => head.getAttribute("href"))).toEqual(
      ["requested", "type", "facility", "range", "file", "status"].map(
        (column) => `${PAGE}?sort=${column}&dir=asc#reports`,
      ),
    );
    const { document, rows } = await open("?sort=status&dir=desc");
    expect(rows.map((row) => row[5])).toEqual([
      "Requested",
      "Pending",
      "ErrorNo such CCN.Request again",
      "Completed",
      "Automatic",
      "Unknown",
    ]);
    expect(textsOf(document, "#reports th[aria-sort=descending]")).toEqual([
      "Status",
    ]);
    const hidden = all(document, "main form input[type=hidden]").map(
      (input) => `${input.getAttribute("name")}=${input.getAttribute("value")}`,
    );
    expect(hidden).toEqual(expect.arrayContaining(["sort=status", "dir=desc"]));
    expect(
      document.querySelector("#request-cms-report")?.getAttribute("href"),
    ).toBe(`${PAGE}/request?sort=status&dir=desc`);
  });

  it("is narrowed by place and report, which its links carry on", async () => {
    listed();
    hasFacilities(host, { 101: "Elm House", 102: "Oak House" });
    const query = "?facility=101&report=Errors+by+Field+by+Facility";
    const { document, rows } = await open(query);
    expect(rows.map((row) => row[0]?.slice(0, 8))).toEqual([
      "01/06/26",
      "01/01/26",
    ]);
    expect(textsOf(document, "main section [aria-live=polite]")).toContain(
      "2 of 6 reports",
    );
    expect(
      all(document, "#reports td a").map((link) => link.getAttribute("href")),
    ).toEqual([`/cms-report-file/1${query}`]);
    expect(textOf(document.querySelector("#reports .paper-head"))).toMatch(
      /^CMS QIES Reports · [\d/]{10}–[\d/]{10} · Errors by Field by Facility · Elm House$/,
    );
    const chosen = all(document, "main select option[selected]").map(textOf);
    expect(chosen).toEqual(["Elm House", "Errors by Field by Facility"]);
    expect(textsOf(document, "#report option")).toEqual(
      expect.arrayContaining(["MDS 3.0 Missing Assessment", "A <b>&\"'"]),
    );
  });

  it("marks the files that tell of ISNP residents alone", async () => {
    listed([
      report(1, { status: "completed", isnp_only: true }),
      report(2, { status: "completed", isnp_only: false }),
      report(3, { status: "completed" }),
      report(4, { status: "pending", isnp_only: true }),
      report(5, { status: "completed", isnp_only: "yes" }),
    ]);
    const { rows } = await open();
    const file = "Errors by Field by Facility.pdf";
    expect(rows.map((row) => row[4])).toEqual([
      file,
      "",
      file,
      file,
      `${file} ISNP only`,
    ]);
  });

  it("tells of a failure without a reason, and offers nothing that cannot be requested again", async () => {
    const status = "error";
    listed([
      report(1, { status, report_category_id: 41, report_type_id: 0 }),
      report(2, { status, problem: { odd: 1 }, args: "odd" }),
      report(3, { status, problem: "" }),
    ]);
    const { rows, document } = await open("?sort=type&dir=asc");
    const unknown = "ErrorThe reason is not known.";
    expect(rows.map((row) => row[5])).toEqual([
      `${unknown}Request again`,
      `${unknown}Request again`,
      unknown,
    ]);
    expect(
      all(document, "#reports td a").map((link) => link.getAttribute("href")),
    ).toEqual([
      `${PAGE}/request?again=3&sort=type&dir=asc`,
      `${PAGE}/request?again=2&sort=type&dir=asc`,
    ]);
  });

  it("puts a reverted date right, and says so once", async () => {
    listed();
    const { location } = await browser.get(
      `${PAGE}?startDate=2999-01-01&endDate=2026-01-31&report=&sort=requested&dir=desc`,
    );
    expect(location).toBe(`${PAGE}?startDate=2026-01-31&endDate=2026-01-31`);
    const told = "From Date was in the future, so it was set to 01/31/2026.";
    const query = location?.slice(PAGE.length);
    expect((await open(query)).text).toContain(told);
    expect((await open(query)).text).not.toContain(told);
    expect(host.callsTo(CALL).at(-1)?.path).toBe(
      `${CALL}2026-01-31/2026-01-31/`,
    );
  });

  it("that is empty leads to a request, or out of the filters", async () => {
    host.on(CALL, (_, response) => void response.writeHead(204).end());
    const plain = await open();
    expect(plain.text).toContain("No report was requested in this time.");
    expect(textsOf(plain.document, "main section a")).toEqual([
      "Request CMS Report",
    ]);
    listed();
    const { document, text } = await open("?report=No+such+report");
    expect(text).toContain("No results found for this search.");
    const out = document.querySelector("main section a");
    expect([textOf(out), out?.getAttribute("href")]).toEqual([
      "Clear filters",
      PAGE,
    ]);
  });

  it.each<[string, string, Parameters<FakeHost["on"]>[1]]>([
    ["fails", SYSTEM, (_, response) => void response.writeHead(500).end()],
    [
      "fails with words",
      "Casper is asleep.",
      (_, response) =>
        sendJson(response, { message: "Casper is asleep." }, 503),
    ],
    [
      "answers in another shape",
      SYSTEM,
      (_, response) => sendJson(response, { data: [{ id: "one" }] }),
    ],
  ])("says why there is none when the host %s", async (_, words, answer) => {
    host.on(CALL, answer);
    const { document } = await open();
    expect(textsOf(document, "main section p")).toContain(words);
    expect(textOf(document.querySelector("#notices"))).toContain(words);
    expect(document.title).toBe("Error: CMS QIES Reports – Sojourn");
    expect(textsOf(document, "main section a")).toEqual(["Try again"]);
  });

  it("is refused where the host refuses it", async () => {
    says(host, CALL, {}, 403);
    expect((await browser.get(PAGE)).status).toBe(403);
  });
});

describe("the states of reports, for a list that is open", () => {
  const STATES = "/cms-report-states?startDate=2026-01-01&endDate=2026-01-31";

  it("are told by id, and asking does not prolong the session", async () => {
    listed();
    idleFor(portal, 60_000);
    const usedAt = lastUse(portal);
    const page = await browser.get(STATES);
    expect(JSON.parse(page.text)).toEqual({
      states: {
        1: "completed",
        2: "automatic",
        3: "pending",
        4: "error",
        5: "Unknown",
        6: "requested",
      },
      problems: { 4: " No such CCN. " },
    });
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(lastUse(portal)).toBe(usedAt);
    expect(host.callsTo(CALL)[0]?.path).toBe(`${CALL}2026-01-01/2026-01-31/`);
  });

  it.each([
    [403, 403],
    [429, 429],
    [500, 502],
  ])("are not told where the host answers %i: %i", async (status, told) => {
    says(host, CALL, {}, status);
    const page = await browser.get(STATES);
    expect([page.status, page.text]).toEqual([told, "{}"]);
  });
});
